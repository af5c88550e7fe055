"""Endpoints: servers with language models and voices that a person has set, on this machine or elsewhere."""

from enum import StrEnum
from urllib.parse import urlsplit

from .addresses import is_loopback, origin_of
from .entity import entity


class EndpointKind(StrEnum):
    """The protocol that a server speaks."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class ModelRole(StrEnum):
    FAST = "fast"
    STRONG = "strong"


@entity
class Price:
    """What a million tokens cost, of what is sent and of what is written; in the currency of the endpoint."""

    sent: float = 0.0
    written: float = 0.0


@entity
class Endpoint:
    """One server. `fast` and `strong` are names of its models, one of which may be "": the other then does both.

    `transcription` hears and `speech` speaks, each with a second model for when the first fails; "" has none.
    `speech_instructions` tell a voice how to speak. Keys are kept elsewhere (`endpoints/keys.py`).
    """

    name: str
    kind: EndpointKind
    base_url: str
    fast: str = ""
    strong: str = ""
    fast_price: Price = Price()
    strong_price: Price = Price()
    currency: str = ""
    transcription: str = ""
    second_transcription: str = ""
    speech: str = ""
    second_speech: str = ""
    voice: str = ""
    speech_instructions: str = ""

    def model(self, role: ModelRole) -> str:
        chosen = (self.fast, self.strong) if role is ModelRole.FAST else (self.strong, self.fast)
        return chosen[0] or chosen[1]

    def price(self, role: ModelRole) -> Price:
        """Of the model that has the role."""
        return self.fast_price if self.model(role) == self.fast else self.strong_price

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a key is given for."""
        return origin_of(self.base_url)

    @property
    def is_on_loopback(self) -> bool:
        """Whether nothing that is sent there leaves this machine."""
        return is_loopback(urlsplit(self.base_url).hostname or "")


@entity
class TokenUse:
    """What one answer took. `is_counted`: by the server; else it said nothing and both are 0. `is_cut`: the model
    stopped at the limit, so that the last sentence may be half of one."""

    model: str
    sent: int = 0
    written: int = 0
    is_counted: bool = False
    is_cut: bool = False

    def cost(self, price: Price) -> float:
        return (self.sent * price.sent + self.written * price.written) / 1_000_000


@entity
class ListedEndpoint:
    """`has_key`: one is kept for it, or named by the environment."""

    endpoint: Endpoint
    in_use: bool
    has_key: bool
