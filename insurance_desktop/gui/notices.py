"""News for the person in front of the window."""

from insurance_desktop.domain.documents import ImportedFile
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.states import ImportAction
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import say


@entity
class Notice:
    """A sentence above the page. `kind` is `good`, `information`, `warning` or `error`; `details` can be copied.
    `section` is a part of the settings that helps, by the key of its heading."""

    kind: str
    message: str
    hint: str = ""
    details: str = ""
    section: str = ""


def import_notice(files: tuple[ImportedFile, ...]) -> Notice:
    """One sentence for the whole import; the reasons of the failed ones are its details."""
    count = {action: sum(1 for each in files if each.action is action) for action in ImportAction}
    failed = [f"{each.path}: {retold(each.reason or '')}" for each in files if each.action is ImportAction.FAILED]
    message = say(
        "gui.import_done",
        imported=count[ImportAction.IMPORTED],
        duplicate=count[ImportAction.DUPLICATE],
        failed=count[ImportAction.FAILED],
    )
    if not files:
        return Notice("warning", say("gui.import_nothing"), say("gui.import_nothing_hint"))
    if failed:
        return Notice("warning", message, "\n".join(failed[:3]), "\n".join(failed))
    return Notice("good", message, say("gui.import_done_hint") if count[ImportAction.IMPORTED] else "")
