"""The product measured: pages converted, clauses searched, the window, the MCP server."""
