"""Feet and the body over the root, as they are drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import Camera
from viewer.draw_list import DrawList, DrawListBuilder
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.build import draw_state, stage_of
from viewer.scene.feet import draw_foot_hit, hips_of
from viewer.scene.options import NO_GIZMOS

CAMERA = Camera((0.0, 1.0, 0.0), yaw=0.0, pitch=0.0, distance=4.0)  # its right is +x


def offsets(model: Model) -> dict[str, int]:
    return {slot.path: slot.offset for slot in model.groups[0].behavior.slots}


def changed(model: Model, **values: float) -> State:
    """The state at the start with some slots of the hero replaced (``__`` stands for a dot)."""
    state = Playback(model).state.copy()
    for name, value in values.items():
        path, _, component = name.replace("__", ".").partition("_at_")
        state.rows[0][0, offsets(model)[path] + int(component or 0)] = value
    return state


def drawn(model: Model, state: State) -> DrawList:
    return draw_state(stage_of(model, state), state, CAMERA, replace(NO_GIZMOS, body=True))


def of_color(rows: np.ndarray, color: colors.RGB) -> np.ndarray:
    return rows[np.all(np.isclose(rows["color"][:, :3], color), axis=1)]


def test_a_body_as_the_gait_has_it_needs_no_marks(model: Model) -> None:
    built = drawn(model, changed(model))
    assert len(of_color(built.ribbons, colors.HIPS)) == 0
    assert len(of_color(built.capsules, colors.ROOT_WAY)) == 0


def test_lowered_hips_are_marked_at_the_height_they_go_to(model: Model) -> None:
    state = changed(model, body__lowered=0.3)
    at = offsets(model)
    row = state.rows[0][0]
    goal = row[at["hips.rest"] + 1] - 0.3
    now = row[at["hips.position"] + 1]
    built = drawn(model, state)
    bar = of_color(built.ribbons, colors.HIPS)[0]
    np.testing.assert_allclose([bar["a"][1], bar["b"][1]], [goal, goal], atol=1e-6)
    assert bar["b"][0] - bar["a"][0] == pytest.approx(0.22, abs=1e-5)
    assert [label.text for label in built.labels] == [
        f"hips {100 * now:.0f} cm, to {100 * goal:.0f} cm"
    ]


def test_the_hips_are_the_bone_the_legs_hang_on(model: Model) -> None:
    assert hips_of(model.groups[0].behavior) == "hips"


def test_a_turned_body_shows_both_ways(model: Model) -> None:
    """The hero faces +z; its body a quarter turn about up to +x, beside the root."""
    state = changed(model, body__turned=np.pi / 2, body__shifted_at_0=0.2)
    capsules = drawn(model, state).capsules
    root, body = (of_color(capsules, c)[0] for c in (colors.ROOT_WAY, colors.BODY_WAY))
    np.testing.assert_allclose(root["model"][:, 1], (0, 0, 1), atol=1e-6)
    np.testing.assert_allclose(body["model"][:, 1], (1, 0, 0), atol=1e-6)
    start = body["model"][:, 3] - body["model"][:, 1] * body["size"][2]
    np.testing.assert_allclose(start, (0.2, 0.03, 0.0), atol=1e-6)


def test_a_whole_turn_is_none(model: Model) -> None:
    state = changed(model, body__turned=2 * np.pi)
    assert len(of_color(drawn(model, state).capsules, colors.BODY_WAY)) == 0


def test_a_foot_s_ray_is_yellow_and_its_normal_half_a_metre_of_cyan() -> None:
    builder = DrawListBuilder()
    origin, point = np.array([0.1, 0.5, 0.2]), np.array([0.1, 0.2, 0.2])
    normal = np.array([0.0, 0.8, 0.6])
    draw_foot_hit(builder, origin, point, normal)
    built = builder.build()
    (ray,) = of_color(built.ribbons, colors.FOOT_RAY)
    np.testing.assert_allclose(ray["a"], origin, atol=1e-6)
    np.testing.assert_allclose(ray["b"], point, atol=1e-6)
    rows = of_color(built.capsules, colors.FOOT_NORMAL)
    ends = np.concatenate(
        [
            rows["model"][:, :, 3] + s * rows["model"][:, :, 1] * rows["size"][:, 2:3]
            for s in (-1, 1)
        ]
    )
    reach = (ends - point) @ normal
    assert reach.min() == pytest.approx(0.0, abs=1e-6)
    assert reach.max() == pytest.approx(0.5, abs=1e-6)
