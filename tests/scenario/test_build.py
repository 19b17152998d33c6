"""Building scenes: params and their ranges, colliders, agents, and clear refusals."""

from __future__ import annotations

import math

import pytest
from made_programs import (
    METRES,
    POINT,
    SECONDS,
    SPAN,
    VEC,
    Builder,
    Made,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.ir.program import ColliderShape, SceneAgent, SceneCollider, WorldStep
from behave.kinds import BOOL, enum
from behave.scenario.build import SceneError, build
from behave.world.colliders import NO_LAYER


def with_params() -> Builder:
    made = Builder()
    made.param("pause", 2.0, SECONDS, 0.0, 10.0)
    made.param("reach", 0.5, METRES)
    made.machine([Made("A")])
    return made


def box(name: str, size: tuple[float, float, float], at: object = (0.0, 0.0, 5.0)) -> SceneCollider:
    values = (("at", const(at, POINT)), ("size", const(size, VEC)))
    return SceneCollider(name, ColliderShape.BOX, 1, values, SPAN)


def test_params_come_from_the_file_the_scene_and_outside_in_this_order() -> None:
    made = with_params()
    program = made.program(agents=(made.agent("one"), made.agent("two", (2, 0, 0), pause=3.0)))
    run = start(program)
    assert [run.value("pause", name) for name in ("one", "two")] == [2.0, 3.0]
    run = start(program, overrides={"made.pause": 4.0})
    assert [run.value("pause", name) for name in ("one", "two")] == [4.0, 4.0]
    run = start(program, overrides={"two.pause": 5.0, "made.pause": 4.0})
    assert [run.value("pause", name) for name in ("one", "two")] == [4.0, 5.0]
    assert run.model.overrides == {("one", "pause"), ("two", "pause")}


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"made.pause": 11.0}, r"`pause` of hero is 11 s, outside its range 0 s .. 10 s"),
        ({"made.pause": math.nan}, "a time"),
        ({"made.pause": "long"}, "it takes a time"),
        ({"made.pause": True}, "it takes a time"),
        ({"made.paus": 1.0}, "`made` has no param `paus`; it has `pause`, `reach`"),
        ({"nobody.pause": 1.0}, "no `nobody`; it has `hero`, `made`, `bare`"),
        ({"pause": 1.0}, "OWNER.PARAM"),
    ],
)
def test_overrides_that_do_not_fit_are_refused(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        start(with_params().program(), overrides=overrides)


def test_overrides_of_bools_and_enums() -> None:
    made = Builder()
    made.enums["sides"] = ("left", "right")
    for name, value, kind in (("again", True, BOOL), ("side", 0, enum("sides"))):
        made.param(name, value, kind)
    made.machine([Made("A")])
    run = start(made.program(), overrides={"made.again": False, "made.side": "right"})
    assert (run.value("again"), run.value("side")) == (0.0, 1.0)
    with pytest.raises(SceneError, match="yes or no"):
        start(made.program(), overrides={"made.again": 1.0})
    with pytest.raises(SceneError, match=r"one of sides \(left, right\)"):
        start(made.program(), overrides={"made.side": "up"})


def test_a_value_out_of_its_range_in_the_scene_names_the_place() -> None:
    made = with_params()
    program = made.program(agents=(made.agent("hero", pause=12.0),))
    with pytest.raises(SceneError, match=r"made.beh:1: scene stage: `pause` of hero is 12 s"):
        start(program)


def test_a_param_may_use_earlier_ones_and_be_random() -> None:
    made = with_params()
    slot = made.param("double", 0.0)
    double = node(Op.MUL, made.read(made.behavior().slot_of["reach"]), const(2.0))
    draw = node(Op.RANDOM, double, const(3.0), data=0)
    made.params[-1] = type(made.params[0])("double", slot, draw, None, None, "", "", "made", SPAN)
    values = {start(made.program(), seed=seed).value("double") for seed in (1, 2)}
    assert len(values) == 2
    assert all(1.0 <= value < 3.0 for value in values)
    assert values == {start(made.program(), seed=seed).value("double") for seed in (1, 2)}


def test_an_unknown_scene_lists_what_there_is() -> None:
    with pytest.raises(SceneError, match="no scene `nowhere`; it has `stage`"):
        build(with_params().program(), "nowhere", dt=1 / 60)


@pytest.mark.parametrize("dt", [0.0, -1.0, math.nan, math.inf])
def test_a_tick_must_take_time(dt: float) -> None:
    with pytest.raises(SceneError, match="tick length"):
        build(with_params().program(), "stage", dt=dt)


def test_colliders_stand_in_declared_order_on_their_layers() -> None:
    made = with_params()
    values = (("at", const((1.0, 0.0, 0.0), POINT)),)
    ground = SceneCollider("floor", ColliderShape.GROUND, NO_LAYER, values, SPAN)
    model = start(made.program(colliders=(box("wall", (2.0, 4.0, 6.0)), ground))).model
    assert model.colliders.names == ("wall", "floor")  # a bare rig has no capsule
    assert model.colliders.size[0].tolist() == [1.0, 2.0, 3.0]
    assert model.colliders.layer.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("collider", "message"),
    [
        (
            box("wall", (1.0, 0.0, 1.0)),
            r"scene stage: box wall: `size` must be above 0, it is \(1, 0, 1\)",
        ),
        (box("wall", (1.0, -2.0, 1.0)), "box wall: `size` must be above 0"),
        (
            box("wall", (1.0, math.inf, 1.0)),
            "box wall: `size` has no value, or one that is not finite",
        ),
        (box("wall", (1.0, 1.0, 1.0), (0.0, math.nan, 0.0)), "box wall: `at` has no value"),
        (
            SceneCollider(
                "ball", ColliderShape.SPHERE, 0, (("at", const((0, 0, 0), POINT)),), SPAN
            ),
            "sphere ball: it needs `radius:`",
        ),
    ],
)
def test_colliders_that_cannot_be_are_refused(collider: SceneCollider, message: str) -> None:
    with pytest.raises(SceneError, match=message) as raised:
        start(with_params().program(colliders=(collider,)))
    assert str(raised.value).startswith("made.beh:1: ")


def test_two_agents_may_not_stand_in_one_spot() -> None:
    made = with_params()
    program = made.program(agents=(made.agent("one"), made.agent("two", (0.0, 0.0, 0.001))))
    with pytest.raises(SceneError, match="scene stage: two and one stand in one spot"):
        start(program)


def test_an_agent_stands_where_and_as_the_scene_says() -> None:
    made = with_params()
    heading = const(math.pi / 2)
    agent = SceneAgent("hero", "bare", "made", const((1.0, 0.0, 2.0), POINT), heading, (), SPAN)
    run = start(made.program(agents=(agent,)))
    half = math.sqrt(0.5)
    assert run.value("root.position") == [1.0, 0.0, 2.0]
    assert run.value("root.rotation") == pytest.approx([0.0, half, 0.0, half])


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_removed_collider_vanishes_as_its_tick_begins(rate: int) -> None:
    gone = WorldStep("remove", "wall", const(0.5, SECONDS), SPAN)
    program = with_params().program(colliders=(box("wall", (1.0, 1.0, 1.0)),), steps=(gone,))
    run = start(program, 1 / rate).ticks(rate // 2)
    assert run.state.alive.tolist() == [True]
    assert run.ticks(1).state.alive.tolist() == [False]


def test_a_scene_without_agents_runs() -> None:
    run = start(with_params().program(agents=(), colliders=(box("wall", (1.0, 1.0, 1.0)),)))
    assert run.ticks(2).records[-1].agents == {}
    assert run.state.tick == 2
