"""What a machine can give, told from its libraries and display."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from viewer.canvas import open_canvas
from viewer.probe import Ability, ability, soft_notice, window_problem


def having(*names: str) -> Callable[[str], bool]:
    return lambda name: name in names


ALL = having("GL", "EGL", "X11", "Xrender")


@pytest.mark.parametrize(
    ("display", "has", "wanted"),
    [
        (":0", ALL, Ability(True, True, ())),
        ("", ALL, Ability(False, True, ())),
        ("", having(), Ability(False, False, ("libgl1", "libegl1"))),
        (":0", having("GL", "EGL", "X11"), Ability(False, True, ("libxrender1",))),
        ("", having("GL"), Ability(False, False, ("libegl1",))),
    ],
)
def test_linux(display: str, has: Callable[[str], bool], wanted: Ability) -> None:
    assert ability({"DISPLAY": display} if display else {}, "linux", has) == wanted


def test_elsewhere_windows_are_hidden_instead() -> None:
    assert ability({}, "darwin", having()) == Ability(True, False, ())


def test_without_a_screen_the_reason_is_one_line() -> None:
    problem = window_problem({"PATH": ""})
    assert problem
    assert "\n" not in problem


def test_without_any_gl_pictures_are_drawn_in_numpy_and_it_is_said() -> None:
    said: list[str] = []
    nothing = Ability(False, False, ("libgl1", "libegl1"))
    canvas = open_canvas(64, 48, said.append, can=nothing)
    assert canvas.kind == "soft"
    assert len(said) == 1
    assert "libegl1" in said[0]
    assert "\n" not in said[0]
    assert "libxrender1" not in soft_notice(nothing)
