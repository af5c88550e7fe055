"""A life to be killed (`lives.said_until_killed`): imports, edits and approves papers, says each row that is stored,
and stops where it is told.

At the COUNT-th time that it is at PLACE (`write` = after a statement inside an open write transaction, `conversion` =
while an original is converted, `between` = between two steps) it says `inside PLACE` and waits to be killed.
"""

import random

from stand_ins import PaperWorkers, clause_text, open_with_stand_ins, paper

from insurance_desktop.services.importing.ingestion import import_paths, resume_queued
from insurance_desktop.services.review import decisions
from insurance_desktop.store.database import Connection

WORDS = ("犹豫期", "等待期", "现金价值", "责任免除", "受益人", "保险金额", "宽限期", "减额交清")


class Deathbed:
    """Counts how often the process came to a place, and waits there for its end."""

    def __init__(self, pipe, place, count):
        self.pipe = pipe
        self.place = place
        self.left = count

    def at(self, place):
        if place != self.place:
            return
        self.left -= 1
        if self.left == 0:
            self.say("inside", place)
            self.pipe.recv()

    def say(self, *words):
        self.pipe.send(words)


def stop_inside_writes(deathbed):
    """Every statement of a write transaction becomes a place to die at."""
    rows, many = Connection.rows, Connection.run_many

    def after(call):
        def counted(self, *arguments):
            answer = call(self, *arguments)
            if self._depth:
                deathbed.at("write")
            return answer

        return counted

    Connection.rows, Connection.run_many = after(rows), after(many)


def some_paper(source):
    sections = [
        (f"{n}.1", source.choice(WORDS), "，".join(source.choices(WORDS, k=20)) + f"，{source.random()}。")
        for n in range(1, source.randint(3, 6))
    ]
    return paper(clause_text(*sections), name=f"产品{source.randint(1, 3)}", code=str(source.randint(1, 3)))


def main(pipe, path, seed, place, count):
    source = random.Random(seed)
    deathbed = Deathbed(pipe, place, count)
    stop_inside_writes(deathbed)
    workers = PaperWorkers()
    workers.before_each = lambda: deathbed.at("conversion")
    workspace = open_with_stand_ins(path, workers)
    deathbed.say("opened")
    for document in resume_queued(workspace.library, workspace.converter):
        deathbed.say("document", document.document_id, document.sha256)
    for number in range(1000):
        original = path.with_name(f"{seed}-{number}.pdf")
        original.write_bytes(some_paper(source))
        (line,) = import_paths(workspace.library, workspace.converter, [original])
        deathbed.say("document", line.document.document_id, line.sha256)
        deathbed.at("between")
        document_id = line.document.document_id
        receipt = decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="看过")
        deathbed.say("decision", receipt.decision_id, receipt.content_sha256)
        if source.random() < 0.3:
            text = decisions.show(workspace.library, document_id).markdown.replace("受益人", "指定受益人") + "\n补。\n"
            receipt = decisions.edit(workspace.library, document_id, markdown=text, reviewer="李")
            deathbed.say("decision", receipt.decision_id, receipt.content_sha256)
