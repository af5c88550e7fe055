"""What this machine lends the program: the system's libraries, a display, room and rights on its disks."""
