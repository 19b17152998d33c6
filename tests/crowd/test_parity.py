"""A crowd does what each of its agents would do in an ordinary run: every bit, every tick."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from cranes import crane
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from made_programs import Arrow, start
from side import Side
from test_random_arrays import body
from trees import furnished, guards, numbers, rotations, vecs

from behave.cli.files import read_picture
from behave.cli.findings import check_file
from behave.ir.program import Form
from behave.resources import behaviors_path
from behave.runtime.inputs import Key
from behave.runtime.model import Model
from behave.runtime.state import initial
from behave.scenario.build import build

RATES = (30.0, 60.0, 144.0)
STEADY = settings(
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def shipped(file: str, scene: str, dt: float) -> Model:
    """A scene of a shipped behavior."""
    checked = check_file(str(behaviors_path() / f"{file}.beh"))
    assert checked.program is not None
    return build(checked.program, scene, dt=dt, pictures=read_picture)


SCENES = (
    ("interaction", "corridor", 60.0, 6.5),
    ("interaction", "narrow", 144.0, 3.0),
    ("interaction", "pillars", 30.0, 8.0),
    ("cover", "blocks", 60.0, 4.0),
    ("cover", "corner", 30.0, 6.0),
    ("guardian", "chase", 60.0, 1.5),
    ("guardian", "hills", 60.0, 1.0),
)


@pytest.mark.parametrize(("file", "scene", "rate", "seconds"), SCENES)
def test_a_shipped_scene(file: str, scene: str, rate: float, seconds: float) -> None:
    side = Side(shipped(file, scene, 1.0 / rate))
    fired = 0
    for _ in range(round(seconds * rate)):
        fired += sum(len(agent.fired) for agent in side.tick().agents.values())
    assert fired


WALKERS = """
use "behaviors/interaction.beh"
scene street {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  WALLS
  WALKERS
}
"""


def street(count: int, walls: int = 30, dt: float = 1.0 / 60.0) -> Model:
    """Walkers among walls, some near enough to bump into each other."""
    boxes = "\n".join(
        f"box wall_{n} at ({2.5 * (n % 6) - 6.5} m, 1.2 m, {2 + 3.1 * (n // 6)} m), "
        f"size: (0.2 m, 2.4 m, {1 + n % 3} m), layer: touchable"
        for n in range(walls)
    )
    people = "\n".join(
        f"humanoid h{n} at ({0.9 * (n % 7) - 3} m, 0 m, {-1.1 * (n // 7)} m) with interaction"
        for n in range(count)
    )
    text = WALKERS.replace("WALLS", boxes).replace("WALKERS", people)
    return scene_of(text, "street", dt)


def scene_of(text: str, scene: str, dt: float) -> Model:
    """A scene of a text that may use the shipped behaviors."""
    from behave.cli.files import UseReader
    from behave.pipeline import check
    from behave.source import Source

    source = Source("made.beh", text)
    root = behaviors_path().parent
    checked = check(source, UseReader(source, str(root / "made.beh")))
    assert checked.program is not None, checked.diagnostics
    return build(checked.program, scene, dt=dt)


@pytest.mark.parametrize("options", [{"room": 8}, {"room": 13, "threads": 3}, {}])
def test_walkers_who_meet(options: dict[str, Any]) -> None:
    """Thirty of them touch walls, bump into each other and jump; in one block or several."""
    side = Side(street(30), **options)
    seen = set()
    for number in range(150):
        inputs = {
            f"h{n}": {
                "walk": (0.3 * ((n * 7) % 3 - 1), 1.0),
                "jump": Key(False, True) if (number + 11 * n) % 90 == 40 else False,
            }
            for n in range(30)
        }
        record = side.tick(inputs)
        seen |= {agent.states["interaction"] for agent in record.agents.values()}
    assert {"Reset", "Engaged.Search", "Engaged.Approach", "Engaged.Rise"} <= seen


@settings(STEADY, max_examples=8)
@given(some.data())
def test_random_machines(data: Any) -> None:
    """Nested states, lerps, memory and a sensor over random trees, for several agents."""
    room, states, active = furnished(data)
    made = room.builder
    a, v, q = room.slots["number"][0], room.slots["vec"][0], room.slots["rotation"][0]
    lerps = []
    for slot, kind in ((a, numbers), (v, vecs), (q, rotations)):
        form = data.draw(some.sampled_from(list(Form)))
        amount = data.draw(some.sampled_from((0.0, 0.05, 0.2, 1.0, 20.0)))
        made_lerp, captured = made.lerp(slot, data.draw(kind(room, 2)), form, amount, "B", "")
        lerps.append(made_lerp)
        states[1].captures = [*states[1].captures, *([captured] if captured >= 0 else [])]
    states[1].actions = lerps
    states[0].actions = [made.set(a, data.draw(numbers(room, 2)))]
    states[1].children[0].enter = [made.set(v, data.draw(vecs(room, 2)))]
    states[2].actions = [made.when(data.draw(guards(room, 2)), *states[0].actions)]
    states[0].arrows = [Arrow("B", data.draw(guards(room, 3))), Arrow("B.D", after=0.03)]
    states[1].arrows = [Arrow("E", data.draw(guards(room, 2)), after=0.05)]
    states[1].children[1].arrows = [Arrow("B.C", after=0.02)]
    states[2].arrows = [Arrow("B", data.draw(guards(room, 2)), resume=True), Arrow("A", after=0.1)]
    made.machine(states, active=active)
    run = start(made.program(), 1.0 / data.draw(some.sampled_from(RATES)))
    side = Side(run.model)
    for _ in range(40):
        side.tick({})


@settings(STEADY, max_examples=6)
@given(some.data())
def test_random_arrays_and_events(data: Any) -> None:
    """Machine arrays, lists, events with arguments, arcs and rays, five agents of them."""
    box = "box step at (1 m, 0.25 m, 0 m), size: (1 m, 0.5 m, 1 m)\n"
    box += "\n".join(f"crane n{n} at ({3 * n} m, 0 m, 0 m) with b" for n in range(1, 5))
    run = crane(body(data), 1.0 / data.draw(some.sampled_from(RATES)), things=box)
    side = Side(run.model)
    for _ in range(25):
        side.tick()


MEMORY = """
var seen, drawn = 0
zone around = sphere(radius: 3 m, center: root.position + 1 m * up)
zone slab = box(size: (8 m, 2 m, 2 m), center: root.position, turn: root.rotation)
zone tube = capsule(radius: 1 m, height: 6 m, center: root.position)
sensor close = nearest(point: root.position, within: 20 m, layer: wall)
sensor held = track(around, layer: wall, probe: root.position)
sensor again = track(slab, layer: wall, probe: root.position, again: no)
sensor any = overlap(tube, layer: wall)
on around.exit { set seen = seen + 100 }
on slab.stay { set drawn = drawn + seen }
on held.lost { set seen = seen + 10 }
on close.found { set seen = seen + 1 }
on any.found { set seen = seen + 1000 }
machine m {
  initial state A { -> B when close.distance > 0.5 m for 0.2 s }
  state B { -> A on close.lost }
}
"""


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 144, 0.0123])
def test_zones_tracks_and_memory(dt: float) -> None:
    things = "\n".join(
        f"box w{n} at ({1.7 * n - 9} m, 0.5 m, {n % 4 - 2} m), size: (0.4 m, 1 m, 0.4 m), "
        f"layer: wall\nremove w{n} at {0.1 + 0.05 * n} s"
        for n in range(30)
    )
    things += "\n" + "\n".join(f"crane n{n} at ({3 * n - 9} m, 0 m, 1 m) with b" for n in range(6))
    run = crane(MEMORY, dt, things=things)
    side = Side(run.model, room=4)
    events: list[str] = []
    for _ in range(round(1.8 / dt)):
        for agent in side.tick().agents.values():
            events += agent.events
    kinds = {event.split()[0] for event in events}
    assert {"around.enter", "around.exit", "slab.exit", "held.lost", "any.found"} <= kinds


def test_uneven_ticks() -> None:
    """A run whose ticks differ in length goes on from one crowd's agents in another's."""
    text = {}
    states = None
    crowds = None
    for number in range(4):
        dt = 0.004 + 0.0081 * (number * 3 % 4)
        model = street(9, dt=dt)
        side = Side(model)
        if states is not None:
            side.state = replace(states)
            for mine, theirs in zip(side.crowd.groups, crowds, strict=True):
                mine.blocks = theirs.blocks
        for _ in range(8):
            side.tick({f"h{n}": {"walk": (0.0, 1.0)} for n in range(9)})
        states, crowds = side.state, side.crowd.groups
        text[dt] = states.digest()
    assert len(set(text.values())) == 4


@pytest.mark.parametrize("place", [(np.nan, 0.0, 0.0), (1e9, 0.0, -1e9), (0.0, 1e9, 0.0)])
def test_agents_nowhere_in_particular(place: tuple[float, float, float]) -> None:
    """What a run answers for an agent at NaN or far off a crowd answers too, and for the rest."""
    model = street(6)
    group = model.groups[0]
    at = group.at.copy()
    at[2] = place
    model = replace(model, groups=(replace(group, at=at), *model.groups[1:]))
    side = Side(model)
    for _ in range(40):
        side.tick({f"h{n}": {"walk": (0.0, 1.0)} for n in range(6)})
    assert np.isfinite(initial(model).rows[0][0, :3]).all()
