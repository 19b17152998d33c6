"""Phases 2 and 3, Sense and Events: zones, sensors, what is found, lost, entered and left."""

from __future__ import annotations

import pytest
from made_programs import (
    BOOL,
    COLLIDER,
    METRES,
    POINT,
    SECONDS,
    SPAN,
    VEC,
    Arrow,
    Builder,
    Made,
    Run,
    compare,
    const,
    node,
    start,
)

from behave.ir.ops import Op
from behave.ir.program import (
    ColliderShape,
    EventRef,
    Handler,
    Query,
    SceneCollider,
    WorldStep,
)

WALL, OTHER = 0b01, 0b10


def ball(name: str, at: tuple[float, float, float], layer: int = 0) -> SceneCollider:
    """A ball of radius 0.5 m."""
    values = (("at", const(at, POINT)), ("radius", const(0.5, METRES)))
    return SceneCollider(name, ColliderShape.SPHERE, layer, values, SPAN)


COLLIDERS = (
    ball("near", (2.0, 0.0, 0.0)),
    ball("far", (6.0, 0.0, 0.0)),
    ball("wrong", (2.0, 1.0, 0.0), layer=1),
)


def stand(run: Run, made: Builder, x: float) -> Run:
    """One tick with the hero standing at x."""
    run.state.rows[0][0, made.slots[made.position].offset] = x
    return run.ticks(1)


def tracking(**options: object) -> tuple[Builder, dict[str, int]]:
    made = Builder()
    zone = made.zone("reach", 1.0, WALL)
    again = options.pop("again", True)
    arguments = {"probe": made.read(made.position), "again": const(again, BOOL)}
    eye = made.sensor("eye", Query.TRACK, arguments, zone=zone, layers=WALL, **options)  # type: ignore[arg-type]
    return made, eye


def test_a_zone_sends_enter_once_stay_each_tick_and_exit_once() -> None:
    made = Builder()
    zone = made.zone("reach", 1.0, WALL)
    log = made.var("log")
    for digit, happening in ((1, "enter"), (2, "stay"), (3, "exit")):
        event = EventRef("zone", zone, happening)
        made.handlers.append(Handler(event, None, (made.digit(log, digit),), None, SPAN))
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS))
    events = [stand(run, made, x).last.events for x in (0.0, 1.0, 1.0, 2.0, 3.6, 3.6)]
    assert run.value("log") == 1223.0
    assert events == [(), ("reach.enter near",), (), (), ("reach.exit near",), ()]


def test_a_zone_sees_its_layers_only() -> None:
    made = Builder()
    made.zone("reach", 3.0, OTHER)
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS))
    assert stand(run, made, 2.0).last.events == ("reach.enter wrong",)


def test_exit_is_sent_when_a_collider_vanishes_and_the_track_is_lost() -> None:
    made, _ = tracking()
    made.machine([Made("A")])
    gone = WorldStep("remove", "near", const(0.1, SECONDS), SPAN)
    run = start(made.program(colliders=COLLIDERS, steps=(gone,)), 1 / 30)
    run.state.rows[0][0, made.slots[made.position].offset] = 2.0
    events = [run.ticks(1).last.events for _ in range(5)]
    found = ("reach.enter near", "eye.found near")
    assert events == [found, (), (), ("reach.exit near", "eye.lost near"), ()]
    assert run.value("eye.point") is None


def test_what_is_tracked_is_kept_until_it_leaves_the_zone() -> None:
    made, _ = tracking()
    made.machine([Made("A")])
    closer = ball("closer", (2.6, 0.0, 0.0))
    run = start(made.program(colliders=(COLLIDERS[0], closer)))
    seen = []
    for x in (1.0, 2.5, 3.0, 3.45, 3.6):
        stand(run, made, x)
        index = run.value("eye.collider")
        seen.append(None if index is None else run.model.colliders.names[int(index)])
    assert seen == ["near", "near", "near", "near", "closer"]
    assert run.last.events[-2:] == ("eye.lost near", "eye.found closer")


def test_a_tracks_reading_is_the_closest_point_to_its_probe() -> None:
    made, _ = tracking()
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS))
    stand(run, made, 1.0)
    assert run.value("eye.point") == pytest.approx([1.5, 0.0, 0.0])
    assert run.value("eye.normal") == pytest.approx([-1.0, 0.0, 0.0])
    assert run.value("eye.distance") == pytest.approx(0.5)


def test_without_again_only_what_enters_is_taken() -> None:
    made, _ = tracking(again=False, when=None)
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS))
    stand(run, made, 1.0)
    assert run.value("eye.collider") == 0.0
    eye = made.sensors[0].reading
    run.state.rows[0][0, made.slots[eye.exists].offset] = 0.0  # forget it while it stays
    assert stand(run, made, 1.0).value("eye.collider") is None
    stand(run, made, 0.0)
    assert stand(run, made, 1.0).value("eye.collider") == 0.0


def test_a_sensor_with_when_is_absent_while_off_and_on_the_tick_its_state_is_entered() -> None:
    made = Builder()
    x = made.var("x")
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", compare(Op.GE, made.read(x), const(2.0)))]
    states[0].actions = states[1].actions = [made.add(x, 1.0)]
    made.sensor("eye", Query.VALUE, {"value": made.read(x)}, when=made.inside("B"))
    made.machine(states, active=active)
    run = start(made.program())
    seen = [(run.ticks(1).where(), run.value("eye.value")) for _ in range(4)]
    assert seen == [("A", None), ("A", None), ("B", None), ("B", 3.0)]


