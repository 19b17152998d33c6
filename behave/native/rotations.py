"""The formulas over rotations: ``kernel.rotation_formulas`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from behave.kernel.rotation_formulas import Q_IDENTITY
from behave.kernel.vector_formulas import AHEAD, LEFT, UP
from behave.native import vectors
from behave.native.body import Body
from behave.native.formula import arc_tangent, cosine, formula, sine
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


@formula(4, "nnnn")
def _normalize(body: Body, *q: Number) -> Sequence[Number]:
    """``q`` at length 1; the identity where it has none."""
    sizes = [body.absolute(x) for x in q]
    largest = body.larger(body.larger(sizes[0], sizes[1]), body.larger(sizes[2], sizes[3]))
    usable = vectors.is_positive_finite(body, largest)
    parts = vectors.divide(body, q, largest)
    size = body.sqrt(dot(body, parts, parts))
    usable = body.both(usable, body.compare("ogt", size, 0.0))
    return choose(body, usable, vectors.divide(body, parts, size), Q_IDENTITY)


@formula(4, "nnnn")
def _axis_angle(body: Body, x: Number, y: Number, z: Number, angle: Number) -> Sequence[Number]:
    """A turn about an axis of any length; the identity for a zero axis."""
    unit = normalize(body, (x, y, z))
    usable = body.both(
        body.invert(vectors.is_zero(body, unit)),
        body.compare("olt", body.absolute(angle), math.inf),
    )

    def turn() -> list[Number]:
        half = body.mul(angle, 0.5)
        s = sine(body, half)[0]
        return [*vectors.scale(body, unit, s), cosine(body, half)[0]]

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
    dx, dy, dz = (
        body.div(body.sub(p, q), s) for p, q in ((y[2], z[1]), (z[0], x[2]), (x[1], y[0]))
    )
    xy, xz, yz = (
        body.div(body.add(p, q), s) for p, q in ((y[0], x[1]), (z[0], x[2]), (z[1], y[2]))
    )
    q = [
        case(dx, own, xy, xz),
        case(dy, xy, own, yz),
        case(dz, xz, yz, own),
        case(own, dx, dy, dz),
    ]
    return _normalize(body, *q)


@formula(3, "nnnn")
def _arc_from_ahead(body: Body, *end: Number) -> Sequence[Number]:
    """The smallest turn from straight ahead to a unit direction."""
    cosine_ = dot(body, AHEAD, end)
    axis = cross(body, AHEAD, end)
    opposite = body.both(body.compare("olt", cosine_, 0.0), is_flat(body, axis))
    half = [*vectors.perpendicular(body, AHEAD), 0.0]
    usual = _normalize(body, *axis, body.add(1.0, cosine_))
    found = choose(body, opposite, half, usual)
    return choose(body, vectors.is_zero(body, end), Q_IDENTITY, found)


@formula(6, "nnnn")
def _look(body: Body, *parts: Number) -> Sequence[Number]:
    """+z along one vector and +y as near another as may be."""
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


def look(body: Body, forward: Parts, up: Parts) -> list[Number]:
    """+z along ``forward`` and +y as near ``up`` as may be, with the kernel's fallbacks."""
    return _look(body, *forward, *up)


@formula(8, "n")
def _angle(body: Body, *parts: Number) -> Sequence[Number]:
    """The angle of the turn from one rotation to another."""
    r = multiply(body, inverse(body, parts[:4]), parts[4:])
    turn = arc_tangent(body, vectors.length(body, r[:3]), body.absolute(r[3]))[0]
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
        half = arc_tangent(body, opening, r[3])[0]
        turned = body.mul(t, half)
        share = body.div(sine(body, turned)[0], opening)
        s = body.select(body.compare("ogt", opening, 0.0), share, t)
        step = [*vectors.scale(body, r[:3], s), cosine(body, turned)[0]]
        return _normalize(body, *multiply(body, a, step))

    return body.override(moving, choose(body, begun, b, a), "nnnn", between)


def slerp(body: Body, a: Parts, b: Parts, t: Number) -> list[Number]:
    """From ``a`` at 0 to ``b`` at 1, the short way; t is clamped."""
    return _slerp(body, *a, *b, t)


def rotate_towards(body: Body, a: Parts, b: Parts, most: Number) -> list[Number]:
    """``a`` turned toward ``b`` by at most ``most`` and never past it."""
    gap = angle(body, a, b)
    near = body.compare("ole", gap, most)
    share = body.select(near, 1.0, body.div(most, gap))
    share = body.select(body.either(near, body.compare("ogt", most, 0.0)), share, 0.0)
    return slerp(body, a, b, share)
