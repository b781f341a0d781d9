"""Every table and figure of the source documents, ours beside the published one."""
