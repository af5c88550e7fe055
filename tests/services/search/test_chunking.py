"""Long sections are indexed in pieces where the pack says so: verbatim, of the sizes that it names."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Coverage
from insurance_desktop.domain.textbook_rules import ChunkSizes
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.search.chunking import chunked, cut
from insurance_desktop.store.versions.versions import StoredVersion

SIZES = ChunkSizes(300, 800, 80, 120)
SENTENCE = "基金管理人应当按照合同的约定运用基金财产进行投资，并且及时向持有人分配收益。"


def version_of(conversion):
    text = (conversion.markdown, conversion.tables, conversion.source_map, Coverage(0, 0, 0, 0), ())
    return StoredVersion(1, 1, 1, *text, "converted", "", "")


@given(st.text(alphabet="甲乙，。\n", max_size=6000))
def test_pieces_cover_the_text_and_keep_to_their_sizes(text):
    spans = list(cut(text, SIZES))
    assert spans[0][0] == 0 and spans[-1][1] == len(text)
    for (start, end), (following, _) in pairwise(spans):
        assert SIZES.least_shared <= end - following <= SIZES.most_shared
        assert start < following
    if len(spans) > 1:
        assert all(SIZES.least <= end - start <= SIZES.most for start, end in spans)


def test_pieces_begin_and_end_with_sentences():
    text = SENTENCE * 60
    spans = list(cut(text, SIZES))
    assert len(spans) > 2
    assert all(text[:end].endswith("。") for _, end in spans)
    assert all(text[start:].startswith("基金管理人") for start, _ in spans)


def test_a_piece_has_its_own_paragraphs_and_a_short_section_is_one():
    paragraphs = "\n\n".join(f"{number} {SENTENCE * 3}" for number in range(1, 31))
    book = f"# 教材\n\n## 第一章 概述\n\n{paragraphs}\n\n## 第二章 短\n\n短文。\n"
    conversion = convert_bytes(book.encode(), load_pack("insurance"))
    pieces = chunked(conversion.clauses, version_of(conversion), SIZES)
    first = [each for each in pieces if each.section_id == "第一章"]
    assert len(first) > 3
    assert [each.locator.paragraph for each in first] == sorted({each.locator.paragraph for each in first})
    assert first[0].locator.paragraph == 3 and first[-1].locator.paragraph_to == 32
    assert all(each.text in conversion.clauses[0].text for each in first)
    assert [each.text for each in pieces if each.section_id == "第二章"] == ["短文。"]


def test_without_a_setting_nothing_is_cut():
    conversion = convert_bytes(f"# 教材\n\n## 第一章 概述\n\n{SENTENCE * 60}\n".encode(), load_pack("insurance"))
    assert chunked(conversion.clauses, version_of(conversion), None) == conversion.clauses
