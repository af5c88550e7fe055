"""Names of products and companies: what a typed name means, and which documents a question is asked of."""
