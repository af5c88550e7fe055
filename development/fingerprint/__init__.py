"""Hashes of all that an installed program says about a corpus: the same before and after a change of its inside.

It knows the program by its command line and its MCP server alone, so that it survives whatever moves inside.
"""
