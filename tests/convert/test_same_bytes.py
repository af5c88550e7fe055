"""The same bytes in, the same bytes out: whatever the process, its hash seed, and what was converted before."""

import os
import subprocess
import sys

import pytest
from paper import Paper

from insurance_desktop import paths

PROGRAM = """
import json, sys
from hashlib import sha256
from pathlib import Path
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.plain import plain
from insurance_desktop.packs.loader import load_pack
for path in sys.argv[1:]:
    conversion = plain(convert_bytes(Path(path).read_bytes(), load_pack("insurance")))
    print(sha256(repr(conversion).encode("utf-8", "surrogatepass")).hexdigest())
"""


def digests(files, seed: int) -> list[str]:
    """One digest of everything that a conversion holds for each file, from a process with that hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", PROGRAM, *map(str, files)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


@pytest.fixture
def files(tmp_path):
    paper = Paper()
    paper.grid((60, 200, 340), (100, 130, 160), [["年龄", "保险费"], ["0", "1,200"]])
    paper.y = 300
    paper.clause(
        "2.4", "责任免除", "因下列情形之一造成的，我们不承担责任：", "（1）投保人的故意行为；", "（2）战争（见 9.1）。"
    )
    table = tmp_path / "table.pdf"
    table.write_bytes(paper.bytes())
    return [*sorted((paths.resource_root() / "samples").glob("*.pdf")), table]


def test_conversions_are_the_same_for_any_hash_seed_and_in_any_order(files):
    first = digests(files, 1)
    assert len(first) == len(files)
    assert digests(files[::-1], 2)[::-1] == first


@pytest.mark.corpus
def test_corpus_conversions_are_the_same_for_any_hash_seed(corpus):
    found = sorted((corpus / "insurance").glob("*.pdf"))[:6]
    assert digests(found, 3) == digests(found, 4)
