"""The commands of review, with their arguments."""

from pathlib import Path

from . import review_commands
from .declaring import DOCUMENT, MAY_REASON, MAY_REVIEWER, READS, REASON, REVIEWER, WRITES, Group, command, flag, takes
from .using import Use

PLACE = takes("--place", type=review_commands.place, metavar="PAGE,X0,Y0,X1,Y1")
FINDINGS = takes("finding_ids", type=int, nargs="+", metavar="FINDING")

REVIEW = Group(
    "review",
    (
        command("show", review_commands.show, DOCUMENT, flag("--markdown")),
        command(
            "approve",
            review_commands.approve,
            DOCUMENT,
            REVIEWER,
            takes("--note", default=""),
            flag("--accept-findings"),
            MAY_REASON,
        ),
        command(
            "reject",
            Use("review.decisions:reject", WRITES),
            DOCUMENT,
            REVIEWER,
            REASON,
            PLACE,
        ),
        command("undo", review_commands.undo, DOCUMENT, REVIEWER),
        command(
            "versions",
            Use("review.version_history:versions_of", READS, key="versions", empty="cli.no_versions"),
            DOCUMENT,
        ),
        command(
            "diff",
            Use(
                "review.version_history:compare_versions",
                READS,
                places={"old": "old_version", "new": "new_version"},
                without=("old_markdown", "new_markdown"),
            ),
            DOCUMENT,
            takes("old_version", type=int),
            takes("new_version", type=int),
        ),
        command("inherit", review_commands.inherit, DOCUMENT, MAY_REVIEWER),
        command(
            "correct",
            review_commands.correct,
            DOCUMENT,
            takes("section_id"),
            takes("--category", dest="clause_categories", action="append"),
            takes("--role", dest="clause_roles", action="append"),
            takes("--section", dest="new_section"),
            takes("--title", dest="new_title"),
            REVIEWER,
            MAY_REASON,
        ),
        command("facts", Use("review.fact_review:facts_in_review", READS, key="facts", empty="cli.no_facts"), DOCUMENT),
        command(
            "fact",
            review_commands.judge_fact,
            DOCUMENT,
            takes("fact_path", metavar="PATH"),
            takes("verdict", choices=["confirm", "correct", "refuse", "withdraw"]),
            takes("--value", dest="fact_value", default=""),
            takes("--to", dest="fact_new_value", default=""),
            takes("--section", dest="on_section", default=""),
            REVIEWER,
            MAY_REASON,
        ),
        command(
            "note",
            Use(
                "review.notes:add_note",
                WRITES,
                places={"text": "note_text", "section_id": "on_section"},
                sentence="cli.note_kept",
            ),
            DOCUMENT,
            takes("note_text"),
            takes("--section", dest="on_section"),
            PLACE,
            REVIEWER,
        ),
        command("notes", Use("review.notes:notes_of", READS, key="notes", empty="cli.no_notes"), DOCUMENT),
        command(
            "assign",
            Use("review.assignments:assign", WRITES, key="assignments", empty="cli.nothing_assigned"),
            takes("document_ids", type=int, nargs="+", metavar="ID"),
            takes("--to", default=""),
            REVIEWER,
            takes("--note", default=""),
        ),
        command(
            "assignments",
            Use("review.assignments:assignments_of", READS, key="assignments", empty="cli.never_assigned"),
            DOCUMENT,
        ),
        command("queue", review_commands.queue, MAY_REVIEWER),
        command(
            "rule",
            review_commands.rule,
            takes("--reviewers", type=int, choices=[1, 2]),
            MAY_REVIEWER,
            MAY_REASON,
        ),
        command(
            "edit",
            review_commands.edit,
            DOCUMENT,
            takes("--markdown", dest="markdown_file", type=Path, required=True),
            REVIEWER,
            MAY_REASON,
        ),
        command("resolve", review_commands.resolve, DOCUMENT, FINDINGS, REVIEWER, REASON),
        command("log", review_commands.log, takes("document_id", type=int, nargs="?")),
    ),
)
