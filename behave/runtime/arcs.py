"""``arc``: a place brought from one point to another in an arc above the straight line."""

from __future__ import annotations

import math
from collections.abc import Callable

from behave.ir.program import Arc, BehaviorProgram
from behave.kernel import vector_formulas as vectors
from behave.kernel.elementary import sine
from behave.runtime.frame import Frame
from behave.runtime.places import compile_place
from behave.runtime.reference import Scope
from behave.runtime.slots import Evaluate, is_storable


def share(time: float, duration: float) -> float:
    """How much of an arc is done at a time: 0 .. 1; all of it for a duration of 0."""
    if not time < duration:
        return 1.0
    return max(time / duration, 0.0)


def compile_arc(
    arc: Arc, scope: Scope, behavior: BehaviorProgram, timer: Evaluate
) -> Callable[[Frame], None]:
    """A closure that runs the arc for one tick: place = mix(a, b, p) + up · height · sin(π p)."""
    place = compile_place(arc.place, scope, behavior)
    start, goal = scope.raw(arc.start), scope.raw(arc.goal)
    duration, height = scope.raw(arc.duration), scope.raw(arc.height)
    dt = scope.dt
    where = f"({arc.span.source.name}:{arc.span.line})"
    absent = f"{arc.place.text}: operand absent {where}"
    endless = f"{arc.place.text}: value not finite {where}"

    def run(frame: Frame) -> None:
        a, b, lasts, high = start(frame), goal(frame), duration(frame), height(frame)
        if a is None or b is None or lasts is None or high is None:
            frame.skipped.append(absent)
            return
        done = share(timer(frame) + dt, lasts)
        new = b
        if done < 1.0:
            new = vectors.lerp(a, b, done)
            lift = high * sine(math.pi * done)
            new = (new[0], new[1] + lift, new[2])
        if not is_storable(new):
            frame.skipped.append(endless)
        elif not place.store(frame, new):
            frame.skipped.append(absent)

    return run
