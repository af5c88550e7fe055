"""The commands and their arguments as data. Help texts stand in the catalogue by name."""

import argparse
from pathlib import Path

from insurance_desktop.domain.answers import RELEVANCE_BAR
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus

from . import (
    asking_commands,
    commands,
    connect_commands,
    crawl_commands,
    evaluation_commands,
    pack_commands,
    reading_commands,
    review_commands,
    update_commands,
)
from .asking_arguments import ENDPOINTS, SESSIONS
from .declaring import ASKS, CREATES, DOCUMENT, READS, REASON, REVIEWER, WRITES, Group, command, flag, takes
from .exam_arguments import EXAM
from .review_arguments import REVIEW
from .using import Use

PROGRAM = "insurance-desktop"
CLAUSE = takes("clause_id")
PRODUCT = takes("--product")
PRODUCT_CODE = takes("--product-code")
COMPANY = takes("--company")
EDITION = takes("--edition")
BARS = takes("--bars", type=Path, metavar="FILE")
SITE = takes("site")
BASE_URL = takes("--base-url")
CREATE = flag("--create")
TOOLSETS = takes("--toolset", nargs="+", metavar="NAME")
COLLECTED = (takes("--limit", type=int), takes("--product", dest="site_product"), BASE_URL, CREATE)
DOCUMENT_TYPES = takes("--document-types", nargs="+", action="extend", default=[])
RECHECK = (flag("--recheck"), takes("--rechecks", type=int, metavar="N"))
STATES = [each.value for each in (*ReviewStatus, *ConversionStatus)]

