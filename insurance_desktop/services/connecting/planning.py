"""Connects a client and undoes it: first a plan that shows what would change, then the change, whole or not at all."""

import difflib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from insurance_desktop.domain.errors import NotFound, SourceError, WorkbenchError
from insurance_desktop.domain.serving import SERVER_NAME
from insurance_desktop.lasting import rights_of, sync_folder, write_whole
from insurance_desktop.packs.registry import pack_folder
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.answers.tools import tools_of

from . import receipts
from .clients import CLIENTS, Client, Surroundings
from .command import server_command, serves, toolsets_in
from .json_edit import member_of, remove_member, set_member
from .json_text import JsonFault, Node, read_json
from .receipts import Receipt


@dataclass(frozen=True, slots=True)
class Plan:
    """What would become of a client's file. `before` None: there is no file; `after` None: it would go.

    `receipt` is kept when a connection is carried out; an undo has none, and drops the one that there is.
    """

    client: Client
    path: Path
    is_installed: bool
    before: bytes | None
    after: bytes | None
    receipt: Receipt | None = None

    @property
    def changes(self) -> bool:
        return self.before != self.after

    @property
    def difference(self) -> str:
        """As a unified difference, "" where nothing changes."""
        old, new = (_text(each).splitlines() for each in (self.before, self.after))
        return "\n".join(difflib.unified_diff(old, new, str(self.path), str(self.path), lineterm=""))


@dataclass(frozen=True, slots=True)
class ClientState:
    """How a client stands to this library. `command` is what its file starts under our name, None: nothing."""

    client: Client
    path: Path
    is_installed: bool
    command: tuple[str, ...] | None = None
    is_ours: bool = False
    fault: WorkbenchError | None = None

    @property
    def toolsets(self) -> tuple[str, ...]:
        """Those that it is given; none = the usual ones."""
        return toolsets_in(self.command or ())


def state_of(client: Client, library: Path, surroundings: Surroundings) -> ClientState:
    """What the client's file says now; a file that cannot be read is a value."""
    place, is_installed = client.place(surroundings)
    path = Path(place.file)
    try:
        entry = _entry(client, _read(path), path)
    except WorkbenchError as error:
        return ClientState(client, path, is_installed, fault=error)
    command = _command(entry)
    return ClientState(client, path, is_installed, command, command is not None and serves(command, library))


def states(library: Path, surroundings: Surroundings) -> tuple[ClientState, ...]:
    return tuple(state_of(client, library, surroundings) for client in CLIENTS)


def plan_connection(
    client: Client,
    library: Path,
    surroundings: Surroundings,
    pack: str | None = None,
    toolsets: Sequence[str] = (),
) -> Plan:
    """The client's file with our entry, over one pack and with these toolsets where they are named. SourceError with
    the line where the file is broken, UsageError where there is no such pack or toolset, or too many tools."""
    if pack is not None:
        pack_folder(pack)
    tools_of(toolsets)
    place, is_installed = client.place(surroundings)
    path = Path(place.file)
    before = _read(path)
    entry = client.entry(server_command(library, pack, toolsets))
    after = _with_entry(client, path, before, entry)
    receipt = _earlier(client, path, before) or _first_receipt(client, path, before, entry)
    receipt = replace(receipt, entry=entry, file_sha256=receipts.digest(after))
    return Plan(client, path, is_installed, before, after, receipt)


def plan_undo(client: Client, surroundings: Surroundings) -> Plan:
    """The client's file without our entry, or with the one that stood there before.

    Only a file that nobody has touched since gets its old bytes back. NotFound where there is nothing to undo.
    """
    place, is_installed = client.place(surroundings)
    path = Path(place.file)
    before = _read(path)
    entry = _entry(client, before, path)
    if before is None or entry is None:
        raise NotFound("connecting.not_connected", client=client.title, path=str(path))
    receipt = receipts.kept(client.name, path)
    if receipt is None:
        return Plan(client, path, is_installed, before, _without(client, path, before, drop_container=False))
    if receipt.entry != entry:
        raise SourceError("connecting.changed_by_others", client=client.title, path=str(path), name=SERVER_NAME)
    if receipt.describes(path, before):
        if not receipt.had_file:
            return Plan(client, path, is_installed, before, None)
        if receipt.backup and Path(receipt.backup).is_file():
            return Plan(client, path, is_installed, before, Path(receipt.backup).read_bytes())
    if receipt.before is not None:
        return Plan(client, path, is_installed, before, _with_entry(client, path, before, receipt.before))
    after = _without(client, path, before, drop_container=not receipt.had_container)
    return Plan(client, path, is_installed, before, after)


