"""Rigs of walkers, and scenes with terrain, stairs, paths and what moves along them."""

from __future__ import annotations

import pytest

from behave.ir.dump import dump
from behave.ir.program import BehaviorProgram, ColliderShape, Scene
from behave.ir.validate import problems
from behave.pipeline import Checked, check
from behave.source import Source

RIG = """
  bone trunk at (0 m, 1 m, 0 m)
  bone head of trunk at (0 m, 1 m, 0 m)
  point lead at (0 m, 0 m, 1 m)
  for i in 0 .. 1 {
    bone coxa[i] of trunk at (1 m, 0 m, 0 m)
    bone shin[i] of coxa[i] at (1 m, 0 m, 0 m)
    ccd foot[i], bones: [coxa[i], shin[i]], rate: 2 rad/s
  }
"""


def rig(lines: str, uses: str = "") -> Checked:
    text = f"layers ground\nrig r {{\n{RIG}\n{lines}\n}}\n"
    text += f"behavior b for r {{ initial state A {{ {uses} }} }}"
    return check(Source("r.beh", text), lambda source, path: "no file")


def made(lines: str, uses: str = "") -> BehaviorProgram:
    found = rig(lines, uses)
    assert not found.errors, [(d.message, d.span.text) for d in found.errors]
    assert found.program is not None
    assert problems(found.program) == []
    return found.program.behaviors[0]


def errors(found: Checked) -> list[tuple[str, str]]:
    return [(d.code, " ".join(d.span.text.split())) for d in found.errors]


def test_a_chain_lists_its_bones_and_gives_its_places() -> None:
    behavior = made("")
    (first, second) = [p for p in behavior.rig.parts if p.verb == "ccd"]
    assert (first.name, second.name) == ("foot[0]", "foot[1]")
    assert second.bones == (("bones[0]", "coxa[1]"), ("bones[1]", "shin[1]"))
    values = {name: node.data for name, node in first.values}
    assert values == {"tolerance": 0.01, "iterations": 24.0, "rate": 2.0}
    slots = {s.path: s for s in behavior.slots}
    places = ("target", "normal", "planted", "rest", "error", "reached", "joints")
    assert [slots[f"foot[1].{p}"].width for p in places] == [3, 3, 1, 3, 1, 1, 64]
    planted = [i for i in behavior.initials if behavior.slots[i.slot].path == "foot[0].planted"]
    assert planted[0].value is not None
    assert planted[0].value.data is True


def test_a_point_hangs_on_the_root_a_bone_or_a_point() -> None:
    behavior = made(
        "point a of lead at (0 m, 1 m, 0 m)\npoint c of head at (0 m, 1 m, 0 m)\n"
        "point d of root at (0 m, 1 m, 0 m)",
        "set lead.position = a.position",
    )
    parts = {p.name: p for p in behavior.rig.parts if p.verb == "point"}
    assert (parts["lead"].bones, parts["lead"].words) == ((), ())
    assert parts["a"].words == (("of", "lead"),)
    assert parts["c"].bones == (("of", "head"),)
    assert parts["d"].words == (("of", "root"),)


def test_a_stance_a_hinge_an_aim_and_a_beam() -> None:
    behavior = made(
        "stance body, bone: trunk, feet: [foot[0], foot[1]], height: 2 m\n"
        "hinge neck, bone: head, about: up, to: -90 deg .. 90 deg\n"
        "aim gaze, bone: head\nlaser beam",
        "set foot[0].planted = no\nset neck.angle = 1 deg\nset gaze.target = lead.position",
    )
    parts = {p.verb: p for p in behavior.rig.parts}
    assert parts["stance"].words == (("feet[0]", "foot[0]"), ("feet[1]", "foot[1]"))
    assert [name for name, _ in parts["hinge"].values] == ["about", "low", "high"]
    resets = {behavior.slots[r.slot].path for r in behavior.resets}
    assert {"gaze.enabled", "beam.on", "root.moved"} <= resets


def test_a_rig_without_a_mover_has_a_way_and_a_velocity_all_the_same() -> None:
    behavior = made("", "-> restart when length(body.velocity - velocity) > 1 m/s")
    slots = {s.path: s for s in behavior.slots}
    assert slots["root.moved"].hidden
    assert slots["velocity"].width == 3
    assert errors(rig("", "set velocity = (0 m/s, 0 m/s, 0 m/s)")) == [("BEH0207", "velocity")]


