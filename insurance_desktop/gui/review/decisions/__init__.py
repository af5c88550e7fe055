"""What a reviewer decides and what he is asked before: the buttons, the questions, the calls."""
