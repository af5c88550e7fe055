"""One hash stands for many texts, and each text leads to it by a few hashes, if nothing of it was changed."""

import pytest

from insurance_desktop.domain.hash_tree import SIZE, leaf_of, root_from, tree_of


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 13, 64, 100])
def test_every_leaf_leads_to_the_root_and_another_one_does_not(count):
    leaves = [leaf_of((number, "words")) for number in range(count)]
    root, paths = tree_of(leaves)
    assert {root_from(leaf, path) for leaf, path in zip(leaves, paths, strict=True)} == {root}
    assert all(root_from(leaf_of((number, "other words")), path) != root for number, path in enumerate(paths))
    assert max(map(len, paths)) == (count - 1).bit_length() * (1 + SIZE)


def test_another_order_or_one_leaf_less_is_another_root():
    leaves = [leaf_of((number,)) for number in range(5)]
    assert len({tree_of(each)[0] for each in (leaves, leaves[::-1], leaves[:-1], [])}) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [(("ab", "c"), ("a", "bc")), (("a", None), ("a", "")), (("a",), ("a", "")), (("1:a",), ("1", "a"))],
)
def test_no_two_lists_of_parts_are_the_same_text(one, other):
    assert leaf_of(one) != leaf_of(other)
