"""Documents on their way and what is done with them, as a person reads it on a console: import, conversion, review,
collection, health."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from insurance_desktop.domain.conversion import Clause, Reference, reference_share
from insurance_desktop.domain.documents import Decision
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.packs.collection_words import outcome_in_words, purpose_in_words, run_in_words
from insurance_desktop.packs.labels import pack_label
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import catalogue, language, say

from .answer_layouts import pages, place
from .rendering import LAYOUTS, MARGIN, Layout, each, either, known, line, rendered, text


def _finding_place(boxes: Sequence[Box], clauses: Sequence[Clause]) -> str:
    """Page and clause of a finding's first place, as far as they are known, and how many places there are."""
    if not boxes:
        return say("cli.whole_document")
    first = _place_of(boxes[0], clauses)
    return first if len(boxes) == 1 else say("cli.places", first=first, count=len(boxes))


def _place_of(box: Box, clauses: Sequence[Clause]) -> str:
    page = say("cli.page", page=box.page)
    clause = max(clauses, key=lambda clause: _shared(box, clause), default=None)
    return f"{page} {place(clause)}" if clause is not None and _shared(box, clause) > 0 else page


def _shared(box: Box, clause: Clause) -> float:
    """How much of the page a box and a clause have in common."""
    return sum(
        max(0.0, min(box.x1, other.x1) - max(box.x0, other.x0))
        * max(0.0, min(box.y1, other.y1) - max(box.y0, other.y0))
        for other in clause.boxes
        if box.page == other.page
    )


def _pages(it: Any) -> str:
    return say("cli.pages", count=it.pages) if it.pages else say("cli.without_pages")


def _findings(sheet: Any) -> str:
    if not sheet.findings:
        return retold(sheet.document.reason or "") or say("cli.no_findings")
    said = [
        rendered(found, place=_finding_place(found.boxes, sheet.clauses), severity=say(f"cli.{found.severity}"))
        for found in sheet.findings
    ]
    return "\n".join([say("cli.findings"), *said])


def settled_by(found: Decision) -> list[int]:
    """The ids of the findings that a decision settled."""
    return list(json.loads(found.subject).get("findings", ()))


def _settled(found: Decision) -> str:
    """In words: the findings that it settled, the decision that it takes back, the place that it points at."""
    subject, numbers = json.loads(found.subject), settled_by(found)
    said = say("cli.settles", findings=say("cli.listing_joint").join(map(str, numbers))) if numbers else ""
    if "undone" in subject:
        return said + say("cli.takes_back", decision=subject["undone"])
    at = subject.get("place")
    return said + say("cli.points_at", page=at[0], box=at[1:]) if at else said


def _excluded(coverage: Any) -> str:
    """Under which reason glyphs were left out; a pack may name reasons that the catalogue does not know."""
    glyphs, places = Counter[str](), Counter[str]()
    for left_out in coverage.exclusions:
        glyphs[left_out.reason] += len("".join(left_out.text.split()))
        places[left_out.reason] += 1
    return "\n".join(
        MARGIN
        + say(
            "cli.excluded",
            reason=catalogue(language()).get(f"cli.excluded_{reason}", reason),
            glyphs=count,
            places=places[reason],
        )
        for reason, count in glyphs.most_common()
    )


def _references(it: Any) -> str | None:
    """How many of a document's pointers lead to a section of it; no line where nothing points."""
    references: Sequence[Reference] = it.references
    return say("cli.references", share=reference_share(references)) if references else None


def _hunk(it: Any) -> str:
    """The lines of a difference as `diff` shows them."""
    old, new = (words.rstrip("\n").split("\n") if words else [] for words in (it.hunk.old, it.hunk.new))
    return "\n".join([*(f"{MARGIN}- {one}" for one in old), *(f"{MARGIN}+ {one}" for one in new)])


def _ids(found: Sequence[Any]) -> str:
    return " ".join(f"#{one.document_id}" for one in found)


def _run_brought(run: Any) -> str:
    had, alarms = run.report.get("acquisition", {}), run.report.get("alarms", ())
    return say(
        "cli.crawl_run_brought",
        new=len(had.get("documents", ())),
        failed=had.get("failed", 0),
        rechecked=had.get("rechecked", 0),
        alarms=len(alarms),
    )


