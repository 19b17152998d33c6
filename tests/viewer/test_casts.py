"""Casts as they are drawn: made-up readings, right values by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from behave.ir.program import Query
from behave.runtime.model import Model
from behave.runtime.state import State
from tests.viewer.conftest import REACH, session_for
from viewer.camera import Camera
from viewer.draw_list import DrawList, DrawListBuilder
from viewer.playback import Playback
from viewer.scene import colors
from viewer.scene.build import draw_state, stage_of
from viewer.scene.casts import Cast, draw_cast, swept_corners
from viewer.scene.marks import mark_of
from viewer.scene.options import NO_GIZMOS, Gizmos

UP, AHEAD = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])


def cast(**changes: Any) -> Cast:
    """A sphere of 0.1 m sent ahead for 1 m from 1.5 m up, each retry 0.2 m lower."""
    given: dict[str, Any] = {
        "start": 1.5 * UP,
        "way": AHEAD,
        "length": 1.0,
        "step": -0.2 * UP,
        "retry": 4,
        "half": None,
        "axes": np.eye(3),
        "radius": 0.1,
        "tries": -1,
        "distance": np.inf,
        "point": None,
    }
    return Cast(**(given | changes))


def drawn(each: Cast, query: Query) -> DrawList:
    builder = DrawListBuilder()
    draw_cast(builder, each, mark_of(query))
    return builder.build()


def of_color(built: DrawList, color: colors.RGB) -> np.ndarray:
    return built.ribbons[np.all(np.isclose(built.ribbons["color"][:, :3], color), axis=1)]


def centers(rows: np.ndarray, radius: float) -> set[tuple[float, float, float]]:
    """Middles of the globes that are drawn: each is three circles of 32 parts."""
    ends = rows["a"].reshape(-1, 3, 32, 3).mean(axis=(1, 2))
    assert np.linalg.norm(rows["a"][:1] - ends[:1], axis=1) == pytest.approx(radius, rel=1e-5)
    return {tuple(round(float(v), 4) + 0.0 for v in middle) for middle in ends}


def circles(rows: np.ndarray) -> np.ndarray:
    """Only the parts of circles: they are short."""
    return rows[np.linalg.norm(rows["b"] - rows["a"], axis=1) < 0.05]


def test_every_sphere_tried_is_shown_and_the_missed_ones_faint() -> None:
    hit = cast(tries=2, distance=0.5, point=np.array([0.0, 1.12, 0.6]))
    built = drawn(hit, Query.SPHERECAST)
    missed = circles(of_color(built, colors.RAY_MISS))
    assert centers(missed, 0.1) == {(0.0, 1.5, 0.0), (0.0, 1.3, 0.0)}
    assert missed["color"][:, 3].max() < 0.5
    sent = circles(of_color(built, colors.CAST))
    assert centers(sent, 0.1) == {(0.0, 1.1, 0.0), (0.0, 1.1, 0.5)}
    assert sent["color"][:, 3].min() > 0.9


def test_what_a_sphere_sweeps_is_a_capsule_to_where_it_met() -> None:
    built = drawn(cast(tries=2, distance=0.5, point=np.array([0.0, 1.12, 0.6])), Query.SPHERECAST)
    (row,) = built.glass_capsules
    np.testing.assert_allclose(row["model"][:, 3], (0.0, 1.1, 0.25), atol=1e-6)
    np.testing.assert_allclose(row["size"][:3], (0.1, 0.1, 0.25), atol=1e-6)


def test_the_hit_line_is_green_and_the_drop_line_red() -> None:
    met = np.array([0.0, 1.12, 0.6])
    built = drawn(cast(tries=2, distance=0.5, point=met), Query.SPHERECAST)
    green = of_color(built, colors.CAST_HIT)
    np.testing.assert_allclose(green["a"], [(0, 1.1, 0), (0, 1.1, 0.5)], atol=1e-6)
    np.testing.assert_allclose(green["b"], [(0, 1.1, 0.5), met], atol=1e-6)
    (red,) = of_color(built, colors.CAST_DROP)  # straight down from the head to the hit's height
    np.testing.assert_allclose(red["a"], (0, 1.5, 0), atol=1e-6)
    np.testing.assert_allclose(red["b"], (0, 1.12, 0), atol=1e-6)


def test_where_all_miss_the_first_is_shown_whole_and_no_line_to_a_hit() -> None:
    built = drawn(cast(), Query.SPHERECAST)
    assert len(of_color(built, colors.CAST_HIT)) == len(of_color(built, colors.CAST_DROP)) == 0
    heights = {c[1] for c in centers(circles(of_color(built, colors.RAY_MISS)), 0.1)}
    assert heights == {1.5, 1.3, 1.1, 0.9, 0.7}
    far = circles(of_color(built, colors.RAY_MISS))["a"][:, 2].max()
    assert far == pytest.approx(1.1, abs=1e-5)


SENSORS = """\
  sensor face = boxcast(from: root.position + 1.2 m * up, size: (0.4 m, 0.6 m, 0.2 m),
                        turn: root.rotation, along: root.forward, length: 3 m, layer: touchable)
  sensor brim = spherecast(from: root.position + 2.35 m * up, radius: 10 cm, along: root.forward,
                           length: 3 m, layer: touchable, retry: 6, step: -0.1 m * up)
  sensor void = spherecast(from: root.position + 2.35 m * up, radius: 10 cm, along: -root.forward,
                           length: 3 m, layer: touchable)
  sensor last = boxcast(from: root.position + 1.2 m * up, size: (0.4 m, 0.6 m, 0.2 m),
                        along: root.forward, length: 3 m,
                        layer: touchable) when raised > 5 else keep
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, State]:
    """The room with casts: the end wall's face is at z = 2.25 and its top at 2 m."""
    folder = tmp_path_factory.mktemp("casts")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    path = folder / "reach.beh"
    path.write_text(REACH.replace("  initial state Waiting", SENSORS + "  initial state Waiting"),
                    encoding="utf-8")  # fmt: skip
    loaded = session_for(path).load()
    assert loaded.model is not None, [d.message for d in loaded.diagnostics]
    playback = Playback(loaded.model)
    playback.seek(0.5)
    return loaded.model, playback.state


