"""What the connection page asks of the services: each method is one service call."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.serving import SERVER_NAME

if TYPE_CHECKING:
    from insurance_desktop.domain.answers import Check

if TYPE_CHECKING:
    from insurance_desktop.services.connecting.planning import ClientState, Plan
    from insurance_desktop.services.library.library import Library


class ConnectCalls:
    """A part of the workbench, which opens the library."""

    _library: "Library"

    def clients(self) -> "tuple[ClientState, ...]":
        from insurance_desktop.services.connecting import planning
        from insurance_desktop.services.connecting.clients import here

        return planning.states(self._library.path, here())

    def plan_connection(self, client: str) -> "Plan":
        from insurance_desktop.services.connecting import planning
        from insurance_desktop.services.connecting.clients import client_named, here

        return planning.plan_connection(client_named(client), self._library.path, here())

    def plan_undo(self, client: str) -> "Plan":
        from insurance_desktop.services.connecting import planning
        from insurance_desktop.services.connecting.clients import client_named, here

        return planning.plan_undo(client_named(client), here())

    def carry_out(self, plan: "Plan") -> Path | None:
        from insurance_desktop.services.connecting import planning

        return planning.carry_out(plan)

    def try_server(self, command: tuple[str, ...] | None) -> "tuple[Check, ...]":
        """Starts what a client starts, or what it would start once it is connected."""
        from insurance_desktop.services.connecting.command import server_command
        from insurance_desktop.services.connecting.trial import try_command

        return try_command(command or server_command(self._library.path))

    def snippet(self, client: str) -> str:
        """What a client's file would hold, to be pasted by hand."""
        from insurance_desktop.services.connecting.clients import client_named
        from insurance_desktop.services.connecting.command import server_command

        known = client_named(client)
        entry = known.entry(server_command(self._library.path))
        return json.dumps({known.container: {SERVER_NAME: entry}}, ensure_ascii=False, indent=2)
