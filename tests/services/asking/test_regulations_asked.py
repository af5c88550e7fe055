"""The seed's eight cases, asked of small made-up conventions: what the library lacks of SOLAS stands in here.

Each is answered twice: quoted, and by a model that says what it is told to. The texts are nobody's; their numbers and
figures are those that the cases ask for.
"""

import time

import pytest
from talking import Notebook, ScriptedModel

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.asking import AskRequest
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.services.asking.ask import ask
from insurance_desktop.services.asking.checking.answer_checks import AnswerCheck
from insurance_desktop.services.asking.helpers import Helpers, Writing
from insurance_desktop.services.asking.model_choice import choose
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.engine import Models, SearchEngine

MOST_MS = 15_000

OPENINGS = (
    "1 Each cargo hold shall have means of access from the deck.\n"
    "2 The minimum size of an opening through which a person in a suit walks is 600 mm by 600 mm.\n"
    "3 The minimum size of an opening in a wall of a tank is 600 mm by 800 mm."
)
RAFTS = (
    "1 Cargo ships shall carry survival craft as follows.\n"
    "1.1 A cargo ship of any length shall carry liferafts for all persons on board.\n"
    "1.2 A liferaft that is stowed more than 100 m from the others shall be added at that end.\n"
    "1.3 Cargo ships of 85 metres and above with free-fall lifeboats need no launching appliance for liferafts.\n"
    "1.4 On a cargo ship of 85 metres and above the liferaft on one side shall be davit-launched by a launching "
    "appliance, and the liferafts on the other side may be thrown overboard: a launching appliance on each side "
    "is not required."
)
SOLAS = (
    ("CHAPTER II-1 Structure", "Regulation 3-6", "Access and openings of cargo holds", OPENINGS),
    ("CHAPTER II-1 Structure", "Regulation 3-7", "Drawings", "Drawings of the ship shall be kept on board and ashore."),
    (
        "CHAPTER II-2 Fire",
        "Regulation 9",
        "Fire integrity of doors",
        "1 A fire door of class A-60 keeps the temperature of its far side low for 60 minutes.\n"
        "2 A fire door of class A-0 keeps flames back for 60 minutes and has no insulation.",
    ),
    (
        "CHAPTER III Rafts",
        "Regulation 21",
        "Life-saving appliances of passenger ships",
        "A passenger ship shall carry life-saving appliances: lifeboats on each side for half of all persons on board.",
    ),
    ("CHAPTER III Rafts", "Regulation 31", "Life-saving appliances of cargo ships", RAFTS),
    (
        "CHAPTER XII Bulk carriers",
        "Regulation 6",
        "Access to cargo holds of bulk carriers",
        "A bulk carrier shall have two means of access to each cargo hold, one of them a ladder.",
    ),
)
MARPOL = (
    (
        "Annex I Oil",
        "Regulation 14",
        "Oil filtering equipment",
        "Oil filtering equipment shall let no oily mixture pass for discharge with over 15 parts per million.",
    ),
)
STABILITY = (
    (
        "PART A Criteria",
        "2.2",
        "Initial metacentric height",
        "The minimum initial metacentric height GM shall not be less than 0.15 m.",
    ),
)
WORDS = {"SOLAS": SOLAS, "MARPOL": MARPOL, "IS Code": STABILITY}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A library of three made-up instruments, read by the maritime pack, without a model of vectors."""
    path = tmp_path_factory.mktemp("asked") / "library.db"
    with open_library(path) as library:
        regulations = library.read_by("maritime")
        with SearchEngine(regulations, Models()) as made:
            with regulations.database.write() as connection:
                for name, sections in WORDS.items():
                    found = tuple(
                        clause(
                            f"{above}/{number}", title, text, breadcrumb=(above, f"{number} {title}"), chunk_index=place
                        )
                        for place, (above, number, title, text) in enumerate(sections)
                    )
                    add_verified(connection, BareDocument(name, found), regulations.pack, made.embedder)
            yield made


def asked(engine, question, *said, session=None, memory=None):
    """The answer: of a model that says `said`, quoted where it says nothing."""
    models = {role: Named(f"{role.value}-model", *said) for role in ModelRole}
    writing = Writing(models, choose, AnswerCheck) if said else None
    helpers = Helpers(memory or Notebook(), writing)
    began = time.monotonic()
    answer = ask(engine, AskRequest(question, session_id=session), helpers=helpers)
    assert 1000 * (time.monotonic() - began) < MOST_MS
    return answer


class Named(ScriptedModel):
    def __init__(self, name, *texts):
        super().__init__(*texts)
        self.name = name


DAVITS = RAFTS.rsplit("\n", maxsplit=1)[-1].removeprefix("1.4 ")
CASES = {
    "T001": (
        "SOLAS II-1/3-6 要求的开口最小尺寸是多少",
        "The minimum size of an opening through which a person in a suit walks is 600 mm by 600 mm. [SOLAS II-1/3-6.2]",
        ("600 mm", "SOLAS II-1/3-6"),
        "fast-model",
    ),
    "T002": (
        "100米货船两边救生筏都需要起降落设备吗",
        f"{DAVITS} [SOLAS III/31.1.4]",
        ("davit-launched", "one side", "thrown overboard", "SOLAS III/31"),
        "strong-model",
    ),
    "T004": (
        "What is the minimum initial metacentric height GM?",
        "The minimum initial metacentric height GM shall not be less than 0.15 m. [IS Code Part A/2.2]",
        ("0.15 m",),
        "fast-model",
    ),
    "T005": (
        "散货船货舱通道有什么要求",
        "A bulk carrier shall have two means of access to each cargo hold, one of them a ladder. [SOLAS XII/6]",
        ("two means of access", "SOLAS XII/6"),
        None,
    ),
    "T006": (
        "油水分离器的排放标准是多少ppm",
        "Oil filtering equipment shall let no oily mixture pass for discharge with over 15 parts per million. "
        "[MARPOL Annex I/14]",
        ("15 parts per million", "MARPOL Annex I/14"),
        None,
    ),
    "T007": (
        "客船和货船的救生设备有什么区别",
        "A passenger ship shall carry life-saving appliances: lifeboats on each side for half of all persons on board. "
        "[SOLAS III/21]\n1.1 A cargo ship of any length shall carry liferafts for all persons on board. "
        "[SOLAS III/31.1.1]",
        ("SOLAS III/21", "SOLAS III/31"),
        "strong-model",
    ),
    "T008": (
        "A-60和A-0防火门有什么区别",
        "1 A fire door of class A-60 keeps the temperature of its far side low for 60 minutes. [SOLAS II-2/9.1]\n"
        "2 A fire door of class A-0 keeps flames back for 60 minutes and has no insulation. [SOLAS II-2/9.2]",
        ("A-60", "A-0", "SOLAS II-2/9"),
        None,
    ),
}
NEVER = ("无法回答", "未找到", "no_match")


@pytest.mark.parametrize("case", CASES)
def test_without_a_model_the_regulation_is_quoted_and_cited_as_surveyors_do(engine, case):
    question, _, expected, _ = CASES[case]
    answer = asked(engine, question)
    assert answer.status == "ok"
    assert answer.model_used == "extractive"
    for words in expected:
        assert words in answer.answer_text, words
    assert not any(words in answer.answer_text for words in NEVER)
    assert all(each.verified and each.citation.startswith(f"[{each.number}] [") for each in answer.citations)


@pytest.mark.parametrize("case", CASES)
def test_what_a_model_writes_is_shown_with_its_citations_verified(engine, case):
    question, said, expected, model = CASES[case]
    answer = asked(engine, question, said)
    assert answer.model_used in ((model,) if model else ("fast-model", "strong-model"))
    assert not any(each.struck for each in answer.sentences)
    for words in expected:
        assert words in answer.answer_text, words
    assert not any(words in answer.answer_text for words in NEVER)
    assert answer.citations and all(each.verified for each in answer.citations)


def test_t003_a_question_that_points_back_is_about_the_regulation_that_was_cited(engine):
    memory = Notebook()
    first = asked(engine, CASES["T001"][0], memory=memory)
    then = asked(engine, "这个规定适用于FPSO吗", session=first.session_id, memory=memory)
    assert "SOLAS II-1/3-6" in then.enhanced_query
    assert {each.section_id for each in then.sources} == {"SOLAS II-1/3-6"}


@pytest.mark.parametrize(
    "said",
    [
        "The minimum size of an opening through which a person in a suit walks is 700 mm by 600 mm. [SOLAS II-1/3-6.2]",
        "The minimum size of an opening in a wall of a tank is 600 mm by 800 mm. [SOLAS II-1/3-6.9]",
        "Drawings of the ship shall be kept on board and ashore. [SOLAS II-1/3-7]",
        "开口不小于600 mm。[SOLAS II-1/3-6]",
    ],
    ids=["another figure", "a paragraph that is not there", "another regulation", "words that cannot be compared"],
)
def test_what_the_cited_regulation_does_not_print_is_never_shown(engine, said):
    answer = asked(engine, CASES["T001"][0], said, said)
    assert answer.model_used == "extractive"
    assert said.split(" [")[0] not in "\n".join(
        each.text for each in answer.sentences if not each.struck and not each.checked
    )
    assert "700 mm" not in answer.answer_text and "Drawings" not in answer.answer_text


def test_the_model_is_told_what_surveyors_want(engine):
    model = ScriptedModel(CASES["T002"][1])
    writing = Writing(dict.fromkeys(ModelRole, model), choose, AnswerCheck)
    ask(engine, AskRequest(CASES["T002"][0]), helpers=Helpers(Notebook(), writing))
    told = model.asked[0][0].text
    assert "结论先行" in told and "[SOLAS III/31.1.4]" in told and "600 字" in told
    assert "[SOLAS III/31] Life-saving appliances of cargo ships" in model.asked[0][1].text
