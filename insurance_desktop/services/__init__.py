"""Use cases: one module each; they own the transactions and know every room below."""
