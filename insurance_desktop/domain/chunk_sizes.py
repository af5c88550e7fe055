"""How long the pieces of long sections are, where a pack has them cut."""

from .entity import entity


@entity
class ChunkSizes:
    """Signs of the pieces that long sections are cut into, and of what a piece shares with the next."""

    least: int
    most: int
    least_shared: int
    most_shared: int
