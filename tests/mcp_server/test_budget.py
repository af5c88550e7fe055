"""No answer is larger than what clients take whole: the text and the structure, over texts that are far too long."""

import json

import anyio
import numpy as np
import pytest
from mcp import Client

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.conversion import Item, Table
from insurance_desktop.domain.geometry import Box
from insurance_desktop.index.embedding import Embedder, shipped_embedder, tell_nobody
from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.library import open_library

BUDGET = 25_000


def _sections(label):
    """One clause longer than an answer, exclusions that all match, a table of two thousand cells."""
    items = tuple(
        Item(f"（{number}）", f"被保险人酒后驾驶机动车，第{number}种情形，{label}；" * 3) for number in range(1, 60)
    )
    listed = "因下列情形之一身故的，我们不承担责任：\n" + "\n".join(item.mark + item.text for item in items)
    definitions = "\n".join(f"（{number}）第{number}种重大疾病，按{label}的诊断标准确诊。" for number in range(1, 700))
    rows = tuple((f"{age}周岁", *(f"{age * 31 + column}.00" for column in range(20))) for age in range(100))
    boxes = tuple(
        Box(7, 20.5 * column, 7.5 * row, 20.5 * column + 20, 7.5 * row + 7)
        for row in range(101)
        for column in range(21)
    )
    table = Table(7, "费率表", ("年龄", *(f"{each}年交" for each in range(20))), rows, 100, 21, "元", cell_boxes=boxes)
    printed = "\n".join("\t".join(row) for row in (table.headers, *rows))
    return (
        clause("1.1", "合同构成", f"本合同由{label}条款构成。"),
        clause("2.4", "责任免除", listed, category=("Exclusion",), items=items),
        clause("8.1", "重大疾病的定义", definitions, category=("Definition",)),
        clause("附表", "费率表", printed, is_table=True, table_data=table, page_number=7),
    )


class Unread(Embedder):
    """Puts passages anywhere: how large an answer is does not hang on what was read of hundreds of windows."""

    def __init__(self):
        shipped = shipped_embedder()
        super().__init__(shipped.model_path, shipped.tokenizer_path)

    def passages_counted(self, texts, told=tell_nobody):
        vectors = np.random.default_rng(1).standard_normal((len(texts), self.dimensions)).astype(np.float32)
        counts = [self.count_tokens(text) for text in texts]
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True), counts


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("budget") / "library.db"
    embedder = Unread()
    with (
        open_library(path) as library,
        library.database.write() as connection,
    ):
        for label in ("甲版", "乙版"):
            document = BareDocument("长长定期寿险", _sections(label), code="C1", label=label, document_type="产品条款")
            add_verified(connection, document, library.pack, embedder)
    return path


CALLS = [
    ("search_policy_clause", {"query": "重大疾病的定义", "top_k": 20}),
    ("search_policy_clause", {"query": "费率表", "top_k": 20}),
    ("check_exclusion_risk", {"scenario_description": "酒后驾驶", "product_id": "C1", "strict_mode": False}),
    ("get_clause", {"section_id": "8.1", "document_id": 1}),
    ("get_clause", {"section_id": "附表", "document_id": 1}),
    ("compare_editions", {"document_id": 1, "other_document_id": 2}),
    ("list_documents", {}),
    ("verify_quote", {"quote": "第3种重大疾病，按甲版的诊断标准确诊。" * 75}),
    ("verify_quote", {"quote": "".join(f"（{n}）第{n}类重大疾病，按甲版的标准确诊。" for n in range(100, 170))[:1500]}),
]


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_every_page_of_an_answer_fits_and_the_pages_come_to_an_end(path, tool, arguments):
    async def conversation():
        async with Client(build_server(lambda: reader)) as client:
            cursor, pages = None, 0
            while pages < 60:
                result = await client.call_tool(tool, arguments | ({"cursor": cursor} if cursor else {}))
                assert not result.is_error, result.content
                text = "".join(block.text for block in result.content)
                assert len(text.encode()) <= BUDGET
                assert len(json.dumps(result.structured_content, ensure_ascii=False).encode()) <= BUDGET
                cursor = result.structured_content["next_cursor"]
                assert result.structured_content["truncated"] is (cursor is not None)
                pages += 1
                if cursor is None:
                    return pages
            raise AssertionError("the pages do not end")

    with LibraryReader(path) as reader:
        assert anyio.run(conversation)


def test_a_table_is_read_page_by_page_and_cell_by_cell(path):
    async def conversation():
        async with Client(build_server(lambda: reader)) as client:
            clause_facts = (
                await client.call_tool("get_clause", {"section_id": "附表", "document_id": 1})
            ).structured_content
            table = {"clause_id": clause_facts["chunk_id"]}
            rows, cursor = [], None
            while True:
                result = await client.call_tool("get_table", table | ({"cursor": cursor} if cursor else {}))
                assert len(result.content[0].text.encode()) <= BUDGET
                rows += result.structured_content["row_labels"]
                cursor = result.structured_content["next_cursor"]
                if cursor is None:
                    break
            cell = await client.call_tool("get_table", table | {"row": "30", "column": "5年交"})
            return rows, cell.structured_content["cell"]

    with LibraryReader(path) as reader:
        rows, cell = anyio.run(conversation)
    assert rows == [f"{age}周岁" for age in range(100)]
    assert cell["text"] == f"{30 * 31 + 5}.00"
