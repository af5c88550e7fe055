"""`connect`: what would change is shown, then it is done and the configured command is tried."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say

from .console import Report, note
from .work_layouts import checks

if TYPE_CHECKING:
    from insurance_desktop.services.connecting.planning import Plan


def connect(call: Namespace) -> Report:
    from insurance_desktop.services.connecting import planning
    from insurance_desktop.services.connecting.clients import client_named, here

    client, surroundings = client_named(call.client), here()
    if call.undo:
        plan = planning.plan_undo(client, surroundings)
    else:
        plan = planning.plan_connection(client, call.library, surroundings, call.pack, call.toolset or ())
    if call.dry_run:
        return _shown(plan)
    backup = planning.carry_out(plan)
    answer = {**_shape(plan), "backup": str(backup) if backup else None}
    if call.undo:
        return Report(answer, say("cli.disconnected", client=client.title, path=plan.path))
    return _tried(plan, answer)


def _shown(plan: "Plan") -> Report:
    """The whole file as it would be, and nothing else on stdout."""
    content = (plan.after or b"").decode("utf-8")
    place = say("cli.would_write" if plan.is_installed else "cli.would_write_unasked", path=plan.path)
    note(place if plan.changes else say("cli.nothing_to_write", path=plan.path))
    return Report({**_shape(plan), "content": content}, content.removesuffix("\n"))


def _tried(plan: "Plan", answer: dict[str, Any]) -> Report:
    from insurance_desktop.services.connecting.trial import try_command

    assert plan.receipt is not None
    tried = try_command((plan.receipt.entry["command"], *plan.receipt.entry["args"]))
    done = "cli.connected" if plan.changes else "cli.connected_already"
    words = [plan.difference] if plan.changes else []
    words += [say(done, client=plan.client.title, path=plan.path), checks(tried)]
    if answer["backup"]:
        words.insert(-1, say("cli.connect_backup", path=answer["backup"]))
    words.append(say("cli.restart_client", client=plan.client.title))
    works = all(check.ok for check in tried)
    return Report({**answer, "checks": shape(tried)}, "\n".join(words), 0 if works else 1)


def _shape(plan: "Plan") -> dict[str, Any]:
    return {
        "client": plan.client.name,
        "path": str(plan.path),
        "installed": plan.is_installed,
        "changed": plan.changes,
        "difference": plan.difference,
    }
