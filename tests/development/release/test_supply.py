"""The bill of materials names every part with its licence, and points only at what it names."""

from development.release.supply import bill_of_materials
from insurance_desktop.services.machine.licences import parts


def test_every_part_stands_in_it_once_and_is_made_alike_each_time():
    found = parts()
    bill = bill_of_materials(found)
    assert bill == bill_of_materials(found)
    named = [bill["metadata"]["component"], *bill["components"]]
    assert [each["name"] for each in named] == [each.name for each in found]
    references = {each["bom-ref"] for each in named}
    assert len(references) == len(named)
    assert {name for each in bill["dependencies"] for name in (each["ref"], *each["dependsOn"])} <= references
    numpy = next(each for each in named if each["name"] == "numpy")
    assert numpy["purl"].startswith("pkg:pypi/numpy@") and numpy["licenses"][0]["expression"]
