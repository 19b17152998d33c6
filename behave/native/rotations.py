"""The formulas over rotations: ``kernel.rotation_formulas`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from behave.kernel.rotation_formulas import Q_IDENTITY
from behave.kernel.vector_formulas import AHEAD, LEFT, PARALLEL, UP
from behave.native import vectors
from behave.native.body import Body
from behave.native.elementary import arc_tangent, sine_cosine
from behave.native.formula import formula
from behave.native.lanes import Number
from behave.native.vectors import Parts, choose, cross, dot, is_flat, normalize


def multiply(body: Body, a: Parts, b: Parts) -> list[Number]:
    """Turn by ``b`` first, then by ``a``: each part from left to right as the kernel adds it."""

    def part(first: Number, *rest: tuple[str, Number]) -> Number:
        total = first
        for sign, term in rest:
            total = body.add(total, term) if sign == "+" else body.sub(total, term)
        return total

    def m(i: int, j: int) -> Number:
        return body.mul(a[i], b[j])

    def minus(i: int, j: int) -> Number:
        return body.mul(body.neg(a[i]), b[j])

    return [
        part(m(0, 3), ("+", m(1, 2)), ("-", m(2, 1)), ("+", m(3, 0))),
        part(minus(0, 2), ("+", m(1, 3)), ("+", m(2, 0)), ("+", m(3, 1))),
        part(m(0, 1), ("-", m(1, 0)), ("+", m(2, 3)), ("+", m(3, 2))),
        part(minus(0, 0), ("-", m(1, 1)), ("-", m(2, 2)), ("+", m(3, 3))),
    ]


def inverse(body: Body, q: Parts) -> list[Number]:
    """The opposite turn."""
    return [*vectors.negate(body, q[:3]), q[3]]


def rotate(body: Body, q: Parts, v: Parts) -> list[Number]:
    """``v`` turned: v + 2w (u x v) + 2 u x (u x v)."""
    t = [body.mul(2.0, x) for x in cross(body, q[:3], v)]
    s = cross(body, q[:3], t)
    w = q[3]
    return [body.add(body.add(v[i], body.mul(w, t[i])), s[i]) for i in range(3)]


@formula(4, "nnnn", rare=True)
def _normalize_scaled(body: Body, *q: Number) -> Sequence[Number]:
    """``q`` of a tiny or huge length at length 1; the identity where it has none."""
    sizes = [body.absolute(x) for x in q]
    largest = body.larger(body.larger(sizes[0], sizes[1]), body.larger(sizes[2], sizes[3]))
    usable = vectors.is_positive_finite(body, largest)
    parts = vectors.divide(body, q, largest)
    size = body.sqrt(dot(body, parts, parts))
    usable = body.both(usable, body.compare("ogt", size, 0.0))
    return choose(body, usable, vectors.divide(body, parts, size), Q_IDENTITY)


def normalize_rotation(body: Body, q: Parts) -> list[Number]:
    """``q`` at length 1; the identity where it has none."""
    squared = dot(body, q, q)
    usual = vectors.is_usual(body, squared)
    found = vectors.scale(body, q, body.div(1.0, body.sqrt(squared)))
    return body.override(
        body.invert(usual), found, "nnnn", lambda: _normalize_scaled(body, *q), rare=True
    )


@formula(4, "nnnn")
def _axis_angle(body: Body, x: Number, y: Number, z: Number, angle: Number) -> Sequence[Number]:
    """A turn about an axis of any length; the identity for a zero axis."""
    unit = normalize(body, (x, y, z))
    usable = body.both(
        body.invert(vectors.is_zero(body, unit)),
        body.compare("olt", body.absolute(angle), math.inf),
    )

    def turn() -> list[Number]:
        s, c = sine_cosine(body, body.mul(angle, 0.5))
        return [*vectors.scale(body, unit, s), c]

    return body.override(usable, Q_IDENTITY, "nnnn", turn)


def axis_angle(body: Body, axis: Parts, angle: Number) -> list[Number]:
    """A turn by ``angle`` about ``axis``."""
    return _axis_angle(body, *axis, angle)


def _from_basis(body: Body, x: Parts, y: Parts, z: Parts) -> list[Number]:
    """The rotation that takes the axes to ``x``, ``y``, ``z``, by its largest component."""
    trace = body.add(body.add(x[0], y[1]), z[2])
    whole = body.compare("ogt", trace, 0.0)
    on_x = body.both(body.compare("ogt", x[0], y[1]), body.compare("ogt", x[0], z[2]))
    on_y = body.compare("ogt", y[1], z[2])

    def case(a: Number, b: Number, c: Number, d: Number) -> Number:
        return body.select(whole, a, body.select(on_x, b, body.select(on_y, c, d)))

    def less(a: Number, b: Number, c: Number) -> Number:
        return body.sub(body.sub(body.add(1.0, a), b), c)

    root = case(
        body.add(trace, 1.0),
        less(x[0], y[1], z[2]),
        less(y[1], x[0], z[2]),
        less(z[2], x[0], y[1]),
    )
    s = body.mul(2.0, body.sqrt(root))
    own = body.mul(0.25, s)
    i = body.div(1.0, s)
    dx, dy, dz = (
        body.mul(body.sub(p, q), i) for p, q in ((y[2], z[1]), (z[0], x[2]), (x[1], y[0]))
    )
    xy, xz, yz = (
        body.mul(body.add(p, q), i) for p, q in ((y[0], x[1]), (z[0], x[2]), (z[1], y[2]))
    )
    q = [
        case(dx, own, xy, xz),
        case(dy, xy, own, yz),
        case(dz, xz, yz, own),
        case(own, dx, dy, dz),
    ]
    return normalize_rotation(body, q)


@formula(3, "nnnn")
def _arc_from_ahead(body: Body, *end: Number) -> Sequence[Number]:
    """The smallest turn from straight ahead to a unit direction."""
    cosine_ = dot(body, AHEAD, end)
    axis = cross(body, AHEAD, end)
    opposite = body.both(body.compare("olt", cosine_, 0.0), is_flat(body, axis))
    half = [*vectors.perpendicular(body, AHEAD), 0.0]
    usual = normalize_rotation(body, [*axis, body.add(1.0, cosine_)])
    found = choose(body, opposite, half, usual)
    return choose(body, vectors.is_zero(body, end), Q_IDENTITY, found)


@formula(6, "nnnn", rare=True)
def _look_any(body: Body, *parts: Number) -> Sequence[Number]:
    """+z along one vector and +y as near another as may be, whatever they are."""
    z = normalize(body, parts[:3])
    x = cross(body, normalize(body, parts[3:]), z)
    along = is_flat(body, x)
    level = cross(body, UP, z)
    x = choose(body, along, level, x)
    upright = body.both(along, is_flat(body, level))
    x = normalize(body, x, LEFT)
    found = _from_basis(body, x, cross(body, z, x), z)
    # The kernel brings z to length 1 once more, which may move its last bit.
    found = body.override(
        upright, found, "nnnn", lambda: _arc_from_ahead(body, *normalize(body, z))
    )
    return choose(body, vectors.is_zero(body, z), Q_IDENTITY, found)


@formula(6, "nnnn")
def _look(body: Body, *parts: Number) -> Sequence[Number]:
    """The same: at once for vectors of usual lengths that are not parallel."""
    lengths = [dot(body, v, v) for v in (parts[:3], parts[3:])]
    z, y = (
        vectors.divide(body, v, body.sqrt(squared))
        for v, squared in zip((parts[:3], parts[3:]), lengths, strict=True)
    )
    x = cross(body, y, z)
    lengths.append(dot(body, x, x))
    size = body.sqrt(lengths[2])
    usual = body.both(*(vectors.is_usual(body, squared) for squared in lengths))
    usual = body.both(usual, body.compare("ogt", size, PARALLEL))
    x = vectors.divide(body, x, size)
    found = _from_basis(body, x, cross(body, z, x), z)
    return body.override(
        body.invert(usual), found, "nnnn", lambda: _look_any(body, *parts), rare=True
    )


def look(body: Body, forward: Parts, up: Parts) -> list[Number]:
    """+z along ``forward`` and +y as near ``up`` as may be, with the kernel's fallbacks."""
    return _look(body, *forward, *up)


