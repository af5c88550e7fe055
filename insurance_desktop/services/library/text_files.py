"""Text files that people have: written on Windows in China as often as not."""

_ENCODINGS = ("utf-8-sig", "gb18030")


def decoded(content: bytes) -> str | None:
    """The bytes as text in UTF-8 or GBK; None where they are neither."""
    for encoding in _ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
