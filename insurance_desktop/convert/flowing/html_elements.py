"""What the elements of web pages are: what is left out of them and why, how they set words off, which parts lines."""

import re
from collections.abc import Mapping

from selectolax.lexbor import LexborNode

from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.kinds import ExclusionReason

LEFT_OUT = {
    "script": ExclusionReason.SCRIPT,
    "noscript": ExclusionReason.SCRIPT,
    "template": ExclusionReason.SCRIPT,
    "style": ExclusionReason.STYLE,
    "head": ExclusionReason.PAGE_METADATA,
    "title": ExclusionReason.PAGE_METADATA,
    "nav": ExclusionReason.NAVIGATION,
    "menu": ExclusionReason.NAVIGATION,
    **dict.fromkeys(("button", "select", "datalist", "textarea", "dialog"), ExclusionReason.CONTROLS),
    **dict.fromkeys(("svg", "canvas", "iframe", "object", "embed", "audio", "video", "map"), ExclusionReason.PICTURE),
    **dict.fromkeys(("del", "s", "strike"), ExclusionReason.DELETED_REVISION),
}
ROLES = {
    **dict.fromkeys(("navigation", "menu", "menubar", "search", "tablist"), ExclusionReason.NAVIGATION),
    "banner": ExclusionReason.PAGE_HEADER,
    "contentinfo": ExclusionReason.PAGE_FOOTER,
    "button": ExclusionReason.CONTROLS,
}
FRAMES = {"header": ExclusionReason.PAGE_HEADER, "footer": ExclusionReason.PAGE_FOOTER}
"""Elements that frame the page where they do not frame an article."""
OF_CONTENT = frozenset({"main", "article", "section", "blockquote", "td"})
NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|crumbs?|sidebar|pagination|pager|skip|share|toolbar)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Names that makers of pages give to what leads around."""
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
PICTURES = frozenset({"img", "svg", "canvas", "object", "embed", "video", "picture"})
EMPHASES = {
    **dict.fromkeys(("b", "strong"), Emphasis.BOLD),
    **dict.fromkeys(("i", "em", "cite", "var"), Emphasis.ITALIC),
    **dict.fromkeys(("u", "ins"), Emphasis.UNDERLINED),
    "mark": Emphasis.SHADED,
    "sup": Emphasis.SUPERSCRIPT,
}
STYLES = (
    (re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE), Emphasis.BOLD),
    (re.compile(r"text-decoration[^;]*underline", re.IGNORECASE), Emphasis.UNDERLINED),
    (re.compile(r"background(?:-color)?\s*:\s*(?!none|transparent|inherit|#fff)", re.IGNORECASE), Emphasis.SHADED),
)
BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend", "li", "main", "ol"),
        *("p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
        *("h1", "h2", "h3", "h4", "h5", "h6"),
    }
)
HEADING = re.compile(r"h[1-6]")


def attributes_of(node: LexborNode) -> Mapping[str, str]:
    """The attributes of an element; those without a value have "" for one."""
    return {name: value or "" for name, value in node.attributes.items()}


def why_left_out(tag: str, attributes: Mapping[str, str], *, is_in_content: bool) -> str:
    """The reason for which an element is no text of the page; "" for one that is."""
    role = attributes.get("role", "").casefold()
    if tag in LEFT_OUT:
        return LEFT_OUT[tag]
    if role in ROLES:
        return ROLES[role]
    if "hidden" in attributes or HIDDEN.search(attributes.get("style", "")):
        return ExclusionReason.HIDDEN
    if is_in_content:
        return ""
    named = f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('aria-label', '')}"
    return ExclusionReason.NAVIGATION if NAMES.search(named) and tag != "body" else FRAMES.get(tag, "")


def emphases_of(tag: str, attributes: Mapping[str, str]) -> tuple[Emphasis, ...]:
    """How an element sets its words off."""
    style = attributes.get("style", "")
    said = [kind for form, kind in STYLES if style and form.search(style)]
    return (*([EMPHASES[tag]] if tag in EMPHASES else []), *said)
