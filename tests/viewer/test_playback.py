"""Playback: fixed ticks, an exact past, and drawing that never steps."""

from __future__ import annotations

import gc
import tracemalloc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from behave.cli.findings import check_file
from behave.runtime.model import Model
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from tests.viewer.conftest import session_for
from viewer.history import History, Moment
from viewer.playback import MOST_CHANGES, SPEEDS, Playback
from viewer.weight import models_bytes, program_bytes


def digest_after(model: Model, count: int) -> str:
    """The state after some ticks of the script, run plainly."""
    state = initial(model)
    for _ in range(count):
        tick(model, state, model.script.sample(state.tick, model.dt))
    return state.digest()


def test_time_runs_whole_ticks_and_keeps_the_rest(model: Model) -> None:
    playback = Playback(model)
    ran = [playback.advance(2.5 * model.dt) for _ in range(4)]
    assert sum(ran) == 10
    assert playback.cursor == 10
    assert playback.state.digest() == digest_after(model, 10)


def test_drawing_does_not_step(model: Model) -> None:
    playback = Playback(model)
    playback.advance(4.5 * model.dt)
    before = playback.state.digest()
    shown = [playback.shown().digest() for _ in range(3)]
    assert playback.state.digest() == before
    assert len(set(shown)) == 1
    assert shown[0] != before


def test_the_picture_between_ticks_lies_between(model: Model) -> None:
    playback = Playback(model)
    playback.seek(1.3)
    playback.advance(1.5 * model.dt)
    slots = {slot.path: slot.offset for slot in model.groups[0].behavior.slots}
    z = slots["root.position"] + 2
    old = playback.history.at(playback.cursor - 1).state.rows[0][0, z]
    new = playback.state.rows[0][0, z]
    assert new > old
    assert playback.shown().rows[0][0, z] == pytest.approx((old + new) / 2)
    turn = slots["head.rotation"]
    assert np.linalg.norm(playback.shown().rows[0][0, turn : turn + 4]) == pytest.approx(1.0)


def test_steps_back_are_exact(model: Model) -> None:
    playback = Playback(model)
    playback.step(40)
    playback.step(-15)
    assert playback.cursor == 25
    assert playback.state.digest() == digest_after(model, 25)
    playback.step(20)
    assert playback.state.digest() == digest_after(model, 45)


def test_what_history_dropped_is_run_again_to_the_same_bytes(model: Model) -> None:
    small = 12 * (sum(a.nbytes for a in initial(model).arrays()) + 2048)
    playback = Playback(model, limit=small)
    playback.step(60)
    assert playback.history.first > 20
    assert playback.history.size <= small
    playback.seek_tick(5)
    assert playback.cursor == 5
    assert playback.state.digest() == digest_after(model, 5)


def test_seeking_ahead_runs_on(model: Model) -> None:
    playback = Playback(model)
    playback.seek(0.5)
    assert playback.cursor == round(0.5 / model.dt)
    assert playback.state.digest() == digest_after(model, playback.cursor)


def test_a_key_in_the_past_makes_another_future(model: Model) -> None:
    playback = Playback(model)
    playback.step(30)
    straight = playback.state.digest()
    playback.seek_tick(10)
    playback.live = lambda number: {"hero": {"walk": (1.0, 0.0, 0.0)}}
    playback.step(20)
    assert playback.cursor == playback.history.last == 30
    assert playback.state.digest() != straight
    walked = playback.state.digest()
    playback.live = None
    playback.seek_tick(20)
    playback.step(10)  # repeated, not decided anew
    assert playback.state.digest() == walked


def test_speeds_stay_in_their_range(model: Model) -> None:
    playback = Playback(model)
    playback.faster(20)
    assert playback.speed == SPEEDS[-1] == 4.0
    playback.faster(-20)
    assert playback.speed == SPEEDS[0] == 0.1
    playback.advance(20 * model.dt)
    assert playback.cursor == 2


def test_a_slow_machine_falls_behind_and_does_not_freeze(model: Model) -> None:
    playback = Playback(model)
    assert playback.advance(1000.0) <= 24
    assert playback.advance(0.0) == 0


def test_paused_nothing_moves(model: Model) -> None:
    playback = Playback(model)
    playback.pause()
    assert playback.advance(1.0) == 0
    assert playback.cursor == 0
    playback.play()
    assert playback.advance(1.0) > 0


def test_state_at_any_time_is_the_same_however_it_was_reached(model: Model) -> None:
    one, two = Playback(model), Playback(model)
    at = 0.71
    straight = one.state_at(at).digest()
    two.seek(2.0)
    two.state_at(0.1)
    assert two.state_at(at).digest() == straight
    assert one.state_at(12 * model.dt).digest() == digest_after(model, 12)


def test_lanes_tell_the_states_in_order(model: Model) -> None:
    playback = Playback(model)
    playback.seek(1.4)
    machine = model.groups[0].behavior.machines[0].name
    lanes = playback.history.spans("hero", machine)
    assert [path for _, _, path in lanes] == ["Waiting", "Busy.Raising", "Busy.Holding"]
    assert lanes[0][0] == 0
    assert all(end == start for (_, end, _), (start, _, _) in pairwise(lanes))
    assert lanes[-1][1] == playback.cursor


