"""What a user never runs, and no wheel carries: `python -m development.<package>.<module>` from a checkout.

`bare_library` (verified documents of hand-written clauses) serves the fits and the tests; `frozen_entry` is where the
built program starts (build.spec), `reach` counts the files that a use case passes through.
"""
