"""Golden questions and what an evaluation says of them. A figure without its count and interval is no figure."""

from collections.abc import Mapping

from insurance_desktop.domain.entity import entity

BASIC, COMPARISON, EXCLUSION, NONE = "basic", "comparison", "exclusion", "none"
TIERS = (BASIC, COMPARISON, EXCLUSION, NONE)
"""The tiers there are. A question of any other one is refused: no bar would judge it."""

ITEM_SIGN = "@"
"""Between a clause's id and the mark of one item, where a kept question names it: `af775a68-2.6-…@4、`."""

ANSWERABLE = "answerable"
"""All questions that search must answer, together: whether one of them was silenced is asked over all."""

CALIBRATION = "calibration"
"""Stands where a tier does in a bar on the calibration."""

PRODUCT_SCOPE, NO_SCOPE = "product", "none"
BY_ISSUER, BY_STYLE = "issuer", "style"
STYLE_JOINT = " · "
"""Between a style and the kind that its questions' notes name."""


@entity
class GoldenPlace:
    """A clause that answers, by its document (hex sha256) and section; `item` is the mark of one item of it."""

    document_sha256: str
    section: str
    item: str | None = None


@entity
class GoldenQuestion:
    """A question with the place of its answer. No section: the right answer is that there is none.

    `line` is its line in the file it was read from (0 = kept in the library). `style` is how it is worded, `note` what
    its author remarked. `file`, `document_sha256` and `product_code` say which documents are asked; `also` are sections
    that must not be counted as wrong. `places`: where the answer stands in several documents, instead of `sections` and
    `items`.
    """

    line: int
    identifier: str
    tier: str
    question: str
    sections: tuple[str, ...]
    items: tuple[tuple[str, str], ...] = ()
    also: tuple[str, ...] = ()
    style: str = ""
    note: str = ""
    file: str | None = None
    document_sha256: str | None = None
    product_code: str | None = None
    places: tuple[GoldenPlace, ...] = ()


@entity
class GoldenSet:
    """Golden questions with the name and the hex sha256 of what they were read from."""

    name: str
    sha256: str
    questions: tuple[GoldenQuestion, ...]


@entity
class StaleLabel:
    """A label that no longer fits the library. `kind`: document, unverified, section or item; `what` is the label.

    A `coarser` one is measured all the same: the section is not there, but the part that holds it is. So is the
    question of one that was only accepted beside the answer (`unaccepted`).
    """

    identifier: str
    line: int
    tier: str
    kind: str
    what: str


@entity
class Bar:
    """What a figure of a tier must reach, or must not go over (`at_most`)."""

    tier: str
    figure: str
    limit: float
    at_most: bool = False

    def holds(self, value: float) -> bool:
        return value <= self.limit if self.at_most else value >= self.limit


@entity
class Figure:
    """A measured value with its 95 % interval; `n` is what it was counted over (questions, labels or items)."""

    value: float
    low: float
    high: float
    n: int


@entity
class Group:
    """The figures of one tier, of all its styles (None) or of one."""

    tier: str
    style: str | None
    questions: int
    figures: Mapping[str, Figure]


@entity
class Bin:
    """Questions whose promised probability is alike: how many, what was promised on average, how often it came."""

    count: int
    promised: float
    came: float


@entity
class Calibration:
    """How far a promised probability is from what comes, for one event.

    `error` is the mean distance over bins of equal count. `brier_constant` is the Brier score of always promising the
    share that came (`constant`): a score that is not below it says nothing.
    """

    event: str
    error: Figure
    brier: float
    brier_constant: float
    constant: float
    bins: tuple[Bin, ...]


@entity
class ArmResult:
    """What one way of searching came to: with or without product scope, by mode and by fusion."""

    scope: str
    mode: str
    fusion: str
    groups: tuple[Group, ...]
    calibration: tuple[Calibration, ...] = ()

    def figure(self, tier: str, name: str) -> Figure | None:
        return _figure(self.groups, tier, name)


@entity
class ExclusionResult:
    """What the exclusion check came to, with or without product scope."""

    scope: str
    groups: tuple[Group, ...]

    def figure(self, tier: str, name: str) -> Figure | None:
        return _figure(self.groups, tier, name)


def _figure(groups: tuple[Group, ...], tier: str, name: str) -> Figure | None:
    found = (each for each in groups if each.tier == tier and each.style is None)
    return next((each.figures[name] for each in found if name in each.figures), None)


@entity
class JudgedBar:
    """A bar with what was measured. `figure` None: nothing could be measured, which is no pass."""

    bar: Bar
    figure: Figure | None
    passed: bool
    stale: int = 0
    """Questions of the tier that were left out because their labels do not fit the library."""


@entity
class Miss:
    """A question that the first way of searching got wrong: what it wanted and the sections that came first."""

    identifier: str
    tier: str
    question: str
    wanted: tuple[str, ...]
    got: tuple[str, ...]


@entity
class Part:
    """The figures that decide, over a part of the questions, in the first way of searching.

    `by` is `BY_ISSUER` (whose document is asked) or `BY_STYLE`. `name` "": noted nowhere; None: of no single issuer.
    """

    by: str
    name: str | None
    questions: int
    groups: tuple[Group, ...]


@entity
class BestScore:
    """The best score that a question came to in the first way of searching, and the clause that had it.

    `wanted` are the sections that answer; none: the question has no answer. `is_right`: `found` is one of the accepted;
    `was_answered`: the score reached the bar.
    """

    identifier: str
    tier: str
    style: str
    issuer: str | None
    question: str
    wanted: tuple[str, ...]
    found: str
    score: float
    is_right: bool = False
    was_answered: bool = False

    @property
    def has_answer(self) -> bool:
        return bool(self.wanted)


@entity
class CurvePoint:
    """What a bar would do: the share that it silences of the questions without an answer, and of those with one."""

    bar: float
    silent: Figure | None
    silenced: Figure | None


@entity
class SilenceCurve:
    """Silence over the bar; `bar` is the present one."""

    bar: float
    points: tuple[CurvePoint, ...]

    @property
    def present(self) -> CurvePoint:
        """The point at the present bar, or the next below it."""
        return max((each for each in self.points if each.bar <= self.bar), key=lambda each: each.bar)


@entity
class Evaluation:
    """One run over one golden set. It `passed` where bars judged it and every one of them held.

    `near_misses`: questions without an answer whose best score is closest to the bar, then questions with one that were
    silenced just below it; of each the highest first.
    """

    golden: str
    golden_sha256: str
    questions: int
    measured: int
    passed: bool
    bars: tuple[JudgedBar, ...]
    arms: tuple[ArmResult, ...]
    exclusions: tuple[ExclusionResult, ...]
    stale: tuple[StaleLabel, ...] = ()
    coarser: tuple[StaleLabel, ...] = ()
    unaccepted: tuple[StaleLabel, ...] = ()
    misses: tuple[Miss, ...] = ()
    seconds: float = 0.0
    parts: tuple[Part, ...] = ()
    near_misses: tuple[BestScore, ...] = ()
    curve: SilenceCurve | None = None