def test_history_forgets_the_future_only(model: Model) -> None:
    history = History(Moment(initial(model), None, None, model))
    state = initial(model)
    for _ in range(6):
        state = state.copy()
        state.tick += 1
        history.append(Moment(state, None, None, model))
    history.forget_after(3)
    assert (history.first, history.last) == (0, 3)
    assert history.at(99).state.tick == 3
    assert history.at(-5).state.tick == 0


def other(model: Model) -> Model:
    """The same scene with another value of a param."""
    return build(model.program, model.scene.name, dt=model.dt, overrides={"reach.pause": 0.3})


def test_another_model_takes_over_at_the_cursor_and_leaves_the_past(model: Model) -> None:
    changed = other(model)
    playback = Playback(model)
    playback.step(20)
    before = playback.history.at(10).state.digest()
    playback.replace_model(changed)
    assert (playback.cursor, playback.history.first, playback.history.last) == (20, 0, 20)
    assert playback.model is changed
    playback.step(20)
    after = playback.state.digest()
    playback.seek_tick(10)
    assert playback.model is model
    assert playback.state.digest() == before
    playback.step(30)
    assert playback.model is changed
    assert playback.state.digest() == after


def test_the_past_of_two_models_is_run_again_to_the_same_bytes(model: Model) -> None:
    """History holds a dozen ticks; the change lies before them, and so does a pressed key."""
    each = sum(a.nbytes for a in initial(model).arrays()) + 2048
    whole, small = Playback(model), Playback(model, limit=12 * each)
    for playback in (whole, small):
        playback.step(10)
        playback.live = lambda number: {"hero": {"walk": (1.0, 0.0, 0.0)}}
        playback.step(5)
        playback.live = None
        playback.replace_model(other(model))
        playback.step(40)
    assert small.history.first > 20
    for number in (3, 12, 15, 16, 55):
        whole.seek_tick(number)
        small.seek_tick(number)
        assert small.state.digest() == whole.state.digest()
        assert (small.model is model) == (number < 15)


def test_a_key_before_a_change_goes_on_with_the_newest_model(model: Model) -> None:
    changed = other(model)
    playback = Playback(model)
    playback.step(20)
    playback.replace_model(changed)
    playback.seek_tick(5)
    playback.live = lambda number: {"hero": {"walk": (1.0, 0.0, 0.0)}}
    playback.step(1)
    assert playback.model is changed
    assert playback.history.last == 6


def test_many_changes_are_forgotten_with_the_oldest_past(model: Model) -> None:
    playback = Playback(model)
    changed = other(model)
    for _ in range(MOST_CHANGES + 20):
        playback.step(1)
        playback.replace_model(changed)
    digest = playback.state.digest()
    playback.seek_tick(playback.history.last - 1)
    playback.step(1)
    assert playback.state.digest() == digest


def test_a_loop_goes_round_and_repeats_exactly(model: Model) -> None:
    playback = Playback(model)
    playback.step(30)
    playback.seek_tick(10)
    playback.loop_from()
    playback.seek_tick(14)
    playback.loop_to()
    assert playback.loop == (10, 14)
    playback.play()
    seen = []
    for _ in range(12):
        playback.advance(model.dt * 1.000001)
        seen.append((playback.cursor, playback.state.digest()))
    assert [cursor for cursor, _ in seen] == [10, 11, 12, 13, 14] * 2 + [10, 11]
    assert seen[:5] == seen[5:10]
    assert playback.history.last == 30
    playback.toggle_loop()
    playback.advance(10 * model.dt)
    assert playback.cursor > 14


def test_a_restart_keeps_the_run_before_to_compare_with(model: Model) -> None:
    playback = Playback(model)
    playback.step(12)
    digest = playback.state.digest()
    playback.restart()
    assert playback.cursor == 0
    assert playback.ghost is not None
    assert playback.ghost.at(12).state.digest() == digest


def test_models_of_before_reloads_count_and_make_room(
    beh_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reload is another program: the past is shorter by what those before keep."""
    monkeypatch.setattr("viewer.playback.MOST_MODELS", 5 * 2**20)
    session = session_for(beh_file)
    model = session.load().model
    assert model is not None
    playback = Playback(model, 8 * 2**20)
    playback.step(20)
    alone = playback.history.size
    one = models_bytes([model])
    assert 2**20 < one < 3 * 2**20
    for number in range(1, 8):
        model = session.load().model
        assert model is not None
        playback.replace_model(model)
        playback.step(20)
        if number <= 2:
            kept = (number + 1) * alone + number * one
            assert playback.history.size == pytest.approx(kept, rel=0.1)
        assert playback.history.size <= playback.limit
    ticks = range(playback.history.first, playback.history.last + 1)
    programs = {id(playback.history.at(tick).model.program) for tick in ticks}
    assert 2 <= len(programs) < 8
    assert playback.history.last == 8 * 20
    held = [playback._base.model, *playback._changes.values()]
    assert models_bytes(held, playback.newest) <= playback.limit + one


def test_what_a_program_keeps_is_estimated_well() -> None:
    """Against what Python itself counts for reading the shipped file once more."""
    path = str(Path(__file__).parents[2] / "behaviors" / "interaction.beh")
    first = check_file(path).program
    assert first is not None
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        again = check_file(path)
        gc.collect()
        counted = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert again.program is not None
    assert counted / 2 < program_bytes(again.program) < counted * 2
