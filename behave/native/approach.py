"""Curves over time: ``kernel.easing`` and ``kernel.approach`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from behave.kernel.approach import SOURCE_RATE, TIME_TOLERANCE
from behave.native.body import Body
from behave.native.formula import cosine, formula, outside, round_integer
from behave.native.lanes import Lanes, Number

_WHOLE_STEPS = 16  # as in the kernel: up to so many whole source ticks are multiplied one by one
_STIRLING_FROM = 16.0

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
    return body.sub(1.0, cosine(body, body.mul(t, math.pi / 2.0))[0])


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
        usable, [0.0], "n", lambda: [outside(body, "exp2", body.div(-dt, duration))]
    )[0]


def rate(body: Body, k: Number, dt: float) -> Number:
    """The gap ``dt`` seconds leave of ``x += (y - x) * min(k/60, 1)`` at 60 Hz."""
    moving = body.both(body.compare("ogt", k, 0.0), dt > 0.0)
    full = body.compare("oge", k, SOURCE_RATE)
    base = body.select(moving, body.select(full, 0.0, 1.0), 1.0)

    def power() -> list[Number]:
        left = body.sub(1.0, body.div(k, SOURCE_RATE))
        return [outside(body, "pow", left, SOURCE_RATE * dt)]

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


def chase(body: Body, before: Number, after: Number, duration: Number) -> Number:
    """The gap of one tick of ``x += (y - x) * clamp(timer/T)``."""
    done = body.either(
        body.invert(body.compare("ogt", duration, 0.0)),
        body.compare("oge", after, body.sub(duration, TIME_TOLERANCE)),
    )
    still = body.either(
        body.invert(body.compare("ogt", after, before)),
        body.compare("oeq", body.absolute(duration), math.inf),
    )
    base = body.select(done, 0.0, 1.0)
    moving = body.invert(body.either(done, still))

    def factors() -> list[Number]:
        # Lanes that do not move get times that end the loops below.
        a = body.select(moving, before, 0.0)
        b = body.select(moving, after, 1.0 / SOURCE_RATE)
        return _factors(body, a, b, body.select(moving, duration, 1.0))

    return body.override(moving, [base], "n", factors)[0]


@formula(3, "n")
def _factors(body: Body, before: Number, after: Number, duration: Number) -> Sequence[Number]:
    """The gap of a tick that neither arrives nor stands still."""
    steps = body.mul(body.sub(after, before), SOURCE_RATE)
    whole = round_integer(body, steps)
    few = body.compare("olt", steps, float(_WHOLE_STEPS + 1))
    counted = body.both(few, body.compare("oge", whole, 1.0))
    counted = body.both(counted, body.compare("ole", whole, float(_WHOLE_STEPS)))
    off = body.absolute(body.sub(steps, whole))
    counted = body.both(counted, body.compare("olt", off, 1e-9))
    n = body.mul(SOURCE_RATE, duration)
    rest = body.mul(body.sub(duration, after), SOURCE_RATE)
    quotient = body.override(
        body.invert(counted), [1.0], "n", lambda: _gamma_gap(body, rest, steps, n)
    )
    return body.override(counted, quotient, "n", lambda: _product(body, after, whole, duration))


@formula(3, "n")
def _product(body: Body, after: Number, whole: Number, duration: Number) -> Sequence[Number]:
    """The factors of whole source ticks, from the last to the first."""
    whole = body.smaller(whole, float(_WHOLE_STEPS))
    gap, step = body.place(body.number), body.place(body.number)
    body.do(f"store {body.number} {body.n(1.0)}, ptr {gap}")
    body.do(f"store {body.number} {body.n(0.0)}, ptr {step}")

    def load(place: str) -> str:
        return body.let(f"load {body.number}, ptr {place}")

    def once() -> None:
        number, so_far = load(step), load(gap)
        passed = body.sub(after, body.div(number, SOURCE_RATE))
        factor = body.sub(1.0, body.div(passed, duration))
        kept = body.select(body.mask, body.mul(so_far, factor), so_far)
        body.do(f"store {body.number} {body.n(kept)}, ptr {gap}")
        body.do(f"store {body.number} {body.n(body.add(number, 1.0))}, ptr {step}")

    body.loop(lambda: body.compare("olt", load(step), whole), once)
    return [load(gap)]


@formula(3, "n")
def _gamma_gap(body: Body, x: Number, d: Number, n: Number) -> Sequence[Number]:
    """Gamma(x + d) / (Gamma(x) n^d) in each lane for itself, always in double."""
    lanes = body.lanes
    if lanes == Lanes():
        return _gamma_gap_of_one(body, x, d, n)
    result = "poison"
    for lane in range(lanes.count):
        parts: list[Number] = []
        for value in (x, d, n):
            part = body.n(value)
            if lanes.count > 1:
                part = body.let(f"extractelement {body.number} {part}, i64 {lane}")
            if lanes.real != "double":
                part = body.let(f"fpext {lanes.real} {part} to double")
            parts.append(part)
        found = _single(body, parts)
        if lanes.real != "double":
            found = body.let(f"fptrunc double {found} to {lanes.real}")
        if lanes.count == 1:
            return [found]
        result = body.let(f"insertelement {body.number} {result}, {lanes.real} {found}, i64 {lane}")
    return [result]


def _single(body: Body, parts: Sequence[Number]) -> str:
    """Call the formula of one lane in double from a body of any width."""
    name = _gamma_gap_of_one.listed(body.listing, Lanes())
    given = ", ".join(f"double {part}" for part in parts)
    return body.let(f"call fastcc double @{name}({given})")


@formula(3, "n")
def _gamma_gap_of_one(body: Body, x: Number, d: Number, n: Number) -> Sequence[Number]:
    """exp of ``kernel.approach.log_gamma_quotient``, with its recurrence and Stirling's series."""
    raised, low = body.place(body.number), body.place(body.number)
    body.do(f"store {body.number} {body.n(0.0)}, ptr {raised}")
    body.do(f"store {body.number} {body.n(x)}, ptr {low}")

    def load(place: str) -> str:
        return body.let(f"load {body.number}, ptr {place}")

    def once() -> None:
        at, so_far = load(low), load(raised)
        term = outside(body, "log", body.div(at, body.add(at, d)))
        body.do(f"store {body.number} {body.n(body.add(so_far, term))}, ptr {raised}")
        body.do(f"store {body.number} {body.n(body.add(at, 1.0))}, ptr {low}")

    body.loop(lambda: body.compare("olt", load(low), _STIRLING_FROM), once)
    low_x = load(low)
    y = body.add(low_x, d)
    grown = outside(body, "log1p", body.div(d, low_x))
    second = body.sub(body.mul(body.sub(low_x, 0.5), grown), d)
    third = body.mul(d, outside(body, "log", body.div(y, n)))
    fourth = body.sub(_stirling(body, y), _stirling(body, low_x))
    total = body.add(body.add(body.add(load(raised), second), third), fourth)
    return [outside(body, "exp", total)]


def _stirling(body: Body, z: Number) -> Number:
    """The series of ln Gamma beyond its leading terms."""
    r = body.div(1.0, body.mul(z, z))
    inner = body.add(-1.0 / 1680.0, body.mul(r, 1.0 / 1188.0))
    series = body.add(1.0 / 1260.0, body.mul(r, inner))
    series = body.add(-1.0 / 360.0, body.mul(r, series))
    return body.div(body.add(1.0 / 12.0, body.mul(r, series)), z)
