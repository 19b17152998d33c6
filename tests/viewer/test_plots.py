"""Plots of any expression over the history, across changes of the file and of params."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.viewer.conftest import REACH
from viewer.desk import Desk, open_desk
from viewer.plots import MOST_PLOTS, MOST_POINTS, ticks_shown
from viewer.session import Session
from viewer.watch import PERIOD


@pytest.fixture
def desk(session: Session) -> Desk:
    return open_desk(session, session.load())


def test_an_expression_is_plotted_at_every_tick_of_the_past(desk: Desk) -> None:
    desk.playback.step(30)
    assert desk.plot("  timer_of   ") is False
    assert "timer_of" in desk.message
    assert desk.plot("root.position.z * 2 + 1 m")
    (curve,) = desk.curves()
    values = curve.values(desk.playback.history, range(31))
    at = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["root.position"]
    wanted = [2 * desk.playback.history.at(k).state.rows[0][0, at + 2] + 1 for k in range(31)]
    np.testing.assert_array_equal(values[:, 0], wanted)
    assert desk.plot("root.position.z * 2 + 1 m")  # once more: no longer
    assert desk.curves() == []


def test_a_vec_has_three_curves_and_what_is_absent_none(desk: Desk) -> None:
    assert desk.plot("root.position")
    assert [curve.names for curve in desk.curves()] == [("x", "y", "z")]
    assert not desk.plot('"text"')
    for k in range(MOST_PLOTS + 2):
        assert desk.plot(f"{k} + 1")
    assert len(desk.curves()) == MOST_PLOTS


def test_curves_go_on_over_a_slider_and_begin_anew_with_another_file(
    desk: Desk, beh_file: Path
) -> None:
    """After a reload the past is another program's: it is left out, not read wrongly."""
    desk.playback.step(10)
    assert desk.plot("pause")
    desk.set_param("reach", "pause", 2.0)
    desk.playback.step(5)
    (curve,) = desk.curves()
    values = curve.values(desk.playback.history, range(16))[:, 0]
    np.testing.assert_array_equal(values, [0.5] * 10 + [2.0] * 6)
    beh_file.write_text(REACH.replace("var   raised", "var other : number = 0\n  var   raised"))
    desk.pass_time(PERIOD)
    desk.playback.step(3)
    assert not desk.broken
    (curve,) = desk.curves()
    last = desk.playback.history.last
    values = curve.values(desk.playback.history, range(last + 1))[:, 0]
    changed = next(
        k for k in range(last + 1) if desk.playback.history.at(k).model.program is curve.program
    )
    assert changed >= 15
    assert np.isnan(values[:changed]).all()
    assert (values[changed:] == 2.0).all()


def test_a_long_past_is_asked_at_ticks_that_stay_the_same() -> None:
    assert ticks_shown(0, 5) == [0, 1, 2, 3, 4, 5]
    one, two = ticks_shown(7, 5000), ticks_shown(11, 5000)
    assert len(one) <= MOST_POINTS + 2
    assert set(two[1:-1]) <= set(one)


def test_a_slider_and_a_reload_keep_the_past(desk: Desk, beh_file: Path) -> None:
    desk.playback.step(20)
    before = desk.playback.history.at(5).state.digest()
    desk.set_param("reach", "pause", 2.0)
    desk.playback.step(5)
    beh_file.write_text(REACH + "\n# saved\n")
    desk.pass_time(PERIOD)
    desk.playback.pause()
    assert desk.playback.history.first == 0
    desk.playback.seek_tick(5)
    assert desk.playback.state.digest() == before
    assert len(desk.frame().capsules) > 0
    names = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}
    assert desk.playback.state.rows[0][0, names["pause"]] == 0.5
    desk.playback.seek_tick(desk.playback.history.last)
    assert desk.playback.state.rows[0][0, names["pause"]] == 2.0


def test_the_last_run_is_drawn_where_it_differs(desk: Desk) -> None:
    desk.playback.seek(1.4)  # it walks from 1 s to 1.5 s
    desk.command("restart")
    desk.playback.pause()
    desk.playback.seek(1.4)
    alike = desk.frame()
    assert len(alike.glass_capsules) == 0
    desk.key_down("W")
    desk.playback.seek(1.6)
    apart = desk.frame()
    assert 40 < len(apart.glass_capsules) <= len(apart.capsules)  # the bones of the figure
    desk.command("ghost")
    assert len(desk.frame().glass_capsules) == 0
