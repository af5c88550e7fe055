"""Language models and voices over the network: the second room with sockets, beside crawl/.

What goes out is a question and clauses, to the server that a person has set; what comes back is text that somebody else
has to check. Nothing of what the servers or their libraries say about a failure is passed on: it may hold a key.
"""
