"""Every op, native as in the reference, to the bit: one agent and each lane."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as some
from made_programs import (
    BOOL,
    COLLIDER,
    NUMBER,
    POINT,
    ROTATION,
    VEC,
    Builder,
    compare,
    const,
    node,
)
from trees import EXTREMES, Room, guards, numbers, rotations, vecs
from ways import decided

from behave.ir.ops import Op
from behave.ir.program import Node, Turn
from behave.ir.signatures import SIGNATURES
from behave.kinds import list_of
from behave.runtime.reaching import within_reach
from behave.vocabulary import reach


def outcome(room: Room, trees: list[Node], rows: Any = None) -> None:
    """Store every tree where a behavior's own turn runs, all ways, for several agents."""
    made = room.builder
    writes = []
    for number, tree in enumerate(trees):
        slot = made.var(f"out{number}", None, tree.kind)
        writes.append(made.set(slot, tree))
    made.turns.append(Turn(-1, tuple(writes)))
    filled = np.zeros((5, made.width))
    for start in made.initials:
        slot = made.slots[start.slot]
        if start.value is not None:
            words = np.array(start.value.data, np.float64).ravel()
            filled[:, slot.offset : slot.offset + slot.width] = words
    if rows is not None:
        rows(filled)
    decided(made.behavior(), filled)


@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(some.data())
def test_random_trees_give_the_same_bits(data: Any) -> None:
    room = Room(Builder())
    trees = [data.draw(kind(room, 4)) for kind in (numbers, vecs, rotations, guards) * 3]
    seed = data.draw(some.integers(0, 1 << 30))
    outcome(room, trees, lambda rows: room.fill(rows, np.random.default_rng(seed)))


VALUES = {
    "number": (*EXTREMES, math.inf, -math.inf, 2.5, 0.1, 1e17, 4503599627370497.5),
    "bool": (True, False, None),
    "vec": ((0.0, 0.0, 0.0), (1.0, -2.0, 0.5), (0.0, 1.0, 0.0), (1e-200, 0.0, 3e-200)),
    "rotation": ((0.0, 0.0, 0.0, 1.0), (0.5, -0.5, 0.5, -0.5), (0.0, 1.0, 0.0, 0.0)),
}
KINDS = {"number": NUMBER, "bool": BOOL, "vec": VEC, "rotation": ROTATION}


@pytest.mark.parametrize("op", [op for op in SIGNATURES if op not in (Op.RANDOM, Op.REACHES)])
def test_each_op_over_the_corners_of_its_arguments(op: Op) -> None:
    """Values come from memory, so that nothing is worked out while writing."""
    bases, result = SIGNATURES[op]
    for any_kind in ("number", "bool", "vec") if "any" in (*bases, result) else ("number",):
        kinds = [any_kind if base == "any" else base for base in bases]
        room = Room(Builder())
        slots: dict[str, list[Node]] = {}
        for base in dict.fromkeys(kinds):
            slots[base] = [
                room.builder.read(room.builder.var(f"{base}{n}", _finite(value), KINDS[base]))
                for n, value in enumerate(VALUES[base])
            ]
            if base == "number":
                slots[base] += [const(math.inf), const(-math.inf), const(None)]
        kind = KINDS[any_kind if result == "any" else result]
        data = {Op.EQ: 1e-6, Op.NE: 0.0, Op.LT: 0.0, Op.GE: 1e-6}.get(op, 0)
        trees = [
            node(op, *arguments, kind=kind, data=data)
            for arguments in _corners([slots[base] for base in kinds])
        ]
        outcome(room, trees)


def _finite(value: Any) -> Any:
    return 0.0 if isinstance(value, float) and math.isinf(value) else value


