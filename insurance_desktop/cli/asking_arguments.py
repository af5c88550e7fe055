"""The commands of models and of what is remembered of conversations, with their arguments."""

from insurance_desktop.domain.endpoints import EndpointKind

from . import endpoint_commands, session_commands
from .declaring import Group, command, flag, takes

ENDPOINT = takes("endpoint")
ENDPOINTS = Group(
    "endpoints",
    (
        command("list", endpoint_commands.list_endpoints),
        command(
            "set",
            endpoint_commands.set_endpoint,
            ENDPOINT,
            takes("--kind", dest="endpoint_kind", choices=[each.value for each in EndpointKind]),
            takes("--base-url", dest="endpoint_url", metavar="URL"),
            takes("--fast", dest="fast_model", metavar="MODEL"),
            takes("--strong", dest="strong_model", metavar="MODEL"),
            flag("--key"),
            flag("--use"),
            takes("--price-fast", type=float, nargs=2, metavar=("SENT", "WRITTEN")),
            takes("--price-strong", type=float, nargs=2, metavar=("SENT", "WRITTEN")),
            takes("--currency"),
            takes("--transcription", metavar="MODEL"),
            takes("--second-transcription", metavar="MODEL"),
            takes("--speech", metavar="MODEL"),
            takes("--second-speech", metavar="MODEL"),
            takes("--voice"),
            takes("--speech-instructions", metavar="TEXT"),
        ),
        command("test", endpoint_commands.trial, ENDPOINT),
        command("remove", endpoint_commands.remove_endpoint, ENDPOINT),
    ),
)

SESSIONS = Group(
    "sessions",
    (
        command("list", session_commands.sessions_list),
        command("show", session_commands.sessions_show, takes("session_id")),
        command(
            "forget",
            session_commands.sessions_forget,
            takes("session_id", nargs="?"),
            flag("--all", dest="every_session"),
        ),
        command("often", session_commands.sessions_often, flag("--forget", dest="forget_often")),
        command(
            "settings",
            session_commands.sessions_settings,
            takes("--remember", choices=["on", "off"]),
            takes("--count-often", choices=["on", "off"]),
        ),
    ),
)
