import math

import numpy as np
import pyrr
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pyrr import Quaternion

from behave.kernel import rotation_formulas, rotations, vectors

units = st.floats(-1.0, 1.0, allow_nan=False, allow_subnormal=False)
directions = st.tuples(units, units, units).filter(lambda v: vectors.length(v) > 1e-3)
turns = st.tuples(units, units, units, units).filter(
    lambda q: math.sqrt(sum(c * c for c in q)) > 1e-3
)
shares = st.floats(0.0, 1.0)


def close(got, want, tolerance=1e-12):
    np.testing.assert_allclose(np.asarray(got), want, atol=tolerance, rtol=0)


def same_turn(a, b, tolerance=1e-12):
    return rotations.angle_between(a, b) <= tolerance


def test_axes_of_a_character():
    q = rotations.IDENTITY
    close(rotations.forward(q), [0, 0, 1])
    close(rotations.up(q), [0, 1, 0])
    close(rotations.right(q), [-1, 0, 0])
    left_turn = rotations.axis_angle((0, 1, 0), math.pi / 2)
    close(rotations.forward(left_turn), [1, 0, 0])
    close(rotations.right(left_turn), [0, 0, 1])
    with pytest.raises(ValueError, match="read-only"):
        q[0] = 1.0


def test_multiply_turns_by_the_second_first():
    about_y = rotations.axis_angle((0, 1, 0), math.pi / 2)
    about_x = rotations.axis_angle((1, 0, 0), math.pi / 2)
    # +z about x goes to -y; -y about y stays. The other order: +z to +x, which x leaves alone.
    close(rotations.rotate(rotations.multiply(about_y, about_x), (0, 0, 1)), [0, -1, 0])
    close(rotations.rotate(rotations.multiply(about_x, about_y), (0, 0, 1)), [1, 0, 0])


def test_axis_angle_fallbacks():
    close(rotations.axis_angle((0, 0, 0), 1.0), [0, 0, 0, 1])
    close(rotations.axis_angle((0, 1, 0), math.inf), [0, 0, 0, 1])
    close(rotations.axis_angle((0, 10, 0), math.pi), [0, 1, 0, 0])


@pytest.mark.parametrize(
    ("forward", "up", "ahead", "top"),
    [
        ((0, 0, 1), (0, 1, 0), (0, 0, 1), (0, 1, 0)),
        ((0, 0, -2), (0, 1, 0), (0, 0, -1), (0, 1, 0)),
        ((0, -1, 0), (0, 0, 1), (0, -1, 0), (0, 0, 1)),  # palm down, fingers ahead
        ((1, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 0)),
        ((1, 0, 0), (1, 0, 0), (1, 0, 0), (0, 1, 0)),  # up parallel: world up
        ((1, 0, 0), (0, 0, 0), (1, 0, 0), (0, 1, 0)),  # no up: world up
        ((0, -1, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1)),  # straight down
        ((0, 1, 0), (0, 0, 0), (0, 1, 0), (0, 0, -1)),  # straight up
        ((0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 0)),  # nowhere: the identity
    ],
)
def test_look(forward, up, ahead, top):
    q = rotations.look(forward, up)
    close(rotations.forward(q), ahead)
    close(rotations.up(q), top)


@given(directions, directions)
def test_look_faces_forward_and_keeps_up_up(forward, up):
    q = rotations.look(forward, up)
    assert vectors.distance(rotations.forward(q), vectors.normalize(forward)) < 1e-9
    assume(vectors.length(vectors.cross(vectors.normalize(forward), vectors.normalize(up))) > 1e-6)
    assert vectors.dot(rotations.up(q), up) > 0.0
    assert abs(vectors.dot(vectors.cross(vectors.normalize(forward), up), rotations.up(q))) < 1e-6


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-6, 1.0, 2.0, math.pi])
def test_angle_between_is_the_angle_at_every_size(angle):
    q = rotations.axis_angle((1, 2, 3), angle)
    other = rotations.multiply(q, rotations.axis_angle((-3, 1, 0), angle))
    assert rotations.angle_between(rotations.IDENTITY, q) == pytest.approx(angle, rel=1e-12)
    assert rotations.angle_between(q, other) == pytest.approx(angle, rel=1e-9, abs=1e-15)
    flipped = [-c for c in q.tolist()]
    assert rotations.angle_between(q, flipped) == pytest.approx(0.0, abs=1e-15)


def test_slerp_ends_and_clamps():
    a = rotations.axis_angle((0, 1, 0), 0.2)
    b = rotations.axis_angle((1, 0, 0), 1.5)
    assert rotations.slerp(a, b, 0.0).tolist() == a.tolist()
    assert rotations.slerp(a, b, 1.0).tolist() == b.tolist()
    assert rotations.slerp(a, b, 7.0).tolist() == b.tolist()
    assert rotations.slerp(a, b, -7.0).tolist() == a.tolist()


