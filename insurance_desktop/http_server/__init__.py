"""The web face: the tools, pages with evidence and MCP over HTTP, on this machine; nothing is ever written."""
