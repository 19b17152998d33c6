"""The table of rig verbs."""

from __future__ import annotations

import pytest

from behave.vocabulary.rig_parts import RIG_PARTS, ROOT_PLACES, Refers, RigPart
from tests.rig.stage import Stage


@pytest.mark.parametrize("part", RIG_PARTS.values(), ids=lambda part: part.verb)
def test_every_option_is_told_what_it_takes(part: RigPart) -> None:
    for option in (*part.phrases, *part.options):
        assert option.doc
        takes_value = option.refers in (Refers.VALUE, Refers.RANGE)
        assert takes_value == (option.kind is not None), option.name
        assert not (option.required and option.default is not None), option.name
        if option.refers is Refers.VALUE and not option.required:
            assert option.default is not None, option.name
        if option.low is not None and isinstance(option.default, float):
            assert option.default >= option.low
        assert set(option.words) <= set(part.words)


@pytest.mark.parametrize("part", RIG_PARTS.values(), ids=lambda part: part.verb)
def test_aliases_name_options_and_places_that_exist(part: RigPart) -> None:
    bone_places = {place.path for place in RIG_PARTS["bone"].places}
    options = {option.name: option for option in part.options}
    for alias in part.aliases:
        assert options[alias.option].refers is Refers.BONE
        assert "{name}." + alias.place in bone_places


def test_the_humanoid_has_every_place_with_its_width() -> None:
    stage = Stage()
    names = {
        "bone": "upper_arm[left]",
        "leg": "leg[right]",
        "two_bone": "arm[left]",
        "rotation": "wrist[right]",
    }
    places = [*ROOT_PLACES]
    for verb in ("mover", "gait", *names):
        for place in RIG_PARTS[verb].places:
            path = place.path.replace("{name}", names.get(verb, ""))
            assert stage.slots[path].width == place.kind.width, path
            assert stage.slots[path].hidden == place.hidden, path
    for place in places:
        assert stage.slots[place.path].kind == place.kind
