"""``lerp`` and ``advance``: every form exact at any tick length.

A lerp run in a tick covers its owner's timer from ``timer`` to ``timer + dt``; the shares and
gaps come from ``kernel.approach``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from behave.ir.program import BehaviorProgram, Form, Lerp
from behave.kernel import approach, numbers
from behave.kernel import rotation_formulas as rotations
from behave.kernel import vector_formulas as vectors
from behave.kinds import Base, Kind
from behave.runtime.frame import Frame
from behave.runtime.places import compile_place
from behave.runtime.reference import Scope
from behave.runtime.slots import Evaluate, is_storable, raw_reader, writer

Move = Callable[[Any, Any, float], Any]


def between(kind: Kind) -> Move:
    """(start, goal, share) → the value at that share of the way; rotations the short way."""
    if kind.base is Base.NUMBER:
        return numbers.mix
    return rotations.q_slerp if kind.base is Base.ROTATION else vectors.lerp


def closing(kind: Kind) -> Move:
    """(value, goal, gap) → the value with that share of its gap left; 0 is the goal itself."""
    if kind.base is Base.NUMBER:
        return approach.toward
    mix = between(kind)
    return lambda value, goal, gap: goal if gap == 0.0 else mix(value, goal, 1.0 - gap)


def stepping(kind: Kind) -> Move:
    """(value, goal, step) → the value moved by at most ``step``, never past the goal."""
    if kind.base is Base.NUMBER:
        return numbers.move_towards
    return rotations.q_rotate_towards if kind.base is Base.ROTATION else vectors.move_towards_point


def advanced(kind: Kind, value: Any, rate: Any, dt: float) -> Any:
    """``value`` after ``dt`` seconds at ``rate``; a rotation turns about the vec ``rate``."""
    if kind.base is Base.NUMBER:
        return value + rate * dt
    if kind.base is Base.ROTATION:
        turn = rotations.q_axis_angle(rate, vectors.length(rate) * dt)
        return rotations.q_multiply(turn, value)
    return vectors.add(value, vectors.scale(rate, dt))


def compile_lerp(
    lerp: Lerp, scope: Scope, behavior: BehaviorProgram, timer: Evaluate
) -> Callable[[Frame], None]:
    """A closure that runs the lerp for one tick."""
    place = compile_place(lerp.place, scope, behavior)
    goal, amount = scope.raw(lerp.goal), scope.raw(lerp.amount)
    if lerp.form is Form.OVER:
        step = _over(lerp, behavior, timer, scope.dt)
    elif lerp.form is Form.AT:
        step = _at(lerp.place.kind, scope.dt)
    else:
        step = _gap(lerp, timer, scope.dt)
    where = f"({lerp.span.source.name}:{lerp.span.line})"
    absent = f"{lerp.place.text}: operand absent {where}"
    endless = f"{lerp.place.text}: value not finite {where}"

    def run(frame: Frame) -> None:
        value, aim, much = place.read(frame), goal(frame), amount(frame)
        if value is None or aim is None or much is None:
            frame.skipped.append(absent)
            return
        new = step(frame, value, aim, much)
        if not is_storable(new):
            frame.skipped.append(endless)
        elif not place.store(frame, new):
            frame.skipped.append(absent)

    return run


Step = Callable[[Frame, Any, Any, float], Any]


def _over(lerp: Lerp, behavior: BehaviorProgram, timer: Evaluate, dt: float) -> Step:
    mix, ease = between(lerp.place.kind), lerp.ease
    capture = behavior.slots[lerp.capture]
    captured = behavior.slots[lerp.captured].offset
    read, write = raw_reader(capture), writer(capture)

    def step(frame: Frame, value: Any, goal: Any, duration: float) -> Any:
        if frame.words[captured] == 0.0:
            write(frame, value)
            frame.words[captured] = 1.0
        share = approach.over(timer(frame) + dt, duration, ease)
        if share == 1.0:
            return goal
        start = read(frame)
        return mix(value if start is None else start, goal, share)

    return step


def _at(kind: Kind, dt: float) -> Step:
    move = stepping(kind)

    def step(frame: Frame, value: Any, goal: Any, speed: float) -> Any:
        return move(value, goal, approach.speed(speed, dt))

    return step


def _gap(lerp: Lerp, timer: Evaluate, dt: float) -> Step:
    close = closing(lerp.place.kind)
    if lerp.form is Form.CHASE:

        def chase(frame: Frame, value: Any, goal: Any, duration: float) -> Any:
            return close(value, goal, approach.chase_tick(timer(frame) + dt, dt, duration))

        return chase
    gap = approach.rate if lerp.form is Form.RATE else approach.half_life
    return lambda frame, value, goal, amount: close(value, goal, gap(amount, dt))
