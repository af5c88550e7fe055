"""核验: the page beside the Markdown, the findings, and the decision."""
