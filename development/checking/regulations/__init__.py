"""Questions on two conventions, and how often a search of regulations finds what answers them."""
