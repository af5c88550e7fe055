"""Why a benchmark did not run."""


class WrongCall(Exception):
    """The call itself is wrong (exit 2)."""

    code, exit_code = "usage", 2


class NothingToMeasure(Exception):
    """What was named cannot be measured (exit 1)."""

    code, exit_code = "source", 1