def seen(room: tuple[Model, State], gizmos: Gizmos) -> DrawList:
    model, state = room
    aside = Camera((0.0, 1.0, 0.0), yaw=-1.2, pitch=0.4, distance=6.0)
    return draw_state(stage_of(model, state), state, aside, gizmos)


def test_the_casts_of_a_behavior_are_drawn_from_its_readings(room: tuple[Model, State]) -> None:
    built = seen(room, replace(NO_GIZMOS, casts=True))
    # the box's leading face meets the wall: its middle stands half its depth before it
    (solid,) = built.glass_boxes
    np.testing.assert_allclose(solid["model"][:, 3], (0.0, 1.2, 2.15), atol=1e-3)
    np.testing.assert_allclose(solid["size"][:3], (0.2, 0.3, 0.1), atol=1e-6)
    # a ball of 0.1 m passes over a wall of 2 m down to 2.15 m and meets it at 2.05 m
    hit = circles(of_color(built, colors.CAST))
    assert {c[1] for c in centers(hit, 0.1)} == {2.05}
    missed = {c[1] for c in centers(circles(of_color(built, colors.RAY_MISS)), 0.1)}
    assert missed == {2.35, 2.25, 2.15}
    behind = of_color(built, colors.RAY_MISS)["b"][:, 2].min()
    assert behind == pytest.approx(-3.1, abs=1e-3)  # the one sent backward goes to its end


def test_labels_tell_the_try_and_the_normal_its_kind(room: tuple[Model, State]) -> None:
    built = seen(room, replace(NO_GIZMOS, points=True, labels=True))
    texts = {label.text.split()[0]: label.text for label in built.labels}
    assert texts["face"] == "face  2.15 m"
    assert texts["brim"].endswith("try 4")
    shafts = built.capsules[
        np.all(np.isclose(built.capsules["color"][:, :3], colors.FACE_NORMAL), axis=1)
    ]
    np.testing.assert_allclose(shafts["model"][:, :, 1], [(0, 0, -1)] * 2, atol=1e-6)
    assert 2 * shafts["size"][:, 2].sum() == pytest.approx(1.0, abs=1e-6)


BOX: dict[str, Any] = {"half": np.array([0.2, 0.3, 0.2]), "retry": 0, "step": np.zeros(3)}


def test_a_box_is_shown_at_its_start_and_where_it_met() -> None:
    built = drawn(
        cast(tries=0, distance=0.4, point=np.array([0.1, 1.5, 0.6]), **BOX), Query.BOXCAST
    )
    lines = of_color(built, colors.CAST)
    assert len(lines) == 12 + 4 + 12
    ends = np.concatenate([lines["a"], lines["b"]])
    np.testing.assert_allclose(ends.min(axis=0), (-0.2, 1.2, -0.2), atol=1e-6)
    np.testing.assert_allclose(ends.max(axis=0), (0.2, 1.8, 0.6), atol=1e-6)
    swept = lines[12:16]
    np.testing.assert_allclose(swept["b"] - swept["a"], np.tile((0, 0, 0.4), (4, 1)), atol=1e-6)
    (solid,) = built.glass_boxes
    np.testing.assert_allclose(solid["model"][:, 3], (0, 1.5, 0.4), atol=1e-6)


def test_a_box_that_meets_nothing_goes_to_the_end() -> None:
    built = drawn(cast(**BOX), Query.BOXCAST)
    lines = of_color(built, colors.RAY_MISS)
    assert np.concatenate([lines["a"], lines["b"]])[:, 2].max() == pytest.approx(1.2)
    assert len(built.glass_boxes) == 0


@pytest.mark.parametrize(
    ("way", "count"), [((0, 0, 1), 4), ((0, -1, 0), 4), ((1, 0, 1), 4), ((1, 2, 3), 6)]
)
def test_what_a_box_sweeps_has_the_edges_of_its_outline(
    way: tuple[float, float, float], count: int
) -> None:
    """A swept box seen along its way is the box's outline: four corners face on or over an
    edge (the other four lie in its faces), six over a corner."""
    along = np.array(way) / np.linalg.norm(way)
    assert swept_corners(np.ones(3), np.eye(3), along).sum() == count
    turned = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    assert swept_corners(np.ones(3), turned, turned @ along).sum() == count


def test_the_cover_s_normal_is_magenta_and_a_metre_long() -> None:
    mark = mark_of(Query.BOXCAST)
    red, green, blue = mark.normal
    assert min(red, blue) > 0.7 > 0.3 > green
    assert mark.arrow == 1.0
