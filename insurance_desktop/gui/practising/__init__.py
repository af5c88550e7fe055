"""The page on which exam questions are practised."""
