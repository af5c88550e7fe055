"""The product's own benchmark: pages converted, clauses searched, the window, the start of the MCP server.

`python -m development.bench`, or `insurance-desktop bench` where this folder can be imported.
"""
