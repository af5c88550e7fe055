"""Golden questions, ranking configurations and how they were judged."""
