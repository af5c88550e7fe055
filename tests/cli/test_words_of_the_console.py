"""The console speaks to a person: no field names, no `None`, no English in Chinese sentences, whatever is asked."""

import io
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textbook import LISTED, OFF_TOPIC, TEXTBOOK
from two_products import EMBEDDER

from development.bare_library import add_verified, open_engine
from insurance_desktop.cli.arguments import COMMANDS
from insurance_desktop.cli.console import begin_progress, note_progress
from insurance_desktop.cli.declaring import Command
from insurance_desktop.domain.running import Progress
from insurance_desktop.packs.wording import language

FIRST, SECOND, RATES = 1, 2, 3
"""The sample documents: two editions of a product, and its rates."""

OF_PRODUCTS = """
status
documents
documents --status rejected
review queue
review show {first}
review show {rates}
review log
review versions {first}
review facts {first}
review notes {first}
review assignments {first}
review rule
review inherit {second}
products filter --age-min 20
products search 身故
products inspect YH1001
products inspect YH1001 --view summary --describe
products inspect YH1001 --fields 等待期,保险责任,没有的 --sources
products inspect 没有的
products compare YH1001@YH1001-1 YH1001@YH1001-2 --fields 等待期,其他约定
lookup 青松
search 犹豫期有多少天 --top-k 1
search 犹豫期 --product 青松
search 红烧肉
ask 犹豫期有多少天
ask 犹豫期 --product 青松
law 保险法第十六条第二款
law 保险法第九百条
exclusions 酒后开车出了事 --product YH1001
surrender YH1001 --operation reduced_paid_up
clause 2.4 --product YH1001
clause 9.99 --product YH1001
table 前言 --document {rates}
verify-quote 猝死属于意外伤害 --product YH1001
verify-quote --answer 条款写明“猝死不属于意外伤害”
compare {first} {second}
golden list
golden add 签了还能反悔吗 --clause {clause} --reviewer 王敏
golden list
evaluate {golden}
evaluate {golden} --ask
ranking status
ranking history
evidence {clause} --out {folder}/evidence.zip
backup {folder}/backup.db
repair
index
doctor
review fact {first} 等待期 confirm --reviewer 王敏
review edit {first} --markdown {edited} --reviewer 王敏
review diff {first} 1 2
review approve {first} --reviewer 王敏
review undo {first} --reviewer 王敏
review approve {first} --reviewer 王敏
review approve {rates} --reviewer 王敏
review reject {rates} --reviewer 王敏 --reason 重复
review undo {rates} --reviewer 王敏
review correct {second} 1.4 --category Exclusion --reviewer 王敏
review note {second} 记住 --section 1.4 --reviewer 王敏
review assign {second} --to 李 --reviewer 王敏
review resolve {second} 9 --reviewer 王敏 --reason 看过
golden remove 1 --reviewer 王敏 --reason 重复
"""
OF_NO_LIBRARY = """
demo --no-window
convert {rates_file}
import {rates_file}
import /no/such/file.pdf
crawl sites
crawl status
crawl receipts
crawl runs
crawl settings --offline on --contact a@b.cn
crawl discover pingan-life
crawl acquire pingan-life
crawl run pingan-life
crawl confirm pingan-life --folder /gongkaixinxipilu/ --reviewer 王敏 --reason 依法披露
crawl acknowledge 7 --reviewer 王敏 --reason 看过
endpoints list
endpoints set mine --kind openai --base-url http://127.0.0.1:9/v1 --fast qwen
endpoints test mine
endpoints remove mine
sessions list
sessions show 0123456789abcdef
sessions forget 0123456789abcdef
sessions often
sessions settings
packs list
packs install /no/such/file
update settings
update check
update install 9.9
update install 9.9 --only-fetch
update former
connect cursor
open baoxian://nowhere
packs
endpoints
sessions
update
exam
regulations
review
"""
OF_REGULATIONS = """
status
documents
lookup SOLAS
products inspect SOLAS
regulations lookup 'SOLAS III/31.1'
regulations lookup 'SOLAS II-1/77'
regulations graph 'SOLAS III/31'
regulations search 'who is in charge of a raft?'
regulations practice 救生筏
review show 1
"""
OF_BOOKS = """
exam ask
exam answer {paper}
exam evaluate {paper}
exam runs
lookup 基金
"""
NOT_HERE = {
    "bench": "it stands in the sources, and measures",
    "crawl schedule": "lines for the system's own tools",
    "exam practice": "a talk, and its states are tried with it",
    "golden runs": "the layout of `evaluate`",
    "licences": "the names that licences have",
    "mcp": "a server",
    "ranking activate": "the layout of `evaluate`",
    "ranking check": "the layout of `evaluate`",
    "serve": "a server",
}
SPOKEN_NAMES = (
    "sha256 pdf markdown insurance desktop surrender vec from repair json exit evaluate golden add review show"
    " resolve approve accept findings reviewer reason edit pack packs list install endpoints set update settings"
    " address key address former check search ask crawl contact index doctor export rm library lookup ranking"
    " activate products inspect compare connect dry run cursor mine openai qwen client samples jsonl off forget all"
    " maritime english fund exam often sessions test remove answer regulations graph practice discover acquire"
    " pingan life newchina queue versions diff inherit correct facts fact note notes assign assignments rule log undo"
    " reject baoxian page settings name clause import documents file vector keyword hybrid rrf fitted bge small zh"
    " runs clause en http section text markdown clauses"
)
"""Of commands, options, files, formats, companies' sites, models."""
ALLOWED = frozenset(SPOKEN_NAMES.split())
NAMES = re.compile(
    r"https?://\S+|\S*/\S+|--[a-z-]+|\b[\w.-]+\.(?:pdf|md|db|zip|toml|onnx|jsonl|json|csv|py|txt)\b|\b[0-9a-f]{7,}\b"
    r"|[0-9a-f]{8}-\S+|insurance-desktop \S+|INSURANCE_DESKTOP_\w+|\bfund_exam\b|\blib[a-z]+(?=\.so)"
)
FIELD = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
NOTHING = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|\bnull\b|\bNaN\b")
SHOUTED = re.compile(r"\b(?:REFERENCES|INTERPRETS|AMENDS|EXACT|VERIFIED|PENDING|REJECTED|CONVERTED|QUEUED|COMMAND)\b")
UNITS = re.compile(r"\d ?ms\b|毫秒|\d{4}-\d\d-\d\dT\d\d:")
WORD = re.compile(r"(?<![\w-])[a-z]{3,}(?![\w-])")


