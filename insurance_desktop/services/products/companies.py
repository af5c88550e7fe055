"""Companies by all their names: legal, short, and the brand that sister companies share."""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable

_SHORTEST_BRAND = 2

_key = lru_cache(maxsize=4096)(comparable)
"""Each company is compared with all names of the pack's: they are spelled once."""


@entity
class Companies:
    """Which companies a name means. A company is told by the key of the name that it is known under.

    `by_name`: legal and short names, one company each as a rule; `by_brand`: what is left of them without the line
    of business, the same for sister companies (平安: 平安人寿, 平安养老, 平安健康). `lines` tell such sisters apart.
    """

    by_name: dict[str, frozenset[str]]
    by_brand: dict[str, frozenset[str]]
    lines: tuple[str, ...]

    def named(self, name: str) -> frozenset[str]:
        """The companies with this name; else those of this brand; else none."""
        key = comparable(name)
        return self.by_name.get(key) or self.by_brand.get(key) or self._shortened(key)

    def _shortened(self, key: str) -> frozenset[str]:
        """The companies of the same line whose brand begins so, where nobody is called that."""
        line = next((line for line in self.lines if key.endswith(line)), "")
        brand = key.removesuffix(line)
        if not line or len(brand) < _SHORTEST_BRAND:
            return frozenset()
        fitting = (
            companies for name, companies in self.by_name.items() if name.startswith(brand) and name.endswith(line)
        )
        return frozenset().union(*fitting)

    def opening(self, text: str) -> list[tuple[frozenset[str], str]]:
        """The ways to read the start of a key as a company: its companies and the rest of the text, longest first.

        A short name that is also the brand of sisters (新华, of 新华人寿 and 新华养老) means all of them; one that says
        its line (中国人寿, beside 中国人寿养老) does not.
        """
        found = []
        for length in range(len(text), _SHORTEST_BRAND - 1, -1):
            head = text[:length]
            companies = self.by_name.get(head, frozenset())
            if not companies or not head.endswith(self.lines):
                companies |= self.by_brand.get(head, frozenset())
            if companies:
                found.append((companies, text[length:]))
        return found or self._opening_shortened(text)

    def _opening_shortened(self, text: str) -> list[tuple[frozenset[str], str]]:
        found = [(self._shortened(text[:length]), text[length:]) for length in range(len(text), _SHORTEST_BRAND, -1)]
        return [each for each in found if each[0]]


def companies_of(pack: DomainPack, issuers: Iterable[str]) -> Companies:
    """The pack's companies and these."""
    by_name: defaultdict[str, set[str]] = defaultdict(set)
    by_brand: defaultdict[str, set[str]] = defaultdict(set)
    known = [(company_key(pack, issuer.name), (issuer.name, *issuer.aliases)) for issuer in pack.issuers]
    known += [(company_key(pack, issuer), (issuer,)) for issuer in issuers]
    for company, names in known:
        for name in names:
            for form in _forms(pack, _key(name)):
                for ending in ("", *pack.company_endings):
                    by_name[form + ending].add(company)
                brand = _without_line(pack, form)
                if brand not in (*pack.company_lines, *pack.company_prefixes):
                    by_brand[brand].add(company)
                    for prefix in pack.company_prefixes:
                        by_brand[prefix + brand].add(company)
    return Companies(_frozen(by_name), _frozen(by_brand), pack.company_lines)


def company_key(pack: DomainPack, name: str) -> str:
    """What a company is told by: the pack's name for it, else its own without its legal form."""
    key = _key(name)
    for issuer in pack.issuers:
        if key in {_key(each) for each in (issuer.name, *issuer.aliases)}:
            return _key(issuer.name)
    return min(_forms(pack, key), key=lambda form: (len(form), form))


def _forms(pack: DomainPack, key: str) -> set[str]:
    """A company's name with and without its legal form and what stands before it: never less than brand and line."""
    found = {key, *(key.removesuffix(end) for end in pack.company_endings)}
    for prefix in pack.company_prefixes:
        found |= {short for each in found if _is_name(pack, short := each.removeprefix(prefix))}
    for names in pack.company_line_names:
        found |= {
            each.removesuffix(line) + name for each in found for line in names if each.endswith(line) for name in names
        }
    return {each for each in found if _is_name(pack, each)}


def _is_name(pack: DomainPack, key: str) -> bool:
    return len(key) >= _SHORTEST_BRAND and key not in pack.company_lines


def _without_line(pack: DomainPack, key: str) -> str:
    for line in pack.company_lines:
        short = key.removesuffix(line)
        if short != key and len(short) >= _SHORTEST_BRAND:
            return short
    return key


def _frozen(table: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(companies) for key, companies in table.items()}
