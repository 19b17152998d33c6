"""Clips and feet of a rig: the parts they become, and what is reported."""

from __future__ import annotations

from collections.abc import Callable
from math import radians

import pytest

from behave.ir.fold import number_of
from behave.ir.program import Part, Program
from behave.pipeline import Checked
from behave.vocabulary.rig_parts import CLIP, FOOT

Checker = Callable[[str], Checked]

BONES = """
layers ground
rig r {
  enum sides = left, right
  param bend = 10 deg
  bone hips at (0 m, 1 m, 0 m)
  gait idle
  for s in sides { bone arm[s] of hips at (0.2 m, 0.4 m, 0 m) }
"""
LEG = """
bone thigh of hips at (0 m, 0 m, 0 m)
bone shin of thigh at (0 m, -0.5 m, 0 m)
bone sole of shin at (0 m, -0.5 m, 0 m)
leg leg, root: thigh, mid: shin, tip: sole, pole: ahead
"""
BLEND = "blend 1 { 0: a }"
USE = "}\nbehavior b for r { initial state A { } }\n"


def parts(file: Checker, text: str) -> tuple[Part, ...]:
    checked = file(BONES + text + USE)
    assert not checked.errors, [d.message for d in checked.errors]
    assert isinstance(checked.program, Program)
    return checked.program.behaviors[0].rig.parts[1:]  # past the gait


def test_a_clip_has_its_options_and_its_turns_follow_it(file: Checker) -> None:
    clip, first, second = parts(
        file,
        "clip sneak, lower: 6 cm, stride: 50 % {\n"
        "  turn hips by 40 deg about up, stepping: 5 deg\n"
        "  turn hips by -bend about (1, 0, 0), breathing: 1 deg\n}",
    )
    assert (clip.verb, clip.name) == ("clip", "sneak")
    values = dict(clip.values)
    assert set(values) == {o.name for o in CLIP.options}
    assert values["lower"].data == 0.06
    assert values["stride"].data == 0.5
    assert (first.verb, first.name) == ("turn", "hips")
    assert first.bones == (("bone", "hips"),)
    assert first.words == second.words == (("clip", "sneak"),)
    assert dict(first.values)["by"].data == pytest.approx(radians(40))
    assert dict(first.values)["about"].data == (0.0, 1.0, 0.0)
    assert dict(first.values)["stepping"].data == pytest.approx(radians(5))
    assert dict(first.values)["breathing"].data == 0.0
    assert dict(second.values)["breathing"].data == pytest.approx(radians(1))


def test_loops_and_lets_work_around_and_inside_a_clip(file: Checker) -> None:
    made = parts(
        file,
        "for s in sides {\n  let out = 1 if s == left else -1\n"
        "  clip sneak[s] {\n    let far = 2 * bend\n"
        "    for i in 1 .. 2 { let more = i * 5 deg\n turn arm[s] by more about up }\n"
        "    turn hips by out * far about up\n  }\n}\n"
        "clip both { for t in sides { turn arm[t] by 1 deg about up } }",
    )
    said = [(p.verb, p.name, dict(p.words).get("clip", "")) for p in made]
    assert said == [
        ("clip", "sneak[left]", ""),
        ("turn", "arm[left]", "sneak[left]"),
        ("turn", "arm[left]", "sneak[left]"),
        ("turn", "hips", "sneak[left]"),
        ("clip", "sneak[right]", ""),
        ("turn", "arm[right]", "sneak[right]"),
        ("turn", "arm[right]", "sneak[right]"),
        ("turn", "hips", "sneak[right]"),
        ("clip", "both", ""),
        ("turn", "arm[left]", "both"),
        ("turn", "arm[right]", "both"),
    ]
    degrees = [number_of(dict(made[i].values)["by"]) for i in (1, 2)]
    assert degrees == pytest.approx([radians(5), radians(10)])


def test_a_foot_has_its_defaults_its_layer_and_its_places(file: Checker) -> None:
    checked = file(BONES + LEG + "foot foot, tip: sole, layer: ground" + USE)
    assert checked.program is not None
    assert not checked.errors
    behavior = checked.program.behaviors[0]
    foot = behavior.rig.parts[-1]
    assert foot.bones == (("tip", "sole"),)
    assert foot.words == (("layer", "ground"),)
    defaults = {o.name: o.default for o in FOOT.options if o.default is not None}
    assert {n: v.data for n, v in foot.values} == defaults
    for place in FOOT.places:
        assert place.path.replace("{name}", "foot") in behavior.slot_of


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("clip a { turn hipps by 1 deg about up }", "BEH0201", "hipps"),
        ("clip a { turn hips by 1 deg }", "BEH0205", "turn hips by 1 deg"),
        ("clip a { turn hips by 1 m about up }", "BEH0301", "1 m"),
        ("clip a { turn hips by 1 deg about up, steping: 1 deg }", "BEH0205", "steping"),
        ("clip a { turn hips by 1 deg about up when yes }", "BEH0205", "yes"),
        ("clip a { trun hips by 1 deg about up }", "BEH0201", "trun"),
        ("clip a { set bend = 2 }", "BEH0207", "set bend = 2"),
        ("clip a { when yes { turn hips by 1 deg about up } }", "BEH0207", None),
        ("clip a { turn hips by 1 deg about up { } }", "BEH0207", "turn"),
        ("clip a\nclip a", "BEH0202", "a"),
        ("clip a, lowr: 1 m", "BEH0205", "lowr"),
        ("clip a when yes", "BEH0205", "yes"),
        ("turn hips by 1 deg about up", "BEH0207", "turn"),
        ("limit hips to 0 deg .. 1 deg { turn hips by 1 deg about up }", "BEH0207", "limit"),
        ("for s in sides { limit arm[s] to 0 deg .. 1 deg { } }", "BEH0207", "limit"),
        ("foot f, tip: hand", "BEH0201", "hand"),
        ("foot f", "BEH0205", "foot f"),
        ("bone body at (0 m, 0 m, 0 m)", "BEH0202", "body"),
        (LEG + "bone feet at (0 m, 0 m, 0 m)\nfoot f, tip: sole", "BEH0202", "feet"),
        ("foot f, tip: hips", "BEH0205", None),
        (LEG + "foot f, tip: sole\nfoot g, tip: sole", "BEH0205", None),
    ],
)
def test_mistakes(file: Checker, text: str, code: str, at: str | None) -> None:
    found = file(BONES + text + USE).errors
    assert [d.code for d in found] == [code], [(d.message, d.span.text) for d in found]
    if at is not None:
        assert found[0].span.text == at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("initial state A { clip a { } }", "clip"),
        ("initial state A { when yes { clip a { } } }", "clip"),
        (
            "initial state A { every 1 s { for s in sides { blend 1 { 0: a } } } }",
            "blend 1 { 0: a }",
        ),
        ("initial state A { when yes { } else { layer a { } } }", "layer a { }"),
    ],
)
def test_blocks_where_none_belongs_are_reported(file: Checker, text: str, at: str) -> None:
    found = file(f"{BONES}}}\nbehavior b for r {{ {text} }}").errors
    assert [(d.code, d.span.text) for d in found] == [("BEH0207", at)]


def test_a_clip_is_shown_over_a_gait(file: Checker) -> None:
    text = "rig r { bone a at (0 m, 1 m, 0 m)\n clip c }\nbehavior b for r { initial state A { } }"
    assert [(d.code, d.span.text.strip()) for d in file(text).errors] == [("BEH0205", "clip c")]