COMMANDS = (
    command("demo", commands.demo, flag("--no-window")),
    command("convert", commands.convert, takes("file", type=Path), flag("--markdown")),
    command(
        "import",
        commands.import_files,
        takes("paths", nargs="+", type=Path),
        COMPANY,
        takes("--product", dest="product_name"),
        PRODUCT_CODE,
        takes("--doc-type", dest="document_type"),
        takes("--product-category"),
        EDITION,
        takes("--publish-time"),
        takes("--url", dest="download_url"),
        takes("--manifest", type=Path),
        CREATE,
    ),
    command(
        "documents",
        Use("library.documents:list_documents", READS, key="documents", empty="cli.no_documents"),
        takes("--status", type=str.upper, choices=STATES),
        PRODUCT_CODE,
    ),
    REVIEW,
    command("index", Use("search.indexing:bring_in_step", WRITES), flag("--rebuild")),
    command(
        "search",
        Use("search.clause_search:search", ASKS),
        takes("query"),
        takes("--context"),
        COMPANY,
        PRODUCT,
        PRODUCT_CODE,
        takes("--category"),
        takes("--entity-role"),
        takes("--level", type=int),
        takes("--keyword"),
        takes("--parent-section"),
        takes("--document", dest="document_id", type=int),
        EDITION,
        takes("--as-of"),
        takes("--top-k", type=int, default=5),
        takes("--mode", choices=["hybrid", "keyword", "vector"], default="hybrid"),
        takes("--fusion", choices=["fitted", "rrf"], default="fitted"),
        takes("--vector-weight", type=float),
        takes("--min-similarity", type=float, default=RELEVANCE_BAR),
        flag("--explain"),
        takes("--cursor"),
    ),
    command(
        "ask",
        asking_commands.ask,
        takes("question", nargs="?"),
        PRODUCT,
        PRODUCT_CODE,
        takes("--document", dest="document_id", type=int),
        takes("--session", dest="session_id", metavar="ID"),
        flag("--extractive"),
    ),
    command("law", reading_commands.law, takes("law_words", nargs="*", metavar="REF|search|list")),
    command("lookup", Use("products.product_lookup:lookup", ASKS), takes("name"), COMPANY, takes("--cursor")),
    command(
        "exclusions",
        Use("answers.exclusions:exclusion_risk", ASKS),
        takes("scenario"),
        PRODUCT,
        takes("--no-strict", dest="strict", action="store_false"),
        flag("--all", dest="everything"),
        takes("--cursor"),
    ),
    Group(
        "products",
        (
            command(
                "filter",
                Use("products.product_questions:filter_products", ASKS),
                takes("--age-min", type=int),
                takes("--age-max", type=int),
                takes("--product-type"),
                takes("--cursor"),
            ),
            command(
                "search",
                Use(
                    "products.product_questions:search_products",
                    ASKS,
                    places={"keyword": "product_keyword", "limit": "most_products"},
                ),
                takes("product_keyword", metavar="KEYWORD"),
                takes("--limit", dest="most_products", type=int, default=5, metavar="N"),
                takes("--cursor"),
            ),
            command(
                "inspect",
                Use("products.product_questions:inspect_product", ASKS),
                takes("product"),
                takes("--fields"),
                takes("--view", choices=["full", "summary"], default="full"),
                flag("--describe"),
                flag("--sources"),
            ),
            command(
                "compare",
                reading_commands.compare_products,
                takes("products", nargs="+"),
                takes("--fields"),
                takes("--out", dest="comparison_file", type=Path, metavar="FILE"),
                takes("--cursor"),
            ),
        ),
    ),
    Group(
        "regulations",
        (
            command(
                "lookup",
                Use("regulations.lookup:get_regulation", ASKS),
                takes("reference", metavar="REF"),
                takes("--cursor"),
            ),
            command(
                "search",
                Use("regulations.searching:search_regulations", ASKS),
                takes("query"),
                takes("--document", dest="instrument", metavar="CONVENTION"),
                takes("--top-k", type=int),
                takes("--fusion", choices=["fitted", "rrf"], default="fitted"),
                takes("--cursor"),
            ),
            command(
                "graph",
                Use("regulations.lookup:related_regulations", ASKS),
                takes("reference", metavar="REF"),
                takes("--cursor"),
            ),
            command("practice", Use("regulations.practice:practice_about", ASKS), takes("query")),
        ),
    ),
    command(
        "surrender",
        Use("answers.surrender:surrender_logic", ASKS),
        takes("product"),
        takes("--operation", choices=["surrender", "reduced_paid_up"], required=True),
        takes("--policy-year", type=int),
        takes("--cursor"),
    ),
    command(
        "clause",
        reading_commands.clause,
        CLAUSE,
        PRODUCT,
        takes("--document", dest="document_id", type=int),
        EDITION,
        takes("--cursor"),
    ),
    command(
        "table",
        Use("answers.table_reading:get_table", ASKS),
        CLAUSE,
        PRODUCT,
        takes("--document", dest="document_id", type=int),
        EDITION,
        takes("--row"),
        takes("--column"),
        takes("--cursor"),
    ),
    command("status", Use("answers.library_status:library_status", ASKS)),
    command(
        "verify-quote",
        reading_commands.verify_quote,
        takes("text"),
        PRODUCT,
        takes("--section"),
        takes("--document", dest="document_id", type=int),
        EDITION,
        takes("--as-of"),
        flag("--answer"),
        flag("--require-exact"),
        takes("--cursor"),
    ),
    command(
        "compare",
        Use(
            "answers.edition_comparison:compare_documents",
            ASKS,
            places={"old_id": "document_id", "new_id": "other_document_id"},
        ),
        DOCUMENT,
        takes("other_document_id", type=int),
        takes("--cursor"),
    ),
    command(
        "evaluate",
        evaluation_commands.evaluate,
        takes("golden", type=Path, nargs="?", metavar="GOLDEN.jsonl"),
        flag("--own"),
        flag("--kept"),
        flag("--ask"),
        takes("--scope", choices=["product", "none"]),
        takes("--mode", choices=["hybrid", "keyword", "vector"]),
        takes("--fusion", choices=["fitted", "rrf"]),
        BARS,
        flag("--misses"),
        CREATE,
    ),
    Group(
        "golden",
        (
            command(
                "add",
                evaluation_commands.golden_add,
                takes("question"),
                takes("--clause", dest="clause_ids", action="append", metavar="CLAUSE_ID[@MARK]"),
                takes("--document", dest="document_id", type=int),
                takes("--tier"),
                takes("--style", default=""),
                REVIEWER,
            ),
            command("list", evaluation_commands.golden_list, flag("--removed")),
            command("runs", evaluation_commands.golden_runs),
            command("remove", evaluation_commands.golden_remove, takes("golden_id", type=int), REVIEWER, REASON),
        ),
    ),
    Group(
        "ranking",
        (
            command("status", evaluation_commands.ranking_status),
            command("history", evaluation_commands.ranking_history),
            command(
                "activate",
                evaluation_commands.ranking_activate,
                takes("goldens", type=Path, nargs="*", metavar="GOLDEN.jsonl"),
                REVIEWER,
                takes("--override", metavar="REASON"),
                BARS,
            ),
            command("check", evaluation_commands.ranking_check),
        ),
    ),
    Group(
        "crawl",
        (
            command("sites", crawl_commands.sites),
            command("discover", crawl_commands.discover, SITE, *COLLECTED),
            command("acquire", crawl_commands.acquire, SITE, *COLLECTED, DOCUMENT_TYPES, *RECHECK),
            command("run", crawl_commands.run, SITE, *COLLECTED, DOCUMENT_TYPES, *RECHECK),
            command("status", crawl_commands.status),
            command(
                "receipts",
                crawl_commands.receipts,
                takes("--run", dest="run_id"),
                takes("--outcome"),
                takes("--since", dest="after"),
                takes("--export", type=Path, metavar="FILE"),
            ),
            command("runs", crawl_commands.runs, takes("site", nargs="?")),
            command(
                "confirm",
                Use("collecting.records:confirm_folder", CREATES, key="confirmations"),
                SITE,
                takes("--folder", required=True),
                REVIEWER,
                REASON,
                BASE_URL,
                CREATE,
            ),
            command(
                "acknowledge",
                Use(
                    "collecting.alarms:acknowledge",
                    WRITES,
                    places={"alarm_id": "alarm"},
                    key="acknowledged",
                    sentence="cli.crawl_acknowledged",
                ),
                takes("alarm", type=int),
                REVIEWER,
                REASON,
            ),
            command(
                "settings",
                crawl_commands.settings,
                takes("--offline", choices=["on", "off"]),
                takes("--contact"),
                takes("--rechecks", type=int, metavar="N"),
                CREATE,
            ),
            command("schedule", crawl_commands.schedule, SITE, takes("--at", default="09:30", metavar="HH:MM")),
        ),
    ),
    EXAM,
    Group(
        "packs",
        (
            command("list", pack_commands.packs_list),
            command("install", pack_commands.packs_install, takes("model_file", type=Path, metavar="FILE")),
        ),
    ),
    ENDPOINTS,
    SESSIONS,
    command(
        "mcp",
        commands.mcp,
        TOOLSETS,
        takes("--http-test", type=int, metavar="PORT"),
    ),
    command(
        "serve",
        commands.serve,
        takes("--host", default=argparse.SUPPRESS),
        takes("--port", type=int, default=argparse.SUPPRESS, metavar="N"),
        takes("--token-file", type=Path, metavar="FILE"),
        flag("--beyond-this-machine"),
        flag("--while-asked"),
    ),
    command(
        "evidence",
        review_commands.evidence,
        takes("clause_id"),
        takes("--out", dest="evidence_file", type=Path, required=True, metavar="FILE"),
    ),
    command("open", review_commands.open_places, takes("places", nargs="*", metavar="baoxian://…|FILE")),
    command(
        "connect",
        connect_commands.connect,
        takes("client", choices=["claude-desktop", "claude-code", "cursor", "vscode"]),
        TOOLSETS,
        flag("--dry-run"),
        flag("--undo"),
    ),
    command("licences", commands.licences, takes("part_name", nargs="?", metavar="NAME")),
    command("backup", commands.backup, takes("target", type=Path, metavar="FILE")),
    Group(
        "update",
        (
            command("check", update_commands.check),
            command(
                "install", update_commands.install, takes("version_shown", metavar="VERSION"), flag("--only-fetch")
            ),
            command("former", update_commands.former, flag("--undo", dest="undo_former")),
            command(
                "settings",
                update_commands.settings,
                takes("--address", dest="manifest_address"),
                takes("--key", dest="public_key"),
                flag("--forget", dest="forget_address"),
            ),
        ),
    ),
    command("doctor", commands.doctor, flag("--deep")),
    command("repair", commands.repair, takes("--from", dest="source", type=Path, metavar="BACKUP.db")),
    command(
        "bench",
        commands.bench,
    ),
)
