"""Which questions a small model may answer: what a pack says of it."""

from .entity import entity


@entity
class ModelChoice:
    """Intents decide first. Else a question goes to the strong model where one of the `strong_forms` (regular
    expressions) or of the query forms of the `strong_uses` is in it, or it is longer than `long`; to the fast one where
    a query form of the `fast_uses` is in it, the best clause is as likely as `sure_score`, or it is shorter than
    `short`. Lengths count Chinese signs, and words of other scripts."""

    strong_intents: tuple[str, ...] = ()
    fast_intents: tuple[str, ...] = ()
    strong_forms: tuple[str, ...] = ()
    strong_uses: tuple[str, ...] = ()
    fast_uses: tuple[str, ...] = ()
    sure_score: float = 0.75
    short: int = 15
    long: int = 60
