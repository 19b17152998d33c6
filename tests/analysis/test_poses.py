"""The pose: what it assigns, and what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.ops import Op
from behave.ir.program import Assign, BehaviorProgram, Node
from behave.ir.validate import problems
from behave.pipeline import Checked

Compile = Callable[[str], BehaviorProgram]
Checker = Callable[[str], Checked]

STATES = "initial state A { -> B when moving }\nstate B { }\n"


def posed(program: BehaviorProgram) -> dict[str, Node]:
    """What the pose assigns, by path."""
    turn = program.turns[-1]
    assert turn.pose
    assert turn.machine == -1
    found: dict[str, Node] = {}
    for action in turn.actions:
        assert isinstance(action, Assign)
        found[program.slots[action.place.stores[0].slots[0]].path] = action.value
    assert len(found) == len(turn.actions)
    return found


def worth(node: Node, **slots: float) -> float:
    """The value of a node of numbers, slots by name (an oracle of its own); in-state is `b`."""

    def run(n: Node) -> float:
        args = [run(a) for a in n.args]
        match n.op:
            case Op.CONST:
                return float(n.data)  # type: ignore[arg-type]
            case Op.SLOT:
                return slots[names[n.data]]  # type: ignore[index]
            case Op.IN_STATE:
                return slots["b"]
            case Op.ADD:
                return args[0] + args[1]
            case Op.SUB:
                return args[0] - args[1]
            case Op.MUL:
                return args[0] * args[1]
            case Op.DIV:
                return args[0] / args[1]
            case Op.MIN:
                return min(args)
            case Op.MAX:
                return max(args)
            case Op.SELECT:
                return args[1] if args[0] else args[2]
            case _:
                raise AssertionError(n.op)

    names = slots.pop("names")  # type: ignore[assignment]
    return run(node)


def weights(program: BehaviorProgram, **slots: float) -> dict[str, float]:
    names = {i: s.path for i, s in enumerate(program.slots)}
    return {
        path.removesuffix(".weight"): worth(node, names=names, **slots)  # type: ignore[arg-type]
        for path, node in posed(program).items()
    }


TREE = """
var d = 0
var s = 0
pose {
  blend d {
    -1: blend s { 0: idle, 1: sneak[left] }
     1: blend s { 0: idle, 1: sneak[right] }
  }
}
"""


@pytest.mark.parametrize(
    ("d", "s", "idle", "left", "right"),
    [
        (-1, 0, 1, 0, 0),
        (1, 1, 0, 0, 1),
        (0, 1, 0, 0.5, 0.5),
        (0, 0.5, 0.5, 0.25, 0.25),
        (0.5, 1, 0, 0.25, 0.75),
        (-7, 3, 0, 1, 0),  # level beyond the ends
        (9, -2, 1, 0, 0),
    ],
)
def test_shares_of_nested_blends(
    walking: Compile, d: float, s: float, idle: float, left: float, right: float
) -> None:
    found = weights(walking(STATES + TREE), d=d, s=s)
    assert found == {"idle": idle, "sneak[left]": left, "sneak[right]": right}


def test_keys_have_the_parameters_unit_and_shares_are_straight_lines(walking: Compile) -> None:
    made = walking(
        "var drop = 0 m\n" + STATES + "pose { blend drop { 0 cm: idle, 10 cm: look, 50 cm: "
        "sneak[left] } }"
    )
    for drop, expected in [
        (-1.0, (1, 0, 0)),
        (0.05, (0.5, 0.5, 0)),
        (0.1, (0, 1, 0)),
        (0.3, (0, 0.5, 0.5)),
        (0.5, (0, 0, 1)),
        (2.0, (0, 0, 1)),
    ]:
        found = tuple(weights(made, drop=drop).values())
        assert found == pytest.approx(expected, abs=1e-15)
        assert sum(found) <= 1.0 + 1e-15


def test_a_later_layer_covers_what_stands_before_it(walking: Compile) -> None:
    made = walking(
        "var w = 0\nvar v = 0\n" + STATES + "pose { play idle\nlayer one, weight: w { play look }\n"
        "layer two, weight: v when in B { blend w { 0: look, 1: sneak[left] } } }"
    )
    found = weights(made, w=0.25, v=0.5, b=1)
    # look: 0.25 * (1 - 0.5) of the first layer and 0.5 * 0.75 of the second
    assert found == {"idle": 0.375, "look": 0.5, "sneak[left]": 0.125}
    # the condition is false, and so the second layer is not there
    assert weights(made, w=0.25, v=0.5, b=0) == {"idle": 0.75, "look": 0.25, "sneak[left]": 0}
    # a weight beyond its range counts as the nearest in it
    assert weights(made, w=7.0, v=-1.0, b=1) == {"idle": 0, "look": 1, "sneak[left]": 0}


def test_when_and_else_choose_and_what_is_not_chosen_is_written_as_0(walking: Compile) -> None:
    made = walking(STATES + "pose { when in B { play look } else { play sneak[right] } }")
    assert weights(made, b=1) == {"look": 1, "sneak[right]": 0}
    assert weights(made, b=0) == {"look": 0, "sneak[right]": 1}
    made = walking(STATES + "pose { play idle\nplay look when in B }")
    assert weights(made, b=0) == {"idle": 1, "look": 0}
    assert weights(made, b=1) == {"idle": 0, "look": 1}


def test_the_bodys_places(walking: Compile, walker: Checker) -> None:
    text = (
        "var low = 0 m\n"
        + STATES
        + "pose {\n let half = 90 deg\n lower hips by low\n turn body by half about up when in B\n"
        " when in B { shift body by (0 m, 0 m, -3 cm) }\n}"
    )
    found = posed(walking(text))
    assert list(found) == ["body.lowered", "body.turned", "body.shifted"]
    assert found["body.lowered"].op is Op.SLOT
    assert found["body.turned"].op is found["body.shifted"].op is Op.SELECT
    assert found["body.turned"].args[2].data == 0.0
    assert found["body.shifted"].args[2].data == (0.0, 0.0, 0.0)
    program = walker(text).program
    assert program is not None
    assert problems(program) == []


def test_the_pose_is_the_last_turn_and_there_is_none_without_it(walking: Compile) -> None:
    made = walking("pose { play idle }\n" + STATES + "set body.turned = 1 deg")
    assert [(t.machine, t.pose) for t in made.turns] == [(0, False), (-1, False), (-1, True)]
    assert not any(t.pose for t in walking(STATES).turns)


def test_a_variable_may_have_the_name_of_a_clip(walking: Compile) -> None:
    made = walking(
        "var look = 0\nvar sneak = 0\n" + STATES + "pose { blend sneak { 0: idle, 1: look } }"
    )
    assert weights(made, sneak=0.25) == {"idle": 0.75, "look": 0.25}


MISTAKES = [
    ("play idel", "BEH0201", "idel"),
    ("play sneak", "BEH0206", "sneak"),
    ("play sneak[moving]", "BEH0206", "moving"),
    ("play head", "BEH0201", "head"),
    ("play idle over 2 s", "BEH0205", "over 2 s"),
    ("play", "BEH0205", "play"),
    ("blend x { }", "BEH0205", "blend"),
    ("blend moving { 0: idle }", "BEH0206", "moving"),
    ("blend nothing { 0: idle }", "BEH0201", "nothing"),
    ("blend x { 0 m: idle }", "BEH0301", "0 m"),
    ("blend l { 0 m: idle, 1: look }", "BEH0302", "1"),
    ("blend x { 0: idle, x: look }", "BEH0206", "x"),
    ("blend x { 1: idle, 0: look }", "BEH0304", "0"),
    ("blend x { 0: idle, 0: look }", "BEH0304", "0"),
    ("blend x { 0: idle, 1: blend l { 1: look } }", "BEH0302", "1"),
    ("blend x { 0: 1 }", "BEH0205", "1"),
    ("play idle\nplay look", "BEH0207", "play"),
    ("play idle when moving\nblend x { 0: look }", "BEH0207", "blend"),
    ("play idle\nlayer top { play look }", "BEH0207", "layer"),
    ("layer top, wieght: 1 { play look }", "BEH0205", ", wieght: 1"),
    ("layer top, weight: 1 m { play look }", "BEH0301", "1 m"),
    ("layer top, weight: 1 { lower hips by l }", "BEH0207", "lower"),
    ("lower head by l", "BEH0205", "head"),
    ("lower hips by x", "BEH0301", "x"),
    ("lower hips", "BEH0205", "lower hips"),
    ("lower hips by l about up", "BEH0205", "about up"),
    ("lower hips by l\nlower hips by l", "BEH0202", "lower hips by l"),
    ("turn head by 1 deg about up", "BEH0205", "head"),
    ("turn body by 1 deg about ahead", "BEH0205", "ahead"),
    ("turn body by 1 m about up", "BEH0301", "1 m"),
    ("shift body by l", "BEH0206", "l"),
    ("set x = 1", "BEH0207", "set"),
    ("lerp x to 1 over 1 s", "BEH0207", "lerp"),
    ("every 1 s { play idle }", "BEH0207", "every"),
    ("play idle { }", "BEH0207", "play"),
]


@pytest.mark.parametrize(("line", "code", "at"), MISTAKES)
def test_one_mistake_one_error(walker: Checker, line: str, code: str, at: str) -> None:
    found = walker(f"var x = 0\nvar l = 0 m\n{STATES}pose {{ {line} }}").errors
    said = [(d.code, d.span.text.strip()) for d in found]
    assert [c for c, _ in said] == [code], [d.message for d in found]
    assert said[0][1].lstrip(", ") == at.lstrip(", ")


def test_one_pose_in_the_behavior_and_nowhere_else(walker: Checker) -> None:
    two = walker(STATES + "pose { play idle }\npose { play look }").errors
    assert [(d.code, d.span.text) for d in two] == [("BEH0202", "pose")]
    inside = walker("initial state A { pose { play idle } }").errors
    assert [(d.code, d.span.text) for d in inside] == [("BEH0207", "pose")]
    inside = walker("machine m { pose { play idle }\ninitial state A { } }").errors
    assert [(d.code, d.span.text) for d in inside] == [("BEH0207", "pose")]


def test_only_a_rig_with_a_gait_lowers_its_hips(body: Checker) -> None:
    found = body("initial state A { }\npose { lower hips by 1 cm }").errors
    assert [d.code for d in found] == ["BEH0207"]
    assert "gait" in found[0].message


def test_what_the_pose_writes_has_no_other_writer(walker: Checker) -> None:
    found = walker(
        "initial state A { set body.turned = 1 deg\nset body.lowered = 1 cm }\n"
        "pose { turn body by 2 deg about up }"
    ).errors
    assert [(d.code, d.span.text) for d in found] == [("BEH0604", "set body.turned = 1 deg")]
    assert "the pose" in found[0].message


def test_blends_nested_beyond_measure_are_stopped(walker: Checker) -> None:
    layers = "\n".join(
        f"layer l{i}, weight: x * x when in B {{ blend x {{ 0: idle, 1: look }} }}"
        for i in range(400)
    )
    found = walker(f"var x = 0\n{STATES}pose {{ {layers} }}").errors
    assert {d.code for d in found} == {"BEH0102"}
