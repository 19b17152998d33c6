"""Random behaviors over many ticks: reference, one agent and every lane give the same bits."""

from __future__ import annotations

from typing import Any

import pytest
from cranes import crane
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from made_programs import BOOL, Arrow, Builder, Made, const, node, start
from test_random_arrays import body
from trees import furnished, guards, numbers, rotations, vecs
from ways import stirred, ways

from behave.ir.ops import Op
from behave.ir.program import Form
from behave.native.crowd import Crowd
from behave.native.engine import QUICK, compiled
from behave.native.lanes import Lanes
from behave.native.module import write_module
from behave.native.packs import put, row_of

RATES = (30.0, 60.0, 144.0)
STEADY = settings(
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@settings(STEADY, max_examples=12)
@given(some.data())
def test_random_machines(data: Any) -> None:
    """Nested states, lerps of every form, memory, sensors and branches over random trees."""
    room, states, active = furnished(data)
    made = room.builder
    a, v, q = room.slots["number"][0], room.slots["vec"][0], room.slots["rotation"][0]
    trees = {a: numbers, v: vecs, q: rotations}
    lerps = []
    captures = []
    for slot, kind in trees.items():
        form = data.draw(some.sampled_from(list(Form)))
        ease = data.draw(some.sampled_from(("", "smooth", "in_out_sine", "out_circ")))
        amount = data.draw(some.sampled_from((0.0, 0.05, 0.2, 1.0, 20.0, 70.0)))
        goal = data.draw(kind(room, 2))
        made_lerp, captured = made.lerp(slot, goal, form, amount, "B", ease)
        lerps.append(made_lerp)
        captures += [captured] if captured >= 0 else []
    states[1].captures = captures
    states[1].actions = lerps
    states[0].actions = [made.set(a, data.draw(numbers(room, 2)))]
    states[1].children[0].enter = [made.set(v, data.draw(vecs(room, 2)))]
    states[1].children[1].exit = [made.add(a, 1.0)]
    states[2].actions = [made.when(data.draw(guards(room, 2)), *states[0].actions)]
    states[0].arrows = [Arrow("B", data.draw(guards(room, 3))), Arrow("B.D", after=0.03)]
    states[1].arrows = [Arrow("E", data.draw(guards(room, 2)), after=0.05)]
    states[1].children[0].arrows = [Arrow("B.D", data.draw(guards(room, 1)))]
    states[1].children[1].arrows = [
        Arrow("B.C", after=0.02),
        Arrow("B", data.draw(guards(room, 1)), restart=True),
    ]
    states[2].arrows = [Arrow("B", data.draw(guards(room, 2)), resume=True), Arrow("A", after=0.1)]
    made.machine(states, active=active)
    run = start(made.program(), 1.0 / data.draw(some.sampled_from(RATES)))
    both = ways(run.model, run.state)
    for _ in range(40):
        both.tick({})


@settings(STEADY, max_examples=8)
@given(some.data())
def test_random_arrays_and_events(data: Any) -> None:
    """Machine arrays, lists, events with arguments, arcs and rays, as text."""
    box = "box step at (1 m, 0.25 m, 0 m), size: (1 m, 0.5 m, 1 m)"
    run = crane(body(data), 1.0 / data.draw(some.sampled_from(RATES)), things=box)
    both = ways(run.model, run.state)
    for _ in range(25):
        both.tick()


GESTURES = """
event poke(n : number)
var x, y, runs, heard = 0
var p : point = (0 m, 1 m, 0 m)
on poke(n) when n > 1 { set heard = heard + n; set y = y + heard }
every 0.05 s { set runs = runs + 1; emit poke(runs) when runs < 30 }
machine m {
  initial state A {
    on enter { set x = 3 * heard }
    lerp y to 5 over 0.3 s ease in_out
    every 0.02 s { set x = x + 1 }
    -> B after 0.4 s
    -> B on poke(n) when n > 20
  }
  state B {
    initial state C { arc p from (0 m, 0 m, 0 m) to (1 m, 1 m, 1 m) over 0.2 s, height: 10 cm
      -> D after 0.13 s }
    state D { advance y by 3 /s
      lerp x to 0 over 1 s chase
      -> resume A when timer > 0.5 s }
    on enter { emit poke(40) }
    -> A on poke(n) when n == 40 and x > 2
  }
}
"""


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 144, 0.0123])
def test_events_draws_and_timers(dt: float) -> None:
    run = crane(GESTURES, dt)
    both = ways(run.model, run.state)
    fired = sum(len(both.tick().agents["hero"].fired) for _ in range(round(4.0 / dt)))
    assert fired > 5


