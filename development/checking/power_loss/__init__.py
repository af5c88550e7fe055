"""Takes the power away, or the room on the disk, at every point of what changes a library."""
