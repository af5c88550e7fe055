"""Who reviews what, and how many must: the fake's answers."""

from dataclasses import replace
from datetime import UTC, datetime

from use_cases import stands_for

import insurance_desktop.services.review.assignments
import insurance_desktop.services.review.review_figures
import insurance_desktop.services.review.two_reviewers
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.services.review.assignments import Assignment
from insurance_desktop.services.review.review_figures import (
    DayFigures,
    DocumentFigures,
    FindingFigures,
    PersonFigures,
    ReviewFigures,
)
from insurance_desktop.services.review.two_reviewers import ReviewRule

AT = datetime(2026, 11, 2, tzinfo=UTC)


class FakePeople:
    reviewers: int
    assigned: tuple[Assignment, ...] = ()
    rule_as_set: ReviewRule | None = None

    @stands_for(insurance_desktop.services.review.assignments.people)
    def people(self, _):
        return ("李", "张")

    @stands_for(insurance_desktop.services.review.assignments.assign)
    def assign(self, _, document_ids, *, to, reviewer, note=""):
        for number in document_ids:
            self.rows[number] = replace(self.rows[number], assigned_to=to or None)
        given = tuple(Assignment(number, to or None, reviewer, note, AT) for number in document_ids)
        self.assigned = (*given, *self.assigned)
        return given

    @stands_for(insurance_desktop.services.review.assignments.assignments_of)
    def assignments_of(self, _, document_id):
        return tuple(each for each in self.assigned if each.document_id == document_id)

    @stands_for(insurance_desktop.services.review.two_reviewers.review_rule)
    def review_rule(self, _):
        return self.rule_as_set or ReviewRule(self.reviewers)

    @stands_for(insurance_desktop.services.review.two_reviewers.set_review_rule)
    def set_review_rule(self, _, *, reviewers, reviewer, reason):
        self.reviewers = reviewers
        self.rule_as_set = ReviewRule(reviewers, reviewer, reason, AT)
        return self.rule_as_set

    @stands_for(insurance_desktop.services.review.review_figures.review_figures)
    def figures(self, _):
        verified = sum(each.review_status is ReviewStatus.VERIFIED for each in self.rows.values())
        days = tuple(DayFigures(f"2026-11-{day:02}", day, day % 3, day % 2, 2 * day) for day in range(1, 15))
        people = (PersonFigures("王敏", approved=verified, settled=12, assigned=2), PersonFigures("李", rejected=1))
        findings = (FindingFigures(Severity.BLOCKING, 3, 9), FindingFigures(Severity.WARNING, 5, 4))
        waiting = DocumentFigures(verified=verified, waiting=len(self.rows) - verified)
        return ReviewFigures(waiting, findings, people, days)
