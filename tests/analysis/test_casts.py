"""Casts as sensors: what they lower to, and what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Query
from behave.kinds import BOOL, NUMBER, POINT, ROTATION, vec
from behave.pipeline import Checked
from behave.units import LENGTH

FROM = "from: root.position"


def test_what_is_left_out_has_a_default_of_its_kind(
    program: Callable[[str], BehaviorProgram],
) -> None:
    made = program(f"sensor s = boxcast({FROM}, size: (1 m, 1 m, 1 m), along: ahead, length: 1 m)")
    (sensor,) = made.sensors
    assert sensor.query is Query.BOXCAST
    found = dict(sensor.arguments)
    assert set(found) == {"from", "size", "turn", "along", "length", "retry", "step"}
    assert (found["turn"].kind, found["turn"].data) == (ROTATION, (0.0, 0.0, 0.0, 1.0))
    assert (found["retry"].kind, found["retry"].data) == (NUMBER, 0.0)
    assert (found["step"].kind, found["step"].data) == (vec(LENGTH), (0.0, 0.0, 0.0))
    kinds = {name: made.slots[slot].kind for name, slot in sensor.reading.fields}
    assert kinds["tries"] == NUMBER
    assert kinds["origin"] == POINT
    assert kinds["overlapping"] == BOOL


def test_toward_is_a_direction(program: Callable[[str], BehaviorProgram]) -> None:
    made = program(
        f"sensor s = spherecast({FROM}, radius: 1 cm, toward: hips.position, length: 1 m)"
    )
    found = dict(made.sensors[0].arguments)
    assert "toward" not in found
    assert found["along"].op is Op.NORMALIZE


@pytest.mark.parametrize(
    ("call", "code", "at"),
    [
        ("spherecast({}, radius: -1 cm, along: up, length: 1 m)", "BEH0304", "-1 cm"),
        ("spherecast({}, radius: 1, along: up, length: 1 m)", "BEH0302", "1"),
        ("spherecast({}, radius: 1 m, along: up, length: 1 m, retry: -1)", "BEH0304", "-1"),
        ("spherecast({}, radius: 1 m, along: up, length: 1 m, retry: 65)", "BEH0304", "65"),
        ("spherecast({}, radius: 1 m, along: up, length: 1 m, retry: 1 m)", "BEH0301", "1 m"),
        ("spherecast({}, radius: 1 m, along: up, length: 1 m, step: up)", "BEH0301", "up"),
        ("spherecast({}, radius: 1 m, length: 1 m)", "BEH0205", None),
        ("spherecast({}, along: up, length: 1 m)", "BEH0205", None),
        ("spherecast({}, radius: 1 m, size: 1 m, along: up, length: 1 m)", "BEH0205", "size"),
        ("boxcast({}, size: (1 m, -1 m, 1 m), along: up, length: 1 m)", "BEH0304", None),
        ("boxcast({}, size: 1 m, along: up, length: 1 m)", "BEH0206", "1 m"),
        (
            "boxcast({}, size: (1 m, 1 m, 1 m), along: up, toward: root.position, length: 1 m)",
            "BEH0205",
            None,
        ),
        ("boxcst({}, size: (1 m, 1 m, 1 m), along: up, length: 1 m)", "BEH0201", "boxcst"),
    ],
)
def test_mistakes(body: Callable[[str], Checked], call: str, code: str, at: str | None) -> None:
    found = body(f"sensor s = {call.format(FROM)}\ninitial state A {{ }}").errors
    assert [d.code for d in found] == [code], [d.message for d in found]
    if at is not None:
        assert found[0].span.text == at
