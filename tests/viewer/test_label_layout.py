"""Where labels end up on the screen, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from behave.runtime.model import Model
from viewer.app.places import free_area
from viewer.camera import VIEWS, Camera, project
from viewer.draw_list import WHOLE, Area, DrawList, Label, Stand
from viewer.framing import agent_camera
from viewer.label_layout import Discs, Rect, arrange, discs_of
from viewer.playback import Playback
from viewer.scene.build import draw_state, stage_of
from viewer.scene.options import Gizmos
from viewer.text import QUAD, Atlas, quads

SIZE = (1280, 720)
NOBODY = Discs(np.zeros((0, 3)), np.zeros(0, np.int64))


def disc(x: float, y: float, radius: float, agent: int = 0) -> Discs:
    return Discs(np.array([[x, y, radius]]), np.array([agent]))


def placed(stand: Stand, home: Rect, discs: Discs, area: Area = WHOLE) -> Rect | None:
    middle = (home[0] + home[2] / 2, home[1] + home[3] / 2)
    label = Label("x", (0, 0, 0), stand=stand, agent=0)
    return arrange([label], [home], [middle], discs, SIZE, area)[0]


def apart(a: Rect, b: Rect) -> bool:
    return a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


def test_a_ball_is_a_disc_of_its_cross_section() -> None:
    """Two metres away with a field of 90 degrees, 1 m is 720 / 2 / 2 = 180 pixels."""
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 2.0, np.pi / 2)
    spheres = np.array([[0.5, 0.0, 0.0, 0.1], [0.0, 0.0, 9.0, 1.0]])  # the second is behind
    found = discs_of(spheres, np.array([3, 3]), camera.view_projection(1280 / 720), SIZE)
    np.testing.assert_allclose(found.of(3), [[640 + 90, 360, 18]], atol=1e-9)
    assert len(found.of(2)) == 0


def test_a_state_stands_over_all_of_its_agent() -> None:
    two = Discs(np.array([[640.0, 400, 50], [500, 200, 30]]), np.array([0, 0]))
    # 6 pixels over the highest point, 170
    assert placed(Stand.ABOVE, (600, 300, 80, 20), two) == (600, 144, 80, 20)


def test_a_state_with_no_room_above_goes_beside() -> None:
    big = disc(640, 100, 120)
    found = placed(Stand.ABOVE, (600, 100, 80, 20), big)
    assert found is not None
    x, y, width, height = found
    assert y >= 0
    nearest = (min(max(640, x), x + width), min(max(100, y), y + height))
    assert np.hypot(nearest[0] - 640, nearest[1] - 100) >= 120


def test_a_free_label_stays() -> None:
    assert placed(Stand.BESIDE, (100, 100, 80, 20), disc(640, 360, 90)) == (100, 100, 80, 20)
    # another agent's figure does not move it
    assert placed(Stand.BESIDE, (600, 350, 80, 20), disc(640, 360, 90, 1)) == (600, 350, 80, 20)


def test_a_label_over_its_figure_goes_the_shortest_way_out() -> None:
    # over the right edge (x 700) of the disc by 10 pixels: by as many to the right
    assert placed(Stand.BESIDE, (690, 350, 60, 20), disc(640, 360, 60)) == (700, 350, 60, 20)


def test_labels_do_not_cover_each_other() -> None:
    labels = [Label("a", None, stand=Stand.FIXED)] + [Label(t, (0, 0, 0)) for t in "bcde"]
    homes = [(600.0, 300.0, 80.0, 20.0)] * 5
    found = arrange(labels, homes, [(640.0, 310.0)] * 5, NOBODY, SIZE)
    rects = [rect for rect in found if rect is not None]
    assert len(rects) == 5
    assert rects[0] == homes[0]  # a fixed one stays
    assert all(apart(a, b) for k, a in enumerate(rects) for b in rects[:k])


def test_labels_stay_beside_panels() -> None:
    left, _, right, bottom = free_area(800, 450)
    # columns of 250 and 240 points with edges of 10; the timeline of 124 below
    assert (left * 800, right * 800, bottom * 450) == pytest.approx((270, 540, 306))
    area = (0.25, 0.0, 0.75, 0.5)
    assert placed(Stand.BESIDE, (300, 100, 80, 20), NOBODY, area) == (320, 100, 80, 20)
    assert placed(Stand.BESIDE, (940, 350, 80, 20), NOBODY, area) == (880, 340, 80, 20)
    assert free_area(500, 450) == WHOLE  # the columns leave nothing


def test_marks_of_the_floor_are_left_out_over_any_figure() -> None:
    assert placed(Stand.FLOOR, (600, 350, 30, 12), disc(640, 360, 20, 7)) is None
    assert placed(Stand.FLOOR, (400, 350, 30, 12), disc(640, 360, 20, 7)) == (400, 350, 30, 12)


def test_labels_of_what_is_off_the_picture_are_left_out() -> None:
    assert placed(Stand.BESIDE, (-300, 350, 30, 12), NOBODY) is None


def plates(frame: DrawList, camera: Camera) -> list[Rect]:
    rows = quads(frame, camera.view_projection(16 / 9), SIZE, Atlas())
    assert rows.dtype == QUAD
    found = rows["rect"][rows["glyph"][:, 2] == 0]
    return [(float(x), float(y), float(w), float(h)) for x, y, w, h in found]


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_no_view_has_a_label_over_the_head_or_another(model: Model, view: str) -> None:
    playback = Playback(model)
    playback.seek(1.2)
    state = playback.state
    camera, _ = agent_camera(model, state, "hero", view)
    frame = draw_state(stage_of(model, state), state, camera, Gizmos())
    rects = plates(frame, camera)
    assert len(rects) == 3  # the state, the contact, the weights
    assert all(apart(a, b) for k, a in enumerate(rects) for b in rects[:k])
    offsets = {s.path: s.offset for s in model.groups[0].behavior.slots}
    start = offsets["head.position"]
    bones = [state.rows[0][0, start : start + 3], state.rows[0][0, start : start + 3] + [0, 0.1, 0]]
    places, _ = project(camera.view_projection(16 / 9), bones, *SIZE)
    for x, y in places:
        assert all(apart((x, y, 0.0, 0.0), rect) for rect in rects)


def test_a_label_glides_as_what_it_keeps_off_moves() -> None:
    """A ball of 60 px comes up from below by a pixel a picture: the label over it gives way by
    about as much each time, not by rings of 8 px."""
    label = Label("name", (0.0, 0.0, 0.0), agent=0)
    home = (300.0, 200.0, 40.0, 20.0)
    places = []
    for k in range(40):
        discs = Discs(np.array([[320.0, 290.0 - k, 60.0]]), np.zeros(1, np.int64))
        (rect,) = arrange([label], [home], [(320.0, 210.0)], discs, (640, 720))
        assert rect is not None
        places.append(rect[:2])
        nearest = np.clip((320.0, 290.0 - k), rect[:2], (rect[0] + 40.0, rect[1] + 20.0))
        assert np.hypot(*(nearest - (320.0, 290.0 - k))) >= 60.0 - 1e-6
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert (steps > 0).sum() > 20
    assert steps.max() < 2.0
