"""Curves over time: ``kernel.easing`` and ``kernel.approach`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from behave.kernel.approach import (
    SOURCE_RATE,
    STIRLING_FROM,
    TIME_TOLERANCE,
    whole_steps,
)
from behave.native.body import Body
from behave.native.elementary import cosine, exponential, exponential_2, logarithm, logarithm_1p
from behave.native.elementary import power as to_power
from behave.native.formula import formula
from behave.native.lanes import Flag, Number

Curve = Callable[[Body, Number], Number]


def _power(count: int) -> Curve:
    def curve(body: Body, t: Number) -> Number:
        result = t
        for _ in range(count - 1):
            result = body.mul(result, t)
        return result

    return curve


def _smooth(body: Body, t: Number) -> Number:
    return body.mul(body.mul(t, t), body.sub(3.0, body.mul(2.0, t)))


def _smoother(body: Body, t: Number) -> Number:
    cubed = body.mul(body.mul(t, t), t)
    inner = body.sub(body.mul(t, 6.0), 15.0)
    return body.mul(cubed, body.add(body.mul(t, inner), 10.0))


def _sine(body: Body, t: Number) -> Number:
    return body.sub(1.0, cosine(body, body.mul(t, math.pi / 2.0)))


def _circular(body: Body, t: Number) -> Number:
    left = body.larger(body.sub(1.0, body.mul(t, t)), 0.0)
    return body.sub(1.0, body.sqrt(left))


def _out(curve: Curve) -> Curve:
    def mirrored(body: Body, t: Number) -> Number:
        return body.sub(1.0, curve(body, body.sub(1.0, t)))

    return mirrored


def _in_out(curve: Curve) -> Curve:
    def joined(body: Body, t: Number) -> Number:
        first = body.compare("olt", t, 0.5)
        twice = body.mul(2.0, t)
        half = body.mul(0.5, curve(body, body.select(first, twice, body.sub(2.0, twice))))
        return body.select(first, half, body.sub(1.0, half))

    return joined


def _family(name: str, curve: Curve) -> dict[str, Curve]:
    return {f"in{name}": curve, f"out{name}": _out(curve), f"in_out{name}": _in_out(curve)}


CURVES: dict[str, Curve] = {
    "linear": _power(1),
    "smooth": _smooth,
    "smoother": _smoother,
    **_family("", _power(2)),
    **_family("_cubic", _power(3)),
    **_family("_quart", _power(4)),
    **_family("_sine", _sine),
    **_family("_circ", _circular),
}


def ease(body: Body, name: str, t: Number) -> Number:
    """The share of the way at share ``t`` of the time, clamped to 0..1."""
    begun = body.compare("ogt", t, 0.0)
    done = body.compare("oge", t, 1.0)
    found = CURVES[name or "linear"](body, t)
    return body.select(begun, body.select(done, 1.0, found), 0.0)


def toward(body: Body, value: Number, goal: Number, gap: Number) -> Number:
    """``value`` moved so that ``gap`` of its distance to ``goal`` remains."""
    moved = body.add(value, body.mul(body.sub(goal, value), body.sub(1.0, gap)))
    return body.select(body.compare("oeq", gap, 0.0), goal, moved)


def mix(body: Body, a: Number, b: Number, t: Number) -> Number:
    """``a`` at 0, ``b`` at 1."""
    way = body.add(a, body.mul(body.sub(b, a), t))
    return body.select(body.compare("oeq", t, 1.0), b, way)


def move_towards(body: Body, x: Number, goal: Number, step: Number) -> Number:
    """``x`` moved by at most ``step`` and never past ``goal``."""
    gap = body.sub(goal, x)
    near = body.compare("ole", body.absolute(gap), step)
    ahead = body.compare("ogt", gap, 0.0)
    moved = body.select(ahead, body.add(x, step), body.sub(x, step))
    moved = body.select(body.compare("ogt", step, 0.0), moved, x)
    return body.select(near, goal, moved)


def half_life(body: Body, duration: Number, dt: float) -> Number:
    """The gap ``dt`` seconds leave when ``duration`` halves it."""
    usable = body.compare("ogt", duration, 0.0)
    return body.override(
        usable, [0.0], "n", lambda: [exponential_2(body, body.div(-dt, duration))]
    )[0]


def rate(body: Body, k: Number, dt: float) -> Number:
    """The gap ``dt`` seconds leave of ``x += (y - x) * min(k/60, 1)`` at 60 Hz."""
    moving = body.both(body.compare("ogt", k, 0.0), dt > 0.0)
    full = body.compare("oge", k, SOURCE_RATE)
    base = body.select(moving, body.select(full, 0.0, 1.0), 1.0)

    def power() -> list[Number]:
        left = body.sub(1.0, body.div(k, SOURCE_RATE))
        return [to_power(body, left, SOURCE_RATE * dt)]

    return body.override(body.both(moving, body.invert(full)), [base], "n", power)[0]


def over(body: Body, after: Number, duration: Number, curve: str) -> Number:
    """The share of the way covered at timer ``after``; 1 from ``duration`` on."""
    going = body.both(
        body.compare("ogt", duration, 0.0),
        body.invert(body.compare("oge", after, body.sub(duration, TIME_TOLERANCE))),
    )
    return body.override(going, [1.0], "n", lambda: [ease(body, curve, body.div(after, duration))])[
        0
    ]


def speed(body: Body, amount: Number, dt: float) -> Number:
    """The furthest one tick moves at ``amount`` a second."""
    return body.larger(body.mul(amount, dt), 0.0)


def chase(body: Body, after: Number, duration: Number, dt: float) -> Number:
    """The gap of one tick of ``x += (y - x) * clamp(timer/T)``."""
    done = body.either(
        body.invert(body.compare("ogt", duration, 0.0)),
        body.compare("oge", after, body.sub(duration, TIME_TOLERANCE)),
    )
    still = body.compare("oeq", duration, math.inf) if dt > 0.0 else True
    base = body.select(done, 0.0, 1.0)
    moving = body.invert(body.either(done, still))
    whole = whole_steps(dt)
    if whole:
        return body.select(moving, _product(body, after, whole, duration), base)

    def gap() -> Sequence[Number]:
        # Lanes that do not move get times that end the loop below.
        rest = body.mul(body.sub(duration, after), SOURCE_RATE)
        x, n = body.select(moving, rest, 1.0), body.mul(SOURCE_RATE, duration)
        return _gamma_quotient(body, x, dt * SOURCE_RATE, n)

    return body.override(moving, [base], "n", gap)[0]


def _product(body: Body, after: Number, whole: int, duration: Number) -> Number:
    """The factors of whole source ticks, from the last to the first."""
    gap = body.sub(1.0, body.div(after, duration))
    for step in range(1, whole):
        passed = body.sub(after, step / SOURCE_RATE)
        gap = body.mul(gap, body.sub(1.0, body.div(passed, duration)))
    return gap


@formula(3, "n")
def _gamma_quotient(body: Body, x: Number, d: Number, n: Number) -> Sequence[Number]:
    """``kernel.approach.gamma_quotient``: its recurrence and Stirling's series."""
    raised, low = body.place(body.number), body.place(body.number)
    body.do(f"store {body.number} {body.n(1.0)}, ptr {raised}")
    body.do(f"store {body.number} {body.n(x)}, ptr {low}")

    def load(place: str) -> str:
        return body.let(f"load {body.number}, ptr {place}")

    def below() -> Flag:
        return body.compare("olt", load(low), STIRLING_FROM)

    def once() -> None:
        at, so_far, needed = load(low), load(raised), below()
        more = body.mul(so_far, body.div(at, body.add(at, d)))
        more = body.select(needed, more, so_far)
        body.do(f"store {body.number} {body.n(more)}, ptr {raised}")
        at = body.n(body.select(needed, body.add(at, 1.0), at))
        body.do(f"store {body.number} {at}, ptr {low}")

    body.loop(below, once)
    low_x = load(low)
    y = body.add(low_x, d)
    grown = logarithm_1p(body, body.div(d, low_x))
    grown = body.sub(body.mul(body.sub(low_x, 0.5), grown), d)
    grown = body.add(grown, body.mul(d, logarithm(body, body.div(y, n))))
    rest = body.sub(_stirling(body, y), _stirling(body, low_x))
    return [body.mul(load(raised), exponential(body, body.add(grown, rest)))]


def _stirling(body: Body, z: Number) -> Number:
    """The series of ln Gamma beyond its leading terms."""
    r = body.div(1.0, body.mul(z, z))
    inner = body.add(-1.0 / 1680.0, body.mul(r, 1.0 / 1188.0))
    series = body.add(1.0 / 1260.0, body.mul(r, inner))
    series = body.add(-1.0 / 360.0, body.mul(r, series))
    return body.div(body.add(1.0 / 12.0, body.mul(r, series)), z)
