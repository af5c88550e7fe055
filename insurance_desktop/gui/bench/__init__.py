"""`bench --window`: how soon the window is there, how it turns pages, whether it ever stalls, what it holds."""
