"""Works and their documents: products, editions, originals, pictures of pages."""