@given(turns, turns, shares)
def test_slerp_turns_at_constant_speed_the_short_way(a, b, t):
    a, b = rotations.coerce(a), rotations.coerce(b)
    whole = rotations.angle_between(a, b)
    assume(whole < math.pi - 1e-3)  # half a turn has no short way
    at = rotations.slerp(a, b, t)
    assert rotations.angle_between(a, at) == pytest.approx(t * whole, abs=1e-9)
    assert rotations.angle_between(at, b) == pytest.approx((1 - t) * whole, abs=1e-9)
    assert same_turn(at, rotations.slerp(a, [-c for c in b.tolist()], t), 1e-9)
    assert same_turn(at, rotations.slerp([-c for c in a.tolist()], b, t), 1e-9)


def test_rotate_towards():
    goal = rotations.axis_angle((0, 1, 0), 1.0)
    close(
        rotations.rotate_towards(rotations.IDENTITY, goal, 0.25),
        [0, math.sin(0.125), 0, math.cos(0.125)],
    )
    assert rotations.rotate_towards(rotations.IDENTITY, goal, 1.5).tolist() == goal.tolist()
    assert rotations.rotate_towards(goal, goal, 0.0).tolist() == goal.tolist()
    still = rotations.rotate_towards(rotations.IDENTITY, goal, -1.0)
    assert still.tolist() == rotations.IDENTITY.tolist()
    behind = rotations.axis_angle((0, 1, 0), math.pi)
    step = rotations.rotate_towards(rotations.IDENTITY, behind, 0.1)
    assert rotations.angle_between(rotations.IDENTITY, step) == pytest.approx(0.1)


def test_shortest_arc():
    close(rotations.shortest_arc((0, 0, 2), (3, 0, 0)), [0, math.sqrt(0.5), 0, math.sqrt(0.5)])
    close(rotations.shortest_arc((0, 0, 0), (3, 0, 0)), [0, 0, 0, 1])
    for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, -2, 3)):
        opposite = vectors.negate(axis)
        q = rotations.shortest_arc(axis, opposite)
        unit = vectors.normalize(opposite)
        assert vectors.distance(rotations.rotate(q, vectors.normalize(axis)), unit) < 1e-12


@given(turns)
def test_basis_and_back(q):
    q = rotations.coerce(q)
    assert same_turn(rotations.from_basis(*rotations.basis(q)), q, 1e-9)


@given(turns, directions)
def test_swing_and_twist_make_the_turn_again(q, axis):
    q = rotations.coerce(q)
    swing, twist = rotations.swing_twist(q, axis)
    assert same_turn(rotations.multiply(swing, twist), q, 1e-9)
    turned = rotations.rotate(twist, axis)
    assert vectors.distance(turned, axis) < 1e-9
    swing_axis = np.asarray(swing)[:3]
    assert abs(np.dot(swing_axis, np.asarray(vectors.normalize(axis)))) < 1e-7


def test_swing_of_half_a_turn_across_the_axis_has_no_twist():
    half_turn = rotations.axis_angle((1, 0, 0), math.pi)
    swing, twist = rotations.swing_twist(half_turn, (0, 1, 0))
    close(twist, [0, 0, 0, 1])
    assert same_turn(swing, half_turn)


def test_yaw():
    for angle in (-3.0, -1.0, 0.0, 0.5, 3.1):
        heading = rotations.axis_angle((0, 1, 0), angle)
        assert rotations.yaw(heading) == pytest.approx(angle)
        for tilt in (0.7, math.pi / 2, -math.pi / 2):
            tilted = rotations.multiply(heading, rotations.axis_angle((1, 0, 0), tilt))
            assert rotations.yaw(tilted) == pytest.approx(angle)
    assert rotations.yaw(rotations.axis_angle((0, 1, 0), math.pi)) == pytest.approx(math.pi)
    assert rotations.yaw((0.0, -1.0, 0.0, 0.0)) == pytest.approx(math.pi)


@given(turns, turns, directions)
def test_where_pyrr_is_right_the_kernel_agrees(a, b, v):
    p, q = np.array(rotations.coerce(a)), np.array(rotations.coerce(b))
    product = rotations.multiply(p, q)
    assert type(product) is Quaternion
    assert product.tolist() == pyrr.quaternion.cross(p, q).tolist()
    assert rotations.inverse(p).tolist() == pyrr.quaternion.conjugate(p).tolist()
    close(rotations.rotate(p, v), pyrr.quaternion.apply_to_vector(p, np.array(v)), 1e-14)


@given(turns)
def test_what_is_normalized_has_length_one(q):
    size = math.sqrt(sum(c * c for c in rotations.coerce(q).tolist()))
    assert size == pytest.approx(1.0, abs=1e-15)


def test_normalizing_at_the_ends_of_the_range():
    normalize = rotation_formulas.q_normalize
    assert normalize((0.0, 1e-300, 0.0, 0.0)) == (0.0, 1.0, 0.0, 0.0)
    assert normalize((0.0, 0.0, 1e300, 0.0)) == (0.0, 0.0, 1.0, 0.0)
    assert normalize((math.nan, 0.0, 0.0, 1.0)) == (0.0, 0.0, 0.0, 1.0)
    assert normalize((0.0, 0.0, 0.0, math.nan)) == (0.0, 0.0, 0.0, 1.0)
    assert normalize((math.inf, 0.0, 0.0, 1.0)) == (0.0, 0.0, 0.0, 1.0)
