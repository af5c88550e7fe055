"""The MCP server: read-only tools over the services, for AI clients."""