RIG_MISTAKES = [
    ("bone body at (0 m, 1 m, 0 m)", "BEH0202", "body"),
    ("ccd arm, bones: [trunk, nose]", "BEH0201", "nose"),
    ("ccd arm, bones: trunk", "BEH0205", "trunk"),
    ("ccd arm, bones: []", "BEH0205", "[]"),
    ("ccd arm, bones: [head, head]", "BEH0205", "head"),
    ("ccd arm", "BEH0205", "ccd arm"),
    ("ccd arm, bones: [trunk, head], iterations: 0", "BEH0205", "0"),
    ("point p of nobody at (0 m, 0 m, 0 m)", "BEH0201", "nobody"),
    ("point p of foot[0] at (0 m, 0 m, 0 m)", "BEH0201", "foot[0]"),
    ("point p", "BEH0205", "point p"),
    ("stance body, bone: trunk, feet: [coxa[0]], height: 2 m", "BEH0201", "coxa[0]"),
    ("stance trunk, bone: trunk, feet: [foot[0]], height: 2 m", "BEH0201", "trunk"),
    ("hinge neck, bone: head", "BEH0205", "hinge neck, bone: head"),
    ("hinge neck, bone: head, about: up, to: 3 deg", "BEH0205", "3 deg"),
    ("aim gaze, bone: head, forward: 1", "BEH0206", "1"),
    ("laser beam, bone: head", "BEH0205", "bone"),
]


@pytest.mark.parametrize(("lines", "code", "at"), RIG_MISTAKES)
def test_one_mistake_in_a_rig_one_error(lines: str, code: str, at: str) -> None:
    assert errors(rig(lines)) == [(code, at)]


def test_it_says_how_else_to_call_the_body() -> None:
    (found,) = rig("bone body at (0 m, 1 m, 0 m)").errors
    assert found.message == "`body` is a part of every rig, so nothing else may have its name"
    assert found.help == ("call it `trunk`",)


# ---- scenes ----------------------------------------------------------------------------


def scene(lines: str) -> Checked:
    text = f"layers terrain, player\nscene s {{\n{lines}\n}}"
    return check(Source("s.beh", text), lambda source, path: "no file")


def scene_of(lines: str) -> Scene:
    found = scene(lines)
    assert not found.errors, [(d.message, d.span.text) for d in found.errors]
    assert found.program is not None
    assert problems(found.program) == []
    return found.program.scenes[0]


LOOP = "path loop along [(9 m, 0 m, 0 m), (0 m, 0 m, 9 m), (-9 m, 0 m, 0 m)]"


def test_terrain_from_a_seed_and_from_a_picture() -> None:
    found = scene_of(
        "heightfield a at (0 m, 0 m, 0 m), size: (80 m, 4 m, 80 m), cell: 1 m, seed: 7, "
        "flat: 6 m, layer: terrain\n"
        'heightfield b at (0 m, 0 m, 0 m), size: (80 m, 4 m, 80 m), file: "hills.png"'
    )
    first, second = found.colliders
    assert first.shape is ColliderShape.HEIGHTFIELD
    assert {n: v.data for n, v in first.values} == {
        "size": (80.0, 4.0, 80.0),
        "cell": 1.0,
        "seed": 7.0,
        "flat": 6.0,
        "at": (0.0, 0.0, 0.0),
    }
    assert (first.layer, first.texts, first.along) == (0, (), "")
    assert second.texts == (("file", "hills.png"),)


def test_stairs_and_what_moves_along_a_path() -> None:
    found = scene_of(
        f"{LOOP}, closed: yes, smooth: yes\n"
        "stairs up_there at (0 m, 0 m, 3 m), steps: 6, size: (4 m, 1 m, 3 m), layer: terrain\n"
        "sphere ball at (9 m, 1 m, 0 m) along loop, speed: 4 m/s, radius: 1 m, layer: player\n"
        "box lift at (9 m, 1 m, 0 m) along loop, speed: 90 m / 1 min, size: (1 m, 1 m, 1 m)"
    )
    (path,) = found.paths
    assert (path.name, len(path.points), path.closed, path.smooth) == ("loop", 3, True, True)
    assert [c.along for c in found.colliders] == ["", "loop", "loop"]
    assert found.colliders[1].speed is not None
    assert found.colliders[1].speed.data == 4.0
    text = dump(
        scene_program(LOOP + "\nsphere b at (9 m, 0 m, 0 m) along loop, speed: 1 m/s, radius: 1 m")
    )
    assert "path loop: 3 points" in text
    assert "sphere b layer -1 along loop" in text


