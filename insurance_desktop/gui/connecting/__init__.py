"""连接: which AI clients are there, what connecting would write, and whether the server answers them."""
