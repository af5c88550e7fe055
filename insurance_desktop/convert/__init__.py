"""PDF to Markdown, in worker processes. `pipeline` runs the stages in this order, each in a package of its own:

reading → tables → structure → text → clauses → checking. `running` holds the processes with their limits around it;
`headings` and `compiled` serve several stages.
"""
