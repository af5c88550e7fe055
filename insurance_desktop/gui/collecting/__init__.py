"""采集: the sites, what came from them, what was asked of them, and the daily check while the window is open."""
