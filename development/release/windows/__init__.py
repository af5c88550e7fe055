"""The program for Windows, put together on another system: a whole CPython, wheels, two launchers, an installer."""
