"""Every table and figure of the source documents, ours beside the published one.

How to add a paper is written in :mod:`onesided.papers.paper`.
"""
