"""What one line that names a document says: the product, and the kind of document. Pure."""

import re
from collections.abc import Iterable, Iterator

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..headings import unified

LONGEST_NAME = 48
"""Signs of a line that names a document: company, product and version together."""
LEAST_OWN = 2
"""A name has so many signs before the word that names of products end with."""
MOST_COMPANY = 4
"""Signs of a company's short name before the product's."""
MOST_BETWEEN = 8
"""Signs between a product and the word for a document of it."""
STOPS = frozenset("\u3002\uff1b;\uff0c?\uff1f")
QUOTED = re.compile("\u300a([^\u300a\u300b]{3,60})\u300b")
WITHOUT_MARKS = str.maketrans("", "", "\u300a\u300b")
JOINTS = "-_\u2014\u00b7\u201c\u201d:\uff1a"
"""What stands between a name and the kind of document, or around both."""
NAMES_END = re.compile(r"[\d\s.\u3001]+$")
OPENED, CLOSED = "(\uff08\u3010\uff3b[\u3014", ")\uff09\u3011\uff3d]\u3015"


@entity
class Title:
    """A line as the name of a document: `product` without the company and without what the document is of it."""

    product: str = ""
    document_type: str | None = None
    company: str = ""
    is_exact: bool = False
    """Whether the kind of document is all that it says."""


@entity
class _Words:
    """The words of a pack that names are made of."""

    forms: tuple[tuple[str, str], ...]
    editions: tuple[re.Pattern[str], ...]
    companies: tuple[re.Pattern[str], ...]
    filings: tuple[re.Pattern[str], ...]
    full_names: tuple[str, ...]
    issuers: frozenset[str]
    annex: re.Pattern[str]


@per_pack
def _words(pack: DomainPack) -> _Words:
    forms = [(normalised(word), form.document_type) for form in pack.document_forms for word in form.words]
    return _Words(
        tuple(sorted(forms, key=lambda each: -len(each[0]))),
        tuple(re.compile(f"(?:{form})$") for form in pack.edition_forms),
        tuple(map(re.compile, pack.company_phrases)),
        tuple(map(re.compile, pack.filing_phrases)),
        tuple(sorted((normalised(issuer.name) for issuer in pack.issuers), key=len, reverse=True)),
        frozenset(normalised(name) for issuer in pack.issuers for name in (issuer.name, *issuer.aliases)),
        re.compile(f"^(?:{pack.annex_form})" if pack.annex_form else "(?!)"),
    )


def is_name(line: str) -> bool:
    """Whether a line may name a document: short, and no sentence."""
    return len("".join(line.split())) <= LONGEST_NAME and STOPS.isdisjoint(line)


def read_title(line: str, pack: DomainPack) -> Title:
    """The line without its company, taken apart into the product and the kind of document."""
    known = _words(pack)
    printed = "".join(unified(line, pack).split())
    printed = known.annex.sub("", printed)
    company, printed = _without_company(printed, known)
    name = _unquoted(printed, pack)
    bare, editions = without_editions(name, pack)
    document_type, word = _form_of(bare, known, pack)
    if document_type is None:
        bare, editions = without_editions(NAMES_END.sub("", bare), pack)
        document_type, word = _form_of(bare, known, pack)
    if document_type is None:
        return Title(name if _is_product(name, pack) else "", None, company)
    core = bare[: len(bare) - len(word)].rstrip(JOINTS)
    if document_type in pack.contract_types:
        core += "".join(each for each in editions if is_name(each) and not _is_number(each, known))
    elif not _is_product(core, pack):
        core = product_within(core, pack) or core
    is_own = _is_product(core, pack) or (document_type in pack.contract_types and _may_be_product(core, pack))
    return Title(core if is_own else "", document_type, company, len(word) == len(bare))


def _form_of(bare: str, known: _Words, pack: DomainPack) -> tuple[str | None, str]:
    """The kind of document with the longest word at the end of the name, before which a product stands if one may."""
    plain = normalised(bare)
    found = [(word, document_type) for word, document_type in known.forms if plain.endswith(word)]
    whole = [each for each in found if _is_product(bare[: len(bare) - len(each[0])], pack)]
    word, document_type = next(iter([*whole, *found]), ("", None))
    return document_type, bare[len(bare) - len(word) :]


def _without_company(printed: str, known: _Words) -> tuple[str, str]:
    """The company whose name the line begins or ends with, and what is left of the line."""
    for issuer in known.full_names:
        if printed.startswith(issuer) or printed.endswith(issuer):
            return issuer, printed.removeprefix(issuer).removesuffix(issuer)
    for pattern in known.companies:
        match = pattern.match(printed)
        if match:
            return match.group(), printed[match.end() :]
    return "", printed


