"""The files of a pack become a frozen DomainPack, or a complete list of their faults."""

import dataclasses
from pathlib import Path

import pytest

from insurance_desktop.domain.errors import PackError
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import read_pack

SENTENCES = (
    'sentences = { no_match = "没有", disclaimer = "不作数", logic_only = "只说", see_cash_value_table = "见表" }'
)
TINY = f"""
name = "recipes"
label = "菜谱"
work_kind = "book"
categories = [{{ name = "Cooking", label = "做法", titles = ["步骤"] }}, {{ name = "Terms", label = "用语" }}]
roles = [{{ name = "Cook", label = "厨师", words = ["厨师"] }}]
heading_forms = [{{ name = "step", pattern = '第(?P<number>\\d+)步', level = 2 }}]
noise_forms = [{{ reason = "page_number", pattern = '\\d+' }}]
document_forms = [{{ document_type = "菜谱", words = ["菜谱"] }}]
synonyms = [{{ trade = ["焯水"], street = ["烫一下"] }}]
issuers = [{{ name = "出版社" }}]
operations = [{{ name = "boil", label = "煮", titles = ["煮"], title_forms = ["煮"], word_forms = ["煮"] }}]
{SENTENCES}
definition_category = "Terms"
"""


@pytest.fixture
def written(tmp_path: Path):
    def write(text: str, **further: str) -> Path:
        folder = tmp_path / "recipes"
        folder.mkdir()
        for name, content in ({"pack": text} | further).items():
            (folder / f"{name}.toml").write_text(content, encoding="utf-8")
        return folder

    return write


def faults_of(folder: Path) -> tuple[str, ...]:
    with pytest.raises(PackError) as caught:
        read_pack(folder)
    return caught.value.faults


def test_a_second_pack_of_another_field_is_read_by_the_same_loader(written):
    pack = read_pack(written(TINY))

    assert (pack.name, pack.work_kind) == ("recipes", "book")
    assert pack.category("Cooking").titles == ("步骤",)
    assert pack.heading_forms[0].level == 2
    assert pack.sentences["no_match"] == "没有"
    assert pack.synonyms[0].street == ("烫一下",)
    assert pack.stop_words == ()


def test_a_pack_cannot_be_changed(written):
    with pytest.raises(dataclasses.FrozenInstanceError):
        read_pack(written(TINY)).name = "other"


def test_every_key_of_the_pack_is_declared_by_the_dataclass(written):
    declared = {each.name for each in dataclasses.fields(DomainPack)}
    assert {"synonyms", "operations", "sentences"} <= declared
    known = ", ".join(each.name for each in dataclasses.fields(DomainPack))
    assert faults_of(written(TINY + '\nflavour = "salty"')) == (
        f"recipes/pack.toml: flavour: 未知的键；可用的键：{known}",
    )


@pytest.mark.parametrize(
    ("given", "instead", "fault"),
    [
        ('label = "菜谱"', "label = 3", "recipes/pack.toml: label: 应为文本，实际是数字"),
        ("level = 2", 'level = "2"', "recipes/pack.toml: heading_forms[0].level: 应为数字，实际是文本"),
        ("level = 2", "level = true", "recipes/pack.toml: heading_forms[0].level: 应为数字，实际是true 或 false"),
        ('words = ["厨师"]', 'words = "厨师"', "recipes/pack.toml: roles[0].words: 应为列表，实际是文本"),
        ('words = ["厨师"]', "words = [1]", "recipes/pack.toml: roles[0].words[0]: 应为文本，实际是数字"),
        (', words = ["厨师"]', "", "recipes/pack.toml: roles[0].words: 缺少必填的键"),
        ('work_kind = "book"', "", "recipes/pack.toml: work_kind: 缺少必填的键"),
        (SENTENCES, 'sentences = "没有"', "recipes/pack.toml: sentences: 应为表，实际是文本"),
        ('no_match = "没有"', "no_match = 1", "recipes/pack.toml: sentences.no_match: 应为文本，实际是数字"),
        ('name = "Terms"', 'name = "Cooking"', "recipes/pack.toml: categories[1]: “Cooking”重复出现"),
        ('street = ["烫一下"]', 'street = ["烫", "烫"]', "recipes/pack.toml: synonyms[0].street[1]: “烫”重复出现"),
        ("(?P<number>\\d+)", "\\d+", "recipes/pack.toml: heading_forms[0].pattern: 正则表达式缺少名为 number 的分组"),
    ],
)
def test_a_fault_names_file_key_and_reason(written, given, instead, fault):
    assert given in TINY
    assert fault in faults_of(written(TINY.replace(given, instead, 1)))


