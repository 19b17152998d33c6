"""Expressions written out are worth, bit for bit, what the closures of the reference are."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from made_programs import BOOL, NUMBER, POINT, ROTATION, VEC, Builder, compare, const, node
from test_random_programs import FLOATS, guards, numbers, rotations, settled, vecs
from written import program

from behave.cli.files import UseReader, read_source
from behave.ir.nodes import behavior_nodes, stored_nodes
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node
from behave.kinds import list_of
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.runtime.frame import Frame
from behave.runtime.generated import generate
from behave.runtime.reference import Scope
from behave.runtime.sharing import shared_of


def bits(value: Any) -> Any:
    """A value in which two floats are equal only if their bits are."""
    if isinstance(value, float):
        return struct.pack("<d", value)
    if isinstance(value, tuple):
        return tuple(bits(part) for part in value)
    return value


def frame_over(row: np.ndarray) -> Frame:
    return Frame(row, 1 / 60, np.zeros(4, np.int64), 1)


def same(behavior: BehaviorProgram, roots: list[Node], rows: list[np.ndarray]) -> int:
    """Compare all roots over some rows, without a memo and with one; how many were written."""
    reference = Scope(behavior, 1 / 60)
    scope = Scope(behavior, 1 / 60, shared=shared_of(behavior))
    written = generate(scope, roots).roots
    for row in rows:
        with np.errstate(all="ignore"):
            for kept in (False, True):
                frame = frame_over(row.copy())
                frame.memo = scope.shared.fresh() if kept else None
                for root in roots:
                    if id(root) not in written:
                        continue
                    found, wanted = written[id(root)](frame), reference.raw(root)(frame)
                    assert bits(found) == bits(wanted), (root, found, wanted)
    return len(written)


@settings(max_examples=300, deadline=None)
@given(some.data())
def test_random_trees_are_worth_the_same(data: Any) -> None:
    made = Builder()
    slots = {
        "number": [made.var("a"), made.var("lost", None)],
        "vec": [made.var("v", (0.0, 0.0, 0.0), VEC)],
        "rotation": [made.var("q", (0.0, 0.0, 0.0, 1.0), ROTATION)],
        "bool": [made.var("b", False, BOOL)],
    }
    strategy = data.draw(some.sampled_from((numbers(4), vecs(4), rotations(3), guards(4))))
    root = settled(data.draw(strategy), slots)
    behavior = made.behavior()
    words = some.lists(FLOATS, min_size=behavior.width, max_size=behavior.width)
    rows = [np.array(data.draw(words), np.float64) for _ in range(3)]
    if root.op not in (Op.CONST, Op.SLOT):
        same(behavior, [root], rows)


@pytest.mark.parametrize("file", ["interaction", "cover", "guardian"])
def test_the_expressions_of_shipped_behaviors_are_worth_the_same(file: str) -> None:
    source, _ = read_source(str(behaviors_path() / f"{file}.beh"))
    made = check(source, UseReader(source)).program
    assert made is not None
    random = np.random.default_rng(5)
    for behavior in made.behaviors:
        roots = [*behavior_nodes(behavior), *stored_nodes(behavior)]
        rows = [random.normal(0.0, 2.0, behavior.width) for _ in range(4)]
        rows += [np.round(row) for row in rows] + [np.abs(np.round(row)) for row in rows]
        machines = [behavior.slots[m.active].offset for m in behavior.machines]
        for row in rows:
            row[machines] = 0.0
        count = same(behavior, roots, rows)
        assert count > 40 or behavior.name == "stroller"


def built_by(*parts: Node) -> list[Node]:
    """Trees over their parts that leave some of them unread."""
    a, b, c = parts
    holds = compare(Op.LT, a, b)
    pick = node(Op.FLOOR, a)
    return [
        node(Op.CHOOSE, pick, b, c, a),
        node(Op.SELECT, holds, a, node(Op.DIV, b, c)),
        node(Op.OTHERWISE, node(Op.DIV, a, c), node(Op.ADD, b, const(1.0))),
        node(Op.PRESENT, node(Op.DIV, a, c), kind=BOOL),
        node(Op.ELEMENT, node(Op.LIST, a, b, c, kind=list_of(NUMBER, 3)), pick),
        node(Op.LIST, a, node(Op.MOD, b, c), kind=list_of(NUMBER, 2)),
        node(Op.EQ, a, b, kind=BOOL, data=1e-6),
        node(Op.NE, a, b, kind=BOOL, data=0.0),
        node(Op.SELECT, holds, const(None, VEC), node(Op.VECTOR, a, b, c, kind=VEC), kind=VEC),
        node(Op.COMPONENT, node(Op.VECTOR, a, b, c, kind=VEC), data=1),
    ]


def test_choices_leave_the_same_parts_unread() -> None:
    made = Builder()
    numbers_ = [made.var(name) for name in "abc"]
    lost = made.var("lost", None)
    place = made.slot("p", POINT, optional=True)
    at = [node(Op.SLOT_AT, made.read(numbers_[0]), data=tuple(numbers_))]
    at.append(node(Op.SLOT_AT, made.read(numbers_[0]), data=(lost, numbers_[1])))
    at.append(node(Op.VADD, made.read(place), const((1.0, 2.0, 3.0), VEC), kind=POINT))
    roots = built_by(*(made.read(n) for n in numbers_)) + at
    roots += built_by(made.read(lost), made.read(numbers_[1]), made.read(numbers_[2]))
    behavior = made.behavior()
    random = np.random.default_rng(1)
    rows = [random.integers(-2, 3, behavior.width).astype(float) for _ in range(200)]
    rows += [np.full(behavior.width, extreme) for extreme in (math.inf, -math.inf, 1e308, 5e-324)]
    assert same(behavior, roots, rows) == len(roots)


def test_a_tree_too_deep_to_write_out_is_called_where_it_gets_deep() -> None:
    made = Builder()
    x = made.read(made.var("x"))
    tree = x
    for number in range(90):
        taken = node(Op.SELECT, compare(Op.GT, x, const(float(number))), tree, x)
        tree = node(Op.OTHERWISE, node(Op.DIV, taken, x), const(float(number)))
    behavior = made.behavior()
    rows = [np.full(behavior.width, value) for value in (0.0, 1.0, 75.0, 1000.0, -1.0)]
    assert same(behavior, [tree], rows) == 1


def test_what_draws_random_numbers_stays_a_closure() -> None:
    made = Builder()
    x = made.read(made.var("x"))
    draw = node(Op.RANDOM, const(0.0), const(1.0), data=0)
    behavior = made.behavior()
    roots = [node(Op.ADD, draw, x), node(Op.ADD, x, x)]
    assert set(generate(Scope(behavior, 1 / 60), roots).roots) == {id(roots[1])}


def test_questions_are_all_their_numbers_or_none() -> None:
    text = """
    var far = 4
    var gone : point = none
    sensor below = ray(from: hips.position, along: down, length: far * 1 m)
    sensor nowhere = ray(from: gone, along: down, length: 5 m)
    initial state A { -> restart when below.exists and nowhere.exists }
    """
    behavior = program(text).behaviors[0]
    scope = Scope(behavior, 1 / 60, shared=shared_of(behavior))
    below, nowhere = generate(scope, (), behavior.sensors).questions
    assert below is not None
    assert nowhere is not None
    row = np.zeros(behavior.width)
    offsets = {slot.path: slot.offset for slot in behavior.slots}
    row[offsets["hips.position"] + 1] = 2.0
    row[offsets["far"]] = 4.0
    assert below(frame_over(row)) == (0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 4.0)
    assert nowhere(frame_over(row)) is None
    row[offsets["far"]] = 1e308  # finite, as is the sum of all
    assert below(frame_over(row)) == (0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 1e308)
    row[offsets["hips.position"]] = 1.7e308  # finite, though the sum is not
    assert below(frame_over(row)) == (1.7e308, 2.0, 0.0, 0.0, -1.0, 0.0, 1e308)
    row[offsets["far"]] = math.inf
    assert below(frame_over(row)) is None


def test_a_long_chain_is_written_out_as_far_as_it_may_be() -> None:
    made = Builder()
    x = made.read(made.var("x"))
    tree = x
    for number in range(200):
        tree = node(Op.ADD, node(Op.MUL, tree, const(0.5)), const(float(number)))
    behavior = made.behavior()
    rows = [np.full(behavior.width, value) for value in (0.0, 1.0, -3.25)]
    assert same(behavior, [tree], rows) == 1
