"""Which Chinese font the system has: PDFium draws with it what a PDF does not embed."""

import ctypes
import sys

_LIBRARY = "libfontconfig.so.1"


class _FontSet(ctypes.Structure):
    """FcFontSet of fontconfig's interface."""

    _fields_ = (("count", ctypes.c_int), ("room", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p)))


def chinese_font() -> str | None:
    """The family of one that fontconfig knows; "" on systems that always have one, None where there is none."""
    if sys.platform != "linux":
        return ""
    try:
        fontconfig = ctypes.CDLL(_LIBRARY)
    except OSError:
        return None
    fontconfig.FcNameParse.restype = fontconfig.FcObjectSetCreate.restype = ctypes.c_void_p
    fontconfig.FcObjectSetAdd.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    fontconfig.FcFontList.argtypes = [ctypes.c_void_p] * 3
    fontconfig.FcFontList.restype = ctypes.POINTER(_FontSet)
    fontconfig.FcPatternGetString.argtypes = [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)
    ]  # fmt: skip
    asked = fontconfig.FcObjectSetCreate()
    fontconfig.FcObjectSetAdd(asked, b"family")
    found = fontconfig.FcFontList(None, fontconfig.FcNameParse(b":lang=zh-cn"), asked)
    if not found or not found.contents.count:
        return None
    family = ctypes.c_char_p()
    fontconfig.FcPatternGetString(found.contents.fonts[0], b"family", 0, ctypes.byref(family))
    return (family.value or b"").decode("utf-8", "replace")
