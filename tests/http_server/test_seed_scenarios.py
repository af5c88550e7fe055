"""The three conversations of an agent that seed 002 writes out, in its words and shapes, over HTTP."""

import pytest


def inspected(program, **asked):
    answer = program.get("/api/tools/inspect", params={"product_id": "1", **asked})
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.requirement("FR-001a")
def test_an_agent_looks_at_the_menu_reads_one_benefit_and_takes_one_value(program):
    menu = inspected(program, fields="coverage", view="summary")
    assert menu["coverage_keys"] == ["身故保险金", "全残保险金", "满期生存保险金", "公共交通意外身故保险金"]
    assert "coverage" not in menu, "no text is loaded"

    chosen = menu["coverage_keys"][2]
    read = inspected(program, fields=f"coverage.{chosen}")
    assert list(read["coverage"]) == [chosen]
    assert read["coverage"][chosen].startswith("被保险人在保险期间届满时仍然生存的")

    value = inspected(program, fields="extend_info.waiting_period")
    assert value["extend_info.waiting_period"] == "九十日"
    assert "extend_info" not in value, "the key is flat"
