"""The card of the settings page: what the program is made of, and the text of each licence."""

from insurance_desktop.gui.pages import SETTINGS


def test_the_parts_are_listed_and_a_chosen_one_shows_its_licence(window, services, qtbot):
    window.show_page(SETTINGS)
    card = window.settings_page.licences
    qtbot.waitUntil(lambda: "AFFERO" in card.text.toPlainText(), timeout=60_000)
    names = [card.table.item(line, 0).text() for line in range(card.table.rowCount())]
    card.table.selectRow(names.index("PySide6_Essentials"))
    qtbot.waitUntil(lambda: "LESSER" in card.text.toPlainText(), timeout=60_000)
