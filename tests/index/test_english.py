"""English beside Chinese: words in the singular and their pairs, and a model that does not ship."""

from pathlib import Path

import pytest

from insurance_desktop import paths
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.errors import ModelError
from insurance_desktop.index import tokens
from insurance_desktop.index.embedding import Embedder, shipped_embedder, shipped_settings
from insurance_desktop.index.entries import index_clauses, space_for
from insurance_desktop.index.titles import TitleIndex, signs_of

CLAUSE = Clause("1", "Fire pumps", 3, None, 0, 1, 1, text="Ships shall carry two pumps and their batteries.")


@pytest.fixture
def missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Embedder:
    """The English model of a person who has not installed it."""
    monkeypatch.setattr(paths, "installed_models", tmp_path.joinpath)
    return shipped_embedder("en")


@pytest.mark.parametrize(
    ("printed", "asked"),
    [("Ships", "ship"), ("batteries", "battery"), ("hoses", "hose"), ("gross", "gross"), ("gas", "gas")],
)
def test_a_word_is_found_by_its_singular(printed: str, asked: str) -> None:
    assert tokens.words(printed, "en") == tokens.words(asked, "en")


def test_words_that_stand_side_by_side_are_a_pair() -> None:
    assert tokens.bigrams("Fire pumps, hydrants", "en") == ["fire", "pump", "hydrant", "firepump", "pumphydrant"]
    assert tokens.columns_of("fire pumps", "en") == ("fire pump", "fire pump firepump")


def test_chinese_texts_keep_the_words_of_another_language_as_they_are() -> None:
    assert tokens.words("CT scans 检查") == ["ct", "scans", "检查"]


def test_a_title_is_told_by_its_words() -> None:
    assert signs_of("Fire pumps", "en").pairs == {"fire", "pump", "firepump"}
    index = TitleIndex({"Fire pumps": [7], "Bilge pumps": [8]}, "en")
    assert index.best(tokens.bigrams("which fire pump", "en"), 1) == [7]


def test_the_english_model_is_known_before_it_is_installed(missing: Embedder) -> None:
    assert missing.is_missing
    assert (missing.dimensions, missing.settings.max_tokens) == (384, 512)
    assert missing.count_tokens("Ships shall carry two pumps.") == 8
    with pytest.raises(ModelError) as refusal:
        missing.passages(["Ships"])
    assert refusal.value.key == "index.model_not_installed"


def test_tokens_of_english_end_where_the_tokenizer_ends_them(missing: Embedder) -> None:
    from tokenizers import Tokenizer

    text = "Non-combustible divisions: 13.5 litres (3 gallons)\u2014\u201cA\u201d Class, 50\u00b0C; na\u00efve."
    encoding = Tokenizer.from_file(str(missing.tokenizer_path)).encode(text, add_special_tokens=False)
    assert missing.token_ends(text) == [end for _, end in encoding.offsets]


def test_without_its_model_a_clause_has_words_and_no_windows(missing: Embedder) -> None:
    (row,) = index_clauses((CLAUSE,), (), (), "0" * 64, embedder=missing, language="en")
    assert row.windows == ()
    assert row.tokens.title_words == "fire pump" and "battery" in row.tokens.words.split()


def test_rows_with_and_without_vectors_are_told_apart(missing: Embedder) -> None:
    whole, alone = space_for("p", missing, "en"), space_for("p", missing, "en", words_alone=True)
    assert whole.fingerprint != alone.fingerprint
    assert whole.stems and not space_for("p", missing).stems


def test_each_language_has_windows_of_its_own_size() -> None:
    assert shipped_settings("en").windows != shipped_settings("").windows
    assert paths.model_folder("en").parent == paths.model_folder()
