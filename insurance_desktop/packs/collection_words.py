"""What a request of a collection was for and how it ended, in words."""

from .wording import say

PURPOSES = ("robots", "list", "file", "recheck")
OUTCOMES = (
    "sent",
    "ok",
    "redirect",
    "unchanged",
    "refused",
    "blocked",
    "http_error",
    "server_error",
    "no_answer",
    "too_large",
    "too_slow",
    "unreadable",
)


RUNS = ("done", "running", "cancelled")


def purpose_in_words(purpose: str) -> str:
    return say(f"collection.purpose_{purpose}") if purpose in PURPOSES else purpose


def outcome_in_words(outcome: str) -> str:
    return say(f"collection.outcome_{outcome}") if outcome in OUTCOMES else outcome


def run_in_words(outcome: str) -> str:
    """How a run ended; what else is kept there names the error that ended it."""
    return say(f"collection.run_{outcome}" if outcome in RUNS else "collection.run_failed")
