"""Whether the structure that was found can be right, judged by what the text itself shows.

None of it needs to know the right answer: a chain of numbers has no hole, a sentence does not stop before a title, a
pointer leads to a section, a title says what the table of contents says. Each kind is one finding with all its places.
"""
