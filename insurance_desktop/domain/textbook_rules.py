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
class Priority:
    """How much the transcriptions of a table count that say one of these `words`: from 0 up."""

    value: int
    words: tuple[str, ...]


@entity
class TextbookRules:
    """Without `chunks` sections stay whole. Documents of the `transcription_type` say what figures of others show, and
    how much each of them counts (`priorities`, in any column that is called one of the `priority_columns`).

    A whole line that the `caption_form` matches is the caption of a figure or a table, with the group `number`: never a
    heading, as what follows it is the section's.
    """

    chunks: ChunkSizes | None = None
    transcription_type: str = ""
    priority_columns: tuple[str, ...] = ()
    priorities: tuple[Priority, ...] = ()
    caption_form: str = ""
