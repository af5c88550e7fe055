"""The only room that opens a connection: rules of politeness and the checks on what was fetched."""
