"""State: copying, digests, saving, and a run that gives the same bytes every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from made_programs import Arrow, Builder, Made, compare, const, node, start
from written import written

from behave.ir.ops import Op
from behave.runtime.state import MAGIC, State, StateError, initial
from behave.runtime.tick import before_turns, tick


def dice() -> Builder:
    """A machine that draws a number each tick and changes state by it."""
    made = Builder()
    x = made.var("x")
    draw = made.set(x, node(Op.RANDOM, const(0.0), const(1.0), data=0))
    high = compare(Op.GT, made.read(x), const(0.5))
    made.machine([Made("A", [Arrow("B", high)], [draw]), Made("B", [Arrow("A", high)], [draw])])
    return made


def test_a_copy_runs_on_by_itself_to_the_same_bytes() -> None:
    run = start(dice().program()).ticks(7)
    copy = run.state.copy()
    before = copy.digest()
    run.ticks(5)
    assert copy.digest() == before
    for _ in range(5):
        tick(run.model, copy, {})
    assert copy.digest() == run.state.digest()


def test_a_run_depends_on_its_seed_and_agents_names_only() -> None:
    program = dice().program()
    one, two = start(program, seed=1).ticks(9), start(program, seed=1).ticks(9)
    assert one.state.digest() == two.state.digest()
    assert one.state.digest() != start(program, seed=2).ticks(9).state.digest()
    made = dice()
    other = made.program(agents=(made.agent("villain"),))
    assert one.value("x") != start(other, seed=1).ticks(9).value("x")


def test_saved_and_read_again_it_is_the_same_state() -> None:
    run = start(dice().program()).ticks(3)
    data = run.state.to_bytes(run.model)
    again = State.from_bytes(data, run.model)
    assert again.digest() == run.state.digest()
    assert again.tick == 3


def test_a_state_of_another_layout_is_refused() -> None:
    run = start(dice().program())
    data = run.state.to_bytes(run.model)
    made = dice()
    made.var("more")
    other = start(made.program()).model
    with pytest.raises(StateError, match=r"another layout.*scene stage"):
        State.from_bytes(data, other)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: b"", "not a saved state"),
        (lambda data: b"x" * 40, "not a saved state"),
        (lambda data: data[:-3], "cut short"),
        (lambda data: data + b"z", "longer"),
        (lambda data: data.replace(b'"version": 1', b'"version": 9'), "version 9"),
        (lambda data: MAGIC + b"\x02\x00\x00\x00[]", "head cannot be read"),
        (lambda data: MAGIC + b"\x02\x00\x00\x00\xff\xfe", "head cannot be read"),
    ],
)
def test_bytes_that_are_no_state_are_refused(spoil: object, message: str) -> None:
    run = start(dice().program())
    data = spoil(run.state.to_bytes(run.model))  # type: ignore[operator]
    with pytest.raises(StateError, match=message):
        State.from_bytes(data, run.model)


def test_looking_ahead_changes_nothing() -> None:
    run = start(dice().program()).ticks(2)
    before = run.state.digest()
    ahead, events = before_turns(run.model, run.state, {})
    assert run.state.digest() == before
    assert ahead.tick == 2
    assert events == {"hero": frozenset()}


def test_initial_values_are_set_in_declared_order() -> None:
    made = Builder()
    first = made.var("first", 3.0)
    second = made.slot("second", made.slots[first].kind)
    double = node(Op.MUL, made.read(first), const(2.0))
    made.initials.append(type(made.initials[0])(second, double))
    made.machine([Made("A")])
    run = start(made.program())
    assert run.value("second") == 6.0


def test_the_hash_seed_of_the_process_does_not_matter() -> None:
    folders = (Path(__file__).parents[2], Path(__file__).parent)
    script = (
        f"import sys; sys.path[:0] = {[str(folder) for folder in folders]!r}\n"
        "from test_state import dice\n"
        "from made_programs import start\n"
        "from behave.runtime import trace\n"
        "run = start(dice().program())\n"
        "for _ in range(20):\n"
        "    run.ticks(1)\n"
        "    print(trace.dumps(trace.line(run.model, run.state, run.records[-1])))\n"
        "print(run.state.digest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "12345")
    }
    assert len(found) == 1
    assert b'"tick": 19' in found.pop()


def test_the_state_before_tick_0_is_the_same_each_time() -> None:
    model = start(dice().program()).model
    assert initial(model).digest() == initial(model).digest()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "heightfield land at (0 m, -1 m, 0 m), seed: 3, size: (20 m, 2 m, 20 m), layer: wall",
            "heightfield land at (0 m, -1 m, 0 m), seed: 4, size: (20 m, 2 m, 20 m), layer: wall",
        ),
        (
            "box crate at (5 m, 1 m, 0 m), size: (1 m, 2 m, 1 m), layer: wall",
            "box crate at (5 m, 1 m, 0 m), size: (1 m, 2 m, 3 m), layer: wall",
        ),
        (
            "box crate at (5 m, 1 m, 0 m), size: (1 m, 2 m, 1 m), layer: wall",
            "box crate at (5 m, 1 m, 0 m), size: (1 m, 2 m, 1 m), layer: other",
        ),
        (
            "sphere crate at (5 m, 1 m, 0 m), radius: 1 m, layer: wall",
            "box crate at (5 m, 1 m, 0 m), size: (2 m, 2 m, 2 m), layer: wall",
        ),
    ],
)
def test_a_state_of_another_world_is_refused(before: str, after: str) -> None:
    body = "initial state A { }"
    run = written(body, before)
    data = run.state.to_bytes(run.model)
    assert State.from_bytes(data, written(body, before).model).digest() == run.state.digest()
    with pytest.raises(StateError, match="another layout"):
        State.from_bytes(data, written(body, after).model)