def _corners(choices: list[list[Node]]) -> list[tuple[Node, ...]]:
    """All pairs of arguments, a hundred and twenty at most, spread evenly."""
    every: list[tuple[Node, ...]] = [()]
    for choice in choices:
        every = [(*begun, node) for begun in every for node in choice]
    return every[:: max(1, len(every) // 120)]


@pytest.mark.parametrize("which", ["slot", "choice"])
def test_reach_of_a_chain(which: str) -> None:
    """Points around a chain, most of them near the bounds of its rings."""
    random = np.random.default_rng(3)
    room = Room(Builder())
    made = room.builder
    kind = list_of(NUMBER, reach.SIZE)
    chain = made.var("chain", (0.0,) * reach.SIZE, kind)
    index = made.read(made.var("index", 0.0))
    source = made.read(chain)
    if which == "choice":
        source = node(Op.SLOT_AT, index, kind=kind, data=(chain, chain))
    points = [made.var(f"p{n}", (0.0, 0.0, 0.0), VEC) for n in range(40)]
    trees = [node(Op.REACHES, made.read(p), source, kind=BOOL) for p in points]
    answers: list[bool] = []

    def rows(rows: np.ndarray) -> None:
        start = made.slots[chain].offset
        for row in rows:
            values = random.normal(0.0, 0.4, reach.SIZE)
            values[reach.TURN_HALF], values[reach.WIDTH] = 1.2, 0.05
            values[reach.NEAREST] = 0.1
            values[reach.HALF :] = random.uniform(-0.1, 2.0, reach.RINGS)
            row[start : start + reach.SIZE] = values
            for number in points:
                place = made.slots[number].offset
                row[place : place + 3] = random.normal(0.0, 0.7, 3)
                seen = tuple(row[place : place + 3].tolist())
                answers.append(within_reach(seen, tuple(values.tolist())))
        rows[0, place : place + 3] = (1e300, 0.0, 0.0)

    outcome(room, trees, rows)
    assert 0.1 < np.mean(answers) < 0.9


def test_lists_choices_and_indices() -> None:
    room = Room(Builder())
    made = room.builder
    numbers_kind = list_of(NUMBER, 3)
    held = made.var("held", (1.0, 2.0, 3.0), numbers_kind)
    points = made.var("points", ((1.0, 0.0, 0.0), (0.0, 2.0, 0.0)), list_of(POINT, 2))
    who = made.var("who", None, COLLIDER)
    known = made.var("known", 4, COLLIDER)
    at = [
        made.read(made.var(f"at{n}", value)) for n, value in enumerate((0.0, 2.0, -1.0, 1.5, 3.0))
    ]
    at += [const(-0.0), const(None), node(Op.NEG, at[0])]
    trees = []
    for index in at:
        trees.append(node(Op.ELEMENT, made.read(held), index))
        trees.append(node(Op.ELEMENT, made.read(points), index, kind=POINT))
        trees.append(node(Op.CHOOSE, index, const(5.0), node(Op.DIV, at[0], at[0]), at[1]))
        trees.append(node(Op.SLOT_AT, index, kind=COLLIDER, data=(who, known)))
    listed = node(Op.LIST, at[0], at[1], const(7.0), kind=numbers_kind)
    trees += [listed, node(Op.LIST, at[0], at[6], const(7.0), kind=numbers_kind)]
    trees.append(compare(Op.EQ, listed, made.read(held), 1.0))
    trees.append(compare(Op.NE, made.read(known), const(4, COLLIDER)))
    trees.append(compare(Op.EQ, made.read(who), made.read(known)))
    outcome(room, trees)


def test_a_draw_is_counted_only_where_it_is_made() -> None:
    room = Room(Builder())
    made = room.builder
    flag = made.var("flag", True, BOOL)
    gone = made.var("gone", None)

    def draw(place: int, low: float = 0.0, high: float = 1.0) -> Node:
        return node(Op.RANDOM, const(low), const(high), data=place)

    trees = [
        draw(0),
        node(Op.SELECT, made.read(flag), draw(1), draw(2)),
        node(Op.ADD, made.read(gone), draw(3)),
        node(Op.OTHERWISE, made.read(gone), draw(4, -5.0, -1.0)),
        draw(5, 3.0, 3.0),
        node(Op.CHOOSE, made.read(made.var("one", 1.0)), draw(6), draw(7, 0.0, 5e-324)),
        node(Op.MIN, draw(0), draw(0)),
    ]

    def rows(rows: np.ndarray) -> None:
        rows[1::2, made.slots[flag].offset] = 0.0

    outcome(room, trees, rows)
