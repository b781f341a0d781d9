"""Rows, losses and the solvers that join them; nothing here knows what a label is."""