def or_no_reason(it: Any) -> str:
    return it.reason or say("cli.no_reason")


def _seconds(milliseconds: float | None) -> str:
    return f"{(milliseconds or 0) / 1000:.1f}"


def _trial_of_model(it: Any) -> str:
    if not it.ok:
        return "cli.trial_failed"
    return "cli.trial_streams" if it.streams else "cli.trial_whole"


def _check(it: Any) -> str:
    """Good, to be noted (there is something to do, nothing is broken), or broken."""
    if not it.ok:
        return "cli.check_failed"
    return "cli.check_note" if it.hint else "cli.check_ok"


def _checked(it: Any) -> str:
    """What a check looked at; of several of a kind, at which of them."""
    kind, _, which = it.name.partition(" ")
    words = say(f"cli.checked_{kind}")
    return say("cli.checked_one", kind=words, which=pack_label(which)) if which in pack_names() else words


ALARMS: Layout = (each("alarms"), text(lambda it: say("cli.crawl_answer") if it.alarms else None))

LAYOUTS.update(
    # documents
    Conversion=(
        line(
            "cli.conversion",
            pages=_pages,
            clauses=lambda it: len(it.clauses),
            tables=lambda it: len(it.tables),
        ),
        text(_references),
        each("clauses"),
        each("findings"),
    ),
    Clause=(line("cli.clause_line", place=place, page=pages),),
    Finding=(
        line("cli.finding_line", severity=lambda it: say(f"cli.{it.severity}"), message=lambda it: retold(it.message)),
    ),
    Document=(line("cli.document", pages=_pages, name=lambda it: it.product_name or it.logical_path),),
    ImportedFile=(
        line(lambda it: f"cli.action_{it.action}"),
        each("document", margin=1),
        text(lambda it: known(it.reason) if it.document is None else retold(it.reason or ""), 1),
    ),
    # review
    ReviewDocument=(
        each("document"),
        text(lambda it: say("review.text_altered", it=it.document) if it.is_altered else None),
        line("cli.sheet_size", clauses=lambda it: len(it.clauses), tables=lambda it: len(it.tables)),
        text(_findings),
        each("decisions", head="cli.decisions", margin=1),
        text(lambda it: None if it.decisions else say("cli.no_decisions")),
        each("coverage"),
        text(_references),
        line("cli.sheet_text"),
    ),
    StoredFinding=(
        line(
            "cli.stored_finding",
            state=lambda it: say("cli.finding_open" if it.is_open else "cli.finding_settled"),
            message=lambda it: retold(it.message),
        ),
        line("cli.settled_by", margin=2, when=lambda it: not it.is_open),
    ),
    Decision=(
        line(
            "cli.decision",
            backdated=lambda it: say("review.backdated") if it.is_backdated else "",
            kind=lambda it: say(f"cli.decision_{it.kind}"),
            reason=or_no_reason,
            settled=_settled,
        ),
    ),
    DecisionReceipt=(line("cli.decided"),),
    Coverage=(line("cli.coverage"), text(_excluded)),
    LogCheck=(line(lambda it: "cli.log_ok" if it.ok else "cli.log_broken"),),
    Version=(
        line(
            "cli.version_line",
            current=lambda it: say("cli.version_current") if it.is_current else "",
            origin=lambda it: say(f"cli.origin_{it.origin}"),
            reason=or_no_reason,
        ),
    ),
    VersionDifference=(either("hunks", (each("hunks"),), (text(lambda it: say("cli.no_difference")),)),),
    PlacedHunk=(text(lambda it: it.new_heading or it.old_heading), text(_hunk)),
    Inheritable=(line("cli.inheritable"),),
    Note=(line("cli.note_line", outdated=lambda it: say("cli.note_outdated") if it.is_outdated else ""),),
    Assignment=(
        line(
            lambda it: "cli.assigned" if it.reviewer else "cli.given_back",
            note=lambda it: f"\u3000{it.note}" if it.note else "",
        ),
    ),
    ReviewQueue=(
        either("entries", (each("entries", numbered=True),), (text(lambda it: say("cli.queue_empty")),)),
        line("cli.queue_for_others", when="for_others", ids=lambda it: _ids(it.for_others)),
        line("cli.queue_unreadable", when="unreadable", ids=lambda it: _ids(it.unreadable)),
    ),
    QueueEntry=(line("cli.queue_line", document=lambda it: rendered(it.document)), each("reasons", margin=2)),
    Reason=(
        line(
            "cli.queue_reason",
            words=lambda it: say(f"cli.reason_{it.kind}"),
            blocking=lambda it: say("cli.queue_blocking", count=it.blocking) if it.blocking else "",
        ),
    ),
    ReviewRule=(line("cli.rule_reviewers"), line("cli.rule_set_by", when="set_by")),
    # collection
    SiteDescription=(line("cli.crawl_site"),),
    CollectionReport=(each("discovery"), each("acquisition"), *ALARMS),
    DiscoveryReport=(
        line(
            "cli.crawl_discovered",
            products=lambda it: len(it.new_products),
            editions=lambda it: len(it.new_editions),
        ),
        text(lambda it: "\n".join(say("cli.crawl_new_product", name=name) for name in it.new_products), 1),
    ),
    AcquisitionReport=(
        line("cli.crawl_acquired", new=lambda it: len(it.documents), failed=lambda it: len(it.failed)),
        line("cli.crawl_rechecked", when="rechecked"),
        each(lambda it: (*it.foreign, *it.failed), margin=1, layout=(line("cli.crawl_failed"),)),
    ),
    ToldAlarm=(line("cli.crawl_alarm"), text("hint", 1)),
    SiteReport=(
        line("cli.site"),
        each("breaker", margin=1, layout=(line("cli.breaker"),)),
        line("cli.needs_person", margin=1, when="needs_person"),
        line("cli.crawl_oldest_check", margin=1, when="oldest_check"),
        line("cli.crawl_gone", margin=1, when="gone"),
        each(lambda it: it if it.alarms else None, margin=1, layout=ALARMS),
    ),
    CollectionSettings=(
        line(lambda it: "cli.crawl_offline" if it.offline else "cli.crawl_online"),
        line(lambda it: "cli.crawl_contact" if it.contact else "cli.crawl_no_contact"),
        line("cli.crawl_rechecks"),
    ),
    Receipt=(
        line(
            "cli.receipt",
            purpose=lambda it: purpose_in_words(it.purpose),
            outcome=lambda it: outcome_in_words(it.outcome),
            status=lambda it: it.status or "",
        ),
    ),
    Run=(
        line(
            "cli.crawl_run",
            step=lambda it: say(f"cli.crawl_step_{it.step}"),
            outcome=lambda it: run_in_words(it.outcome),
            brought=_run_brought,
        ),
    ),
    Confirmation=(line("cli.crawl_confirmed"),),
    ScheduleLines=(
        line("cli.schedule_windows"),
        text(lambda it: "\n" + say("cli.schedule_launchd", it=it)),
        text(lambda it: "\n" + say("cli.schedule_cron", it=it)),
    ),
    IndexReport=(line("cli.indexed"),),
    RepairReport=(
        each("restored", head="cli.repair_restored", margin=1),
        each("remade", head="cli.repair_remade", margin=1),
        each("left", head="cli.repair_left", margin=1),
        text("advice"),
        text(lambda it: None if it.restored or it.remade or it.left else say("cli.repair_nothing")),
    ),
    Mended=(text("sentence"),),
    # language models
    ListedEndpoint=(
        line(lambda it: "cli.endpoint_in_use" if it.in_use else "cli.endpoint_listed"),
        line("cli.endpoint_models", margin=1, when=lambda it: it.endpoint.fast or it.endpoint.strong),
        line("cli.endpoint_voice", margin=1, when=lambda it: it.endpoint.transcription or it.endpoint.speech),
        line(lambda it: "cli.endpoint_has_key" if it.has_key else "cli.endpoint_no_key", margin=1),
    ),
    EndpointTrial=(line("cli.endpoint_trial"), each("models", margin=1), each("voice", margin=1)),
    ModelTrial=(
        line(_trial_of_model, first=lambda it: _seconds(it.first_word_ms), total=lambda it: _seconds(it.total_ms)),
        line("cli.trial_tokens", margin=1, when="tokens"),
        line("cli.trial_cost", margin=1, when=lambda it: it.cost is not None, cost=lambda it: f"{it.cost:.6f}"),
        text("hint", 1),
        line("cli.trial_names", margin=1, when="names", listed=lambda it: ", ".join(it.names)),
    ),
    VoiceTrial=(
        line(lambda it: "cli.trial_spoke" if it.ok else "cli.trial_failed", total=lambda it: _seconds(it.total_ms)),
        line("cli.trial_heard", margin=1, when="heard"),
        text("hint", 1),
    ),
    # conversations
    RememberedSession=(line("memory.session_line", topics=lambda it: ", ".join(it.topics)),),
    Conversation=(
        line("memory.earlier", when="summary"),
        each("turns"),
        line("memory.about", when="entities", names=lambda it: ", ".join(name for _, name in it.entities)),
        line("memory.topics", when="active_topics", names=lambda it: ", ".join(it.active_topics)),
        line("memory.clauses", when="active_clauses", names=lambda it: ", ".join(map(place, it.active_clauses))),
    ),
    Turn=(line(lambda it: f"memory.turn_{it.role}"),),
    OftenAsked=(line("memory.often_line"),),
    # licences
    Part=(line("licences.line"),),
    LicensedPart=(
        each("part"),
        each("texts"),
        text(lambda it: None if it.texts else say("licences.no_text", it=it.part)),
    ),
    LicenceText=(line("licences.text_head"), text("text")),
    # newer versions
    UpdateReport=(
        line(lambda it: f"updates.is_{it.status}"),
        line("updates.signed", margin=1),
        each("changes", head="updates.changes", margin=1),
        line("cli.update_next", when=lambda it: it.status == "available" and it.file),
        line("cli.update_no_file", when=lambda it: it.status == "available" and not it.file),
    ),
    FetchedUpdate=(line("updates.fetched"), text("steps", 1)),
    StandingVersion=(line(lambda it: f"updates.{it.action}"), text("steps", 1)),
    UpdateSettings=(
        line(lambda it: "updates.settings" if it.address else "updates.no_settings"),
        line("updates.set_by_others", when="is_given"),
    ),
    # packs
    PackModel=(
        line("cli.pack_model", state=lambda it: say(f"packs.model_{it.state}", it=it)),
        line("cli.pack_practice", when=lambda it: it.practice, count=lambda it: len(it.practice)),
        text(lambda it: "\n".join(it.practice), 1),
    ),
    InstalledModel=(
        line("cli.model_installed", served=lambda it: ", ".join(it.packs)),
        line("packs.signed", when="signed_by"),
    ),
    InstalledPack=(
        line("packs.pack_installed"),
        line("packs.former_kept", when="former"),
        line("packs.signed", when="signed_by"),
    ),
    # health
    Check=(line(_check, name=_checked), text("hint", 1)),
)


