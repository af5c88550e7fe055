"""Facts out of verified clauses, by the rules of a pack: values, benefits, lists. Pure."""
