"""测评: how good the search is, question by question, and which ranking may answer."""