# what a decision leaves behind


def checks(found: Sequence[Any]) -> str:
    return rendered([*found, say("cli.healthy" if all(one.ok for one in found) else "cli.unhealthy")])


def approved(receipt: Any, after: Any) -> str:
    """What the approval let pass: warnings that stay open, and findings that were accepted with it."""
    if after.document.review_status is not ReviewStatus.VERIFIED:
        return rendered([receipt, say("cli.second_reviewer_due", reviewer=after.document.first_reviewer)])
    accepted = [
        number for one in after.decisions if one.decision_id == receipt.decision_id for number in settled_by(one)
    ]
    open_ones = [one for one in after.findings if one.is_open]
    passed = [one for one in open_ones if one.severity is Severity.WARNING]
    notes = len(open_ones) - len(passed)
    nothing = say("cli.passed_notes", count=notes, document_id=receipt.document_id) if notes else None
    return rendered(
        [
            receipt,
            say("cli.accepted_findings", count=len(accepted)) if accepted else None,
            say("cli.passed_warnings", count=len(passed)) if passed else nothing or say("cli.no_open_warnings"),
            *(MARGIN + retold(one.message) for one in passed),
            say("cli.now_searchable", count=after.document.indexed_clauses),
        ]
    )


def waiting(found: Any) -> str:
    """What still waits for the reviewer of a document."""
    if found.findings.blocking or found.findings.warning:
        return say("cli.findings_wait", findings=found.findings, document_id=found.document_id)
    return say("cli.nothing_waits", document_id=found.document_id)
