"""Correcting what the converter says about one clause: number, title, categories, roles."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QWidget

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import Category, Role
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import column, label
from insurance_desktop.gui.questions import Question
from insurance_desktop.packs.wording import say


@entity
class ClauseVocabulary:
    """The categories and roles that the library's field of documents has."""

    categories: tuple[Category, ...] = ()
    roles: tuple[Role, ...] = ()


class ClauseQuestion(Question):
    """Only what was changed is handed over, with the reason."""

    def __init__(
        self,
        parent: QWidget,
        clause: Clause,
        vocabulary: ClauseVocabulary,
        answered: Callable[[ClauseFields, str], None],
    ) -> None:
        heading = wording.heading_of(clause.section_id, clause.section_title)
        super().__init__(parent, say("review_page.clause_title", heading=heading), say("review_page.clause_text"))
        self._clause = clause
        self.number = self._line(clause.section_id, "review_page.clause_number")
        self.title_line = self._line(clause.section_title, "review_page.clause_heading")
        self.categories = _boxes(vocabulary.categories, clause.category)
        self.roles = _boxes(vocabulary.roles, clause.entity_role)
        self.reason = self._line("", "gui.reason")
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.addRow(label(say("review_page.clause_number")), self.number)
        form.addRow(label(say("review_page.clause_heading")), self.title_line)
        for key, boxes in (
            ("review_page.clause_categories", self.categories),
            ("review_page.clause_roles", self.roles),
        ):
            inner = column(gap=2)
            for box in boxes.values():
                inner.addWidget(box)
            form.addRow(label(say(key)), inner)
        form.addRow(label(say("gui.reason")), self.reason)
        self.body.addLayout(form)
        self.confirm.setText(say("gui.save"))
        self.accepted.connect(lambda: answered(self.changed(), self.reason.text().strip()))
        next(iter(self.categories.values()), self.number).setFocus()

    def changed(self) -> ClauseFields:
        """None where the field was left as it is."""
        clause = self._clause
        number, title = self.number.text().strip(), self.title_line.text().strip()
        return ClauseFields(
            category=_other(_checked(self.categories), clause.category),
            entity_role=_other(_checked(self.roles), clause.entity_role),
            section_id=number if number not in ("", clause.section_id) else None,
            section_title=title if title != clause.section_title else None,
        )

    def _line(self, text: str, key: str) -> QLineEdit:
        made = QLineEdit(text)
        made.setAccessibleName(say(key))
        return made


def _boxes(known: Sequence[Category | Role], chosen: Sequence[str]) -> dict[str, QCheckBox]:
    made = {each.name: QCheckBox(each.label) for each in known}
    for name, box in made.items():
        box.setChecked(name in chosen)
    return made


def _checked(boxes: dict[str, QCheckBox]) -> tuple[str, ...]:
    return tuple(name for name, box in boxes.items() if box.isChecked())


def _other(now: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...] | None:
    return None if set(now) == set(before) else now
