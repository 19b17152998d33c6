"""The tables of the reference are true: paths, kinds, things, steps, easings, the trace."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from behave.ir.program import Group
from behave.pipeline import Checked, compile_expression
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.runtime.trace import line
from behave.scenario.build import build
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.verbs import SCENE_SHAPES, SCENE_TEXTS
from tests.cli.test_docs import COMMANDS_PAGE, ROOT, checked

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
BODY = """use "rigs/humanoid.beh"

behavior mover for humanoid {
  initial state Standing { -> Walking when moving }
  state Walking { -> Flying when not mover.grounded }
  state Flying { -> Standing after 1 s }
}

scene yard {
  box      wall at (0 m, 1 m, 8 m), size: (4 m, 2 m, 0.2 m)
  humanoid hero at (0 m, 0 m, 0 m) with mover
@SCENE
}

test "checks" in yard {
  never hero.velocity.y > 9 m/s
@TEST
}
"""


def table(heading: str) -> list[list[str]]:
    """The rows of a section's tables whose first cell is code, cell by cell."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [row for row in section.splitlines() if row.startswith("| `")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@cache
def interaction() -> Checked:
    """The shipped behavior, and beside it one that declares nothing of its own."""
    text = (ROOT / "behaviors" / "interaction.beh").read_text(encoding="utf-8")
    return checked(f"{text}\nbehavior bare for humanoid {{ initial state Only {{ }} }}\n")


HIDDEN_BY_INTERACTION = "fingers["  # it has a `let` of this name
OFFERED = table("What the humanoid offers")
BONES = [row[0].strip("`") for row in OFFERED if len(row) == 2]
MEMBERS = [(row[0].strip("`"), row[1]) for row in OFFERED if row[0].startswith("`BONE.")]
READINGS = [
    *[(r[0].strip("`"), r[1]) for r in OFFERED if len(r) > 2 and not r[0].startswith("`BONE.")],
    *[(path.replace("BONE", bone), kind) for bone in BONES for path, kind in MEMBERS],
]
BOTH_SIDES = [
    (path.replace("left", side), kind)
    for path, kind in READINGS
    for side in (("left", "right") if "[left]" in path else ("left",))
]


@pytest.mark.parametrize(("path", "kind"), BOTH_SIDES, ids=[path for path, _ in BOTH_SIDES])
def test_what_the_humanoid_offers_is_there(path: str, kind: str) -> None:
    behavior = "bare" if path.startswith(HIDDEN_BY_INTERACTION) else "interaction"
    node, findings = compile_expression(interaction(), behavior, path)
    assert [finding.message for finding in findings] == []
    assert node is not None
    assert node.kind.noun == kind


def test_nothing_the_humanoid_offers_is_left_out() -> None:
    program = interaction().program
    assert program is not None
    offered = {
        slot.path
        for slot in program.behaviors[0].slots
        if slot.group in (Group.RIG, Group.INPUT) and not slot.hidden
    }
    assert len(offered) > 90
    assert offered - {path for path, _ in BOTH_SIDES} == set()


def test_what_is_marked_set_can_be_set_and_nothing_else() -> None:
    wrong = []
    for path, _, mark, _ in (row for row in OFFERED if len(row) == 4):
        place = path.strip("`")
        text = f"initial state Only {{ set {place} = {place} }}"
        file = f'use "rigs/humanoid.beh"\nbehavior b for humanoid {{\n{text}\n}}\n'
        if bool(checked(file).errors) == (mark == "set"):
            wrong.append(place)
    assert wrong == []


def test_the_things_of_a_scene_take_these_options() -> None:
    told = {row[0].strip("`"): row[1:] for row in table("Things of a scene")}
    assert set(told) == set(SCENE_SHAPES)
    for name, (_, options) in SCENE_SHAPES.items():
        needed, other = (set(re.findall(r"`(\w+)`", cell)) for cell in told[name])
        assert needed == {option for option, (_, must) in options.items() if must}
        assert other == {option for option, (_, must) in options.items() if not must} | {
            "layer",
            *SCENE_TEXTS.get(name, ()),
        }


@pytest.mark.parametrize("section", ["Steps", "Checks"])
def test_each_step_and_check_is_accepted(section: str) -> None:
    rows = [row[0].strip("`") for row in table(section)]
    assert len(rows) >= 4
    for text in rows:
        place = "@SCENE" if section == "Steps" else "@TEST"
        file = re.sub("@[A-Z]+", "", BODY.replace(place, f"  {text}"))
        assert text in file
        assert [finding.message for finding in checked(file).errors] == []


def test_every_easing_is_named() -> None:
    section = PAGE.split("\n## Easings\n")[1]
    named = re.findall(r"`(\w+)`", "".join(section.split("| --- | --- |")[1:]))
    assert [name for name in EASINGS if name not in named] == []
    assert set(named) - {"ease"} == set(EASINGS)


def test_the_trace_line_of_the_docs_is_one_of_a_run() -> None:
    block = re.search(r"^```json\n(.*?)^```", Path(COMMANDS_PAGE).read_text(), re.M | re.S)
    assert block is not None
    told = json.loads(block[1])
    program = interaction().program
    assert program is not None
    model = build(program, "corridor", dt=1 / 60)
    state = initial(model)
    for _ in range(told["tick"]):
        record = tick(model, state, model.script.sample(state.tick, model.dt))
        assert (
            record.agents["hero"].fired
            or "transition" not in line(model, state, record)["agents"]["hero"]
        )
    record = tick(model, state, model.script.sample(state.tick, model.dt))
    seen, told_hero = line(model, state, record)["agents"]["hero"], told["agents"]["hero"]
    assert list(told_hero) == list(seen)
    assert list(told_hero["vars"]) == list(seen["vars"])
    assert told_hero["states"] == seen["states"]
    assert list(told_hero["transition"]) == list(seen["transition"])
    for key in ("machine", "from", "to"):
        assert told_hero["transition"][key] == seen["transition"][key]
