"""Golden questions asked of a library, and what their answers say of its ranking."""
