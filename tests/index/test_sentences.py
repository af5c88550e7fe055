"""Verbatim pieces of a clause."""

from insurance_desktop.index.sentences import exceptions_in, phrases, sentences

WORDS = ("但", "除外", "不在此限", "除非")


def test_sentences_keep_every_word() -> None:
    text = "您可以申请退保。\n我们退还现金价值；本合同终止。"
    assert sentences(text) == ("您可以申请退保。", "我们退还现金价值；", "本合同终止。")


def test_a_list_is_read_phrase_by_phrase() -> None:
    assert phrases("疗养、康复治疗（见7.27）、心理治疗、美容；") == ("疗养", "康复治疗", "心理治疗", "美容")


def test_exceptions_run_to_the_end_of_their_sentence_or_bracket() -> None:
    suicide = "被保险人自成立之日起二年内自杀，但被保险人自杀时为无民事行为能力人的除外；"
    assert exceptions_in(suicide, WORDS) == ("但被保险人自杀时为无民事行为能力人的除外",)
    bracketed = "故意犯罪或者自杀（但被保险人自杀时为无民事行为能力人的除外）；"
    assert exceptions_in(bracketed, WORDS) == ("但被保险人自杀时为无民事行为能力人的除外",)
    assert exceptions_in("战争、军事冲突；", WORDS) == ()
