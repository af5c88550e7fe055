"""Reads choice questions out of what people have: typed lines, papers as text, tables of CSV and XLSX."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules, Option

from .statements import parted

_FEWEST_OPTIONS = 2


def read_paper(text: str, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The questions of a text, in order; what is no question of choice is left out."""
    found = (_question(block, part, rules) for part, block in _blocks(text, rules))
    return tuple(each for each in found if each is not None)


def read_table(rows: Iterable[Sequence[str]], rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The questions of a table whose first row names the columns: the stem, its options by label, and the key.

    Where there are no columns of options, they are looked for in the stem. Empty without a column of stems.
    """
    lines = iter(rows)
    heading = [unicodedata.normalize("NFKC", cell).strip().lower() for cell in next(lines, ())]
    stems = [place for place, name in enumerate(heading) if name in rules.stem_columns]
    if not stems:
        return ()
    labels = {place: name.upper() for place, name in enumerate(heading) if re.fullmatch("[a-h]", name)}
    keys = [place for place, name in enumerate(heading) if name in rules.answer_columns]
    grounds = [place for place, name in enumerate(heading) if name in rules.evidence_columns]
    kinds = [place for place, name in enumerate(heading) if name in rules.kind_columns]
    read_rows = []
    for row in lines:
        cells = [*map(str.strip, row), *[""] * (len(heading) - len(row))]
        key, kind = (cells[found[0]] if found else "" for found in (keys, kinds))
        options = [(label, cells[place]) for place, label in labels.items() if cells[place]]
        read = (
            _made(cells[stems[0]], options, key, kind, rules)
            if options
            else _question(cells[stems[0]], kind, rules, key)
        )
        if read is not None:
            read_rows.append(replace(read, evidence=cells[grounds[0]]) if grounds else read)
    return tuple(read_rows)


def _blocks(text: str, rules: ChoiceRules) -> Iterator[tuple[str, str]]:
    """(heading of the part, text) of each question: it ends where a number or an empty line follows its options."""
    part, block, ends = "", "", False
    for line in text.splitlines():
        if re.fullmatch(rules.part_form, line):
            yield part, block
            part, block, ends = line, "", False
            continue
        numbered = re.match(rules.number_form, line) and (ends or not block.strip() or _is_whole(block, part, rules))
        if numbered or (ends and line.strip() and not _goes_on(line, rules)):
            yield part, block
            block = ""
        ends = not line.strip() and _is_whole(block, part, rules)
        block += f"{line}\n"
    yield part, block


def _goes_on(line: str, rules: ChoiceRules) -> bool:
    """Whether the line behind an empty one is of the question above: its key, or one more option."""
    return bool(re.match(rf"\s*{rules.answer_form}", line)) or any(re.match(rf"\s*{e}", line) for e in rules.mark_forms)


def _is_whole(block: str, part: str, rules: ChoiceRules) -> bool:
    return bool(block.strip()) and _question(block, part, rules) is not None


def _question(text: str, part: str, rules: ChoiceRules, key: str = "") -> ChoiceQuestion | None:
    answer = re.search(rules.answer_form, text)
    asked = text[: answer.start()] if answer else text
    number = re.match(rules.number_form, asked)
    asked = asked[number.end() :] if number else asked
    marks = _marks(asked, rules)
    stem = asked[: marks[0].start()] if marks else asked
    options = [(mark["label"], said) for mark, said in zip(marks, _texts(asked, marks), strict=True)]
    return _made(stem, options, key or (answer["answer"] if answer else ""), part, rules)


def _marks(text: str, rules: ChoiceRules) -> list[re.Match[str]]:
    """The marks A, B, C … of one form: the longest row of them, of equal ones the one that begins last."""
    rows: list[list[re.Match[str]]] = []
    for form in rules.mark_forms:
        row: list[re.Match[str]] = []
        for mark in re.finditer(form, text):
            label = _label(mark["label"])
            if label == "A":
                rows.append(row)
                row = [mark]
            elif row and ord(label) == ord(_label(row[-1]["label"])) + 1:
                row.append(mark)
        rows.append(row)
    whole = [row for row in rows if len(row) >= _FEWEST_OPTIONS and all(map(str.strip, _texts(text, row)))]
    return max(whole, key=lambda row: (len(row), row[0].start()), default=[])


def _texts(text: str, row: Sequence[re.Match[str]]) -> list[str]:
    """What stands behind each of the marks, up to the next one."""
    ends = [*(mark.start() for mark in row[1:]), len(text)]
    return [text[mark.end() : end] for mark, end in zip(row, ends, strict=False)]


def _label(sign: str) -> str:
    return unicodedata.normalize("NFKC", sign).upper()


def _made(
    stem: str, options: Sequence[tuple[str, str]], key: str, part: str, rules: ChoiceRules
) -> ChoiceQuestion | None:
    """The question of these parts; None where there is nothing to choose from and no statement to judge."""
    asked = stem.strip()
    read = tuple(_option(_label(label), " ".join(text.split()), rules) for label, text in options)
    judged = (*rules.right_forms, *rules.wrong_forms)
    if read:
        is_judged = len(read) == _FEWEST_OPTIONS and all(_fits(each.text, judged) for each in read)
    else:
        is_judged = _says(f"{part}\n{asked}", rules.true_false_forms) or (bool(key) and _fits(key.strip(), judged))
    if not asked or not (read or is_judged):
        return None
    letters = "" if is_judged and not read else "".join(sorted(set(re.findall("[A-H]", _label(key)))))
    is_multiple = len(letters) > 1 or _says(f"{part}\n{asked}", rules.multiple_forms)
    kind = ChoiceKind.TRUE_FALSE if is_judged else ChoiceKind.MULTIPLE if is_multiple else ChoiceKind.SINGLE
    lead, statements, names = parted(asked, [each.text for each in read], rules)
    read = tuple(replace(each, names=found) for each, found in zip(read, names, strict=True))
    is_negative = kind is not ChoiceKind.TRUE_FALSE and _says(lead, rules.negative_forms)
    return ChoiceQuestion(asked, read, kind, is_negative, letters or key.strip(), lead, statements)


def _option(label: str, text: str, rules: ChoiceRules) -> Option:
    plain = text.rstrip("。.；;")
    return Option(label, text, _fits(plain, rules.all_forms), _fits(plain, rules.none_forms))


def _fits(text: str, forms: Iterable[str]) -> bool:
    return any(re.fullmatch(form, text) for form in forms)


def _says(text: str, forms: Iterable[str]) -> bool:
    return any(re.search(form, text) for form in forms)