def carry_out(plan: Plan, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Path | None:
    """Replaces the file at once, or leaves it as it is; returns where the old one was kept.

    SourceError where the client is not there, or the file has changed since the plan was made.
    """
    if not plan.is_installed:
        raise NotFound("connecting.not_installed", client=plan.client.title, path=str(plan.path))
    if _read(plan.path) != plan.before:
        raise SourceError("connecting.changed_meanwhile", path=str(plan.path))
    try:
        return _carried_out(plan, now())
    except OSError as error:
        reason = reason_of(error)
        raise SourceError("connecting.not_written", path=str(plan.path), reason=reason) from error


def _carried_out(plan: Plan, now: datetime) -> Path | None:
    backup = None
    if plan.changes:
        backup = _back_up(plan, now) if plan.before is not None else None
        _replace(plan.path, plan.after)
    try:
        _remember(plan, backup)
    except OSError:
        if plan.changes:
            _replace(plan.path, plan.before)
        raise
    return backup


def _remember(plan: Plan, backup: Path | None) -> None:
    if plan.receipt is None:
        receipts.drop(plan.client.name)
        return
    first_backup = plan.receipt.backup or (str(backup) if backup else None)
    receipts.keep(plan.client.name, replace(plan.receipt, backup=first_backup))


def _first_receipt(client: Client, path: Path, before: bytes | None, entry: dict[str, Any]) -> Receipt:
    stood = _entry(client, before, path)
    return Receipt(
        file=str(path),
        entry=entry,
        before=None if stood == entry else stood,
        had_file=before is not None,
        had_container=_has_container(client, before, path),
        backup=None,
        file_sha256="",
    )


def _earlier(client: Client, path: Path, content: bytes | None) -> Receipt | None:
    """The receipt of a connection that this one renews: what stood there before it is what an undo brings back."""
    receipt = receipts.kept(client.name, path)
    if receipt is None or content is None or _entry(client, content, path) != receipt.entry:
        return None
    return receipt if receipt.describes(path, content) else replace(receipt, had_file=True, backup=None)


def _with_entry(client: Client, path: Path, content: bytes | None, entry: Any) -> bytes:
    names = (client.container, SERVER_NAME)
    return _edited(path, content, partial(set_member, path=names, value=entry, lenient=client.lenient))


def _without(client: Client, path: Path, content: bytes, *, drop_container: bool) -> bytes:
    def edit(text: str) -> str:
        text = remove_member(text, (client.container, SERVER_NAME), lenient=client.lenient)
        container = member_of(_root(text, client), (client.container,))
        if drop_container and container is not None and not container.node.members:
            return remove_member(text, (client.container,), lenient=client.lenient)
        return text

    return _edited(path, content, edit)


def _edited(path: Path, content: bytes | None, edit: Callable[[str], str]) -> bytes:
    try:
        return edit(_decoded(path, content)).encode("utf-8")
    except JsonFault as fault:
        raise _broken(path, fault) from fault


def _entry(client: Client, content: bytes | None, path: Path) -> Any:
    """What stands in the file under our name; None where nothing does."""
    text = _decoded(path, content)
    if not text.strip("\ufeff \t\r\n"):
        return None
    try:
        found = member_of(_root(text, client), (client.container, SERVER_NAME))
    except JsonFault as fault:
        raise _broken(path, fault) from fault
    return found.node.value if found else None


def _has_container(client: Client, content: bytes | None, path: Path) -> bool:
    text = _decoded(path, content)
    return bool(text.strip("\ufeff \t\r\n")) and member_of(_root(text, client), (client.container,)) is not None


def _root(text: str, client: Client) -> Node:
    return read_json(text.removeprefix("\ufeff"), lenient=client.lenient)


def _command(entry: Any) -> tuple[str, ...] | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("command"), str):
        return None
    words = entry.get("args", [])
    return (entry["command"], *map(str, words if isinstance(words, list) else []))


def _broken(path: Path, fault: JsonFault) -> SourceError:
    from insurance_desktop.packs.wording import say  # noqa: PLC0415 (only a broken file needs words)

    reason = say(f"connecting.json_{fault.reason}")
    return SourceError("connecting.broken", path=str(path), line=fault.line, column=fault.column, reason=reason)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SourceError("connecting.unreadable", path=str(path), reason=reason_of(error)) from error


def _decoded(path: Path, content: bytes | None) -> str:
    try:
        return (content or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        line = (content or b"").count(b"\n", 0, error.start) + 1
        raise SourceError("connecting.not_utf8", path=str(path), line=line) from error


def _text(content: bytes | None) -> str:
    return (content or b"").decode("utf-8", errors="replace")


def _back_up(plan: Plan, now: datetime) -> Path:
    """A copy beside the file, under a name that is free and with the same rights."""
    assert plan.before is not None
    target = plan.path.resolve()
    stem = f"{target.name}.backup-{now:%Y%m%d-%H%M%S}"
    for number in range(1, 1000):
        backup = target.with_name(stem if number == 1 else f"{stem}-{number}")
        try:
            handle = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights_of(target))
        except FileExistsError:
            continue
        with os.fdopen(handle, "wb") as file:
            file.write(plan.before)
            file.flush()
            os.fsync(file.fileno())
        return backup
    raise FileExistsError(stem)


def _replace(path: Path, content: bytes | None) -> None:
    if content is None:
        target = path.resolve()
        target.unlink()
        sync_folder(target.parent)
    else:
        write_whole(path, content)
