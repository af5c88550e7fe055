"""The commands of exam questions, with their arguments."""

from pathlib import Path

from insurance_desktop.domain.exam import ExamArm

from . import exam_commands, practice_commands
from .declaring import Group, command, flag, takes

PAPER = takes("paper", type=Path, metavar="FILE|-")
ARM = takes("--arm", choices=[each.value for each in ExamArm], default=ExamArm.HYBRID.value)
OUT = takes("--out", dest="answers_file", type=Path, metavar="FILE")

EXAM = Group(
    "exam",
    (
        command("ask", exam_commands.ask, ARM),
        command(
            "answer",
            exam_commands.answer,
            PAPER,
            ARM,
            OUT,
            flag("--anew"),
        ),
        command("practice", practice_commands.practise, takes("paper", type=Path, nargs="?", metavar="FILE"), ARM),
        command(
            "evaluate",
            exam_commands.evaluate,
            takes("paper", type=Path, metavar="FILE"),
            OUT,
            takes("--chart", type=Path, metavar="FILE.svg|.html"),
            flag("--no-save"),
        ),
        command("runs", exam_commands.runs),
    ),
)
