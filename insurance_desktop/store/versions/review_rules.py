"""The rules of review: how many different reviewers a document needs. A history that only grows."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.database import Connection


@entity
class RuleRow:
    """One change of the rule; `at` as the file holds times."""

    reviewers: int
    set_by: str
    reason: str
    at: str


def add(connection: Connection, rule: RuleRow) -> None:
    connection.run(
        "INSERT INTO review_rules (reviewers, set_by, reason, at) VALUES (?, ?, ?, ?)",
        (rule.reviewers, rule.set_by, rule.reason, rule.at),
    )


def newest(connection: Connection) -> RuleRow | None:
    """The rule that holds; None where nobody ever set one."""
    row = connection.row("SELECT reviewers, set_by, reason, at FROM review_rules ORDER BY id DESC LIMIT 1")
    return RuleRow(*row) if row else None
