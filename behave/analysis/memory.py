"""Guards that remember from tick to tick: each lays out a cell the Remember phase advances."""

from __future__ import annotations

from behave.analysis.environment import Environment
from behave.analysis.operators import TIME_TOLERANCE
from behave.diagnostics import catalog
from behave.ir.ops import Op
from behave.ir.program import MemoryCell, Node
from behave.kinds import BOOL, NUMBER, number
from behave.source import Span
from behave.units import TIME
from behave.vocabulary.record import constant


def may_remember(env: Environment, span: Span) -> bool:
    """Whether memory can be laid out here; probes and tests only look."""
    if not env.builder.closed:
        return True
    env.findings.add(
        catalog.MISPLACED,
        "a probe or test only looks; it cannot remember from tick to tick",
        span,
        "needs memory",
        ("declare it as a guard in the behavior and name that here",),
    )
    return False


def cell_path(env: Environment, word: str, span: Span) -> str:
    """The path of a new cell, by the word it serves and where that is written."""
    env.builder.places += 1
    return f"~{word}@{span.line}:{span.column}"


def held_for(env: Environment, condition: Node, duration: Node, span: Span) -> Node | None:
    """``c for T``: how many ticks it has held without a break, from 0; -1 while it does not."""
    if not may_remember(env, span):
        return None
    owner = env.scope.owner
    cell, subjects = env.builder.cell(
        cell_path(env, "for", span), NUMBER, owner, (condition,), span
    )
    assert isinstance(cell.data, int)
    more = Node(Op.ADD, (cell, constant(1.0)), NUMBER)
    update = Node(Op.SELECT, (condition, more, constant(-1.0)), NUMBER)
    env.builder.memory.append(MemoryCell(cell.data, constant(-1.0), update, subjects, owner, span))
    seconds = Node(Op.MUL, (cell, Node(Op.DT, (), number(TIME))), number(TIME), None, span)
    long = Node(Op.GE, (seconds, duration), BOOL, TIME_TOLERANCE, span)
    return Node(Op.AND, (condition, long), BOOL, None, span)


def became(env: Environment, condition: Node, span: Span) -> Node | None:
    """``became c``: holds on the tick where c begins to hold (cell: 0 no, 1 just now, 2 still)."""
    if not may_remember(env, span):
        return None
    owner = env.scope.owner
    cell, subjects = env.builder.cell(
        cell_path(env, "became", span), NUMBER, owner, (condition,), span
    )
    assert isinstance(cell.data, int)
    off = Node(Op.EQ, (cell, constant(0.0)), BOOL, 0.0)
    counted = Node(Op.SELECT, (off, constant(1.0), constant(2.0)), NUMBER)
    update = Node(Op.SELECT, (condition, counted, constant(0.0)), NUMBER)
    env.builder.memory.append(MemoryCell(cell.data, constant(0.0), update, subjects, owner, span))
    return Node(Op.EQ, (cell, constant(1.0)), BOOL, 0.0, span)


def until(env: Environment, on: Node, off: Node, span: Span) -> Node | None:
    """``a until b``: on when a holds, off when b does; b wins."""
    if not may_remember(env, span):
        return None
    owner = env.scope.owner
    cell, subjects = env.builder.cell(cell_path(env, "until", span), BOOL, owner, (on, off), span)
    assert isinstance(cell.data, int)
    held = Node(Op.SELECT, (on, constant(True), cell), BOOL)
    update = Node(Op.SELECT, (off, constant(False), held), BOOL)
    env.builder.memory.append(MemoryCell(cell.data, constant(False), update, subjects, owner, span))
    return Node(cell.op, (), BOOL, cell.data, span)


def after(timer: Node, duration: Node, span: Span) -> Node:
    """``after T``: the timer of what it is written in has reached T."""
    return Node(Op.GE, (timer, duration), BOOL, TIME_TOLERANCE, span)
