"""Which products and companies a sentence names, and whether the clauses that it cites are theirs."""

import re
from collections.abc import Sequence
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.comparable_text import key_of
from insurance_desktop.services.products.product_names import KnownProducts, name_key
from insurance_desktop.store.works.works import Work

from .grounds import heading_of

_TITLED = re.compile("\u300a([^\u300a\u300b\n]{2,60})\u300b")
_SHORTEST = 3


class Names:
    """The products that passages are of, and what they are called."""

    def __init__(self, passages: Sequence[Passage], pack: DomainPack) -> None:
        self.pack = pack
        self.products = tuple(dict.fromkeys(each.product_name for each in passages if each.product_name))

    @cached_property
    def called(self) -> tuple[tuple[str, str], ...]:
        """(what it is called, product), the longest first."""
        works = tuple(Work(0, self.pack.name, self.pack.work_kind, None, name, None) for name in self.products)
        known = KnownProducts(self.pack, works, {})
        called = {
            (name, product)
            for product, keys, shorts in zip(self.products, known.keys, known.shorts, strict=True)
            for name in (*keys, *shorts)
            if len(name) >= _SHORTEST
        }
        return tuple(sorted(called, key=lambda each: (-len(each[0]), each)))

    def named_in(self, text: str) -> tuple[str, ...]:
        """The products that a text names; a name inside a longer one is not counted."""
        key = name_key(text)
        found: dict[str, None] = {}
        for name, product in self.called:
            if name in key:
                found[product] = None
                if not any(other == name and one != product for other, one in self.called):
                    key = key.replace(name, "\n")
        return tuple(found)

    def fault(self, text: str, cited: Sequence[Passage]) -> str | None:
        """Why the clauses are not those of what is named, in a sentence."""
        own = {each.product_name for each in cited}
        stated = key_of("\n".join((*map(heading_of, cited), *(f"{each.citation}\n{each.text}" for each in cited))))
        for product in self.named_in(text):
            if product not in own and key_of(product) not in stated:
                return say("asking.other_product", product=product)
        for title in _TITLED.findall(text):
            key = name_key(title)
            if not any(name == key for name, product in self.called if product in own) and key not in name_key(stated):
                return say("asking.other_product", product=title)
        for company in self._companies(text):
            if not any(name in stated for name in company):
                return say("asking.other_company", company=company[0])
        return None

    def without(self, text: str) -> str:
        """A text without the titles of products that it names: what they are made of says nothing."""
        known = {name for name, _ in self.called}
        return _TITLED.sub(lambda found: "" if name_key(found.group(1)) in known else found.group(), text)

    def _companies(self, text: str) -> list[tuple[str, ...]]:
        known = ((issuer.name, *issuer.aliases) for issuer in self.pack.issuers)
        return [names for names in known if any(name in text for name in names)]
