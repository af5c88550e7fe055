"""设置: who reviews, how the window looks and speaks, its keys, and where its log lies."""
