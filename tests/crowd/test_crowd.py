"""Agents that come and go, are looked at and watched; what has no room or no sense."""

from __future__ import annotations

import numpy as np
import pytest
from side import differing
from test_parity import scene_of, street

from behave.crowd import Crowd, NoRoomError, of_scene, spread, watch
from behave.crowd.room import bytes_of
from behave.native import engine
from behave.native.engine import QUICK
from behave.runtime.model import Model
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import SceneError, build


def crowd_of(model: Model, count: int, **options: object) -> Crowd:
    """A crowd spread over a scene, its code made quickly."""
    return spread(model, count, **{"level": QUICK, "threads": 1, **options})


def with_alive(model: Model, agent: int, alive: bool, state: object) -> None:
    """Take an agent's capsule out of an ordinary run, or bring it back."""
    capsule = int(model.groups[0].capsules[agent])
    state.alive[capsule] = alive  # type: ignore[attr-defined]


def test_one_that_leaves_is_gone_for_the_others() -> None:
    model = street(8, walls=6)
    crowd = of_scene(model, level=QUICK, threads=1)
    state = initial(model)
    walk = {f"h{n}": {"walk": (0.0, 1.0)} for n in range(8)}
    for number in range(50):
        if number == 20:
            crowd.remove(2)
            with_alive(model, 2, False, state)
        tick(model, state, walk)
        crowd.tick(walk)
    assert 2 not in crowd
    assert len(crowd) == 7
    assert crowd.numbers.tolist() == [0, 1, 3, 4, 5, 6, 7]
    for number in crowd.numbers.tolist():
        assert not differing(model, 0, "", state.rows[0][number], crowd[number].row)
    with pytest.raises(IndexError):
        crowd.remove(2)
    with pytest.raises(IndexError):
        crowd[2]


def test_one_that_comes_begins_as_in_an_ordinary_run() -> None:
    model = street(8, walls=6)
    group = model.groups[0]
    crowd = Crowd(model, level=QUICK, threads=1, room=4)
    crowd.populate(range(5), group.at[:5], group.heading[:5])
    state = initial(model)
    fresh = state.rows[0].copy()
    for number in (5, 6, 7):
        with_alive(model, number, False, state)
    walk = {f"h{n}": {"walk": (0.0, 1.0)} for n in range(8)}
    for number in range(40):
        if number == 15:
            assert crowd.populate([5, 6, 7], group.at[5:8]).tolist() == [5, 6, 7]
            for one in (5, 6, 7):
                with_alive(model, one, True, state)
                state.rows[0][one] = fresh[one]
                state.entered[0][one] = initial(model).entered[0][one]
                state.zones[0][one] = False
        tick(model, state, walk)
        crowd.tick(walk)
        there = range(8 if number >= 15 else 5)
        for one in there:
            assert not differing(model, 0, "", state.rows[0][one], crowd[one].row)


def test_a_number_is_given_again_but_not_in_the_same_tick() -> None:
    crowd = crowd_of(street(3, walls=0), 6)
    crowd.remove(4)
    assert crowd.populate([0], [(9.0, 0.0, 9.0)]).tolist() == [6]
    crowd.tick()
    colliders = crowd.surroundings.count
    assert crowd.populate([0, 0], [(12.0, 0.0, 9.0), (15.0, 0.0, 9.0)]).tolist() == [4, 7]
    assert crowd.surroundings.count == colliders + 1
    crowd.tick()
    assert crowd[4]["root.position"][0] == 12.0
    assert len(crowd) == 8


def test_an_agent_reads_by_name() -> None:
    crowd = crowd_of(street(2, walls=0), 5)
    crowd.tick({"h0": {"walk": (0.0, 1.0)}})
    agent = crowd[2]
    assert agent.name == "h0[2]"
    assert agent.state == "Reset"
    assert agent["side"] == "right"
    assert agent["contact.point"] is None
    assert agent["mover.grounded"] is True
    assert agent["capsule.height"] == 1.8
    assert agent["walk"].tolist() == [0.0, 1.0, 0.0]
    assert crowd[3]["walk"].tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(KeyError):
        agent["no such thing"]


def test_every_agent_may_have_inputs_of_its_own() -> None:
    crowd = crowd_of(street(1, walls=0), 3)
    walk = np.array([(0.0, 1.0), (np.nan, 1.0), (1.0, 0.0)])
    for _ in range(30):
        crowd.tick({}, {"walk": walk, "jump": [0.0, 0.0, 1.0]})
    z = [crowd[n]["root.position"][2] - start for n, start in enumerate(crowd_z(crowd))]
    assert z[0] > 0.2
    assert z[2] == 0.0
    assert crowd[1]["walk"].tolist() == [0.0, 1.0, 0.0]
    assert crowd[2]["jump"] is True
    assert crowd[2]["jump.pressed"] is False
    with pytest.raises(ValueError, match="inputs of 2 agents for 3"):
        crowd.tick({}, {"walk": walk[:2]})


def crowd_z(crowd: Crowd) -> list[float]:
    """Where the agents of a fresh crowd like this one begin."""
    fresh = crowd_of(crowd.model, len(crowd))
    return [fresh[n]["root.position"][2] for n in range(len(crowd))]


