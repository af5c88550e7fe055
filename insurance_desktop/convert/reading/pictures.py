"""What lies on a page beside words and paths: pictures, gradients, and what veils all at once."""

from collections.abc import Callable, Iterator
from typing import Any

from .doubtful import HALF_CLEAR, Bounds, Picture, Veils
from .pymupdf_library import load_library

TEXT_BLOCK, IMAGE_BLOCK = 0, 1
SIDE = 128
"""Pixels; in about this size a picture is looked at for its darkest spot."""
SHADES = bytes(range(154, 256))
"""The shades of grey on which dark words are seen."""
DEEPEST = 8
"""Forms within forms; what lies deeper is looked at as a whole."""


def pictures_of(read: Any, placed: Callable[[Bounds], Bounds]) -> tuple[Picture, ...]:
    """The pictures and gradients of a text reading of a page that keeps them, in draw order."""
    found: list[Picture] = []
    is_first = True
    block = read.this.m_internal.first_block
    while block:  # the chain itself: the library's iterator makes several objects for each block
        if block.type == TEXT_BLOCK:
            is_first = False
        elif block.type == IMAGE_BLOCK:
            box = block.bbox
            found.append(Picture(placed((box.x0, box.y0, box.x1, box.y1)), is_first, _Light(block).is_light))
        block = block.next
    return tuple(found)


class _Light:
    """Whether a picture is light, found out when it is asked: a page can have hundreds, and most are not asked."""

    __slots__ = ("_block", "_known")

    def __init__(self, block: Any) -> None:
        self._block = block
        self._known: bool | None = None

    def is_light(self) -> bool:
        if self._known is None:
            self._known = _is_light(load_library().mupdf.FzStextBlock(self._block))
        return self._known


def _is_light(block: Any) -> bool:
    """Whether a picture is light all over; one that cannot be unpacked is not known to be."""
    library = load_library()
    mupdf = library.mupdf
    try:
        size = mupdf.FzMatrix(SIDE, 0, 0, SIDE, 0, 0)
        whole = mupdf.FzIrect(*library.INFINITE_IRECT())
        pixels, *_ = mupdf.fz_get_pixmap_from_image(block.i_image(), whole, size)
        grey = library.Pixmap(library.csGRAY, library.Pixmap("raw", pixels))
        return not (library.Pixmap(grey, 0) if grey.alpha else grey).samples.translate(None, SHADES)
    except Exception:  # MuPDF's own errors share no base
        return False


def veils_of(page: Any) -> Veils:
    """Soft masks and nearly clear groups, told by the page's resources, and where patterns of tiles are painted."""
    mupdf = load_library().mupdf
    try:
        veils = set(_veils(mupdf, mupdf.pdf_page_resources(mupdf.pdf_page_from_fz_page(page.this)), set(), 0))
        is_everywhere = "mask" in veils or veils >= {"clear", "group"}
        return Veils(is_everywhere, _tiled(mupdf, page) if "tiles" in veils and not is_everywhere else ())
    except Exception:  # MuPDF's own errors share no base; a page that cannot be asked is looked at
        return Veils(is_everywhere=True)


def _tiled(mupdf: Any, page: Any) -> tuple[Bounds, ...]:
    areas: list[Bounds] = []

    def keep(_: Any, __: Any, area: Any, *rest: Any) -> int:
        ctm = rest[3]  # behind the view and the steps across and down
        corners = [(x, y) for x in (area.x0, area.x1) for y in (area.y0, area.y1)]
        across = [ctm.a * x + ctm.c * y + ctm.e for x, y in corners]
        down = [ctm.b * x + ctm.d * y + ctm.f for x, y in corners]
        areas.append((min(across), min(down), max(across), max(down)))
        return 0

    device = type("Tiles", (mupdf.FzDevice2,), {"begin_tile": keep})()
    device.use_virtual_begin_tile()
    mupdf.fz_run_page(page.this, device, mupdf.FzMatrix(), mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return tuple(areas)


def _veils(mupdf: Any, resources: Any, known: set[int], depth: int) -> Iterator[str]:
    """What of it the resources name, and those of the forms in them."""
    for state in _entries(mupdf, resources, "ExtGState"):
        if mupdf.pdf_is_dict(mupdf.pdf_dict_gets(state, "SMask")):
            yield "mask"
        for key in ("ca", "CA"):
            clear = mupdf.pdf_dict_gets(state, key)
            if mupdf.pdf_is_number(clear) and mupdf.pdf_to_real(clear) < HALF_CLEAR:
                yield "clear"
    for pattern in _entries(mupdf, resources, "Pattern"):
        if mupdf.pdf_to_int(mupdf.pdf_dict_gets(pattern, "PatternType")) == 1:
            yield "tiles"
    for form in _entries(mupdf, resources, "XObject"):
        number = mupdf.pdf_to_num(form)
        if number in known or mupdf.pdf_to_name(mupdf.pdf_dict_gets(form, "Subtype")) != "Form":
            continue
        known.add(number)
        if mupdf.pdf_is_dict(mupdf.pdf_dict_gets(form, "Group")):
            yield "group"
        inner = mupdf.pdf_dict_gets(form, "Resources")
        if mupdf.pdf_is_dict(inner):
            if depth == DEEPEST:
                yield "mask"
            else:
                yield from _veils(mupdf, inner, known, depth + 1)


def _entries(mupdf: Any, resources: Any, kind: str) -> Iterator[Any]:
    entries = mupdf.pdf_dict_gets(resources, kind)
    return (mupdf.pdf_dict_get_val(entries, place) for place in range(mupdf.pdf_dict_len(entries)))