def _unquoted(name: str, pack: DomainPack) -> str:
    """The name without the marks of titles: from the one product on that stands in them; "" where several stand so."""
    if name[:1] in OPENED and name[-1:] in CLOSED and not any(sign in OPENED for sign in name[1:]):
        name = name[1:-1]
    quoted = list(QUOTED.finditer(name))
    if len(quoted) > 1:
        return ""
    if quoted and _is_product(quoted[0].group(1), pack):
        name = name[quoted[0].start() :]
    return name.translate(WITHOUT_MARKS).strip(JOINTS)


def without_editions(name: str, pack: DomainPack) -> tuple[str, tuple[str, ...]]:
    """The name, and what stands behind it: versions, variants, a number, all of it in brackets or not."""
    found: list[str] = []
    while True:
        start = _bracket_at_end(name)
        if not start:
            forms = (form.search(name) for form in _words(pack).editions)
            start = next((match.start() for match in forms if match), 0)
        if not start:
            return name, tuple(reversed(found))
        found.append(name[start:])
        name = name[:start]


def _bracket_at_end(name: str) -> int:
    """Where the brackets open that close at the end of the name; 0 where none do."""
    depth = 0
    for place in range(len(name) - 1, 0, -1):
        depth += (name[place] in CLOSED) - (name[place] in OPENED)
        if depth == 0:
            return place if name[-1] in CLOSED else 0
    return 0


def _is_number(edition: str, known: _Words) -> bool:
    return any(pattern.search(edition) for pattern in known.filings)


def _is_product(name: str, pack: DomainPack) -> bool:
    """Whether the words end as names of products do, with something of their own before that."""
    bare = normalised(without_editions(name, pack)[0])
    ending = max((each for each in pack.product_endings if bare.endswith(each)), key=len, default="")
    is_general = bare in pack.general_names or bare in _words(pack).issuers
    return bool(ending) and len(bare) >= len(ending) + LEAST_OWN and not is_general and is_name(name)


def product_within(core: str, pack: DomainPack) -> str:
    """The name that it begins with, before what tells the kind of document more closely: yearly rates, or those of men.

    The end of a name may be the beginning of another word, with one of the pack's signs behind it.
    """
    ends = range(len(core) - 1, max(len(core) - MOST_BETWEEN - 1, 0), -1)
    whole = (core[:end] for end in ends if core[end] not in pack.name_breaking_signs)
    found = (name for name in whole if _is_product(name, pack))
    return next((name for name in found if not may_be_company(name, pack)), "")


def _may_be_product(core: str, pack: DomainPack) -> bool:
    """Whether a contract may be named so though products are not: riders are, and what holds such a word."""
    plain = normalised(core)
    is_rider = any(re.search(form, plain) for form in pack.rider_forms)
    is_general = plain in pack.general_names or plain in _words(pack).issuers
    return is_name(core) and not is_general and (is_rider or any(each in plain for each in pack.product_endings))


def is_company(line: str, pack: DomainPack) -> bool:
    """Whether all of the line is the name of a company."""
    words = "".join(unified(line, pack).split())
    return normalised(words) in _words(pack).issuers or any(each.fullmatch(words) for each in _words(pack).companies)


def may_be_company(name: str, pack: DomainPack) -> bool:
    """Whether a name may as well be the short one of a company, as a logo has it."""
    bare = normalised(name)
    return any(bare.endswith(line) and len(bare) <= len(line) + 4 for line in pack.company_lines)


def may_go_on(title: str, line: str, pack: DomainPack) -> bool:
    """Whether a line may be more of the title above it: neither of them is whole by itself."""
    known = _words(pack)
    if any(is_company(each, pack) or not is_name(each) or _is_number(each, known) for each in (title, line)):
        return False
    words = normalised(line)
    is_edition = not without_editions("-" + words, pack)[0].strip("-")
    if is_edition:
        return True
    is_guide = words in pack.guide_titles or words in pack.contents_titles
    return not is_guide and read_title(title, pack).document_type is None


def quoted_products(texts: Iterable[str], pack: DomainPack) -> Iterator[str]:
    """The products that a text names in the marks of titles, by themselves or in the name of a document."""
    for text in texts:
        for quoted in QUOTED.findall(text):
            title = read_title(quoted, pack)
            if title.product and title.document_type not in pack.general_types:
                yield title.product


def is_same(one: str, other: str, pack: DomainPack) -> bool:
    """Whether two names are those of one product: with its edition or the company's short name, or without them."""
    (first, editions), (second, more) = without_editions(one, pack), without_editions(other, pack)
    first, second = sorted((key_of(first), key_of(second)), key=len)
    if editions and more and key_of("".join(editions)) != key_of("".join(more)):
        return False
    before = second[: len(second) - len(first)]
    is_short = len(before) <= MOST_COMPANY and not any(re.search(form, before) for form in pack.rider_forms)
    return second.endswith(first) and is_short


def key_of(product: str) -> str:
    """The same for all ways to print one name: without blanks and brackets."""
    return "".join(sign for sign in normalised(product) if sign.isalnum())
