"""What reviewers do with a document: decisions, corrections, drafts, notes, and what to look at next."""
