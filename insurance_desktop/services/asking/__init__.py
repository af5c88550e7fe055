"""Questions answered in sentences, each of which stands in a verified clause that it cites."""
