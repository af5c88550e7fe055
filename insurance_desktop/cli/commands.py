"""What each command does: one call of one service, and its report. Services are imported when they are called."""

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, TypeVar

from insurance_desktop import __version__
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.serving import ServerOptions
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import ImportAction, ReviewStatus
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.packs.wording import say

from . import review_text, shapes, text
from .console import Report, note, note_progress, print_line, stoppable

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library
    from insurance_desktop.services.workspace import Workspace

Row = TypeVar("Row")
Answer = TypeVar("Answer")


def version(call: Namespace) -> Report:
    return Report({"version": __version__}, __version__)


def window(call: Namespace) -> int:
    if call.json:
        raise UsageError("cli.usage_no_command")
    return int(call.faces.window(call.library))


def mcp(call: Namespace) -> int:
    return int(call.faces.server(call.library, ServerOptions(tuple(call.toolset or ()), call.http_test)))


def demo(call: Namespace) -> Report:
    """Shows the way from PDF to cited answer on a library of its own: the user's is not touched."""
    from insurance_desktop.services.demonstration import run_demo

    library = Path(mkdtemp(prefix="insurance-desktop-demo-")) / "library.db"
    code = run_demo(library, note if call.json else print_line)
    if not call.no_window and not call.json and _has_display():
        call.faces.window(library)
    return Report({"library": str(library)}, say("cli.demo_done", library=library), code)


def convert(call: Namespace) -> Report:
    from insurance_desktop.services.importing.converter import convert_file

    conversion = convert_file(call.file, default_pack())
    shown = conversion.markdown.removesuffix("\n") if call.markdown else text.conversion(call.file, conversion)
    return Report(shapes.conversion(call.file, conversion), shown)


def import_files(call: Namespace) -> Report:
    from insurance_desktop.services.importing.ingestion import import_paths

    given = _made_of(GivenMetadata, call)
    with working(call, create=True) as workspace, stoppable() as cancel:
        files = import_paths(
            workspace.library,
            workspace.converter,
            call.paths,
            given=given,
            manifest=call.manifest,
            progress=note_progress,
            cancel=cancel,
        )
    answer = {"documents": [shapes.imported(file) for file in files]}
    none_taken = bool(files) and all(file.action is ImportAction.FAILED for file in files)
    return Report(answer, text.imported(files), 1 if none_taken else 0)


def documents(call: Namespace) -> Report:
    from insurance_desktop.services.library.documents import list_documents

    found = listed(call, lambda library: list_documents(library, status=call.status, product_code=call.product_code))
    return Report({"documents": [shape(each) for each in found]}, text.documents(found))