def scene_program(lines: str):  # type: ignore[no-untyped-def]
    found = scene(lines)
    assert found.program is not None, found.errors
    return found.program


SPHERE = "sphere b at (9 m, 0 m, 0 m) along loop, radius: 1 m"
SCENE_MISTAKES = [
    ("heightfield a at (0 m, 0 m, 0 m), size: (8 m, 4 m, 8 m)", "BEH0205", None),
    (
        'heightfield a at (0 m, 0 m, 0 m), size: (8 m, 4 m, 8 m), seed: 1, file: "a.png"',
        "BEH0205",
        None,
    ),
    ("heightfield a at (0 m, 0 m, 0 m), seed: 7", "BEH0205", None),
    ("heightfield a at (0 m, 0 m, 0 m), size: (8 m, 4 m, 8 m), file: hills", "BEH0206", "hills"),
    ("heightfield a at (0 m, 0 m, 0 m), size: (8 m, 4 m, 8 m), seed: 7 m", "BEH0301", "7 m"),
    (
        'heightfield a at (0 m, 0 m, 0 m), size: (8 m, 4 m, 8 m), seed: "a.png"',
        "BEH0206",
        '"a.png"',
    ),
    ("stairs s at (0 m, 0 m, 0 m), steps: 2.5, size: (1 m, 1 m, 1 m)", "BEH0304", "2.5"),
    ("stairs s at (0 m, 0 m, 0 m), steps: 0, size: (1 m, 1 m, 1 m)", "BEH0304", "0"),
    ("path loop", "BEH0205", "path loop"),
    ("path loop along [(9 m, 0 m, 0 m)]", "BEH0205", "[(9 m, 0 m, 0 m)]"),
    ("path loop along [(9 m, 0 m, 0 m), (1 m, 2 m)]", "BEH0206", "(1 m, 2 m)"),
    ("path loop along [(9 m, 0 m, 0 m), (1, 2, 3)]", "BEH0302", None),
    (f"{LOOP}, closed: 1", "BEH0206", "1"),
    (f"{LOOP}, speed: 1 m/s", "BEH0201", "speed"),
    (f"{SPHERE}, speed: 1 m/s", "BEH0201", "loop"),
    (f"{LOOP}\n{SPHERE}", "BEH0205", SPHERE),
    (f"{LOOP}\n{SPHERE}, speed: 1 m", "BEH0301", "1 m"),
    (f"{LOOP}\nsphere b at (9 m, 0 m, 0 m), radius: 1 m, speed: 1 m/s", "BEH0205", None),
    (f"{LOOP}\n{SPHERE}, speed: 1 m/s, over: plyer", "BEH0201", "plyer"),
    (f"{LOOP}\n{SPHERE}, speed: 1 m/s, over: player, layer: player", "BEH0205", "over: player"),
    (f"{LOOP}\nsphere b at (9 m, 0 m, 0 m), radius: 1 m, over: player", "BEH0205", "over: player"),
    (f"{LOOP}\nground g at (0 m, 0 m, 0 m) along loop, speed: 1 m/s", "BEH0205", "loop"),
    (f"{LOOP}\n{LOOP}", "BEH0202", "loop"),
]


@pytest.mark.parametrize(("lines", "code", "at"), SCENE_MISTAKES)
def test_one_mistake_in_a_scene_one_error(lines: str, code: str, at: str | None) -> None:
    found = errors(scene(lines))
    assert [c for c, _ in found] == [code], found
    if at is not None:
        assert found[0][1] == at


def test_a_scene_inherits_paths() -> None:
    text = f"layers player\nscene a {{\n{LOOP}\n}}\nscene b from a {{\n{SPHERE}, speed: 1 m/s\n}}"
    found = check(Source("s.beh", text), lambda source, path: "no file")
    assert not found.errors, [(d.message, d.span.text) for d in found.errors]


def test_the_bones_of_a_chain_hang_on_one_another() -> None:
    found = rig("ccd back, bones: [shin[0], coxa[0]]\nccd aside, bones: [coxa[0], shin[1]]")
    assert [code for code, _ in errors(found)] == ["BEH0205", "BEH0205"]
    assert "`coxa[0]` does not hang on `shin[0]`" in found.errors[0].message
    made("ccd whole, bones: [trunk, shin[0]]")
