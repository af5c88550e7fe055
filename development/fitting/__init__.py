"""What the models and the numbers of the ranking are fitted with: the embedding, the reranker, the question memory,
the weights of both stages, the marks of exclusions; and the hashes of what each of them has read.

Nothing here is read by the program, which holds the results alone (resources/models/README.md says how they were made).
"""