def test_neighbours_at_different_moments() -> None:
    """Nine agents whose variables differ: lanes of which some are full, and one is not."""
    things = "\n".join(f"crane n{n} at ({3 * n} m, 0 m, 0 m) with b" for n in range(1, 9))
    run = crane(GESTURES, things=things)
    both = ways(run.model, stirred(run.model, run.state, 5), lanes=8)
    seen = set()
    for _ in range(90):
        agents = both.tick().agents.values()
        seen.add(len({agent.states["m"] for agent in agents}))
    assert max(seen) > 1


def test_what_is_carried_is_a_tick_at_most_and_what_was_never_left_begins() -> None:
    """A delay passed long ago, and a state resumed before it ever was left."""
    made = Builder()
    open_now = made.var("open", False, BOOL)
    states = [Made("A"), Made("B", children=[Made("C"), Made("D"), Made("E")])]
    active = made.lay_out("m", states)
    wait = node(Op.GE, made.timer("A"), const(0.1), kind=BOOL, data=0.0)
    states[0].actions = [made.set(open_now, wait)]
    states[0].arrows = [Arrow("B", made.read(open_now), after=0.02, resume=True)]
    states[1].children[0].arrows = [Arrow("B.E", after=0.03)]
    states[1].arrows = [Arrow("A", made.timer_is("B", Op.GT, 0.2))]
    made.machine(states, active=active)
    run = start(made.program())
    both = ways(run.model, run.state)
    carry = made.slots[made.clocks["B"][1]].offset
    leaves, carried = [], set()
    for _ in range(60):
        leaves.append(both.tick({}).agents["hero"].states["m"])
        carried.add(both.states[1].rows[0][0, carry])
    entered = [leaf for leaf, before in zip(leaves[1:], leaves, strict=False) if leaf != before]
    assert entered[:4] == ["B.C", "B.E", "A", "B.E"]
    assert carried == {0.0, 1.0 / 60.0}


def test_memory_begins_anew_with_another_subject() -> None:
    """A cell counts for as long as one collider is the nearest; zones and tracks beside it."""
    text = """
    var seen = 0
    zone around = sphere(radius: 3 m, center: root.position + 1 m * up)
    sensor close = nearest(point: root.position, within: 20 m, layer: wall)
    sensor held = track(around, layer: wall, probe: root.position)
    sensor any = overlap(around, layer: wall)
    on around.exit { set seen = seen + 100 }
    on held.lost { set seen = seen + 10 }
    on close.found { set seen = seen + 1 }
    machine m {
      initial state A { -> B when close.distance > 0.5 m for 0.2 s }
      state B { -> A on close.lost }
    }
    """
    things = """
    box one at (1 m, 0.5 m, 0 m), size: (0.2 m, 1 m, 0.2 m), layer: wall
    box two at (-2 m, 0.5 m, 0 m), size: (0.2 m, 1 m, 0.2 m), layer: wall
    remove one at 0.15 s
    remove two at 0.6 s
    """
    run = crane(text, things=things)
    both = ways(run.model, run.state)
    leaves = [both.tick().agents["hero"].states["m"] for _ in range(50)]
    # 0.2 s from the tick the second box became the nearest, not from the start
    assert leaves.index("B") > 12
    assert leaves[-1] == "A"
    seen = run.model.groups[0].behavior
    offset = seen.slots[seen.slot_of["seen"]].offset
    assert both.states[1].rows[0][0, offset] == 222.0


def test_single_precision_follows_the_same_states() -> None:
    """A crowd may be kept in single precision: the same states, values to seven digits."""
    run = crane(GESTURES)
    own, keys = run.model.groups[0].compiled, run.model.groups[0].keys
    width = Lanes(8, "float")
    code = compiled(write_module(own.behavior, own.scope.dt, width).text, QUICK)
    crowd = Crowd(own, keys * 5, width)
    rows = run.state.rows[0]
    put(crowd.rows, rows.T.repeat(5, axis=1), slice(None))
    put(crowd.entered, run.state.entered[0].T.repeat(5, axis=1), slice(None))
    step = crowd.function(code, "step")
    slots = own.behavior.slots
    active = slots[own.behavior.machines[0].active].offset
    seen = set()
    for _ in range(120):
        run.ticks(1)
        step(0, crowd.whole)
        assert (row_of(crowd.rows, active, 5) == rows[0, active]).all()
        seen.add(rows[0, active])
        for name in ("x", "y", "runs", "heard"):
            offset = slots[own.behavior.slot_of[name]].offset
            assert row_of(crowd.rows, offset, 5) == pytest.approx([rows[0, offset]] * 5, rel=1e-4)
    assert len(seen) > 1
