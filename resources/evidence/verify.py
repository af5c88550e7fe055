"""Checks an evidence pack without the program that made it: Python 3.9 or later, nothing to install.

    python verify.py                        the folder that this file lies in
    python verify.py PACK.zip               a pack that was not unpacked
    python verify.py --original FILE.pdf    also compares the original PDF

Ends with 0 when everything holds, with 1 when something does not. 全部相符时退出码为 0，否则为 1。
"""

import argparse
import hashlib
import json
import sys
import zipfile
from pathlib import Path

FIRST_HASH = "0" * 64
HASHED = ("document_id", "version_id", "kind", "reviewer", "at", "reason", "subject", "content_sha256")


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_pack(place):
    """The files of a pack by name, from a folder or a zip."""
    if place.is_dir():
        return {each.name: each.read_bytes() for each in sorted(place.iterdir()) if each.is_file()}
    with zipfile.ZipFile(place) as pack:
        return {name: pack.read(name) for name in pack.namelist()}


def check_files(files, evidence):
    """Every file that evidence.json names is there and is the one that was packed."""
    for name, expected in sorted(evidence["files"].items()):
        if name not in files:
            yield False, f"缺少文件 {name} / the file {name} is missing"
        else:
            ok = sha256(files[name]) == expected
            yield ok, f"文件 {name} 的 sha256 / sha256 of {name}"


def check_text(files, evidence):
    """The clause's words are part of the content that the approval's hash covers."""
    clause, content = evidence["clause"], evidence["content"]
    yield (
        sha256(clause["text"].encode("utf-8")) == clause["text_sha256"],
        "条款文本的 sha256 / sha256 of the clause's text",
    )
    passage = evidence.get("passage")
    if passage is not None:
        same = clause["text"][passage["start"] : passage["end"]] == passage["text"]
        yield same, "引文是条款文本的原文 / the passage stands word for word in the clause's text"
    raw = files.get("content.json", b"")
    yield sha256(raw) == content["sha256"], "核验时的全部内容的 sha256 / sha256 of all that was approved"
    try:
        markdown = json.loads(raw.decode("utf-8"))[0]
    except (ValueError, IndexError, KeyError, TypeError):
        yield False, "content.json 无法读取 / content.json cannot be read"
        return
    start, end = clause["markdown_start"], clause["markdown_end"]
    yield markdown[start:end] == clause["markdown"], "条款在核验内容中的位置 / the clause's place in what was approved"
    if clause["table_index"] is not None:
        table = json.loads(raw.decode("utf-8"))[1][clause["table_index"]]
        head = table["header_rows"]
        grid = [*table["rows"][:head], table["headers"], *table["rows"][head:]]
        same = table == clause["table_data"] and clause["text"] == "\n".join("\t".join(row) for row in grid)
        yield same, "表格与核验内容中的表格相同 / the table is the one in what was approved"
        return
    signs = iter(clause["markdown"])
    whole = all(sign in signs for sign in clause["text"] if not sign.isspace())
    yield whole, "条款文本的每个字都依次出现在核验内容中 / every sign of the text stands in what was approved, in order"


def check_decisions(files, evidence):
    """The log is one chain from its first entry to its head, and holds the approval of this content."""
    try:
        entries = json.loads(files.get("decisions.json", b"").decode("utf-8"))
    except ValueError:
        yield False, "decisions.json 无法读取 / decisions.json cannot be read"
        return
    previous, broken = FIRST_HASH, None
    for entry in entries:
        told = {name: entry[name] for name in HASHED}
        if entry["previous_hash"] != previous or entry["entry_hash"] != sha256(
            f"{previous}\n{canonical(told)}".encode()
        ):
            broken = entry["decision_id"]
            break
        previous = entry["entry_hash"]
    yield (
        broken is None,
        (
            f"决定日志的哈希链（{len(entries)} 条）/ the hash chain of the decision log ({len(entries)} entries)"
            if broken is None
            else f"决定日志在记录 {broken} 处断开 / the decision log breaks at entry {broken}"
        ),
    )
    yield previous == evidence["decisions"]["head"], "链头 / the head of the chain"
    approval = evidence["approval"]
    found = [each for each in entries if each["decision_id"] == approval["decision_id"]]
    ok = (
        len(found) == 1
        and found[0]["kind"] == "approved"
        and found[0]["content_sha256"] == evidence["content"]["sha256"]
        and (found[0]["reviewer"], found[0]["at"]) == (approval["reviewer"], approval["at"])
    )
    yield ok, "通过这一内容的决定 / the decision that approved this content"
    undone = [json.loads(each["subject"]).get("undone") for each in entries if each["kind"] == "undone"]
    yield approval["decision_id"] not in undone, "这一决定没有被撤销 / that decision was not undone"


def check_original(original, evidence):
    if original is not None:
        expected = evidence["original"]["sha256"]
        yield sha256(original.read_bytes()) == expected, f"原件 {original.name} / the original {original.name}"


def main():
    reader = argparse.ArgumentParser(description="Checks an evidence pack. 检查证据包。")
    reader.add_argument("pack", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    reader.add_argument("--original", type=Path)
    asked = reader.parse_args()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        files = read_pack(asked.pack)
        evidence = json.loads(files["evidence.json"].decode("utf-8"))
        checks = [*check_files(files, evidence), *check_text(files, evidence), *check_decisions(files, evidence)]
        checks += check_original(asked.original, evidence)
    except (OSError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        print(f"✕ 这不是一个完整的证据包 / this is not a whole evidence pack: {type(error).__name__}: {error}")
        return 1
    for ok, what in checks:
        print(f"{'✓' if ok else '✕'} {what}")
    print(f"{evidence['clause']['section_id']} {evidence['clause']['section_title']}")
    print(f"evidence.json sha256 {sha256(files['evidence.json'])}")
    if all(ok for ok, _ in checks):
        print("全部相符。链头是否仍在资料库的日志里，请与资料库的持有人核对。")
        print("Everything holds. Ask the keeper of the library whether the head is still in its log.")
        return 0
    print("有不符之处，这份证据不可信。 / Something does not hold: this evidence cannot be trusted.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