def faults_of(said: str, *, is_chinese: bool = True) -> Iterator[str]:
    """What of a printed text is a machine's."""
    words = NAMES.sub(" ", said)
    for pattern in (FIELD, NOTHING, SHOUTED, UNITS):
        yield from pattern.findall(words)
    if is_chinese:
        yield from (word for word in WORD.findall(words) if word not in ALLOWED)


def lines_of(text: str, **values: object) -> list[list[str]]:
    """Command lines of a table, with their values; one argument may stand in quotes."""
    split = [re.findall(r"'([^']*)'|(\S+)", line.format(**values)) for line in text.strip().splitlines()]
    return [[quoted or bare for quoted, bare in words] for words in split]


def machine_words(command_line, lines, *, is_chinese=True):
    """Of each command line what it printed that no person says."""
    found = {}
    for words in lines:
        said = command_line.on_library(*words)
        faults = list(faults_of(said.out + said.err, is_chinese=is_chinese))
        if faults or "意料之外" in said.err:
            found[" ".join(words)] = faults or said.err[-300:]
    return found


def test_the_console_speaks_of_products_in_words(on_samples, tmp_path):
    clause = on_samples.answer("search", "犹豫期有多少天")["results"][0]["chunk_id"]
    edited, golden = tmp_path / "edited.md", tmp_path / "golden.jsonl"
    text = on_samples.answer("review", "show", FIRST)["markdown"]
    edited.write_text(text.replace("十五日", "十六日"), encoding="utf-8")
    golden.write_text(
        '{"tier": "basic", "style": "colloquial", "question": "签了还能反悔吗", "expected_section_ids": ["1.4"]}\n',
        encoding="utf-8",
    )
    values = {"first": FIRST, "second": SECOND, "rates": RATES, "clause": clause, "folder": tmp_path}
    lines = lines_of(OF_PRODUCTS, **values, edited=edited, golden=golden)
    assert machine_words(on_samples, lines) == {}


