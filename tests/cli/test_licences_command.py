"""`licences`: the parts of the program, and the text of one."""


def test_the_parts_are_listed_with_their_licences(command_line):
    found = command_line.answer("licences")["parts"]
    assert {"name", "version", "licence", "home", "is_library", "requires"} <= set(found[0])
    assert "Noto Sans CJK SC 2.004  OFL-1.1" in command_line("licences").out


def test_the_text_of_one_part_is_shown(command_line):
    assert "SIL OPEN FONT LICENSE" in command_line("licences", "Noto Sans CJK SC").out.upper()
    assert "pymupdf" in command_line("licences", "pymupdf_layout").out
    assert command_line.answer("licences", "nothing-like-it", code=1)["error"]["code"] == "not_found"
