"""Laws that a pack brings: which there are, how their articles are named, and an article as it is answered."""

from .entity import entity
from .states import AnswerStatus


@entity
class UnchangedArticles:
    """The articles from `first` to `last` have had numbers and words `since` an earlier day than the edition's."""

    first: int
    last: int
    since: str


@entity
class LawWork:
    """A law of a pack: its `name`, what people call it besides (`also`), its edition, and the Markdown in the pack's
    folder `laws` that holds it, with the hash that it had when it was taken up."""

    name: str
    also: tuple[str, ...]
    edition: str
    file: str
    sha256: str
    unchanged: tuple[UnchangedArticles, ...] = ()


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
    """The laws of a pack, with how they are printed and named, as regular expressions.

    `article_form` begins an article's line, with the groups `label` and `number`; a line that `listed_form` begins
    belongs to the paragraph above it. In a reference what fits `parting_form` only parts its words;
    `reference_form` is what stands beside a law's name, with the groups `article`, `paragraph`, `dotted` and `item`.
    `cited_form` is how a clause names an article.
    """

    works: tuple[LawWork, ...] = ()
    article_form: str = ""
    listed_form: str = ""
    parting_form: str = ""
    reference_form: str = ""
    cited_form: str = ""
    subjects: tuple[LawSubject, ...] = ()


@entity
class LawArticle:
    """An article, verbatim; what lists cases is in the paragraph that opens the list. Before the day `since` its
    number may have meant another one."""

    law: str
    edition: str
    article: str
    since: str
    chapter: tuple[str, ...]
    text: str
    paragraphs: tuple[str, ...]


@entity
class RelatedLaw:
    """An article beside a clause that names it (`why` is cited) or whose subject rests on it (subject); its words only
    where the clause is read by itself."""

    law: str
    edition: str
    article: str
    why: str
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
