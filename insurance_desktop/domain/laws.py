"""Laws: which there are, how their articles are named and printed, and an article as it is answered."""

from .entity import entity
from .states import AnswerStatus


@entity
class LawForms:
    """How laws are printed and named, whatever pack they are of, as regular expressions.

    `article_form` begins an article's line, with the groups `label` and `number`; a line that `listed_form` begins
    belongs to the paragraph above it. In a reference what fits `parting_form` only parts its words; `edition_form`
    tells an edition by the group `year`; `reference_form` is what stands beside a law's name, with the groups
    `article`, `paragraph`, `dotted` and `item`. `full_form` opens a law's full name, which is left out in short.
    `in_force_form` says since when it is in force, `passed_form` when it was passed or changed, both with the groups
    `year`, `month` and `day`.
    """

    article_form: str
    listed_form: str
    parting_form: str
    edition_form: str
    reference_form: str
    full_form: str
    in_force_form: str
    passed_form: str


@entity
class ShownArticles:
    """Articles, by the values of their numbers, that meant the same on the day `since`, which is earlier than the
    edition's, as a text of that day shows (`shown_by`)."""

    articles: tuple[int, ...]
    since: str
    shown_by: str


@entity
class LawWork:
    """A law of a pack: its `name`, what people call it besides (`also`, the usual one first), its edition, and the
    Markdown in the pack's folder `laws` that holds it, with the hash that it had when it was taken up."""

    name: str
    also: tuple[str, ...]
    edition: str
    file: str
    sha256: str
    shown: tuple[ShownArticles, ...] = ()


@entity
class LawSubject:
    """What clauses are about that rests on `articles`: told by one of the `title_forms` in a clause's title, or by one
    of the `word_forms` in its text, which nothing else says."""

    name: str
    articles: tuple[str, ...]
    title_forms: tuple[str, ...] = ()
    word_forms: tuple[str, ...] = ()


@entity
class LawRules:
    """The laws that a pack brings (`works`), and the type of those of its documents that are laws.

    `cited_form` is how a clause names an article; no contract older than `since` rests on the laws of `subjects`.
    """

    works: tuple[LawWork, ...] = ()
    document_type: str = ""
    cited_form: str = ""
    since: str = ""
    subjects: tuple[LawSubject, ...] = ()


@entity
class LawArticle:
    """An article, verbatim; what lists cases is in the paragraph that opens the list. Before the day `since` nothing at
    hand shows that its number meant this article. `in_force` is the day that the law itself prints.

    One that is read from a document of the library has `document_id` and `clause_id`; its days are null where nobody
    wrote them down.
    """

    law: str
    edition: str | None
    in_force: str | None
    article: str
    since: str | None
    chapter: tuple[str, ...]
    text: str
    paragraphs: tuple[str, ...]
    document_id: int | None = None
    clause_id: str | None = None


@entity
class RelatedLaw:
    """An article beside a clause that names it (`why` is cited) or whose subject rests on it (subject); its words only
    where the clause is read by itself. `day_shown`: texts show that the number meant this article on the contract's
    day; else it is today's article, and nobody knows what it was then."""

    law: str
    edition: str
    article: str
    why: str
    day_shown: bool
    text: str | None = None


@entity
class LawAnswer:
    """The article that a reference names; `passage` is the paragraph, or the item of one, that it asks for."""

    status: AnswerStatus
    message: str | None = None
    article: LawArticle | None = None
    passage: str | None = None
    truncated: bool = False
    next_cursor: str | None = None


@entity
class LawHit:
    """An article that was found for a question, verbatim, and how likely it is about it (0–1); `passage` as in
    `LawAnswer`."""

    law: str
    edition: str | None
    in_force: str | None
    article: str
    chapter: tuple[str, ...]
    text: str
    similarity_score: float
    passage: str | None = None
    document_id: int | None = None


@entity
class LawSearchAnswer:
    """The articles for a question, likeliest first; `searched` are the laws that were looked through."""

    status: AnswerStatus
    query: str
    message: str | None = None
    results: tuple[LawHit, ...] = ()
    searched: tuple[str, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None


@entity
class ListedLaw:
    """A law that can be looked up: one that comes with the program, or a document of the library (`document_id`).

    `articles` is how many it has: 0 where its text is not what was shipped, and none of it is given.
    """

    law: str
    short_name: str
    edition: str | None
    in_force: str | None
    articles: int
    document_id: int | None = None


@entity
class LawsAnswer:
    """All laws that can be looked up."""

    status: AnswerStatus
    message: str | None = None
    laws: tuple[ListedLaw, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
