"""Rows of the draw list, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.draw_list import DASHED, DrawListBuilder, Label, axes_along


def test_a_box_keeps_its_axes_size_and_color() -> None:
    builder = DrawListBuilder()
    turned = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    builder.box((1, 2, 3), (0.5, 1.0, 0.1), (0.2, 0.4, 0.6), axes=turned, rounding=0.3)
    row = builder.build().boxes[0]
    np.testing.assert_allclose(row["model"], np.column_stack([turned, [1, 2, 3]]))
    # rounding cannot be more than the thinnest half
    np.testing.assert_allclose(row["size"], [0.5, 1.0, 0.1, 0.1])
    np.testing.assert_allclose(row["color"], [0.2, 0.4, 0.6, 1.0])


def test_a_capsule_lies_between_its_ends() -> None:
    builder = DrawListBuilder()
    builder.capsule((1, 0, 0), (1, 0, 4), 0.2, (1, 1, 1), end_radius=0.1)
    row = builder.build().capsules[0]
    np.testing.assert_allclose(row["size"], [0.2, 0.1, 2.0, 0.0], rtol=1e-6)
    np.testing.assert_allclose(row["model"][:, 3], [1, 0, 2])
    np.testing.assert_allclose(row["model"][:, 1], [0, 0, 1], atol=1e-7)


def test_dashes_run_on_over_corners() -> None:
    builder = DrawListBuilder()
    builder.line([(0, 0, 0), (3, 0, 0), (3, 4, 0), (3, 4, 1)], (1, 0, 0), style=DASHED)
    rows = builder.build().ribbons
    np.testing.assert_allclose(rows["start"], [0.0, 3.0, 7.0])
    np.testing.assert_allclose(rows["b"][:-1], rows["a"][1:])


def test_a_line_of_one_point_draws_nothing() -> None:
    builder = DrawListBuilder()
    builder.line([(0, 0, 0)], (1, 0, 0))
    assert len(builder.build().ribbons) == 0


@pytest.mark.parametrize("direction", [(1, 0, 0), (0, -1, 0), (0, 0, 2), (1, 2, -3), (0, 0, 0)])
def test_axes_along_are_right_handed(direction: tuple[float, float, float]) -> None:
    axes = axes_along(direction)
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    if any(direction):
        along = np.array(direction) / np.linalg.norm(direction)
        np.testing.assert_allclose(axes[:, 1], along, atol=1e-12)


def test_an_empty_list_has_all_its_arrays() -> None:
    builder = DrawListBuilder()
    builder.label(Label("hello", None))
    built = builder.build()
    kinds = (built.boxes, built.capsules, built.spheres, built.glass_boxes, built.ribbons)
    assert [len(rows) for rows in kinds] == [0] * 5
    assert built.labels[0].text == "hello"
    assert built.occluders.shape == (0, 4)
