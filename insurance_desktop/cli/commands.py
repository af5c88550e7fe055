"""The commands that are more than one use case. Services are imported when they are called."""

import os
import shlex
from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from insurance_desktop import __version__
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import LibraryReadOnly, UsageError
from insurance_desktop.domain.serving import ServerOptions, WebOptions
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import ImportAction
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.packs.wording import say

from . import shapes
from .console import Report, note, note_progress, print_line, stoppable
from .rendering import rendered
from .using import made_of, reading, report, working, writing
from .work_layouts import checks

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library


def version(call: Namespace) -> Report:
    return Report({"version": __version__}, __version__)


def window(call: Namespace) -> int:
    if call.json:
        raise UsageError("cli.usage_no_command")
    return int(call.faces.window(call.library, call.read_only))


def mcp(call: Namespace) -> int:
    return int(call.faces.server(call.library, ServerOptions(tuple(call.toolset or ()), call.http_test, call.pack)))


def serve(call: Namespace) -> int:
    return int(call.faces.web(call.library, made_of(WebOptions, call)))


def demo(call: Namespace) -> Report:
    """Shows the way from PDF to cited answer on a library of its own: the user's is not touched."""
    from insurance_desktop.services.demonstration import run_demo
    from insurance_desktop.services.machine.display import has_display

    library = Path(mkdtemp(prefix="insurance-desktop-demo-")) / "library.db"
    code = run_demo(library, note if call.json else print_line, call.pack)
    if not call.no_window and not call.json and has_display():
        call.faces.window(library, False)
    return Report({"library": str(library)}, _kept_demo(library), code)


def _kept_demo(library: Path) -> str:
    """Where the sample library lies, how the next commands of this terminal reach it, how it goes."""
    key = "cli.demo_done_windows" if os.name == "nt" else "cli.demo_done"
    quoted = {"library": library, "folder": library.parent}
    return say(key, **{name: shlex.quote(str(path)) if os.name != "nt" else path for name, path in quoted.items()})


def convert(call: Namespace) -> Report:
    from insurance_desktop.services.importing.converter import convert_file

    conversion = convert_file(call.file, call.pack or default_pack())
    shown = conversion.markdown.removesuffix("\n") if call.markdown else rendered(conversion, file=call.file)
    return Report(shapes.conversion(call.file, conversion), shown)


def import_files(call: Namespace) -> Report:
    from insurance_desktop.services.importing.ingestion import import_paths

    given = made_of(GivenMetadata, call)
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
    return Report(answer, rendered(files) or say("cli.nothing_imported"), 1 if none_taken else 0)


def backup(call: Namespace) -> Report:
    from insurance_desktop.services.library.backups import note_backup
    from insurance_desktop.services.library.library import backup as make_backup

    with _to_copy(call) as library:
        target = make_backup(library, call.target)
        note_backup(library.database, target)
    return Report({"backup": str(target), "bytes": target.stat().st_size}, say("cli.backed_up", path=target))


def _to_copy(call: Namespace) -> "Library":
    """Opened to write, so that an older file is brought up to date first; one that cannot be written is copied as it
    is."""
    try:
        return writing(call)
    except LibraryReadOnly:
        return reading(call)


def doctor(call: Namespace) -> Report:
    from insurance_desktop.services.diagnosis import doctor as examine

    found = examine(call.library, deep=call.deep)
    return Report({"checks": shape(found)}, checks(found), 0 if all(check.ok for check in found) else 1)


def licences(call: Namespace) -> Report:
    from insurance_desktop.services.machine.licences import licences_of, parts

    return report(licences_of(call.part_name)) if call.part_name else report(parts(), key="parts")


def repair(call: Namespace) -> Report:
    from insurance_desktop.services.review.repairing import repair as put_right

    with working(call) as workspace:
        found = put_right(workspace.engine, call.source)
    return report(found, code=1 if found.left else 0)


def bench(call: Namespace) -> int:
    """Hands the words on to what measures, where it stands beside the package: in a checkout."""
    try:
        from development.bench.__main__ import main
    except ModuleNotFoundError as absent:
        if absent.name not in ("development", "development.bench"):
            raise
        raise UsageError("cli.bench_elsewhere") from absent
    return main([*call.rest, *(["--json"] if call.json else [])])
