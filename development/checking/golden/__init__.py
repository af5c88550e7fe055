"""Golden questions on insurers' own documents, asked through MCP. The questions lie beside; the documents do not."""
