"""The program as a whole: quick to start, one of it at a time, its faults and its stalls written down."""
