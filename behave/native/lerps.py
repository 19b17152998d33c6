"""``lerp``, ``advance`` and ``arc``: ``runtime.lerps`` and ``runtime.arcs`` as instructions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from behave.ir.program import Advance, Arc, Form, Lerp, Place
from behave.kinds import Base, Kind
from behave.native import approach, rotations, vectors
from behave.native.body import Body
from behave.native.code import Code
from behave.native.elementary import sine
from behave.native.lanes import Flag, Number
from behave.native.places import store
from behave.native.values import Value, choose, finite
from behave.runtime.statements import note
from behave.source import Span

Parts = Sequence[Number]


def between(body: Body, kind: Kind, a: Parts, b: Parts, share: Number) -> list[Number]:
    """The value at a share of the way."""
    if kind.base is Base.NUMBER:
        return [approach.mix(body, a[0], b[0], share)]
    if kind.base is Base.ROTATION:
        return rotations.slerp(body, a, b, share)
    return vectors.lerp(body, a, b, share)


def closing(body: Body, kind: Kind, a: Parts, goal: Parts, gap: Number) -> list[Number]:
    """The value with a share of its gap to the goal left; 0 is the goal itself."""
    if kind.base is Base.NUMBER:
        return [approach.toward(body, a[0], goal[0], gap)]
    moved = between(body, kind, a, goal, body.sub(1.0, gap))
    return vectors.choose(body, body.compare("oeq", gap, 0.0), goal, moved)


def stepping(body: Body, kind: Kind, a: Parts, goal: Parts, step: Number) -> list[Number]:
    """The value moved by at most a step."""
    if kind.base is Base.NUMBER:
        return [approach.move_towards(body, a[0], goal[0], step)]
    if kind.base is Base.ROTATION:
        return rotations.rotate_towards(body, a, goal, step)
    return vectors.move_towards(body, a, goal, step)


def write_lerp(code: Code, lerp: Lerp) -> None:
    """One tick of a lerp."""
    write_lerps(code, [(True, lerp)])


def write_lerps(code: Code, chosen: Sequence[tuple[Flag, Lerp]]) -> None:
    """One tick of lerps of one form that move one place, each in the lanes of its flag."""
    lerp = chosen[0][1]
    value = code.value(lerp.place.read)
    goal = code.expressions.of_these([(flag, one.goal) for flag, one in chosen])
    amount = code.expressions.of_these([(flag, one.amount) for flag, one in chosen])
    _move(
        code,
        lerp.place,
        lerp.span,
        (value, goal, amount),
        lambda: _moved(code, chosen, value, goal, amount.parts[0]),
    )


def _moved(
    code: Code, chosen: Sequence[tuple[Flag, Lerp]], value: Value, goal: Value, amount: Number
) -> Parts:
    lerp = chosen[0][1]
    body, kind, dt = code.body, lerp.place.kind, code.dt
    if lerp.form is Form.OVER:
        return _over(code, lerp, value, goal.parts, amount)
    if lerp.form is Form.AT:
        return stepping(body, kind, value.parts, goal.parts, approach.speed(body, amount, dt))
    if lerp.form is Form.CHASE:
        timer = code.timer(lerp.owner)
        for flag, one in chosen[1:]:
            timer = body.select(flag, code.timer(one.owner), timer)
        gap = approach.chase(body, body.add(timer, dt), amount, dt)
    elif lerp.form is Form.RATE:
        gap = approach.rate(body, amount, dt)
    else:
        gap = approach.half_life(body, amount, dt)
    return closing(body, kind, value.parts, goal.parts, gap)


def _over(code: Code, lerp: Lerp, value: Value, goal: Parts, duration: Number) -> Parts:
    body, row = code.body, code.row
    captured = code.offset(lerp.captured)

    def capture() -> None:
        row.write(code.slot(lerp.capture), value)
        row.store(captured, 1.0)

    body.when(body.invert(row.flag(captured)), capture)
    after = body.add(code.timer(lerp.owner), code.dt)
    share = approach.over(body, after, duration, lerp.ease)
    start = _start(code, lerp, value)
    way = between(body, lerp.place.kind, start.parts, goal, share)
    return vectors.choose(body, body.compare("oeq", share, 1.0), goal, way)


def _start(code: Code, lerp: Lerp, value: Value) -> Value:
    """What was captured, or the value now where nothing is there."""
    start = code.row.read(code.slot(lerp.capture))
    return choose(code.body, start.present, start, value)


def write_advance(code: Code, advance: Advance) -> None:
    """One tick of an advance."""
    body, kind, dt = code.body, advance.place.kind, code.dt
    value, rate = code.value(advance.place.read), code.value(advance.rate)

    def moved() -> Parts:
        if kind.base is Base.NUMBER:
            return [body.add(value.parts[0], body.mul(rate.parts[0], dt))]
        if kind.base is Base.ROTATION:
            angle = body.mul(vectors.length(body, rate.parts), dt)
            turn = rotations.axis_angle(body, rate.parts, angle)
            return rotations.multiply(body, turn, value.parts)
        return vectors.add(body, value.parts, vectors.scale(body, rate.parts, dt))

    _move(code, advance.place, advance.span, (value, rate), moved)


def write_arc(code: Code, arc: Arc) -> None:
    """One tick of an arc."""
    body = code.body
    a, b = code.value(arc.start), code.value(arc.goal)
    lasts, high = code.value(arc.duration), code.value(arc.height)

    def moved() -> Parts:
        duration = lasts.parts[0]
        time = body.add(code.timer(arc.owner), code.dt)
        going = body.compare("olt", time, duration)
        part = body.larger(body.div(time, duration), 0.0)
        share = body.select(going, part, 1.0)

        def lifted() -> Parts:
            x, y, z = vectors.lerp(body, a.parts, b.parts, share)
            lift = body.mul(high.parts[0], sine(body, body.mul(math.pi, share)))
            return [x, body.add(y, lift), z]

        return body.override(body.compare("olt", share, 1.0), b.parts, "nnn", lifted)

    _move(code, arc.place, arc.span, (a, b, lasts, high), moved)


def _move(
    code: Code,
    place: Place,
    span: Span,
    operands: Sequence[Value],
    moved: Callable[[], Parts],
) -> None:
    """Write where a motion has brought a place; report what cannot be."""
    body = code.body
    present = body.both(*(operand.present for operand in operands))
    absent = note(place.text, "operand absent", span)

    def run() -> None:
        made = moved()
        base = place.kind.base
        new = Value(Base.VEC if base is Base.POINT else base, tuple(made))
        storable = finite(body, new)
        endless = (body.invert(storable), note(place.text, "value not finite", span))
        store(code, place, new, storable, lambda: code.skip(endless, (True, absent)))

    body.when(present, run, lambda: code.skip((True, absent)))
