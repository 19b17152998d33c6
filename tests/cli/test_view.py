"""``beh view`` and ``beh demo``: pictures without a screen, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import Beh

SMALL = ("--soft", "--size", "64x48")


def test_a_shot_is_a_picture_of_its_size(project: Path, beh: Beh) -> None:
    words = ("view", "wave.beh", "--scene", "alone", "--headless", "--shot", "a.png")
    result = beh(*words, "--at", "0.2s", *SMALL)
    assert result.exit_code == 0, result.output
    assert "wrote a.png" in result.stdout
    with Image.open(project / "a.png") as picture:
        assert picture.size == (64, 48)
        assert len(picture.convert("RGB").getcolors(64 * 48) or ()) > 20


def test_a_recording_moves(project: Path, beh: Beh) -> None:
    words = ("view", "wave.beh", "--scene", "alone", "--headless", "--record", "a.gif")
    result = beh(*words, "--for", "0.2s", *SMALL)
    assert result.exit_code == 0, result.output
    with Image.open(project / "a.gif") as picture:
        assert picture.n_frames == 4
        assert picture.size == (64, 48)


def test_a_recording_has_the_rate_asked_for(project: Path, beh: Beh) -> None:
    """0.3 s at 30 pictures a second are nine, shown for 33 or 34 ms each."""
    words = ("view", "wave.beh", "--scene", "alone", "--headless", "--record", "a.apng")
    result = beh(*words, "--for", "0.3s", "--fps", "30", *SMALL)
    assert result.exit_code == 0, result.output
    with Image.open(project / "a.apng") as picture:
        assert picture.n_frames == 9
        assert 32.0 <= picture.info["duration"] <= 34.0
    assert beh(*words, "--fps", "0").exit_code == 2


def test_a_sheet_holds_moments_at_equal_times(project: Path, beh: Beh) -> None:
    words = ("view", "wave.beh", "--scene", "alone", "--sheet", "a.png", "--for", "1.1s")
    result = beh(*words, "--soft", "--size", "256x150")
    assert result.exit_code == 0, result.output
    assert "wrote a.png (12 moments)" in result.stdout
    with Image.open(project / "a.png") as picture:
        assert picture.size == (256, 150)


def test_an_orbit_of_a_named_view_is_that_view(project: Path, beh: Beh) -> None:
    """Behind it at a pitch of 0.06 radians and 4 m away is the view `back` of a person of 1.8 m."""
    shots = {"a": ("--view", "back"), "b": ("--orbit", "180,3.437747,4"), "c": ("--orbit", "90,3")}
    bytes_of = {}
    for name, words in shots.items():
        words = ("view", "wave.beh", "--scene", "alone", "--shot", f"{name}.png", *words)
        result = beh(*words, "--soft", "--size", "96x64")
        assert result.exit_code == 0, result.output
        with Image.open(project / f"{name}.png") as picture:
            bytes_of[name] = picture.convert("RGB").tobytes()
    assert bytes_of["a"] == bytes_of["b"]
    assert bytes_of["a"] != bytes_of["c"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--headless",), "--shot, --record or --sheet"),
        (("--soft",), "--shot, --record or --sheet"),
        (("--shot", "a.xyz"), "a.xyz"),
        (("--record", "a.txt"), "a.txt"),
        (("--shot", "gone/a.png"), "no folder 'gone'"),
        (("--shot", "a.png", "--size", "0x5"), "16"),
        (("--shot", "a.png", "--size", "big"), "960x540"),
        (("--shot", "a.png", "--at", "-1s"), "0 s or more"),
        (("--shot", "a.png", "--at", "1e9 s"), "first hour"),
        (("--record", "a.gif", "--for", "0s"), "more than 0 s"),
        (("--record", "a.gif", "--for", "3000s"), "600 s"),
        (("--shot", "a.png", "--view", "beneath"), "beneath"),
        (("--shot", "a.png", "--orbit", "90"), "150,20,4"),
        (("--shot", "a.png", "--orbit", "90,95"), "-12 to 89 degrees"),
        (("--shot", "a.png", "--orbit", "90,20,0"), "0.25 to 120 m"),
        (("--shot", "a.png", "--orbit", "nan,0"), "150,20,4"),
        (("--sheet", "a.xyz"), "a.xyz"),
        (("--shot", "a.png", "--agent", "villain"), "no agent `villain`; the scene has: hero"),
        (("--shot", "a.png", "--set", "wave.hold=1 m"), "is a time"),
    ],
)
def test_what_cannot_be_shown(words: tuple[str, ...], said: str, project: Path, beh: Beh) -> None:
    size = (
        ()
        if "--size" in words or not words[0].startswith(("--shot", "--rec", "--sheet"))
        else SMALL
    )
    result = beh("view", "wave.beh", "--scene", "alone", *words, *size)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not list(project.glob("a.*"))


def test_without_a_screen_a_window_is_refused(beh: Beh, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        import viewer

        raise viewer.WindowError("there is no screen (DISPLAY is not set)")

    monkeypatch.setattr("viewer.open_window", refuse)
    result = beh("view", "wave.beh", "--scene", "alone")
    assert result.exit_code == 2
    assert "no screen" in result.stderr
    assert "--shot, --record and --sheet need no window" in result.stderr


def test_a_window_gets_the_scene_and_what_was_set(
    beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr("viewer.open_window", lambda *given: seen.extend(given))
    words = ("view", "wave.beh", "--scene", "pair", "--set", "wave.hold=1s", "--at", "2s")
    assert beh(*words, "--size", "320x200").exit_code == 0
    session, loaded, size, at = seen
    assert session.scene == "pair"  # type: ignore[attr-defined]
    assert session.overrides == {"wave.hold": 1.0}  # type: ignore[attr-defined]
    assert loaded.model.scene.name == "pair"  # type: ignore[attr-defined]
    assert session.load().model is not None  # type: ignore[attr-defined]
    assert (size, at) == ((320, 200), 2.0)


def test_a_watched_file_that_vanishes_is_a_finding(
    project: Path, beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr("viewer.open_window", lambda *given: seen.extend(given))
    beh("view", "wave.beh")
    (project / "wave.beh").unlink()
    loaded = seen[0].load()  # type: ignore[attr-defined]
    assert loaded.model is None
    assert "wave.beh" in loaded.diagnostics[0].message


@pytest.mark.parametrize("writable", [True, False])
def test_the_demo_without_a_screen(
    writable: bool, project: Path, beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("behave.cli.demo.LENGTH", 0.2)
    monkeypatch.setattr("behave.cli.demo.SIZE", (64, 48))
    if not writable:
        monkeypatch.setattr("os.access", lambda path, mode: False)
        monkeypatch.setattr("behave.cli.files.check_writable", lambda path: None)
    result = beh("demo", "--headless")
    assert result.exit_code == 0, result.output
    for state in ("Reset", "Search", "Approach", "Rise", "Touch"):
        assert state in result.stdout
    (line,) = [text for text in result.stdout.splitlines() if text.startswith("wrote ")]
    picture = Path(line.removeprefix("wrote ").rpartition(" (")[0])
    assert picture.is_absolute()
    assert (picture.parent == project) is writable
    with Image.open(picture) as moving:
        assert moving.n_frames == 4


def test_the_demo_opens_a_window_where_there_is_a_screen(
    beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr("viewer.window_problem", lambda: "")
    monkeypatch.setattr("viewer.open_window", lambda *given: seen.extend(given))
    result = beh("demo")
    assert result.exit_code == 0
    assert seen[0].path.endswith("interaction.beh")  # type: ignore[attr-defined]
    assert "Reset" not in result.stdout


def test_a_crowd_is_shown(project: Path, beh: Beh) -> None:
    words = ("view", "wave.beh", "--scene", "alone", "--headless", "--agents", "6", *SMALL)
    result = beh(*words, "--shot", "a.png", "--at", "0.2s")
    assert result.exit_code == 0, result.output
    assert "wrote a.png" in result.stdout
    with Image.open(project / "a.png") as picture:
        assert picture.size == (64, 48)
    refused = beh(*words, "--shot", "b.png", "--agent", "nobody", "--at", "0.2s")
    assert refused.exit_code == 2
    assert "no agent" in refused.output
    assert not (project / "b.png").exists()
    both = beh(*words, "--shot", "b.png", "--reference")
    assert both.exit_code == 2
    assert "leave out --reference" in both.output
