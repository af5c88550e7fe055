"""What stands around every page: the window, the rail, the bars, the sheets that lie over it."""
