"""The bytes of a web page as text, and all signs that a second, simpler reader finds in it."""

import codecs
import re
from html.parser import HTMLParser

from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.originals import decoded

DECLARED = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]{2,20})", re.IGNORECASE)
DECLARED_WITHIN = 4096
DECLARATION = re.compile(r"\A[\ufeff\s]*(?:<\?xml[^>]*\?>\s*)?")


def text_of(original: bytes) -> str:
    """The page as text, without a declaration before it. SourceError for what is none."""
    text = decoded(original)
    declared = DECLARED.search(original[:DECLARED_WITHIN])
    if declared and not _is_utf8(original):
        try:
            text = original.decode(codecs.lookup(declared.group(1).decode("ascii")).name)
        except (LookupError, UnicodeDecodeError):
            text = None
    if text is None:
        raise SourceError("convert.not_text", stage="reading")
    return DECLARATION.sub("", text.replace("\0", ""), count=1)


def _is_utf8(original: bytes) -> bool:
    try:
        original.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def signs_again(text: str) -> str:
    """All signs of a page outside its tags, comments included, in order."""
    reader = _Signs(convert_charrefs=True)
    reader.feed(text)
    reader.close()
    return "".join("".join(reader.found).split())


class _Signs(HTMLParser):
    """Builds no tree: it only knows where tags begin and end."""

    def __init__(self, *, convert_charrefs: bool) -> None:
        super().__init__(convert_charrefs=convert_charrefs)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(data)
