"""An answer's body ends at its limits, packed or not."""

import gzip
import random
import zlib

import pytest

from insurance_desktop.crawl.body import Limits, NotUnpackable, TooLarge, TooSlow, read_body
from insurance_desktop.domain.running import Cancelled

TEXT = bytes(random.Random(1).randbytes(200_000))


def limits(most=1 << 20, is_late=lambda: False, cancel=lambda: False):
    return Limits(most, is_late, cancel)


def pieces(content, size=777):
    return [content[n : n + size] for n in range(0, len(content), size)]


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", TEXT),
        ("identity", TEXT),
        ("gzip", gzip.compress(TEXT)),
        ("GZIP", gzip.compress(TEXT)),
        ("deflate", zlib.compress(TEXT)),
    ],
)
def test_a_body_comes_out_as_it_was(encoding, packed):
    body = read_body(pieces(packed), encoding, limits())
    assert body.content == TEXT
    assert body.received == len(packed)
    assert body.was_packed == (encoding.lower() not in ("", "identity"))


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_body_that_is_too_large_is_given_up_before_it_is_whole(encoding):
    taken = []

    def flood():
        packed = gzip.compress(bytes(64 << 20)) if encoding else bytes(64 << 20)
        for each in pieces(packed, 4096):
            taken.append(each)
            yield each

    with pytest.raises(TooLarge):
        read_body(flood(), encoding, limits(1 << 20))
    assert sum(map(len, taken)) <= (1 << 20) + 4096


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", TEXT),
        ("gzip", gzip.compress(TEXT)[:-9]),
        ("br", TEXT),
        ("zstd", TEXT),
        ("gzip, gzip", gzip.compress(gzip.compress(TEXT))),
    ],
)
def test_what_cannot_be_unpacked_is_said_to_be_so(encoding, packed):
    with pytest.raises(NotUnpackable):
        read_body(pieces(packed), encoding, limits())


def test_a_body_has_its_time_and_can_be_stopped():
    with pytest.raises(TooSlow):
        read_body(pieces(TEXT), "", limits(is_late=lambda: True))
    with pytest.raises(Cancelled):
        read_body(pieces(TEXT), "", limits(cancel=lambda: True))