def test_a_pattern_that_does_not_compile_is_a_fault(written):
    (fault,) = faults_of(written(TINY.replace("pattern = '\\d+' }", "pattern = '(' }")))
    assert fault.startswith("recipes/pack.toml: noise_forms[0].pattern: 正则表达式无法编译")


def test_a_category_that_is_named_must_exist(written):
    (fault,) = faults_of(written(TINY.replace('definition_category = "Terms"', 'exclusion_category = "Sauce"')))
    assert fault == "recipes/pack.toml: exclusion_category: 没有名为“Sauce”的类别；现有类别：Cooking, Terms"


def test_the_sentences_that_answers_quote_must_be_there_and_say_something(written):
    broken = TINY.replace('disclaimer = "不作数", ', "").replace('logic_only = "只说"', 'logic_only = " "')
    assert faults_of(written(broken)) == (
        "recipes/pack.toml: sentences.disclaimer: 缺少必填的键",
        "recipes/pack.toml: sentences.logic_only: 缺少必填的键",
    )


def test_all_faults_are_reported_at_once(written):
    broken = TINY.replace('label = "菜谱"', "label = 3").replace("level = 2", 'level = "2"') + "\nflavour = 1"
    assert len(faults_of(written(broken))) == 3


def test_a_file_that_is_no_toml_or_is_not_there_is_one_fault(written, tmp_path):
    (no_toml,) = faults_of(written("name = "))
    (not_there,) = faults_of(tmp_path / "nowhere")
    assert no_toml.startswith("recipes/pack.toml: -: 不是合法的 TOML")
    assert not_there.startswith("nowhere/pack.toml: -: 文件无法读取")


def test_a_pack_is_the_same_in_one_file_and_in_several(written, tmp_path):
    whole = read_pack(written(TINY))
    lines = TINY.strip().splitlines()
    for name, part in (("pack", lines[:4]), ("words", lines[4:9]), ("rules", lines[9:])):
        (tmp_path / "recipes" / f"{name}.toml").write_text("\n".join(part), encoding="utf-8")

    assert read_pack(tmp_path / "recipes") == whole


def test_a_fault_names_the_file_that_its_key_stands_in(written):
    words = 'stop_words = ["的", "的"]\nflavour = 1'
    assert [each.partition(": ")[0] for each in faults_of(written(TINY, words=words))] == ["recipes/words.toml"] * 2


def test_a_key_in_two_files_is_a_fault(written):
    (fault,) = faults_of(written(TINY, more='label = "食谱"'))
    assert fault == "recipes/pack.toml: label: 文件 more.toml 中已有这个键"


def test_a_broken_file_beside_the_first_is_one_fault(written):
    (fault,) = faults_of(written(TINY.replace('label = "菜谱"', ""), more="label ="))
    assert fault.startswith("recipes/more.toml: -: 不是合法的 TOML")


def test_a_pack_is_called_as_its_folder(written):
    (fault,) = faults_of(written(TINY.replace('name = "recipes"', 'name = "sauces"')))
    assert fault == "recipes/pack.toml: name: 领域包名为“sauces”，与所在文件夹“recipes”不一致"