def review_show(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with reading(call) as library:
        sheet = decisions.show(library, call.document_id)
    return Report(
        shapes.review_sheet(sheet), sheet.markdown.removesuffix("\n") if call.markdown else review_text.sheet(sheet)
    )


def review_approve(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    if call.accept_findings and not call.reason.strip():
        raise UsageError("cli.usage_accept_needs_reason")
    accepted = call.reason if call.accept_findings else None
    with working(call) as workspace:
        note(say("cli.approving"))
        receipt = decisions.approve(
            workspace.engine, call.document_id, reviewer=call.reviewer, note=call.note, accept_findings_reason=accepted
        )
        return Report(
            plain(receipt), review_text.approved(receipt, decisions.show(workspace.library, call.document_id))
        )


def review_reject(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with writing(call) as library:
        receipt = decisions.reject(
            library, call.document_id, reviewer=call.reviewer, reason=call.reason, place=call.place
        )
    return Report(plain(receipt), review_text.decided(receipt))


def review_edit(call: Namespace) -> Report:
    from insurance_desktop.services.library.documents import get_document
    from insurance_desktop.services.review import decisions

    markdown = decisions.read_markdown_file(call.markdown_file)
    with writing(call) as library:
        was_served = get_document(library, call.document_id).review_status is ReviewStatus.VERIFIED
        receipt = decisions.edit(
            library, call.document_id, markdown=markdown, reviewer=call.reviewer, reason=call.reason
        )
        after = decisions.show(library, call.document_id)
    return Report(plain(receipt), review_text.edited(receipt, after, was_served))


def review_resolve(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with writing(call) as library:
        receipt = decisions.resolve(
            library, call.document_id, call.finding_id, reviewer=call.reviewer, reason=call.reason
        )
        after = decisions.show(library, call.document_id)
    return Report(plain(receipt), review_text.resolved(receipt, after, call.finding_id))


def review_log(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with reading(call) as library:
        entries = decisions.log(library, call.document_id)
        check = decisions.verify_log(library)
    return Report({"decisions": plain(entries), "check": plain(check)}, review_text.log(entries, check))


def index(call: Namespace) -> Report:
    from insurance_desktop.services.search.indexing import bring_in_step

    with working(call) as workspace, stoppable() as cancel:
        report = bring_in_step(workspace.engine, rebuild=call.rebuild, progress=note_progress, cancel=cancel)
    return Report(plain(report), say("cli.indexed", report=report))


def search(call: Namespace) -> Report:
    from insurance_desktop.services.search.clause_search import search as ask_clauses

    answer = ask(call, ask_clauses, _made_of(SearchRequest, call))
    return Report(plain(answer), text.search(answer))


def lookup(call: Namespace) -> Report:
    from insurance_desktop.services.products.product_lookup import lookup as ask_products

    answer = ask(call, ask_products, call.name, call.company, call.cursor)
    return Report(plain(answer), text.lookup(answer))


def exclusions(call: Namespace) -> Report:
    from insurance_desktop.services.answers.exclusions import exclusion_risk

    answer = ask(
        call,
        exclusion_risk,
        call.scenario,
        product=call.product,
        strict=not call.no_strict,
        everything=call.everything,
        cursor=call.cursor,
    )
    return Report(plain(answer), text.exclusions(answer))


def surrender(call: Namespace) -> Report:
    from insurance_desktop.services.answers.surrender import surrender_logic

    answer = ask(call, surrender_logic, call.product, call.operation, call.policy_year, call.cursor)
    return Report(plain(answer), text.surrender(answer))


def backup(call: Namespace) -> Report:
    from insurance_desktop.services.library.library import backup as make_backup

    with writing(call) as library:
        target = make_backup(library, call.target)
    return Report({"backup": str(target), "bytes": target.stat().st_size}, say("cli.backed_up", path=target))


def doctor(call: Namespace) -> Report:
    from insurance_desktop.services.diagnosis import doctor as examine

    checks = examine(call.library)
    return Report({"checks": plain(checks)}, text.checks(checks), 0 if all(check.ok for check in checks) else 1)


def bench(call: Namespace) -> int:
    """Hands the words on to what measures, where it stands beside the package: in a checkout."""
    try:
        from development.bench.__main__ import main
    except ModuleNotFoundError as absent:
        if absent.name not in ("development", "development.bench"):
            raise
        raise UsageError("cli.bench_elsewhere") from absent
    return main([*call.rest, *(["--json"] if call.json else [])])


def _has_display() -> bool:
    """Whether the demo may end in a window. Who asks for the window itself is told by the window."""
    return not sys.platform.startswith("linux") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    )


def ask(call: Namespace, question: Callable[..., Answer], *given: Any, **named: Any) -> Answer:
    """What a use case answers from the call's library."""
    from insurance_desktop.services.answers.library_reader import LibraryReader

    with LibraryReader(call.library) as reader:
        return reader.ask(question, *given, **named)


def listed(call: Namespace, read: Callable[["Library"], tuple[Row, ...]]) -> tuple[Row, ...]:
    """What a list holds."""
    with reading(call) as library:
        return read(library)


def reading(call: Namespace) -> "Library":
    from insurance_desktop.services.library.library import open_reader

    return open_reader(call.library)


def writing(call: Namespace, create: bool = False) -> "Library":
    from insurance_desktop.services.library.library import open_library

    return open_library(call.library, create=create)


def working(call: Namespace, create: bool = False) -> "Workspace":
    from insurance_desktop.services.workspace import open_workspace

    return open_workspace(call.library, create=create)


def _made_of(kind: Any, call: Namespace) -> Any:
    """A request made of those arguments that carry the names of its fields."""
    return kind(**{field.name: getattr(call, field.name) for field in fields(kind) if hasattr(call, field.name)})
