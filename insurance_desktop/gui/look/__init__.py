"""How everything looks: colours, icons, the small pieces that pages are made of, the words for states."""
