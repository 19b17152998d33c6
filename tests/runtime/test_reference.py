"""The evaluator: Kleene logic, absence, tolerance and every op, by hand-worked values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from made_programs import BOOL, NUMBER, POINT, ROTATION, VEC, Builder, const, node

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import list_of
from behave.runtime.draws import agent_key, draw_between, hash_name, mix, unit_draw
from behave.runtime.frame import Frame
from behave.runtime.reference import Scope

INF = math.inf


def value(tree: Node, builder: Builder | None = None, row: np.ndarray | None = None) -> Any:
    """The value of a tree; pyrr values as lists."""
    behavior = None if builder is None else builder.behavior()
    words = np.zeros(0) if row is None else row
    frame = Frame(words, 1 / 60, np.zeros(4, np.int64), agent_key(7, "hero"))
    with np.errstate(all="ignore"):
        found = Scope(behavior, 1 / 60).compile(tree)(frame)
    return found.tolist() if isinstance(found, np.ndarray) else found


def truth(held: bool | None) -> Node:
    return const(held, BOOL)


def v(*parts: float) -> Node:
    return const(parts, VEC)


KLEENE = [True, False, None]


@pytest.mark.parametrize("a", KLEENE)
@pytest.mark.parametrize("b", KLEENE)
def test_the_kleene_table(a: bool | None, b: bool | None) -> None:
    both = value(node(Op.AND, truth(a), truth(b), kind=BOOL))
    either = value(node(Op.OR, truth(a), truth(b), kind=BOOL))
    expected_and = False if False in (a, b) else None if None in (a, b) else True
    expected_or = True if True in (a, b) else None if None in (a, b) else False
    assert (both, either) == (expected_and, expected_or)
    assert value(node(Op.NOT, truth(a), kind=BOOL)) == (None if a is None else not a)


def test_an_op_with_an_absent_argument_is_absent() -> None:
    gone = const(None)
    for op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MIN, Op.MAX, Op.ROUND, Op.MOD):
        assert value(node(op, gone, const(1.0))) is None
        assert value(node(op, const(1.0), gone)) is None
    for op in (Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE):
        assert value(node(op, gone, const(1.0), kind=BOOL, data=0.0)) is None
    assert value(node(Op.VECTOR, const(1.0), gone, const(1.0), kind=VEC)) is None
    assert value(node(Op.LIST, const(1.0), gone, kind=list_of(NUMBER, 2))) is None


def test_select_otherwise_and_present() -> None:
    gone, one, two = const(None), const(1.0), const(2.0)
    assert value(node(Op.SELECT, truth(True), one, two)) == 1.0
    assert value(node(Op.SELECT, truth(None), one, two)) == 2.0
    assert value(node(Op.SELECT, truth(True), gone, two)) is None
    assert value(node(Op.OTHERWISE, gone, two)) == 2.0
    assert value(node(Op.OTHERWISE, one, gone)) == 1.0
    assert value(node(Op.PRESENT, gone, kind=BOOL)) is False
    assert value(node(Op.PRESENT, one, kind=BOOL)) is True


@pytest.mark.parametrize(
    ("op", "a", "expected"),
    [
        (Op.LT, (1.0 - 2e-6, 1.0 - 0.5e-6, 1.0), (True, False, False)),
        (Op.LE, (1.0, 1.0 + 0.5e-6, 1.0 + 2e-6), (True, True, False)),
        (Op.GT, (1.0, 1.0 + 0.5e-6, 1.0 + 2e-6), (False, False, True)),
        (Op.GE, (1.0 - 2e-6, 1.0 - 0.5e-6, 1.0), (False, True, True)),
        (Op.EQ, (1.0 - 2e-6, 1.0 - 0.5e-6, 1.0 + 0.5e-6), (False, True, True)),
        (Op.NE, (1.0 - 2e-6, 1.0 - 0.5e-6, 1.0 + 0.5e-6), (True, False, False)),
    ],
)
def test_times_within_a_microsecond_are_equal(
    op: Op, a: tuple[float, ...], expected: tuple[bool, ...]
) -> None:
    found = tuple(value(node(op, const(x), const(1.0), kind=BOOL, data=1e-6)) for x in a)
    assert found == expected


def test_comparisons_without_tolerance_are_exact() -> None:
    above = math.nextafter(1.0, 2.0)
    assert value(node(Op.GT, const(above), const(1.0), kind=BOOL, data=0.0)) is True
    assert value(node(Op.EQ, const(above), const(1.0), kind=BOOL, data=0.0)) is False
    assert value(node(Op.EQ, const(INF), const(INF), kind=BOOL, data=0.0)) is True
    assert value(node(Op.EQ, v(1, 2, 3), v(1, 2, 3), kind=BOOL, data=0.0)) is True
    assert value(node(Op.NE, v(1, 2, 3), v(1, 2, 4), kind=BOOL, data=0.0)) is True


NUMBERS = [
    (Op.ADD, (2.0, 3.0), 5.0),
    (Op.SUB, (2.0, 3.0), -1.0),
    (Op.MUL, (2.0, 3.0), 6.0),
    (Op.DIV, (3.0, 2.0), 1.5),
    (Op.DIV, (3.0, 0.0), None),
    (Op.MIN, (3.0, 2.0), 2.0),
    (Op.MAX, (3.0, 2.0), 3.0),
    (Op.MOD, (-1.0, 3.0), 2.0),
    (Op.MOD, (1.0, -3.0), -2.0),
    (Op.MOD, (1.0, 0.0), None),
    (Op.ROUND, (2.5, 1.0), 2.0),
    (Op.ROUND, (3.5, 1.0), 4.0),
    (Op.ROUND, (0.5, 1.0), 0.0),
    (Op.ROUND, (0.51, 1.0), 1.0),
    (Op.ROUND, (7.0, 0.0), 7.0),
    (Op.ROUND, (0.37, 0.25), 0.25),
    (Op.NEG, (2.0,), -2.0),
    (Op.ABS, (-2.0,), 2.0),
    (Op.SIGN, (-2.0,), -1.0),
    (Op.SIGN, (0.0,), 0.0),
    (Op.FLOOR, (-0.5,), -1.0),
    (Op.SIN, (math.pi / 2,), 1.0),
    (Op.COS, (math.pi,), -1.0),
    (Op.SQRT, (9.0,), 3.0),
    (Op.SQRT, (-9.0,), 0.0),
    (Op.SUB, (INF, INF), None),
    (Op.MUL, (0.0, INF), None),
    (Op.DIV, (INF, INF), None),
    (Op.MUL, (1e300, 1e300), INF),
    (Op.SIN, (INF,), None),
    (Op.FLOOR, (INF,), INF),
    (Op.MOD, (INF, 2.0), None),
]


@pytest.mark.parametrize(("op", "args", "expected"), NUMBERS)
def test_numbers(op: Op, args: tuple[float, ...], expected: float | None) -> None:
    assert value(node(op, *(const(a) for a in args))) == expected


def test_vecs() -> None:
    a, b = v(1.0, 2.0, 2.0), v(0.0, 1.0, 0.0)
    assert value(node(Op.VADD, a, b, kind=VEC)) == [1.0, 3.0, 2.0]
    assert value(node(Op.VSUB, a, b, kind=VEC)) == [1.0, 1.0, 2.0]
    assert value(node(Op.VSCALE, a, const(2.0), kind=VEC)) == [2.0, 4.0, 4.0]
    assert value(node(Op.VDIV, a, const(2.0), kind=VEC)) == [0.5, 1.0, 1.0]
    assert value(node(Op.VDIV, a, const(0.0), kind=VEC)) is None
    assert value(node(Op.VNEG, b, kind=VEC)) == [0.0, -1.0, 0.0]
    assert value(node(Op.DOT, a, b)) == 2.0
    assert value(node(Op.CROSS, v(1, 0, 0), v(0, 1, 0), kind=VEC)) == [0.0, 0.0, 1.0]
    assert value(node(Op.LENGTH, a)) == 3.0
    assert value(node(Op.NORMALIZE, a, kind=VEC)) == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert value(node(Op.NORMALIZE, v(0, 0, 0), kind=VEC)) == [0.0, 0.0, 0.0]
    assert value(node(Op.COMPONENT, a, data=1)) == 2.0
    parts = (const(1.0), const(2.0), const(3.0))
    assert value(node(Op.VECTOR, *parts, kind=VEC)) == [1.0, 2.0, 3.0]
    assert value(node(Op.VECTOR, const(INF), *parts[1:], kind=VEC)) is None
    about = v(0, 1, 0)
    turn = node(Op.SIGNED_ANGLE, v(0, 0, 1), v(1, 0, 0), about)
    assert value(turn) == pytest.approx(math.pi / 2)
    assert value(node(Op.SIGNED_ANGLE, about, v(1, 0, 0), about)) == 0.0


def test_rotations() -> None:
    half = math.sqrt(0.5)
    left = node(Op.AXIS_ANGLE, v(0, 1, 0), const(math.pi / 2), kind=ROTATION)
    assert value(left) == pytest.approx([0.0, half, 0.0, half])
    assert value(node(Op.QROTATE, left, v(0, 0, 1), kind=VEC)) == pytest.approx([1, 0, 0])
    back = node(Op.QMUL, node(Op.QINVERSE, left, kind=ROTATION), left, kind=ROTATION)
    assert value(back) == pytest.approx([0, 0, 0, 1])
    look = node(Op.LOOK, v(1, 0, 0), v(0, 1, 0), kind=ROTATION)
    assert value(node(Op.QROTATE, look, v(0, 0, 1), kind=VEC)) == pytest.approx([1, 0, 0])
    still = const((0, 0, 0, 1), ROTATION)
    assert value(node(Op.QANGLE, left, still)) == pytest.approx(math.pi / 2)
    assert value(node(Op.AXIS_ANGLE, v(0, 0, 0), const(1.0), kind=ROTATION)) == [0, 0, 0, 1]


def test_lists_and_slots_by_index() -> None:
    items = node(Op.LIST, const(5.0), const(6.0), kind=list_of(NUMBER, 2))
    assert value(node(Op.ELEMENT, items, const(1.0))) == 6.0
    assert value(node(Op.ELEMENT, items, const(2.0))) is None
    assert value(node(Op.ELEMENT, items, const(-1.0))) is None
    made = Builder()
    slots = (made.slot("a", NUMBER), made.slot("b", NUMBER))
    row = np.zeros(made.width)
    row[made.slots[slots[1]].offset] = 8.0
    for index, expected in ((0.0, 0.0), (1.0, 8.0), (2.0, None), (0.5, None), (None, None)):
        tree = node(Op.SLOT_AT, const(index), data=slots)
        assert value(tree, made, row) == expected


def test_a_slot_is_absent_where_its_presence_word_is_0() -> None:
    made = Builder()
    slot = made.slot("seen", POINT, optional=True)
    row = np.zeros(made.width)
    assert value(made.read(slot), made, row) is None
    row[made.slots[slot].presence] = 1.0
    assert value(made.read(slot), made, row) == [0.0, 0.0, 0.0]


def test_a_value_read_does_not_change_when_the_slot_is_written() -> None:
    made = Builder()
    slot = made.slot("p", POINT)
    row = np.zeros(made.width)
    frame = Frame(row, 1.0, np.zeros(0, np.int64), 0)
    read = Scope(made.behavior(), 1.0).compile(made.read(slot))(frame)
    row[:] = 9.0
    assert read.tolist() == [0.0, 0.0, 0.0]


def test_random_is_a_hash_of_seed_agent_place_and_draw() -> None:
    # SplitMix64's first two outputs for seed 0 and FNV-1a of "a", from their publications
    assert mix(0) == 0xE220A8397B1DCDAF
    assert mix(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4
    assert hash_name("a") == 0xAF63DC4C8601EC8C
    key = agent_key(7, "hero")
    draws = [unit_draw(key, 0, number) for number in range(1000)]
    assert len(set(draws)) == 1000
    assert abs(sum(draws) / 1000 - 0.5) < 0.05
    assert unit_draw(key, 1, 0) != draws[0]
    assert unit_draw(agent_key(8, "hero"), 0, 0) != draws[0]
    assert unit_draw(agent_key(7, "villain"), 0, 0) != draws[0]
    assert draw_between(key, 0, 0, 2.0, 2.0) == 2.0
    low, high = 1.0, math.nextafter(1.0, 2.0)
    assert all(draw_between(key, 0, n, low, high) == low for n in range(50))


def test_random_counts_its_draws_per_place() -> None:
    tree = node(Op.RANDOM, const(0.0), const(1.0), data=2)
    frame = Frame(np.zeros(0), 1.0, np.zeros(4, np.int64), agent_key(7, "hero"))
    draw = Scope(None, 1.0).compile(tree)
    assert [draw(frame), draw(frame)] == [unit_draw(frame.key, 2, n) for n in range(2)]
    assert frame.draws.tolist() == [0, 0, 2, 0]
