"""The commands and their arguments as data. Help texts stand in the catalogue by name."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus

from . import commands, connect_commands, crawl_commands, evaluation_commands, reading_commands, review_commands
from .using import Access, Use

PROGRAM = "insurance-desktop"
ASKS, READS, WRITES, CREATES = Access


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as typed; its help is `cli.argument_<dest>`."""

    name: str
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its help is `cli.command_<name>`, in a group `cli.command_<group>_<name>`."""

    name: str
    run: Callable[[argparse.Namespace], Any]
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that share their first word; its help is `cli.command_<name>`."""

    name: str
    commands: tuple[Command, ...]


def _command(name: str, run: Callable[[argparse.Namespace], Any], *arguments: Argument) -> Command:
    return Command(name, run, arguments)


def _takes(name: str, **settings: Any) -> Argument:
    return Argument(name, settings)


def _flag(name: str, **settings: Any) -> Argument:
    return Argument(name, {"action": "store_true", **settings})


REVIEWER = _takes("--reviewer", required=True)
REASON = _takes("--reason", required=True)
MAY_REVIEWER = _takes("--reviewer", default="")
PLACE = _takes("--place", type=review_commands.place, metavar="PAGE,X0,Y0,X1,Y1")
MAY_REASON = _takes("--reason", default="")
DOCUMENT = _takes("document_id", type=int)
FINDING = _takes("finding_id", type=int)
CLAUSE = _takes("clause_id")
PRODUCT = _takes("--product")
PRODUCT_CODE = _takes("--product-code")
COMPANY = _takes("--company")
EDITION = _takes("--edition")
BARS = _takes("--bars", type=Path, metavar="FILE")
SITE = _takes("site")
BASE_URL = _takes("--base-url")
CREATE = _flag("--create")
COLLECTED = (_takes("--limit", type=int), _takes("--product", dest="site_product"), BASE_URL, CREATE)
DOCUMENT_TYPES = _takes("--document-types", nargs="+", action="extend", default=[])
RECHECK = (_flag("--recheck"), _takes("--rechecks", type=int, metavar="N"))
STATES = [each.value for each in (*ReviewStatus, *ConversionStatus)]

