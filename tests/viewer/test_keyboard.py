"""Keys to inputs: world axes are x right = −x, y ahead = +z."""

from __future__ import annotations

import math

import numpy as np
import pytest

from behave.ir.program import BehaviorProgram
from behave.runtime.inputs import Key
from behave.runtime.model import Model
from viewer.bindings import Devices, bound_keys, inputs_of
from viewer.keyboard import Keyboard, key_name

AHEAD = np.array([0.0, 0.0, 1.0])  # a camera behind a character that looks along +z


def behavior(model: Model) -> BehaviorProgram:
    return model.groups[0].behavior


@pytest.mark.parametrize(
    ("keys", "ahead", "walk"),
    [
        ({"W"}, AHEAD, (0, 1)),
        ({"D"}, AHEAD, (1, 0)),
        ({"A"}, AHEAD, (-1, 0)),
        ({"S"}, AHEAD, (0, -1)),
        ({"W"}, -AHEAD, (0, -1)),  # a camera in front: ahead is towards −z
        ({"D"}, -AHEAD, (-1, 0)),
        ({"W"}, np.array([1.0, 0.0, 0.0]), (-1, 0)),  # looking along +x, which is left
        ({"W", "D"}, AHEAD, (math.sqrt(0.5), math.sqrt(0.5))),  # no faster on the slant
        ({"W", "S"}, AHEAD, (0, 0)),
        (set(), AHEAD, (0, 0)),
    ],
)
def test_walking_goes_where_the_camera_looks(
    model: Model, keys: set[str], ahead: np.ndarray, walk: tuple[float, float]
) -> None:
    value = inputs_of(behavior(model), Devices(keys), ahead)["walk"]
    np.testing.assert_allclose(value, (*walk, 0.0), atol=1e-12)


def test_a_tap_between_two_ticks_is_seen_once(model: Model) -> None:
    keyboard = Keyboard()
    keyboard.press("SPACE")
    keyboard.release("SPACE")
    seen = inputs_of(behavior(model), Devices(keyboard.down, keyboard.tapped), AHEAD)["jump"]
    assert seen == Key(held=False, pressed=True)
    keyboard.ticked()
    again = inputs_of(behavior(model), Devices(keyboard.down, keyboard.tapped), AHEAD)["jump"]
    assert again == Key(held=False, pressed=False)


@pytest.mark.parametrize(
    ("word", "name"),
    [("Space", "SPACE"), ("PageUp", "PAGEUP"), ("Num_1", "NUM1"), ("RETURN", "ENTER"), ("w", "W")],
)
def test_a_key_is_known_however_it_is_written(word: str, name: str) -> None:
    assert key_name(word) == name
    keyboard = Keyboard()
    keyboard.press(word)
    assert keyboard.down == {name}
    keyboard.release(word)
    assert keyboard.down == set()


def test_bound_keys_are_those_of_the_rig(model: Model) -> None:
    assert bound_keys(behavior(model)) == {"W", "A", "S", "D", "SPACE"}
