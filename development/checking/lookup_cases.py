"""Makes questions for `lookup_product` from a list of product names: four kinds, seeded, written before the matcher.

    python -m development.checking.lookup_cases NAMES.tsv > cases.jsonl

The list has a line `name<TAB>company<TAB>category` for each product. Each case is a JSON object: `kind`, `asked`,
`right` (the product that was meant, first, then all others that the question fits as well) and `listing` (all of
`right` are wanted). Readings come from pypinyin (extra `dev`), not from the table that the program reads, so that a
fault of the table shows.
"""

import argparse
import json
import random
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

SEED = 20261121
EACH = 50

KIND_WORDS = (
    ("养老", ("养老",)),
    ("养老年金", ("养老年金",)),
    ("年金", ("年金",)),
    ("年金险", ("年金",)),
    ("重疾", ("重大疾病",)),
    ("重疾险", ("重大疾病",)),
    ("重大疾病保险", ("重大疾病",)),
    ("医疗", ("医疗",)),
    ("医疗险", ("医疗",)),
    ("意外险", ("意外伤害",)),
    ("意外伤害保险", ("意外伤害",)),
    ("终身寿险", ("终身寿险",)),
    ("定期寿险", ("定期寿险",)),
    ("两全险", ("两全保险",)),
    ("护理险", ("护理保险",)),
    ("教育金", ("教育年金",)),
    ("防癌险", ("防癌", "恶性肿瘤")),
    ("团体", ("团体",)),
    ("分红型", ("分红型",)),
    ("万能险", ("万能型",)),
    ("少儿", ("少儿",)),
)
"""What people call a kind, and what then stands in the name or the category of a product (one of the words)."""


LINES = ("人寿", "养老", "健康", "财产", "寿险", "产险", "财险", "保险")
"""Lines of business, which tell sister companies apart."""


@dataclass(frozen=True, slots=True)
class Product:
    name: str
    company: str
    category: str

    @property
    def plain(self) -> str:
        """The name without signs and brackets."""
        return plain(self.name)


@dataclass(frozen=True, slots=True)
class Case:
    """A question, and which products are right: the one that was meant first."""

    kind: str
    asked: str
    right: tuple[str, ...]
    listing: bool = False


