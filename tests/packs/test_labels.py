"""The names that a server says before it has read the pack are those of the pack."""

import pytest

from insurance_desktop.packs.labels import category_labels, pack_label
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, LANGUAGES, speak


def test_the_quickly_read_labels_are_the_packs():
    assert list(category_labels("insurance").items()) == [
        (each.name, each.label) for each in load_pack("insurance").categories
    ]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_pack_is_called_something_in_every_language_of_the_window(spoken):
    speak(spoken)
    try:
        labels = [pack_label(name) for name in pack_names()]
    finally:
        speak(DEFAULT_LANGUAGE)
    assert len(set(labels)) == len(labels)
    assert all(label.isascii() for label in labels) == (spoken != DEFAULT_LANGUAGE)
