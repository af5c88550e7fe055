"""The reliability diagram of an evaluation as a picture: what was promised against what came, with its bins."""

from html import escape
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.evaluation import Bin, Calibration
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.new_file import new_place, put_new

ENDINGS = (".svg", ".html")
_SIDE, _EDGE, _ROW, _WIDTH = 320, 60, 18, 680
"""Pixels; the width is that of the longest sentence, in English."""
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_LEAST, _MOST = 4.0, 12.0
"""Radius of a bin's point, by the questions in it."""


def write_chart(found: Calibration, target: Path) -> Path:
    """Draws a file of the kind that its ending says. UsageError where that is none of ours, or a file is there."""
    place, picture = chart_place(target), svg(found)
    text = picture if place.suffix.lower() == ".svg" else _page(picture)
    put_new(text.encode("utf-8"), place)
    return place


def chart_place(target: Path) -> Path:
    """Where the file goes: to be asked before a long evaluation. UsageError as above."""
    if target.suffix.lower() not in ENDINGS:
        raise UsageError("services.chart_ending", name=target.name, endings="/".join(ENDINGS))
    return new_place(target)


def _page(picture: str) -> str:
    title = escape(say("exam.chart_title"))
    head = f'<head><meta charset="utf-8"><title>{title}</title></head>'
    return f"<!DOCTYPE html>\n<html>{head}<body>{picture}</body></html>\n"


def svg(found: Calibration) -> str:
    """On the dashed line promise and outcome are equal; a point is a bin, the larger the more questions it has."""
    most = max(each.count for each in found.bins)
    height = _SIDE + 2 * _EDGE + _ROW * (len(found.bins) + 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        _text(_EDGE, _EDGE / 2, chart_error(found), "start"),
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
        _line(0, 0, 1, 1, 'stroke="#888" stroke-dasharray="4 4"'),
        *(_text(_x(each), _EDGE + _SIDE + 16, f"{each:g}", "middle") for each in _TICKS),
        *(_text(_EDGE - 6, _y(each) + 4, f"{each:g}", "end") for each in _TICKS),
        _text(_x(0.5), _EDGE + _SIDE + 34, say("exam.chart_promised"), "middle"),
        f'<g transform="rotate(-90 16 {_y(0.5)})">{_text(16, _y(0.5), say("exam.chart_came"), "middle")}</g>',
        *(_point(each, most) for each in found.bins),
        *(
            _text(_EDGE, _EDGE + _SIDE + 60 + _ROW * row, bin_words(each), "start")
            for row, each in enumerate(found.bins)
        ),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def chart_error(found: Calibration) -> str:
    """How far what is promised is from what comes, in a sentence."""
    error = found.error
    return say(
        "exam.chart_error", error=f"{error.value:.3f}", low=f"{error.low:.3f}", high=f"{error.high:.3f}", n=error.n
    )


def bin_words(each: Bin) -> str:
    """A bin in words."""
    return say("exam.chart_bin", promised=f"{each.promised:.2f}", came=f"{each.came:.2f}", count=each.count)


def _point(each: Bin, most: int) -> str:
    radius = max(_LEAST, _MOST * (each.count / most) ** 0.5)
    title = escape(bin_words(each))
    place = f'cx="{_x(each.promised):.1f}" cy="{_y(each.came):.1f}" r="{radius:.1f}"'
    return f'<circle {place} fill="#2f6fd0" fill-opacity="0.7"><title>{title}</title></circle>'


def _line(across: float, up: float, to_across: float, to_up: float, look: str) -> str:
    return f'<line x1="{_x(across)}" y1="{_y(up)}" x2="{_x(to_across)}" y2="{_y(to_up)}" {look}/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#222">{escape(words)}</text>'


def _x(share: float) -> float:
    return _EDGE + share * _SIDE


def _y(share: float) -> float:
    return _EDGE + (1 - share) * _SIDE
