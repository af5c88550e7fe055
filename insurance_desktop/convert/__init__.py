"""PDF to Markdown, in worker processes. `pipeline` runs the stages in this order, each in a package of its own:

reading → tables → structure → text → clauses → checking. `splitting` takes each page by itself, `arranging` all
together; `running` holds the processes with their limits; `headings`, `compiled`, `radicals` and `steps` serve several.
"""
