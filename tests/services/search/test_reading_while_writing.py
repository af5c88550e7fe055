"""A second process's reader beside the writer: no error, and never a clause of what is not verified."""

import threading

from stand_ins import clause_text

from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.store.clauses import search_index

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))
UNVERIFIED = (
    "SELECT count(*) FROM clauses JOIN documents ON documents.id = document_id WHERE review_status <> 'VERIFIED'"
)


def test_every_snapshot_of_a_reader_holds_only_verified_text(workspace, one_document):
    ids = [one_document(TEXT + name, file=name) for name in ("a.pdf", "b.pdf")]
    stop = threading.Event()
    seen, faults = set(), []

    def watch():
        try:
            with open_reader(workspace.library.path) as reader:
                while not stop.is_set():
                    with reader.database.read() as connection:
                        clauses = connection.value("SELECT count(*) FROM clauses")
                        words = search_index.count_words(connection)
                        seen.add((clauses == words, connection.value(UNVERIFIED)))
        except Exception as error:  # the thread's fault is the test's
            faults.append(error)

    watchers = [threading.Thread(target=watch) for _ in range(2)]
    for watcher in watchers:
        watcher.start()
    for _ in range(8):
        for document_id in ids:
            decisions.approve(workspace.engine, document_id, reviewer="王")
        for document_id in ids:
            decisions.reject(workspace.library, document_id, reviewer="王", reason="再看")
    stop.set()
    for watcher in watchers:
        watcher.join()
    assert faults == []
    assert seen == {(True, 0)}
