"""How textbooks are indexed: long sections in pieces, and what figures show in words of their own."""

from .entity import entity


@entity
class ChunkSizes:
    """Signs of the pieces that long sections are cut into, and of what a piece shares with the next."""

    least: int
    most: int
    least_shared: int
    most_shared: int


@entity
class TextbookRules:
    """Without `chunks` sections stay whole. Documents of the `transcription_type` say what figures of others show."""

    chunks: ChunkSizes | None = None
    transcription_type: str = ""
