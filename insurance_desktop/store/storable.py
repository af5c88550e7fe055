"""Text that the file can hold: names from a disk or a command line may carry bytes that are no text."""

import os


def storable(text: str) -> str:
    """The same text where it is text; else its bytes as GBK (names out of a Chinese archive), else with marks."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        pass
    else:
        return text
    try:
        return os.fsencode(text).decode("gb18030")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text.encode("utf-8", "replace").decode("utf-8")
