"""The open library: its file, its documents, what verified text says and where it is printed."""
