"""Choice questions of an exam: how they are printed, and one as it was read."""

from enum import StrEnum

from .entity import entity


class ChoiceKind(StrEnum):
    SINGLE = "single"
    MULTIPLE = "multiple"
    TRUE_FALSE = "true_false"


@entity
class ChoiceRules:
    """How a pack's choice questions are printed, as regular expressions.

    A line that `part_form` matches opens a part of a paper; `number_form` begins a question's line; each of the
    `mark_forms` begins an option, with the group `label`, and a question keeps to one of them. `answer_form` tells the
    key, with the group `answer`, and what stands behind it explains. `multiple_forms` and `true_false_forms` tell the
    kind, in a stem or in the heading of a part; `right_forms` and `wrong_forms` are whole answers to a statement.
    In a stem `statement_form` begins each of the statements that options name (I, II, III …), with the group `label`;
    `named_form` is how an option names one. A stem with one of the `negative_forms`, before its statements, asks for
    what is not so. `all_forms` and `none_forms` are whole options that
    stand for all others and for none of them. `stem_columns` and `answer_columns` are headings of a table.

    What a passage says is looked for by its units, behind each of which `unit_end_form` matches; one that `listed_form`
    begins is an item of a list. `part_end_form` parts an option that names several things. `place_forms` are how a
    stem names a book, a chapter or a figure, with one group; a title that `figure_title_form` begins is a figure's,
    and `figure_number_form` is the number that one is called by anywhere in a text. A question with one of the
    `figure_forms` points at a figure; `evidence_columns` say in a table where its answer stands, `kind_columns` of
    which kind it is. `fraction_form`, with the groups `over` and `under`, is a fraction in figures, which
    `fraction_said` puts in words.
    """

    part_form: str = ""
    number_form: str = ""
    mark_forms: tuple[str, ...] = ()
    answer_form: str = ""
    multiple_forms: tuple[str, ...] = ()
    true_false_forms: tuple[str, ...] = ()
    right_forms: tuple[str, ...] = ()
    wrong_forms: tuple[str, ...] = ()
    statement_form: str = ""
    named_form: str = ""
    negative_forms: tuple[str, ...] = ()
    all_forms: tuple[str, ...] = ()
    none_forms: tuple[str, ...] = ()
    stem_columns: tuple[str, ...] = ()
    answer_columns: tuple[str, ...] = ()
    unit_end_form: str = ""
    listed_form: str = ""
    part_end_form: str = ""
    place_forms: tuple[str, ...] = ()
    figure_title_form: str = ""
    figure_number_form: str = ""
    figure_forms: tuple[str, ...] = ()
    evidence_columns: tuple[str, ...] = ()
    kind_columns: tuple[str, ...] = ()
    fraction_form: str = ""
    fraction_said: str = ""


@entity
class Option:
    """`covers_all` and `covers_none` speak of the other options instead of the subject; `names` are the places of the
    stem's statements that it says to be meant, from 0."""

    label: str
    text: str
    covers_all: bool = False
    covers_none: bool = False
    names: tuple[int, ...] = ()


@entity
class ChoiceQuestion:
    """A question as printed; `answer` holds the labels of its key, "" where none is printed. `lead` is the stem without
    the `statements` that its options name; `evidence` says where its answer stands, where a table tells it."""

    stem: str
    options: tuple[Option, ...]
    kind: ChoiceKind
    is_negative: bool
    answer: str = ""
    lead: str = ""
    statements: tuple[str, ...] = ()
    evidence: str = ""
