"""Tells what the models and the fitted numbers read, each as one sha256: for the record, without fitting anew.

    python -m development.fitting.data_hashes CORPUS

The fitting commands print the same numbers while they run.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from development.training.own_documents import FOLDER, data_sha256, document_digests, read_split
from development.training.pairs import read_pairs
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from . import matching


def told(corpus: Path, training: Path = FOLDER) -> Iterator[tuple[str, str]]:
    """What is fitted, and the sha256 of its data."""
    split, public = read_split(training), read_pairs(corpus, ()).sources
    yield "embedding, stage public", data_sha256(public)
    yield "embedding, stage documents", data_sha256(public | document_digests(split.embedding, training))
    yield "reranker", data_sha256(public | document_digests(split.reread, training))
    yield "reranker, the newest documents alone", data_sha256(document_digests(split.newest, training))
    yield "exclusion", data_sha256(matching.sources(training, corpus, load_pack(default_pack())))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--training", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    for name, digest in told(options.corpus, options.training):
        sys.stdout.write(f"{digest}  {name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
