"""Random behaviors that move, switch, turn and pose: never a NaN, never an exception."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some
from written import written

from behave.ir.program import Group
from behave.kinds import Base
from behave.runtime import trace, why

NUMBERS = some.sampled_from(
    ("0", "1", "-1", "0.5", "1e-9", "3", "count", "lost", "count / (count - count)")
)
VECS = some.sampled_from(
    ("(0, 0, 0)", "(0, 1, 0)", "(1, 0, 0)", "(-1, 0.5, 1e-9)", "way", "root.forward", "-way")
)
GUARDS = some.sampled_from(
    ("yes", "no", "in B", "not in B", "count > 3", "lost > 1", "wall.exists")
)
FORMS = some.sampled_from(
    ("over 0.1 s ease smooth", "over 0.1 s chase", "rate 8 /s", "at 90 deg/s", "half_life 0.1 s")
)
CLIPS = ("idle", "sneak[left]", "sneak[right]")


@some.composite
def statements(draw: Any) -> str:
    """One statement of a state."""
    n, m, v, g = draw(NUMBERS), draw(NUMBERS), draw(VECS), draw(GUARDS)
    form = draw(FORMS)
    return draw(
        some.sampled_from(
            (
                f"move by {v} at ({n}) * 1 m/s",
                f"move by {v} * 2 m/s when {g}",
                "disable control",
                f"enable feet when {g}",
                f"set root.forward = {v}",
                f"set root.position = root.position + {v} * 1 m when {g}",
                f"set feet.offset = ({n}) * 1 cm",
                f"set way = {v} * ({m})",
                f"when {g} {{ move by {v} at 1 m/s }} else {{ disable control }}",
                f"lerp root.forward to {v} {form}",
            )
        )
    )


@some.composite
def blends(draw: Any, depth: int = 2) -> str:
    """A blend, its leaves clips or further blends."""
    count = draw(some.integers(1, 3))
    parts = []
    for key in range(count):
        nested = depth > 0 and draw(some.booleans())
        what = draw(blends(depth - 1)) if nested else draw(some.sampled_from(CLIPS))
        parts.append(f"{key - 1}: {what}")
    return f"blend {draw(NUMBERS)} {{ {'; '.join(parts)} }}"


@some.composite
def poses(draw: Any) -> str:
    """A pose block."""
    layers = [
        f"layer l{i}, weight: 0 * count + ({draw(NUMBERS)}) when {draw(GUARDS)} "
        f"{{ {draw(blends())} }}"
        for i in range(draw(some.integers(0, 3)))
    ]
    body = [
        f"lower hips by ({draw(NUMBERS)}) * 10 cm when {draw(GUARDS)}",
        f"turn body by ({draw(NUMBERS)}) * 90 deg about up",
        f"shift body by {draw(VECS)} * 5 cm when {draw(GUARDS)}",
    ]
    chosen = [line for line in body if draw(some.booleans())]
    return "\n".join([draw(blends()), *layers, *chosen])


def one_lerp(lines: list[str]) -> list[str]:
    """The statements with one lerp at most: two on one value are an error."""
    lerps = [line for line in lines if line.startswith("lerp")]
    return [line for line in lines if line not in lerps[1:]]


@settings(max_examples=25, deadline=None)
@given(some.data())
def test_a_random_behavior_moves_and_poses(data: Any) -> None:
    first = one_lerp(data.draw(some.lists(statements(), max_size=5)))
    second = one_lerp(data.draw(some.lists(statements(), max_size=5)))
    run = written(
        f"""
var count = 0
var lost : number = none
var way = (1, 0, 0)
sensor wall = spherecast(from: root.position + 1 m * up, radius: 0.1 m, along: way,
  length: 2 m, retry: 3, step: way * 0.1 m) when {data.draw(GUARDS)} else keep
initial state A {{ set count = count + 1
 {chr(10).join(first)}
 -> B after 0.05 s }}
state B {{ {chr(10).join(second)} }}
pose {{ {data.draw(poses())} }}
""",
        "box tall at (0 m, 1 m, 1 m), size: (4 m, 2 m, 0.2 m)",
    )
    slots = run.model.groups[0].behavior.slots
    resets = {slots[r.slot].path for r in run.model.groups[0].behavior.resets}
    assert {"root.moved", "control.enabled", "feet.enabled"} <= resets
    for _ in range(7):
        run.ticks(1, {"hero": {"walk": (0.3, 1.0, 0.0)}})
        assert np.isfinite(run.state.rows[0]).all()
        for clip in CLIPS:
            assert 0.0 <= run.value(f"{clip}.weight") <= 1.0
        assert sum(run.value(f"{clip}.weight") for clip in CLIPS) <= 1.0 + 1e-12
        for slot in slots:
            if slot.group is Group.RIG and slot.kind.base is Base.ROTATION:
                length = float(np.linalg.norm(run.value(slot.path)))
                assert abs(length - 1.0) < 1e-6 or length == 0.0, slot.path
        trace.dumps(trace.line(run.model, run.state, run.records[-1]))
        for arrow in why.arrows(run.model, "hero"):
            why.render(why.explain(run.model, run.state, "hero", arrow))