def test_places_are_the_same_every_time_apart_and_free() -> None:
    model = street(3, walls=30)
    crowd = crowd_of(model, 120)
    at = np.array([crowd[n]["root.position"] for n in range(120)])
    other = crowd_of(model, 120)
    again = np.array([other[n]["root.position"] for n in range(120)])
    assert (at == again).all()
    assert (at[:3] == model.groups[0].at).all()
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2) + np.eye(120)
    assert gaps[3:, 3:].min() > 1.0 - 1e-9
    for position, size in zip(
        model.colliders.position[1:31], model.colliders.size[1:31], strict=True
    ):
        inside = (np.abs(at[3:] - position) < size + np.array([0.28, 0.0, 0.28]))[:, (0, 2)]
        assert not inside.all(axis=1).any()


def test_a_crowd_stands_on_the_ground_below_it() -> None:
    from behave.cli.files import read_picture
    from behave.cli.findings import check_file
    from behave.resources import behaviors_path

    checked = check_file(str(behaviors_path() / "guardian.beh"))
    assert checked.program is not None
    model = build(checked.program, "hills", dt=1 / 60, pictures=read_picture)
    from behave.crowd.spread import places

    found = places(model, 12)
    start = found.at[0]
    assert len(np.unique(np.round(found.at[:, 1], 3))) > 6
    assert (np.abs(found.at[:, 1] - start[1]) < 20.0).all()


def test_watched_agents_have_the_record_of_an_ordinary_run() -> None:
    model = street(6)
    crowd = of_scene(model, level=QUICK, threads=2, room=2)
    seen = watch(crowd, (1, 4))
    state = initial(model)
    fired = 0
    for number in range(150):
        walk = {f"h{n}": {"walk": (0.2 * (n - 2), 1.0)} for n in range(6 if number < 120 else 2)}
        record = tick(model, state, walk)
        crowd.tick(walk)
        found = seen.record()
        assert found.time == record.time
        assert found.agents == {name: record.agents[name] for name in ("h1", "h4")}
        fired += sum(len(agent.fired) for agent in found.agents.values())
    assert fired > 2
    alone, _ = seen.shown()
    (group,) = alone.groups
    assert alone.colliders.owner[group.capsules].tolist() == [1, 4]
    crowd.close()


def test_no_agents_at_all() -> None:
    crowd = crowd_of(street(1), 0)
    crowd.tick()
    assert len(crowd) == 0
    assert sum(crowd.states()["interaction"]["interaction"].values()) == 0
    empty = scene_of('use "behaviors/interaction.beh"\nscene s {\n}\n', "s", 1 / 60)
    assert len(spread(empty, 0)) == 0
    with pytest.raises(SceneError, match="no agent"):
        spread(empty, 1)


def test_no_room_is_said_before_it_is_taken() -> None:
    model = street(1, walls=0)
    with pytest.raises(NoRoomError, match=r"1000000 agents need 5\.\d\d GB .* about \d+"):
        crowd_of(model, 1_000_000, available=lambda: 1 << 30)


def test_state_and_inputs_of_an_agent_take_at_most_400_bytes() -> None:
    crowd = crowd_of(street(1, walls=0), 1)
    assert bytes_of(crowd.groups[0]).state <= 400.0


@pytest.mark.parametrize("dt", [0.0, -1 / 60, np.nan, np.inf])
def test_a_tick_has_a_length(dt: float) -> None:
    model = street(1)
    with pytest.raises(SceneError, match="tick length must be above 0 s"):
        build(model.program, "street", dt=dt)


def test_a_host_without_vectors_gives_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain x86-64 has vectors of two numbers; the code is made for that, and for two lanes."""
    model = street(7)
    wide = of_scene(model, level=QUICK, threads=1)
    name, features = engine.host()
    if name != "generic" and "+sse2" in features:
        plain = ",".join(f"-{one[1:]}" for one in features.split(",") if one[1:4] in ("avx", "fma"))
        monkeypatch.setattr(engine, "host", lambda: ("x86-64", plain))
        monkeypatch.setattr("behave.crowd.group.host", lambda: ("x86-64", plain))
    else:
        monkeypatch.setattr("behave.crowd.group.host", lambda: (name, ""))
    narrow = of_scene(model, level=QUICK, threads=1)
    assert narrow.groups[0].width.count == 2
    for _ in range(60):
        for crowd in (wide, narrow):
            crowd.tick({f"h{n}": {"walk": (0.0, 1.0)} for n in range(7)})
    for number in range(7):
        assert not differing(model, 0, "", wide[number].row, narrow[number].row)


def test_params_may_differ_between_agents() -> None:
    """Two heights are two strains; six are one, with what differs kept with each agent."""
    for count, strains in ((2, 2), (6, 1)):
        people = "\n".join(
            f"humanoid h{n} at ({n} m, 0 m, 0 m) with interaction, height: {1.5 + 0.1 * n} m"
            for n in range(count)
        )
        text = 'use "behaviors/interaction.beh"\nscene s {\n'
        text += f"ground floor at (0 m, 0 m, 0 m), layer: ground\n{people}\n}}"
        model = scene_of(text, "s", 1 / 60)
        crowd = of_scene(model, level=QUICK, threads=1)
        assert len(crowd.groups) == strains
        state = initial(model)
        walk = {f"h{n}": {"walk": (0.0, 1.0)} for n in range(count)}
        for _ in range(20):
            tick(model, state, walk)
            crowd.tick(walk)
        for number in range(count):
            assert not differing(model, 0, "", state.rows[0][number], crowd[number].row)
        crowd.remove(0)
        crowd.tick(walk)
        assert (
            crowd[count - 1]["height"]
            == model.groups[0].template[count - 1].tolist()[slot_of(model, "height")]
        )


def slot_of(model: Model, path: str) -> int:
    """The offset of a slot."""
    behavior = model.groups[0].behavior
    return behavior.slots[behavior.slot_of[path]].offset