COMMANDS = (
    _command("demo", commands.demo, _flag("--no-window")),
    _command("convert", commands.convert, _takes("file", type=Path), _flag("--markdown")),
    _command(
        "import",
        commands.import_files,
        _takes("paths", nargs="+", type=Path),
        COMPANY,
        _takes("--product", dest="product_name"),
        PRODUCT_CODE,
        _takes("--doc-type", dest="document_type"),
        _takes("--product-category"),
        EDITION,
        _takes("--publish-time"),
        _takes("--url", dest="download_url"),
        _takes("--manifest", type=Path),
        CREATE,
    ),
    _command(
        "documents",
        Use("library.documents:list_documents", READS, key="documents", empty="cli.no_documents"),
        _takes("--status", type=str.upper, choices=STATES),
        PRODUCT_CODE,
    ),
    Group(
        "review",
        (
            _command("show", review_commands.show, DOCUMENT, _flag("--markdown")),
            _command(
                "approve",
                review_commands.approve,
                DOCUMENT,
                REVIEWER,
                _takes("--note", default=""),
                _flag("--accept-findings"),
                MAY_REASON,
            ),
            _command(
                "reject",
                Use("review.decisions:reject", WRITES),
                DOCUMENT,
                REVIEWER,
                REASON,
                PLACE,
            ),
            _command("undo", Use("review.undo:undo", WRITES), DOCUMENT, REVIEWER),
            _command(
                "versions",
                Use("review.version_history:versions_of", READS, key="versions", empty="cli.no_versions"),
                DOCUMENT,
            ),
            _command(
                "diff",
                Use(
                    "review.version_history:compare_versions",
                    READS,
                    places={"old": "old_version", "new": "new_version"},
                    without=("old_markdown", "new_markdown"),
                ),
                DOCUMENT,
                _takes("old_version", type=int),
                _takes("new_version", type=int),
            ),
            _command("inherit", review_commands.inherit, DOCUMENT, MAY_REVIEWER),
            _command(
                "correct",
                review_commands.correct,
                DOCUMENT,
                _takes("section_id"),
                _takes("--category", dest="clause_categories", action="append"),
                _takes("--role", dest="clause_roles", action="append"),
                _takes("--section", dest="new_section"),
                _takes("--title", dest="new_title"),
                REVIEWER,
                MAY_REASON,
            ),
            _command(
                "note",
                Use(
                    "review.notes:add_note",
                    WRITES,
                    places={"text": "note_text", "section_id": "on_section"},
                    sentence="cli.note_kept",
                ),
                DOCUMENT,
                _takes("note_text"),
                _takes("--section", dest="on_section"),
                PLACE,
                REVIEWER,
            ),
            _command("notes", Use("review.notes:notes_of", READS, key="notes", empty="cli.no_notes"), DOCUMENT),
            _command("queue", review_commands.queue, MAY_REVIEWER),
            _command(
                "rule",
                review_commands.rule,
                _takes("--reviewers", type=int, choices=[1, 2]),
                MAY_REVIEWER,
                MAY_REASON,
            ),
            _command(
                "edit",
                review_commands.edit,
                DOCUMENT,
                _takes("--markdown", dest="markdown_file", type=Path, required=True),
                REVIEWER,
                MAY_REASON,
            ),
            _command("resolve", review_commands.resolve, DOCUMENT, FINDING, REVIEWER, REASON),
            _command("log", review_commands.log, _takes("document_id", type=int, nargs="?")),
        ),
    ),
    _command("index", Use("search.indexing:bring_in_step", WRITES), _flag("--rebuild")),
    _command(
        "search",
        Use("search.clause_search:search", ASKS),
        _takes("query"),
        _takes("--context"),
        COMPANY,
        PRODUCT,
        PRODUCT_CODE,
        _takes("--category"),
        _takes("--entity-role"),
        _takes("--level", type=int),
        _takes("--keyword"),
        _takes("--parent-section"),
        _takes("--document", dest="document_id", type=int),
        EDITION,
        _takes("--as-of"),
        _takes("--top-k", type=int, default=5),
        _takes("--mode", choices=["hybrid", "keyword", "vector"], default="hybrid"),
        _takes("--fusion", choices=["fitted", "rrf"], default="fitted"),
        _takes("--vector-weight", type=float),
        _takes("--min-similarity", type=float, default=RELEVANCE_BAR),
        _flag("--explain"),
        _takes("--cursor"),
    ),
    _command("lookup", Use("products.product_lookup:lookup", ASKS), _takes("name"), COMPANY, _takes("--cursor")),
    _command(
        "exclusions",
        Use("answers.exclusions:exclusion_risk", ASKS),
        _takes("scenario"),
        PRODUCT,
        _takes("--no-strict", dest="strict", action="store_false"),
        _flag("--all", dest="everything"),
        _takes("--cursor"),
    ),
    _command(
        "surrender",
        Use("answers.surrender:surrender_logic", ASKS),
        _takes("product"),
        _takes("--operation", choices=["surrender", "reduced_paid_up"], required=True),
        _takes("--policy-year", type=int),
        _takes("--cursor"),
    ),
    _command(
        "clause",
        reading_commands.clause,
        CLAUSE,
        PRODUCT,
        _takes("--document", dest="document_id", type=int),
        EDITION,
        _takes("--cursor"),
    ),
    _command(
        "table",
        Use("answers.table_reading:read_table", ASKS),
        CLAUSE,
        PRODUCT,
        _takes("--document", dest="document_id", type=int),
        EDITION,
        _takes("--row"),
        _takes("--column"),
        _takes("--cursor"),
    ),
    _command("status", Use("answers.library_status:library_status", ASKS)),
    _command(
        "verify-quote",
        reading_commands.verify_quote,
        _takes("text"),
        PRODUCT,
        _takes("--section"),
        _takes("--document", dest="document_id", type=int),
        EDITION,
        _takes("--as-of"),
        _flag("--answer"),
        _flag("--require-exact"),
        _takes("--cursor"),
    ),
    _command(
        "compare",
        Use(
            "answers.edition_comparison:compare_documents",
            ASKS,
            places={"old_id": "document_id", "new_id": "other_document_id"},
        ),
        DOCUMENT,
        _takes("other_document_id", type=int),
        _takes("--cursor"),
    ),
    _command(
        "evaluate",
        evaluation_commands.evaluate,
        _takes("golden", type=Path, nargs="?", metavar="GOLDEN.jsonl"),
        _flag("--own"),
        _flag("--kept"),
        _takes("--scope", choices=["product", "none"]),
        _takes("--mode", choices=["hybrid", "keyword", "vector"]),
        _takes("--fusion", choices=["fitted", "rrf"]),
        BARS,
        _flag("--misses"),
        CREATE,
    ),
    Group(
        "golden",
        (
            _command(
                "add",
                evaluation_commands.golden_add,
                _takes("question"),
                _takes("--clause", dest="clause_ids", action="append", metavar="CLAUSE_ID[@MARK]"),
                _takes("--document", dest="document_id", type=int),
                _takes("--tier"),
                _takes("--style", default=""),
                REVIEWER,
            ),
            _command("list", evaluation_commands.golden_list, _flag("--removed")),
            _command("remove", evaluation_commands.golden_remove, _takes("golden_id", type=int), REVIEWER, REASON),
        ),
    ),
    Group(
        "ranking",
        (
            _command("status", evaluation_commands.ranking_status),
            _command("history", evaluation_commands.ranking_history),
            _command(
                "activate",
                evaluation_commands.ranking_activate,
                _takes("goldens", type=Path, nargs="*", metavar="GOLDEN.jsonl"),
                REVIEWER,
                _takes("--override", metavar="REASON"),
                BARS,
            ),
            _command("check", evaluation_commands.ranking_check),
        ),
    ),
    Group(
        "crawl",
        (
            _command("sites", crawl_commands.sites),
            _command("discover", crawl_commands.discover, SITE, *COLLECTED),
            _command("acquire", crawl_commands.acquire, SITE, *COLLECTED, DOCUMENT_TYPES, *RECHECK),
            _command("run", crawl_commands.run, SITE, *COLLECTED, DOCUMENT_TYPES, *RECHECK),
            _command("status", crawl_commands.status),
            _command(
                "receipts",
                crawl_commands.receipts,
                _takes("--run", dest="run_id"),
                _takes("--outcome"),
                _takes("--since", dest="after"),
                _takes("--export", type=Path, metavar="FILE"),
            ),
            _command("runs", crawl_commands.runs, _takes("site", nargs="?")),
            _command(
                "confirm",
                Use("collecting.records:confirm_folder", CREATES, key="confirmations"),
                SITE,
                _takes("--folder", required=True),
                REVIEWER,
                REASON,
                BASE_URL,
                CREATE,
            ),
            _command(
                "acknowledge",
                Use(
                    "collecting.alarms:acknowledge",
                    WRITES,
                    places={"alarm_id": "alarm"},
                    key="acknowledged",
                    sentence="cli.crawl_acknowledged",
                ),
                _takes("alarm", type=int),
                REVIEWER,
                REASON,
            ),
            _command(
                "settings",
                crawl_commands.settings,
                _takes("--offline", choices=["on", "off"]),
                _takes("--contact"),
                _takes("--rechecks", type=int, metavar="N"),
                CREATE,
            ),
            _command("schedule", crawl_commands.schedule, SITE, _takes("--at", default="09:30", metavar="HH:MM")),
        ),
    ),
    _command(
        "mcp",
        commands.mcp,
        _takes("--toolset", nargs="+", metavar="NAME"),
        _takes("--http-test", type=int, metavar="PORT"),
    ),
    _command(
        "evidence",
        review_commands.evidence,
        _takes("clause_id"),
        _takes("--out", dest="evidence_file", type=Path, required=True, metavar="FILE"),
    ),
    _command("open", review_commands.open_link, _takes("link", metavar="baoxian://…")),
    _command(
        "connect",
        connect_commands.connect,
        _takes("client", choices=["claude-desktop", "claude-code", "cursor", "vscode"]),
        _flag("--dry-run"),
        _flag("--undo"),
    ),
    _command("backup", commands.backup, _takes("target", type=Path, metavar="FILE")),
    _command("doctor", commands.doctor, _flag("--deep")),
    _command("repair", commands.repair, _takes("--from", dest="source", type=Path, metavar="BACKUP.db")),
    _command(
        "bench",
        commands.bench,
    ),
)
