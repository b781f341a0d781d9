"""The command line: one file a command, each a thin shell around one library call."""

from onesided.cli.main import main

__all__ = ["main"]
