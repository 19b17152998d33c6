"""Recording from the window: exact moments, progress, and a film that is whole when stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from viewer.desk import Desk, open_desk
from viewer.session import Session


@pytest.fixture
def desk(session: Session) -> Desk:
    desk = open_desk(session, session.load())
    desk.playback.step(60)
    return desk


def frame(shade: int) -> np.ndarray:
    return np.full((16, 24, 3), shade, np.uint8)


def test_it_takes_the_past_at_exact_times_and_goes_back(desk: Desk, tmp_path: Path) -> None:
    """One second of 60 ticks at 20 pictures a second is every third tick."""
    desk.playback.seek_tick(17)
    path = tmp_path / "a.gif"
    desk.record(str(path))
    digests = []
    while desk.recording is not None:
        desk.seek_recording()
        digests.append(desk.playback.shown().digest())
        desk.pass_time(5.0)  # no time passes meanwhile
        desk.recording.add(frame(10 * len(digests)))
        if desk.recording.finished:
            desk.end_recording()
    assert digests == [desk.playback.history.at(3 * k).state.digest() for k in range(20)]
    assert desk.playback.cursor == 17
    assert desk.message == f"wrote {path} (20 pictures)"
    with Image.open(path) as film:
        assert film.n_frames == 20


def test_a_loop_is_recorded_between_ticks_where_times_fall_there(
    desk: Desk, tmp_path: Path
) -> None:
    playback = desk.playback
    playback.loop, playback.looping = (10, 20), True
    desk.record(str(tmp_path / "a.webp"))
    assert desk.recording is not None
    times = desk.recording.times
    assert times == pytest.approx([10 / 60, 10 / 60 + 0.05, 10 / 60 + 0.1])
    playback.show_between(11.25 / 60)
    assert playback.cursor == 12
    at = {s.path: s.offset for s in desk.model.groups[0].behavior.slots}["arm[left].weight"]
    a, b = (playback.history.at(k).state.rows[0][0, at] for k in (11, 12))
    assert playback.shown().rows[0][0, at] == pytest.approx(0.75 * a + 0.25 * b)


@pytest.mark.parametrize("suffix", ["gif", "webp", "apng"])
def test_stopped_it_is_whole_as_far_as_it_got(desk: Desk, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    desk.record(str(path))
    for k in range(7):
        assert desk.recording is not None
        assert desk.recording.share == pytest.approx(k / 20)
        desk.recording.add(frame(30 * k))
    desk.command("quit")  # Esc stops the recording first
    assert desk.recording is None
    assert not desk.quit
    assert "stopped at 7 of 20" in desk.message
    with Image.open(path) as film:
        assert film.n_frames == 7


def test_what_cannot_be_written_is_told(desk: Desk, tmp_path: Path) -> None:
    desk.record(str(tmp_path / "a.txt"))
    assert desk.recording is None
    assert "it ends in" in desk.message
    desk.record(str(tmp_path / "none" / "a.gif"))
    assert desk.recording is not None
    desk.recording.add(frame(1))
    desk.command("record")
    assert desk.recording is None
    assert "cannot write" in desk.message
