"""Tables from lines and from alignment: cells, spans, headers, and what cannot be trusted."""