def read_products(path: Path) -> list[Product]:
    """The list's products; a missing column is an empty one."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [Product(*[*line.split("\t"), "", ""][:3]) for line in lines if line.strip()]


def plain(text: str) -> str:
    """Letters and digits alone, full-width forms as plain ones."""
    return "".join(each for each in unicodedata.normalize("NFKC", text).lower() if each.isalnum())


def make_cases(products: Sequence[Product], seed: int = SEED, each: int = EACH) -> list[Case]:
    """`each` cases of every kind; the same list and seed give the same cases."""
    makers: tuple[Callable[[random.Random, Sequence[Product]], Case | None], ...] = (
        substring_case,
        typo_case,
        pinyin_case,
        company_kind_case,
    )
    cases: list[Case] = []
    for number, maker in enumerate(makers):
        chance = random.Random(seed * 10 + number)
        found: dict[str, Case] = {}
        for _ in range(each * 200):
            case = maker(chance, products)
            if case is not None:
                found.setdefault(case.asked, case)
            if len(found) == each:
                break
        cases += found.values()
    return cases


def substring_case(chance: random.Random, products: Sequence[Product]) -> Case | None:
    """A stretch of two characters up to most of the name, one that at most a tenth of all names have."""
    meant = chance.choice(products)
    stretch = _stretch(chance, meant.plain, 2, max(3, len(meant.plain) - 2))
    holders = [other for other in products if stretch in other.plain]
    if len(holders) > max(1, len(products) // 10):
        return None
    return Case("substring", stretch, _right(meant, holders))


def typo_case(chance: random.Random, products: Sequence[Product]) -> Case | None:
    """The name, or the part before its brackets, with one character wrong, missing, too much or in the wrong place."""
    meant = chance.choice(products)
    base = meant.name if chance.random() < 0.6 else plain(meant.name.partition("（")[0])
    if len(base) < 5:
        return None
    typed = chance.choice((_wrong, _homophone, _missing, _added, _swapped))(chance, base, products)
    asked = plain(typed)
    if asked == plain(base) or any(asked in other.plain for other in products):
        return None  # the slip made another name of it, or nothing that one could see
    away = {other: _least_edits(asked, other.plain) for other in products}
    least = min(away.values())
    return Case("typo", typed, _right(meant, [other for other in products if away[other] == least]))


def pinyin_case(chance: random.Random, products: Sequence[Product]) -> Case | None:
    """A stretch of the name in pinyin, in initials, or half in characters."""
    meant = chance.choice(products)
    stretch = _stretch(chance, meant.plain, 2, 8)
    if sum(map(_is_han, stretch)) < 2:
        return None
    form = chance.choice((_full_pinyin, _full_pinyin, _initials, _mixed))
    written = form(chance, stretch)
    if written is None:
        return None
    wanted = _sounds(stretch, form is _initials)
    holders = [other for other in products if wanted in _sounds(other.plain, form is _initials)]
    if len(holders) > max(1, len(products) // 10):
        return None
    return Case("pinyin", written, _right(meant, holders))


def company_kind_case(chance: random.Random, products: Sequence[Product]) -> Case | None:
    """A company by one of its names and a kind of insurance: every product of both is wanted."""
    meant = chance.choice(products)
    names = _company_names(meant.company)
    word, marks = chance.choice(KIND_WORDS)
    name = _brand(names) if chance.random() < 0.3 else chance.choice(names)
    theirs = [
        other
        for other in products
        if _is_called(name, other.company) and any(mark in other.name or mark in other.category for mark in marks)
    ]
    if not theirs or meant not in theirs:
        return None
    forms = ["{0} {1}", "{0} {1}", "{1} {0}", "{0}的{1}"] + ([] if _sounds_like_company(name + word) else ["{0}{1}"])
    return Case("company_kind", chance.choice(forms).format(name, word), _right(meant, theirs), listing=True)


def _right(meant: Product, holders: Iterable[Product]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((meant.name, *(other.name for other in holders))))


def _stretch(chance: random.Random, text: str, shortest: int, longest: int) -> str:
    length = chance.randint(shortest, max(shortest, min(longest, len(text))))
    start = chance.randint(0, max(len(text) - length, 0))
    return text[start : start + length]


def _wrong(chance: random.Random, text: str, products: Sequence[Product]) -> str:
    place = _place(chance, text)
    other = chance.choice([each for each in chance.choice(products).plain if _is_han(each)])
    return text[:place] + other + text[place + 1 :]


def _homophone(chance: random.Random, text: str, products: Sequence[Product]) -> str:
    """One character for another of the same sound, out of those that product names use or are near to."""
    place = _place(chance, text)
    sound = _syllables(text[place])[0]
    alike = [each for each in _common_characters() if each != text[place] and _syllables(each)[0] == sound]
    return text[:place] + chance.choice(alike) + text[place + 1 :] if alike else text


def _missing(chance: random.Random, text: str, products: Sequence[Product]) -> str:
    place = _place(chance, text)
    return text[:place] + text[place + 1 :]


def _added(chance: random.Random, text: str, products: Sequence[Product]) -> str:
    place = _place(chance, text)
    other = chance.choice([each for each in chance.choice(products).plain if _is_han(each)])
    return text[:place] + other + text[place:]


def _swapped(chance: random.Random, text: str, products: Sequence[Product]) -> str:
    place = min(_place(chance, text), len(text) - 2)
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def _place(chance: random.Random, text: str) -> int:
    return chance.choice([place for place, each in enumerate(text) if _is_han(each)])


def _least_edits(asked: str, name: str) -> int:
    """The fewest characters to change, add, leave out or swap so that `asked` stands somewhere in `name`."""
    before: list[int] = []
    last = [0] * (len(name) + 1)
    for row, typed in enumerate(asked, start=1):
        now = [row]
        for column, printed in enumerate(name, start=1):
            best = min(last[column] + 1, now[-1] + 1, last[column - 1] + (typed != printed))
            is_swap = row > 1 and column > 1 and typed == name[column - 2] and asked[row - 2] == printed
            now.append(min(best, before[column - 2] + 1) if is_swap else best)
        before, last = last, now
    return min(last)


def _full_pinyin(chance: random.Random, stretch: str) -> str | None:
    return chance.choice(("", "", " ")).join(_syllables(stretch))


def _initials(chance: random.Random, stretch: str) -> str | None:
    return "".join(each[0] for each in _syllables(stretch)) if len(stretch) >= 3 else None


def _mixed(chance: random.Random, stretch: str) -> str | None:
    """The first characters as such and the others in pinyin, or the other way round."""
    cut = chance.randint(1, len(stretch) - 1)
    spelled = _syllables(stretch)
    if chance.random() < 0.5:
        return stretch[:cut] + "".join(spelled[cut:])
    return "".join(spelled[:cut]) + stretch[cut:]


def _sounds(text: str, by_initials: bool) -> str:
    """A text as a question in pinyin sees it, each character between blanks."""
    return "".join(f" {each[0] if by_initials else each} " for each in _syllables(text))


def _syllables(text: str) -> list[str]:
    from pypinyin import lazy_pinyin  # noqa: PLC0415 (extra `dev`)

    return [syllable.lower() for syllable in lazy_pinyin(text, errors=list)]  # type: ignore[arg-type]


def _common_characters() -> Iterator[str]:
    """The 3,755 characters of GB 2312's first level."""
    for lead in range(0xB0, 0xD8):
        for trail in range(0xA1, 0xFF):
            try:
                yield bytes((lead, trail)).decode("gb2312")
            except UnicodeDecodeError:
                continue


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"


def _company_names(company: str) -> tuple[str, ...]:
    for issuer in load_pack(default_pack()).issuers:
        if company in (issuer.name, *issuer.aliases):
            return (issuer.name, *issuer.aliases)
    return (company, company.partition("保险")[0]) if "保险" in company else (company,)


def _brand(names: Sequence[str]) -> str:
    """The shortest name without the line of business."""
    shortest = min(names, key=len)
    return next((shortest.removesuffix(line) for line in LINES if shortest.endswith(line)), shortest)


def _is_called(name: str, company: str) -> bool:
    """Whether a company has this name, or it is what sister companies share: the rest is a line of business."""
    bare = [each.removeprefix("中国") for each in _company_names(company)]
    shared = any(each.startswith(name) and each.removeprefix(name).startswith(LINES) for each in bare)
    return name in _company_names(company) or shared


def _sounds_like_company(text: str) -> bool:
    return any(
        text.startswith(name) or name.startswith(text)
        for each in load_pack(default_pack()).issuers
        for name in each.aliases
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH)
    given = parser.parse_args()
    for case in make_cases(read_products(given.names), given.seed, given.each):
        sys.stdout.write(json.dumps(asdict(case), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