@formula(8, "n")
def _angle(body: Body, *parts: Number) -> Sequence[Number]:
    """The angle of the turn from one rotation to another."""
    r = multiply(body, inverse(body, parts[:4]), parts[4:])
    turn = arc_tangent(body, vectors.length(body, r[:3]), body.absolute(r[3]))
    return [body.mul(2.0, turn)]


def angle(body: Body, a: Parts, b: Parts) -> Number:
    """The angle of the turn from ``a`` to ``b``, 0 .. pi."""
    result: Number = _angle(body, *a, *b)[0]
    return result


@formula(9, "nnnn")
def _slerp(body: Body, *parts: Number) -> Sequence[Number]:
    """From one rotation to another at constant speed, the short way."""
    a, b, t = parts[:4], parts[4:8], parts[8]
    far = body.compare("olt", dot(body, a, b), 0.0)
    b = tuple(choose(body, far, vectors.negate(body, b), b))
    begun = body.compare("ogt", t, 0.0)
    moving = body.both(begun, body.invert(body.compare("oge", t, 1.0)))

    def between() -> list[Number]:
        r = multiply(body, inverse(body, a), b)
        opening = vectors.length(body, r[:3])
        turned, w = sine_cosine(body, body.mul(t, arc_tangent(body, opening, r[3])))
        share = body.div(turned, opening)
        s = body.select(body.compare("ogt", opening, 0.0), share, t)
        step = [*vectors.scale(body, r[:3], s), w]
        return normalize_rotation(body, multiply(body, a, step))

    return body.override(moving, choose(body, begun, b, a), "nnnn", between)


def slerp(body: Body, a: Parts, b: Parts, t: Number) -> list[Number]:
    """From ``a`` at 0 to ``b`` at 1, the short way; t is clamped."""
    return _slerp(body, *a, *b, t)


@formula(11, "nnnn")
def _rotate_towards(body: Body, *parts: Number) -> Sequence[Number]:
    """One rotation turned toward another by at most an angle, of whose half there are sin and
    cos; no angle is worked out."""
    a, b, (most, s, c) = parts[:4], parts[4:8], parts[8:]
    far = body.compare("olt", dot(body, a, b), 0.0)
    b = tuple(choose(body, far, vectors.negate(body, b), b))
    r = multiply(body, inverse(body, a), b)
    squared = dot(body, r[:3], r[:3])
    within = body.mul(r[3], s)
    near = body.compare("ole", body.mul(squared, body.mul(c, c)), body.mul(within, within))
    near = body.either(near, body.compare("oge", most, math.pi))
    # Where the goal is near, the way there may have no direction: what is unused stays usual.
    share = body.select(near, 0.0, body.div(s, body.sqrt(squared)))
    turned = normalize_rotation(body, multiply(body, a, [*vectors.scale(body, r[:3], share), c]))
    return choose(body, body.compare("ogt", most, 0.0), choose(body, near, b, turned), a)


def rotate_towards(body: Body, a: Parts, b: Parts, most: Number) -> list[Number]:
    """``a`` turned toward ``b`` by at most ``most`` and never past it."""
    return _rotate_towards(body, *a, *b, most, *sine_cosine(body, body.mul(most, 0.5)))
