"""The names that a server says before it has read the pack are those of the pack."""

from insurance_desktop.packs.labels import category_labels
from insurance_desktop.packs.loader import load_pack


def test_the_quickly_read_labels_are_the_packs():
    assert list(category_labels("insurance").items()) == [
        (each.name, each.label) for each in load_pack("insurance").categories
    ]
