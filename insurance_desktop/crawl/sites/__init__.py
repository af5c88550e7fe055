"""Sites: what an insurer's disclosure page lists, read by one adapter for each shape of list."""