def test_else_keep_holds_the_last_reading() -> None:
    made = Builder()
    x = made.var("x")
    early = compare(Op.LT, made.read(x), const(2.0))
    made.sensor("held", Query.VALUE, {"value": made.read(x)}, when=early, keep=True)
    made.sensor("lost", Query.VALUE, {"value": made.read(x)}, when=early)
    made.machine([Made("A", actions=[made.add(x, 1.0)])])
    run = start(made.program())
    seen = [(run.ticks(1).value("held.value"), run.value("lost.value")) for _ in range(4)]
    assert seen == [(0.0, 0.0), (1.0, 1.0), (1.0, None), (1.0, None)]


def test_a_sensor_written_in_a_state_is_absent_outside_it() -> None:
    made = Builder()
    x = made.var("x")
    states = [Made("A", actions=[made.add(x, 1.0)]), Made("B")]
    active = made.lay_out("m", states)
    states[0].arrows = [Arrow("B", compare(Op.GE, made.read(x), const(2.0)))]
    made.sensor("eye", Query.VALUE, {"value": made.read(x)}, owner="A", keep=True)
    made.machine(states, active=active)
    run = start(made.program())
    seen = [run.ticks(1).value("eye.value") for _ in range(4)]
    assert seen == [0.0, 1.0, 2.0, None]


def test_a_sensor_may_use_earlier_ones_of_the_same_tick() -> None:
    made = Builder()
    first = made.sensor("first", Query.VALUE, {"value": const(4.0)})
    double = node(Op.MUL, made.read(first["value"]), const(2.0))
    made.sensor("second", Query.VALUE, {"value": double})
    made.machine([Made("A")])
    assert start(made.program()).ticks(1).value("second.value") == 8.0


def test_a_ray_hits_the_first_collider_on_its_layers() -> None:
    made = Builder()
    arguments = {
        "from": made.read(made.position),
        "along": const((2.0, 0.0, 0.0), VEC),
        "length": const(5.0, METRES),
    }
    made.sensor("ray", Query.RAY, arguments, layers=WALL)
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS)).ticks(1)
    assert run.value("ray.distance") == pytest.approx(1.5)
    assert run.value("ray.normal") == pytest.approx([-1.0, 0.0, 0.0])
    assert run.last.events == ("ray.found near",)
    stand(run, made, 3.0)
    assert run.value("ray.point") == pytest.approx([5.5, 0.0, 0.0])
    assert run.last.events == ("ray.lost near", "ray.found far")
    assert stand(run, made, 8.0).value("ray.exists") == 0.0


def test_an_absent_argument_makes_the_reading_absent() -> None:
    made = Builder()
    lost = made.var("lost", None, POINT)
    arguments = {"point": made.read(lost), "within": const(100.0, METRES)}
    made.sensor("near", Query.NEAREST, arguments)
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS)).ticks(1)
    assert run.value("near.distance") is None


def test_nearest_closest_and_overlap() -> None:
    made = Builder()
    zone = made.zone("reach", 2.0)
    here = made.read(made.position)
    made.sensor("near", Query.NEAREST, {"point": here, "within": const(9.0)}, layers=WALL)
    far = const(1, COLLIDER)
    made.sensor("far", Query.CLOSEST, {"point": here, "collider": far})
    made.sensor("inside", Query.OVERLAP, {}, zone=zone, layers=OTHER)
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS)).ticks(1)
    assert (run.value("near.collider"), run.value("near.distance")) == (0.0, 1.5)
    assert (run.value("far.collider"), run.value("far.distance")) == (1.0, 5.5)
    assert run.value("inside.collider") == 2.0


def test_found_and_lost_handlers_run_once_and_only_while_their_state_is_active() -> None:
    made, _ = tracking()
    log = made.var("log")
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    found, lost = EventRef("sensor", 0, "found"), EventRef("sensor", 0, "lost")
    made.handlers += [
        Handler(found, None, (made.digit(log, 1),), made.refs["A"], SPAN),
        Handler(lost, None, (made.digit(log, 2),), made.refs["B"], SPAN),
        Handler(lost, const(False, BOOL), (made.digit(log, 8),), None, SPAN),
        Handler(lost, None, (made.digit(log, 3),), None, SPAN),
    ]
    made.machine(states, active=active)
    run = start(made.program(colliders=COLLIDERS))
    for x in (1.0, 1.0, 0.0, 0.0):
        stand(run, made, x)
    assert run.value("log") == 13.0


def test_sensors_are_absent_before_tick_0() -> None:
    made, _ = tracking()
    made.machine([Made("A")])
    run = start(made.program(colliders=COLLIDERS))
    assert run.value("eye.exists") == 0.0
    assert run.value("eye.point") is None
    assert run.value("eye.previous") == -1.0


def test_agents_of_one_group_each_have_their_own_reading() -> None:
    made, _ = tracking()
    made.machine([Made("A")])
    agents = (made.agent("one", (1.0, 0.0, 0.0)), made.agent("two", (5.0, 0.0, 0.0)))
    run = start(made.program(colliders=COLLIDERS, agents=agents)).ticks(1)
    assert run.value("eye.collider", "one") == 0.0
    assert run.value("eye.collider", "two") == 1.0
    assert run.records[0].agents["two"].events == ("reach.enter far", "eye.found far")
