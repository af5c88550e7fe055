"""The services that connect AI clients, over a dictionary of files: nobody's settings are read or written."""

from pathlib import Path

from use_cases import stands_for

import insurance_desktop.services.connecting.planning
import insurance_desktop.services.connecting.trial
from insurance_desktop.domain.answers import Check
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.services.connecting.clients import CLIENTS
from insurance_desktop.services.connecting.planning import ClientState, Plan
from insurance_desktop.services.connecting.receipts import Receipt

COMMAND = ("/programs/insurance-desktop", "mcp")


class FakeClients:
    """`installed` are the clients that are there, `written` what each starts under our name."""

    def __init__(self) -> None:
        self.installed = {"claude-desktop", "cursor"}
        self.written: dict[str, tuple[str, ...]] = {}
        self.broken: set[str] = set()
        self.tried: list[tuple[str, ...]] = []
        self.server_works = True
        self.toolsets: tuple[str, ...] = ()

    @stands_for(insurance_desktop.services.connecting.planning.states)
    def clients(self, _, _machine):
        return tuple(self._state(each) for each in CLIENTS)

    @stands_for(insurance_desktop.services.connecting.planning.plan_connection)
    def plan_connection(self, client, _, _machine, toolsets=()):
        self.toolsets = toolsets
        before = b"{}" if client.name in self.installed else None
        receipt = Receipt("f", {"command": COMMAND[0], "args": [*COMMAND[1:]]}, None, True, True, None, "0")
        return Plan(client, Path("settings.json"), True, before, b'{\n  "insurance-clauses": 1\n}', receipt)

    @stands_for(insurance_desktop.services.connecting.planning.plan_undo)
    def plan_undo(self, client, _machine):
        return Plan(client, Path("settings.json"), True, b'{\n  "insurance-clauses": 1\n}', b"{}")

    @stands_for(insurance_desktop.services.connecting.planning.carry_out)
    def carry_out(self, plan):
        if plan.receipt is None:
            del self.written[plan.client.name]
        else:
            self.written[plan.client.name] = COMMAND
        return Path("settings.json.backup")

    @stands_for(insurance_desktop.services.connecting.trial.try_command)
    def try_server(self, command):
        self.tried.append(command)
        if self.server_works:
            return (Check("mcp_handshake", True, "4 tools"), Check("mcp_envelope", True, "4 tools"))
        return (Check("mcp_handshake", False, "no answer", "install it again"),)

    def _state(self, client) -> ClientState:
        path = Path("/home/somebody") / f"{client.name}.json"
        if client.name in self.broken:
            fault = SourceError("connecting.broken", path=str(path), line=3, column=1, reason="x")
            return ClientState(client, path, True, fault=fault)
        command = self.written.get(client.name)
        return ClientState(client, path, client.name in self.installed, command, command == COMMAND)
