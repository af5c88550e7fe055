"""What is remembered of conversations: a file of its own, apart from every library, thrown away when it is damaged."""
