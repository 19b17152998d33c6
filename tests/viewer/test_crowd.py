"""Crowds looked at: exact scrubbing, each on its own way, one followed with all it senses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from behave.crowd.spread import places
from behave.runtime.model import Model
from behave.runtime.tick import before_turns
from behave.runtime.why import explain, outgoing, render
from viewer.capture import Take, pictures, shot
from viewer.crowd.checkpoints import Checkpoints
from viewer.crowd.making import CrowdPlan
from viewer.crowd.playback import CrowdPlayback
from viewer.crowd.state import CrowdState
from viewer.crowd.strolls import strolls
from viewer.desk import open_desk
from viewer.film import CaptureError
from viewer.playback import Playback, PlayError
from viewer.scene.build import draw_state, stage_of
from viewer.session import session_of

MANY = 24


@pytest.fixture
def crowd(model: Model) -> Iterator[Callable[..., CrowdPlayback]]:
    """Makes playbacks of crowds in the room."""
    made: list[CrowdPlayback] = []

    def make(count: int = MANY, **options: int) -> CrowdPlayback:
        made.append(CrowdPlayback(model, CrowdPlan(count), **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def digests(playback: Playback) -> dict[int, str]:
    """What the state at every tick of the past is."""
    kept = range(playback.history.first, playback.history.last + 1)
    return {tick: playback.history.at(tick).state.digest() for tick in kept}


def test_one_agent_does_what_it_does_in_an_ordinary_run(
    model: Model, crowd: Callable[..., CrowdPlayback]
) -> None:
    alone, plain = crowd(1), Playback(model)
    alone.step(90)
    plain.step(90)
    np.testing.assert_array_equal(alone.state.rows[0], plain.state.rows[0])
    told, expected = alone.moment.record, plain.moment.record
    assert told is not None
    assert expected is not None
    assert told.agents["hero"].states == expected.agents["hero"].states


def test_going_back_restores_every_bit(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd()
    playback.step(40)
    before = digests(playback)
    playback.seek_tick(3)
    playback.seek_tick(40)
    assert digests(playback) == before
    each = sum(array.nbytes for array in playback.state.arrays()) + 2048
    short = crowd(limit=6 * each)
    short.checkpoints.every = 16
    short.step(40)
    assert short.history.size <= 6 * each
    assert short.history.first > 30
    short.seek_tick(21)  # no longer there: run again from a checkpoint
    assert short.state.digest() == before[21]
    short.seek_tick(40)
    assert short.state.digest() == before[40]


def test_another_future_begins_where_a_device_takes_over(
    crowd: Callable[..., CrowdPlayback],
) -> None:
    playback = crowd()
    playback.step(30)
    before = digests(playback)
    playback.seek_tick(10)
    playback.live = lambda tick: {playback.agents[playback.number]: {"walk": (1.0, 0.0)}}
    playback.step(10)
    assert playback.history.last == 20
    after = digests(playback)
    assert after[10] == before[10]
    assert after[20] != before[20]
    ours, others = playback.state, playback.history.at(20).state
    assert isinstance(ours, CrowdState)
    assert isinstance(others, CrowdState)
    # right is -x: only the one that is driven was turned there
    playback.live = None
    playback.seek_tick(0)
    playback.seek_tick(20)
    assert digests(playback)[20] == after[20]


def test_all_walk_their_own_way_and_the_scenes_own_as_the_script_says(
    model: Model, crowd: Callable[..., CrowdPlayback]
) -> None:
    playback = crowd()
    start = playback.state
    playback.step(60)
    assert isinstance(start, CrowdState)
    assert isinstance(playback.state, CrowdState)
    gone = (playback.state.middles() - start.middles())[:, (0, 2)]
    far = np.linalg.norm(gone, axis=1)
    assert far[0] < 0.05  # the script begins to walk it after a second
    assert (far > 0.2).sum() > MANY // 2
    ways = np.degrees(np.arctan2(gone[far > 0.2, 0], gone[far > 0.2, 1]))
    assert len(set((ways // 60).tolist())) >= 4  # to all sides
    at = places(model, MANY).at
    roots = start.middles()[:, (0, 2)]
    np.testing.assert_allclose(roots, at[:, (0, 2)], atol=0.1)  # where `beh run` puts them


def test_ways_are_told_by_the_seed_and_not_by_how_many_there_are() -> None:
    few, many, other = strolls(10, 3), strolls(200, 3), strolls(200, 4)
    for name in ("sides", "rests", "phase", "pace", "start", "sense"):
        np.testing.assert_array_equal(getattr(few, name), getattr(many, name)[:10])
    assert not np.array_equal(many.start, other.start)


def test_a_round_comes_back_to_where_it_began() -> None:
    ways = strolls(50, 0)
    round_trip = (ways.sides + ways.rests + 0.9).sum(axis=1)
    step = 0.05
    for agent in range(3):
        times = np.arange(0.0, round_trip[agent], step)
        way = np.array([ways.walk(float(at))[agent] for at in times])
        # four sides, and four quarter turns of as many ways each: nothing is left over
        assert np.linalg.norm(way.sum(axis=0) * step) < 0.05 * round_trip[agent] * 0.1
    heading, _ = ways.at(0.0)
    again = np.array([ways.at(float(t))[0][k] for k, t in enumerate(round_trip)])
    np.testing.assert_allclose(np.cos(again - heading), 1.0, atol=1e-6)


def test_looking_at_another_tells_all_of_that_one(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd()
    playback.step(12)
    names = playback.agents
    assert names[0] == "hero"
    assert names[7] == "hero[7]"
    assert len(set(names)) == MANY
    assert playback.follow("hero[7]")
    assert tuple(playback.model.places) == ("hero[7]",)
    assert not playback.follow("hero[99]")
    assert not playback.follow("nobody")
    state = playback.state
    assert isinstance(state, CrowdState)
    playback.step(5)
    record = playback.moment.record
    assert record is not None
    assert list(record.agents) == ["hero[7]"]
    ahead, events = before_turns(playback.model, playback.state, playback.inputs_ahead())
    own = playback.model.groups[0].capsules
    assert [int(owner) for owner in playback.model.colliders.owner[own]] == [7]
    (arrow,) = outgoing(playback.model, ahead, "hero[7]")
    verdict = explain(playback.model, ahead, "hero[7]", arrow, events["hero[7]"])
    assert "0.2833 s" in render(verdict)
    assert not verdict.holds
    root = playback.model.groups[0].behavior.slot_of["root.position"]
    at = playback.model.groups[0].behavior.slots[root].offset
    own = playback.state.rows[0][0, at : at + 3]
    assert isinstance(playback.state, CrowdState)
    assert np.hypot(*(playback.state.middles()[7] - own)[[0, 2]]) < 0.15


def test_a_restart_and_a_new_file_begin_again(
    model: Model, crowd: Callable[..., CrowdPlayback]
) -> None:
    playback = crowd()
    first = playback.state.digest()
    playback.step(20)
    playback.restart()
    assert playback.cursor == 0
    assert playback.state.digest() == first
    playback.step(20)
    playback.replace_model(model)
    assert playback.cursor == 0
    assert playback.state.digest() == first


def test_a_crowd_of_nobody_is_a_scene_without_agents(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd(0)
    playback.step(3)
    assert playback.agents == ()
    assert playback.cursor == 3
    desk = open_desk(*session_with(playback))
    assert len(desk.frame().boxes) > 0


def test_where_there_cannot_be_one_it_is_said(model: Model) -> None:
    with pytest.raises(PlayError, match="memory"):
        CrowdPlayback(model, CrowdPlan(5000, available=lambda: 1 << 20))


def session_with(playback: CrowdPlayback) -> tuple:  # type: ignore[type-arg]
    """A session that plays a crowd there is already."""
    session, loaded = session_of(playback.whole)
    session.play = lambda model: playback
    return session, loaded


def test_the_desk_of_a_crowd(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd()
    desk = open_desk(*session_with(playback))
    assert "24 agents" in desk.message
    assert "MB" in desk.message
    wide = desk.frame()
    assert not desk.follow
    assert len(wide.labels) == 0
    desk.command("next_agent")
    assert desk.agent == "hero[1]"
    assert desk.follow
    desk.pass_time(0.5)
    assert [label.text.split(" ")[0] for label in desk.frame().labels if "hero" in label.text] == [
        "hero[1]"
    ]
    desk.set_param("reach", "pause", 1.0)
    assert "a crowd keeps the params" in desk.message
    desk.command("everyone")
    assert not desk.follow
    target = desk.camera.distance
    assert target > 4.0
    # whoever is in the middle of the picture is who is clicked at there
    middle = playback.state
    assert isinstance(middle, CrowdState)
    desk.camera = desk.camera.looking_at(middle.middles()[5]).zoomed(0.4)
    assert desk.choose_at(0.5, 0.5, 16 / 9)
    assert desk.agent == "hero[5]"
    assert not desk.choose_at(0.5, 0.001, 16 / 9)
    playback.step(2)
    desk.command("restart")
    assert playback.cursor == 0
    assert playback.ghost is not None


def test_pictures_of_a_crowd(
    model: Model, tmp_path: Path, crowd: Callable[..., CrowdPlayback]
) -> None:
    play = partial(CrowdPlayback, plan=CrowdPlan(MANY))
    take = Take(size=(160, 90), play=play)
    one, same = (pictures(model, [0.5], take)[0] for _ in range(2))
    np.testing.assert_array_equal(one, same)
    empty = pictures(model, [0.5], Take(size=(160, 90), play=partial(CrowdPlayback,
                                        plan=CrowdPlan(0))))[0]  # fmt: skip
    assert np.abs(one.astype(int) - empty).mean() > 5
    with pytest.raises(CaptureError, match=r"no agent `[^`]*`; there are: \w+"):
        shot(model, str(tmp_path / "a.png"), 0.0, Take(agent="nobody", play=play))


def test_drawing_a_crowd_takes_fewer_shapes_far_away(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd()
    desk = open_desk(*session_with(playback))
    counts = []
    for distance in (8.0, 25.0, 60.0, 118.0):
        camera = replace(desk.camera, distance=distance)
        stage = stage_of(playback.model, playback.state)
        frame = draw_state(stage, playback.state, camera, desk.gizmos, size=(1280, 720))
        counts.append(len(frame.capsules))
    assert counts[0] > counts[1] > counts[2] > counts[3] >= 2 * MANY


def test_checkpoints_are_bounded(crowd: Callable[..., CrowdPlayback]) -> None:
    playback = crowd()
    size = playback.checkpoints.kept[0].size
    playback.checkpoints = Checkpoints(playback.checkpoints.kept[:1], 4, 5 * size)
    playback.step(100)
    assert playback.checkpoints.size <= 5 * size
    assert playback.checkpoints.every > 4
    assert playback.checkpoints.kept[0].tick == 0


def test_who_stands_before_the_one_followed_is_seen_through(
    crowd: Callable[..., CrowdPlayback],
) -> None:
    """The camera is put behind another agent, in one line with the one followed."""
    playback = crowd()
    desk = open_desk(*session_with(playback))
    state = playback.state
    assert isinstance(state, CrowdState)
    mine = state.middles()[0]
    other = state.middles()[5]
    way = np.arctan2(other[0] - mine[0], other[2] - mine[2])
    far = float(np.linalg.norm(other - mine)) + 2.0
    desk.camera = replace(desk.camera.looking_at(mine), yaw=float(way), pitch=0.0, distance=far)
    seen = desk.frame(size=(640, 360))
    desk.follow = True
    through = desk.frame(size=(640, 360))
    glass = through.glass_capsules["model"][:, :, 3]
    beside = np.hypot(*(glass - other)[:, (0, 2)].T)
    assert (beside < 0.6).sum() >= 12  # all its shapes
    assert len(through.capsules) < len(seen.capsules) + 60  # and it is nowhere else
    solid = through.capsules["model"][:, :, 3]
    assert (np.hypot(*(solid - mine)[:, (0, 2)].T) < 0.4).sum() > 20  # the one followed is
    cast = through.casting_capsules["model"][:, :, 3]
    assert (np.hypot(*(cast - other)[:, (0, 2)].T) < 0.6).sum() >= 12  # its shadow stays
