"""Statements as instructions: what ``runtime.statements`` and ``runtime.sending`` do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import (
    Advance,
    Arc,
    Assign,
    Branch,
    Emit,
    Every,
    Lerp,
    Statement,
)
from behave.native.code import Code
from behave.native.lanes import Flag
from behave.native.lerps import write_advance, write_arc, write_lerp, write_lerps
from behave.native.places import store
from behave.native.values import Value, finite
from behave.runtime.clock import TOLERANCE
from behave.runtime.statements import MOST_RUNS, note


def write_block(code: Code, statements: Sequence[Statement]) -> None:
    """The statements in textual order, each seeing what those before it wrote."""
    for statement in statements:
        _WRITERS[type(statement)](code, statement)


def write_step(code: Code, chosen: Sequence[tuple[Flag, Statement]]) -> None:
    """Statements that are alike, each in the lanes of its flag; there are no other lanes."""
    first = chosen[0][1]
    if len(chosen) == 1:
        write_block(code, [first])
    elif isinstance(first, Lerp):
        write_lerps(code, [(flag, one) for flag, one in chosen if isinstance(one, Lerp)])
    else:
        assert isinstance(first, Assign)
        values = [(flag, one.value) for flag, one in chosen if isinstance(one, Assign)]
        _set(code, first, code.expressions.of_these(values))


def _assign(code: Code, statement: Assign) -> None:
    place = statement.place
    if statement.value.op is Op.CONST and statement.value.data is None:
        for one in place.stores:
            for number in one.slots:
                code.row.clear(code.slot(number))
        return
    _set(code, statement, code.value(statement.value))


def _set(code: Code, statement: Assign, value: Value) -> None:
    body, place = code.body, statement.place
    storable = finite(body, value)
    span = statement.span
    indexed = any(one.index is not None for one in place.stores)
    what = "index absent or outside" if indexed else "a value absent"
    reasons = (
        (body.invert(value.present), note(place.text, "value absent", span)),
        (body.invert(storable), note(place.text, "value not finite", span)),
        (True, note(place.text, what, span)),
    )
    fits = body.both(value.present, storable)
    store(code, place, value, fits, lambda: code.skip(*reasons))


def _branch(code: Code, statement: Branch) -> None:
    body = code.body
    flag = code.holds(statement.condition)

    def otherwise() -> None:
        write_block(code, statement.otherwise)

    body.when(
        flag,
        lambda: write_block(code, statement.then),
        otherwise if statement.otherwise else None,
    )


def _every(code: Code, statement: Every) -> None:
    body, row = code.body, code.row
    period = code.value(statement.period)
    count, length = code.offset(statement.count), period.parts[0]

    def due() -> None:
        before, timer = row.load(count), code.timer(statement.owner)
        latest = body.add(timer, TOLERANCE)
        once = body.either(body.compare("ole", length, 0.0), body.compare("oeq", before, 0.0))
        most = body.select(once, 1.0, float(MOST_RUNS))
        runs = body.place(body.number)
        body.do(f"store {body.number} {body.n(0.0)}, ptr {runs}")

        def again() -> Flag:
            run = body.let(f"load {body.number}, ptr {runs}")
            at = body.mul(body.add(before, run), length)
            reached = body.either(once, body.compare("ole", at, latest))
            return body.both(body.compare("olt", run, most), reached)

        def turn() -> None:
            run = body.let(f"load {body.number}, ptr {runs}")
            body.do(f"store {body.number} {body.n(body.add(run, 1.0))}, ptr {runs}")
            row.store(count, body.add(row.load(count), 1.0))
            write_block(code, statement.body)

        body.loop(again, turn)

    absent = note("every", "period absent", statement.span)
    body.when(period.present, due, lambda: code.skip((True, absent)))


def _emit(code: Code, statement: Emit) -> None:
    body, row = code.body, code.row
    emitter = code.behavior.emitters[statement.emitter]
    pending, emitted = code.offset(emitter.pending), code.offset(code.behavior.emitted)
    values = [code.value(node) for node in statement.values]
    there = body.both(*(body.both(v.present, finite(body, v)) for v in values))
    waiting = row.flag(pending)

    def send() -> None:
        number = body.add(row.load(emitted), 1.0)
        row.store(emitted, number)
        row.store(pending, number)
        for slot, value in zip(emitter.values, values, strict=True):
            row.write(code.slot(slot), value)

    name = code.behavior.events[emitter.event].name
    where = f"({statement.span.source.name}:{statement.span.line})"
    again = f"emit {name}: sent from here this tick already {where}"
    reasons = ((body.invert(there), f"emit {name}: value absent {where}"), (True, again))
    body.when(body.both(there, body.invert(waiting)), send, lambda: code.skip(*reasons))


_WRITERS: dict[type, Callable[[Code, Any], None]] = {
    Assign: _assign,
    Lerp: write_lerp,
    Advance: write_advance,
    Branch: _branch,
    Every: _every,
    Arc: write_arc,
    Emit: _emit,
}
