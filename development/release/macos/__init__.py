"""The program for macOS, laid out on another system as far as that goes; a Mac finishes it (finish.sh)."""
