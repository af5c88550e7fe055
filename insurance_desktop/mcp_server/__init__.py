"""The MCP server over stdio: AI clients ask, nothing is ever written."""
