"""What a state puts into the draw list."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from behave.runtime.model import Model
from behave.runtime.state import State
from viewer.camera import Camera
from viewer.draw_list import DrawList
from viewer.framing import agent_camera
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.build import draw_state, stage_of
from viewer.scene.options import DESCRIPTIONS, NO_GIZMOS, Gizmos

ASIDE = Camera((0.0, 1.0, 0.0), yaw=-1.2, pitch=0.4, distance=6.0)  # nothing hides the hero


@pytest.fixture(scope="module")
def state(model: Model) -> State:
    """The arm raised towards the wall."""
    playback = Playback(model)
    playback.seek(1.2)
    return playback.state


def drawn(model: Model, state: State, gizmos: Gizmos, camera: Camera = ASIDE) -> DrawList:
    return draw_state(stage_of(model, state), state, camera, gizmos)


def only(**on: bool) -> Gizmos:
    return replace(NO_GIZMOS, **on)


def slot(model: Model, state: State, path: str, width: int = 3) -> np.ndarray:
    offsets = {s.path: s.offset for s in model.groups[0].behavior.slots}
    return state.rows[0][0, offsets[path] : offsets[path] + width]


def test_colliders_are_where_the_scene_puts_them(model: Model, state: State) -> None:
    built = drawn(model, state, NO_GIZMOS)
    centers = [tuple(np.round(row["model"][:, 3], 5)) for row in built.boxes]
    wall = centers.index((0.8, 1.25, 0.0))
    np.testing.assert_allclose(built.boxes[wall]["size"][:3], (0.1, 1.25, 2.0), rtol=1e-6)
    np.testing.assert_allclose(built.boxes[wall]["color"][:3], colors.of_layer("touchable", 1))
    assert (0.0, 1.0, 2.5) in centers
    assert len(built.grounds) == 1
    np.testing.assert_allclose(built.grounds[0]["normal"], (0, 1, 0))


def test_round_colliders_are_round(model: Model, state: State) -> None:
    built = drawn(model, state, NO_GIZMOS)
    ball = np.linalg.norm(built.capsules["model"][:, :, 3] - [-2, 0.4, 1], axis=1) < 1e-6
    np.testing.assert_allclose(built.capsules[ball]["size"], [[0.4, 0.4, 0.0, 0.0]], rtol=1e-6)
    post = np.linalg.norm(built.capsules["model"][:, :, 3] - [-2, 1, 3], axis=1) < 1e-6
    # 2 m over all with radius 0.2 m: the axis is 1.6 m
    np.testing.assert_allclose(built.capsules[post]["size"], [[0.2, 0.2, 0.8, 0.0]], rtol=1e-6)


def test_a_vanished_collider_is_not_drawn(model: Model, state: State) -> None:
    gone = state.copy()
    gone.alive[model.colliders.names.index("wall")] = False
    before, after = drawn(model, state, NO_GIZMOS), drawn(model, gone, NO_GIZMOS)
    assert len(before.boxes) - len(after.boxes) == 1


def test_agents_are_figures_not_their_capsules(model: Model, state: State) -> None:
    built = drawn(model, state, NO_GIZMOS)
    assert len(built.capsules) > 50
    assert built.capsules["size"][:, :2].max() == pytest.approx(0.4)  # the ball is the thickest
    head = slot(model, state, "head.position")
    near = np.linalg.norm(built.capsules["model"][:, :, 3] - head, axis=1)
    assert near.min() < 0.12


def test_the_zone_is_a_box_of_its_own_size(model: Model, state: State) -> None:
    built = drawn(model, state, only(zones=True))
    assert len(built.glass_boxes) == 1
    np.testing.assert_allclose(built.glass_boxes[0]["size"][:3], (1, 1, 1), rtol=1e-6)
    root = slot(model, state, "root.position")
    np.testing.assert_allclose(
        built.glass_boxes[0]["model"][:, 3], root + np.array([0, 1, 0]), rtol=1e-5, atol=1e-6
    )
    assert len(built.ribbons) == 12
    # the wall is inside it
    np.testing.assert_allclose(built.ribbons[0]["color"][:3], colors.ZONE_FULL, rtol=1e-6)


def test_the_closest_point_is_a_red_ball_of_three_centimetres(model: Model, state: State) -> None:
    built = drawn(model, state, only(points=True))
    red = np.all(np.isclose(built.spheres["color"][:, :3], colors.POINT), axis=1)
    assert red.sum() == 1
    row = built.spheres[red][0]
    np.testing.assert_allclose(row["size"][:2], 0.03)
    np.testing.assert_allclose(row["model"][:, 3], slot(model, state, "contact.point"), rtol=1e-6)


def test_a_normal_stands_on_its_point(model: Model, state: State) -> None:
    built = drawn(model, state, only(points=True))
    blue = np.all(np.isclose(built.capsules["color"][:, :3], colors.NORMAL), axis=1)
    shafts = built.capsules[blue]
    normal = slot(model, state, "contact.normal")
    point = slot(model, state, "contact.point")
    ends = [row["model"][:, 3] - row["model"][:, 1] * row["size"][2] for row in shafts]
    at = [k for k, end in enumerate(ends) if np.allclose(end, point, atol=1e-5)]
    assert len(at) == 1
    np.testing.assert_allclose(shafts[at[0]]["model"][:, 1], normal, atol=1e-5)


def test_a_ray_goes_to_its_hit(model: Model, state: State) -> None:
    built = drawn(model, state, only(rays=True))
    hit = slot(model, state, "ahead.point")
    root = slot(model, state, "root.position")
    np.testing.assert_allclose(built.ribbons[0]["a"], root + np.array([0, 1.2, 0]), atol=0.06)
    np.testing.assert_allclose(built.ribbons[0]["b"], hit, rtol=1e-6)
    assert hit[2] == pytest.approx(2.25)  # the end wall's face


def test_the_tracked_collider_is_outlined(model: Model, state: State) -> None:
    built = drawn(model, state, only(tracked=True))
    assert len(built.ribbons) == 12
    corners = np.concatenate([built.ribbons["a"], built.ribbons["b"]])
    np.testing.assert_allclose(corners.max(axis=0), (0.906, 2.506, 2.006), rtol=1e-5)


def test_weights_are_bars_as_long_as_they_are_heavy(model: Model, state: State) -> None:
    built = drawn(model, state, only(weights=True, labels=True))
    bars = np.all(np.isclose(built.ribbons["color"][:, :3], colors.BAR), axis=1)
    lengths = np.linalg.norm(built.ribbons["b"] - built.ribbons["a"], axis=1)[bars]
    weight = slot(model, state, "arm[left].weight", 1)[0]
    assert weight > 0.9
    np.testing.assert_allclose(lengths, [0.16 * weight] * 2, rtol=1e-4)
    texts = [label.text for label in built.labels]  # whose they are is told: they may stand apart
    assert texts == [f"arm[left] {weight:.2f}\nwrist[left] {weight:.2f}"]


def test_the_target_of_an_arm_is_marked(model: Model, state: State) -> None:
    built = drawn(model, state, only(targets=True))
    target = slot(model, state, "arm[left].target")
    spheres = built.spheres["model"][:, :, 3]
    assert np.linalg.norm(spheres - target, axis=1).min() < 1e-5


def test_palm_axes_stand_at_the_hand(model: Model, state: State) -> None:
    built = drawn(model, state, only(palms=True))
    hand = slot(model, state, "hand[left].position")
    np.testing.assert_allclose(built.ribbons["a"], np.tile(hand, (3, 1)), rtol=1e-5)
    lengths = np.linalg.norm(built.ribbons["b"] - built.ribbons["a"], axis=1)
    np.testing.assert_allclose(lengths, (0.07, 0.10, 0.13), rtol=1e-4)


ELSEWHERE = {"casts", "feet", "body", "legs", "swings", "sectors", "markers", "turns", "choices",
             "refused", "labels", "details"}  # tested with theirs  # fmt: skip


@pytest.mark.parametrize("name", sorted({*DESCRIPTIONS} - ELSEWHERE))
def test_each_switch_adds_something(model: Model, state: State, name: str) -> None:
    def size(built: DrawList) -> int:
        kept = [f.name for f in fields(DrawList) if f.name not in ("focus", "time")]
        parts = (getattr(built, name) for name in kept)
        return sum(len(part) for part in parts)

    assert size(drawn(model, state, only(**{name: True}))) > size(drawn(model, state, NO_GIZMOS))


def test_switches_and_descriptions_agree() -> None:
    assert set(DESCRIPTIONS) == {f.name for f in fields(Gizmos)}


def test_a_wall_before_the_character_is_seen_through(model: Model, state: State) -> None:
    behind_wall = Camera((0.0, 1.0, 0.0), yaw=np.pi / 2, pitch=0.1, distance=4.0)
    built = drawn(model, state, NO_GIZMOS, behind_wall)
    centers = built.glass_boxes["model"][:, :, 3]
    assert [tuple(np.round(c, 5)) for c in centers] == [(0.8, 1.25, 0.0)]
    assert built.glass_boxes["color"][0, 3] < 0.5
    assert len(drawn(model, state, NO_GIZMOS, ASIDE).glass_boxes) == 0


def test_views_turn_with_the_character(model: Model, state: State) -> None:
    camera, _ = agent_camera(model, state, "hero", "front")
    ahead = slot(model, state, "root.position") - camera.eye
    assert ahead[2] < -2.0  # it faces +z, so the camera stands there and looks back
    right, _ = agent_camera(model, state, "hero", "side")
    assert right.eye[0] < -2.0


def test_the_name_over_the_head_tells_the_state(model: Model, state: State) -> None:
    built = drawn(model, state, only(names=True))
    assert [label.text for label in built.labels] == ["hero · Busy › Holding"]
