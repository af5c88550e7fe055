"""When a question comes again: spaced repetition by FSRS, from what was answered before."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from fsrs import Card, Rating, Scheduler

SOON = timedelta(minutes=10)
"""After a wrong answer the question comes once more on the same day; from the next right one on intervals are days."""

_SCHEDULER = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)
"""The library's fitted defaults (a chance of 0.9 to know it still); without its dice: a history tells one date."""


def next_due(history: Iterable[tuple[datetime, bool]]) -> datetime | None:
    """When a question is due by its answers in order, each with its time (UTC) and whether it was right.

    None where none was wrong: what is known at once is not repeated.
    """
    card: Card | None = None
    for at, is_right in history:
        if card is None and is_right:
            continue
        card, _ = _SCHEDULER.review_card(card or Card(card_id=0), Rating.Good if is_right else Rating.Again, at)
    return None if card is None else card.due