def test_the_console_speaks_in_words_where_there_is_no_library(command_line, keyring, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    rates = Path(__file__).resolve().parents[2] / "resources" / "samples" / "rates.pdf"
    assert machine_words(command_line, lines_of(OF_NO_LIBRARY, rates_file=rates)) == {}


def test_the_console_speaks_of_regulations_in_words(on_conventions):
    assert machine_words(on_conventions, lines_of(OF_REGULATIONS), is_chinese=False) == {}


def test_the_console_speaks_of_exams_in_words(command_line, monkeypatch, tmp_path):
    with open_engine(command_line.library, EMBEDDER) as engine, engine.library.database.write() as connection:
        add_verified(connection, TEXTBOOK, engine.library.pack, EMBEDDER)
    paper = tmp_path / "paper.txt"
    paper.write_text(f"1. {LISTED}\n答案：C\n2. {LISTED}\n答案：B\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{LISTED}\n{OFF_TOPIC}\nexit\n"))
    assert machine_words(command_line, lines_of(OF_BOOKS, paper=paper)) == {}


def test_what_the_library_holds_besides_is_said(command_line, prepared_conventions, prepared_library):
    """A list of one pack's documents says that there are others, and how to see them."""
    shutil.copy(prepared_library, command_line.library)
    convention = Path(__file__).resolve().parents[2] / "resources" / "packs" / "maritime" / "samples" / "convention.pdf"
    assert command_line.on_library("import", convention, "--pack", "maritime").code == 0
    for words in (("documents",), ("review", "queue"), ("status",)):
        assert "海事公约与规则（加 --pack maritime 看）" in command_line.on_library(*words).out
        named = command_line.on_library(*words, "--pack", "maritime").out
        assert "这个资料库里还有" not in named
    assert "这个资料库里还有" not in command_line.on_library("review", "show", FIRST).out


IN_ENGLISH = """
review rule
review queue
crawl settings
crawl status
sessions settings
update settings
endpoints list
packs
review show 99
no such command
"""
CHINESE = re.compile("[\u4e00-\u9fff]")


def test_the_console_speaks_english_where_that_is_asked_for(on_samples, keyring, monkeypatch, tmp_path):
    assert on_samples.on_library("review", "reject", RATES, "--reviewer", "Ann", "--reason", "twice").code == 0
    for words in lines_of(IN_ENGLISH):
        said = on_samples.on_library(*words, "--language", "en")
        assert not CHINESE.search(said.out + said.err), words
    assert "Usage: insurance-desktop" in on_samples("--language", "en", "--help").out
    assert "用法：insurance-desktop" in on_samples("--help").out
    monkeypatch.setenv("INSURANCE_DESKTOP_LANGUAGE", "en")
    assert "Finding" in on_samples.on_library("review", "show", FIRST).out
    assert "问题：" in on_samples.on_library("review", "show", FIRST, "--language=zh").out
    assert language() == "zh", "what one call speaks is nothing to the next"


def test_every_command_is_looked_at():
    every = {
        name
        for entry in COMMANDS
        for name in (
            [entry.name] if isinstance(entry, Command) else [f"{entry.name} {each.name}" for each in entry.commands]
        )
    }
    tables = "".join((OF_PRODUCTS, OF_NO_LIBRARY, OF_REGULATIONS, OF_BOOKS))
    looked_at = {name for name in every if re.search(rf"(?m)^{name}(?: |$)", tables)}
    assert sorted(every - looked_at - set(NOT_HERE)) == []


@pytest.mark.parametrize(
    "said",
    [
        "版本 None",
        "coverage_keys：",
        "candidates 里",
        "1 REFERENCES 2",
        "（把握高，2856.4 毫秒）",
        "上次 2026-11-29T08:56:13+00:00",
    ],
)
def test_what_a_machine_says_is_noticed(said):
    assert list(faults_of(said))


def test_a_step_of_work_is_told_once_however_often_it_is_reported(capsys):
    """A pipe keeps every line: pages that are read by their picture were told ten times over."""
    begin_progress()
    for done in (0, 0, 1, 1, 0):
        note_progress(Progress(done, 2, "scan.pdf"))
    assert capsys.readouterr().err.splitlines() == ["[0/2] scan.pdf", "[1/2] scan.pdf"]
