"""Ops that may leave some arguments unread or may be present without one, written out.

Each such argument is a region: lines of its own that end where it is absent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import Base
from behave.runtime.decisions import equal, tolerance_of
from behave.runtime.reference import whole_index
from behave.runtime.source_text import Lines, Parts, packed


class Emitter(Protocol):
    """What writes out a node: ``emit`` present, ``region`` in names that may be None."""

    lines: Lines

    def emit(self, node: Node) -> Parts:
        """The parts of a node's value, for lines only reached where it is present."""
        ...

    def region(self, node: Node) -> Parts:
        """The parts of a node's value; the first is None where it is absent."""
        ...


def _all(body: Emitter, node: Node, width: int) -> Parts:
    return _connected(body, node, "False", "True", "if {0} or {0} is None:")


def _any(body: Emitter, node: Node, width: int) -> Parts:
    return _connected(body, node, "True", "False", "if not {0}:")


def _connected(body: Emitter, node: Node, decided: str, otherwise: str, goes_on: str) -> Parts:
    """``decided`` as soon as an argument is so, else unknown where one is, else ``otherwise``."""
    lines = body.lines
    result = lines.hold(decided)
    depth = lines.depth
    lines.regions += 1
    lines.known.append({})
    found = []
    for argument in node.args:
        (name,) = body.region(argument)
        found.append(name)
        lines.write(goes_on.format(name))
        lines.depth += 1
    unknown = " or ".join(f"{name} is None" for name in found)
    lines.write(f"{result} = None if {unknown} else {otherwise}")
    lines.known.pop()
    lines.regions -= 1
    lines.depth = depth
    return _present(lines, (result,))


def _present(lines: Lines, parts: Parts) -> Parts:
    lines.leave_where(f"{parts[0]} is None", f"{parts[0]} is not None")
    return parts


def _not(body: Emitter, node: Node, width: int) -> Parts:
    (value,) = body.emit(node.args[0])
    return (body.lines.hold(f"not {value}"),)


def _branch(lines: Lines, condition: str, names: Parts, emit: Callable[[], Parts]) -> None:
    """``names`` are what ``emit`` gives where the condition holds."""
    lines.write(condition)
    lines.depth += 1
    lines.write(f"{names[0]} = None")
    lines.fill(names, emit)
    lines.depth -= 1


def _select(body: Emitter, node: Node, width: int) -> Parts:
    lines = body.lines
    condition, then, otherwise = node.args
    (chosen,) = body.region(condition)
    names = tuple(lines.name() for _ in range(width))
    _branch(lines, f"if {chosen}:", names, lambda: _as_wide(body, then, width))
    _branch(lines, "else:", names, lambda: _as_wide(body, otherwise, width))
    return _present(lines, names)


def _as_wide(body: Emitter, node: Node, width: int) -> Parts:
    """The parts of a branch; an absent one has left before, however wide it seems."""
    parts = body.emit(node)
    return parts if len(parts) == width else ("None",) * width


def _otherwise(body: Emitter, node: Node, width: int) -> Parts:
    lines = body.lines
    names = tuple(lines.name() for _ in range(width))
    lines.write(f"{names[0]} = None")
    lines.fill(names, lambda: _as_wide(body, node.args[0], width))
    _branch(lines, f"if {names[0]} is None:", names, lambda: _as_wide(body, node.args[1], width))
    return _present(lines, names)


def _is_present(body: Emitter, node: Node, width: int) -> Parts:
    found = body.region(node.args[0])
    return (body.lines.hold(f"{found[0]} is not None"),)


def _list(body: Emitter, node: Node, width: int) -> Parts:
    items = [packed(body.emit(argument)) for argument in node.args]
    return (body.lines.hold(f"({', '.join(items)},)" if items else "()"),)


def _choose(body: Emitter, node: Node, width: int) -> Parts:
    lines = body.lines
    index, *values = node.args
    (which,) = body.emit(index)
    at = lines.hold(f"{lines.constant(whole_index)}({which}, {len(values)})")
    lines.leave_where(f"{at} is None", f"{at} is not None")
    names = tuple(lines.name() for _ in range(width))
    for number, value in enumerate(values):
        word = "if" if number == 0 else "elif"
        emit = lambda value=value: _as_wide(body, value, width)  # noqa: E731
        _branch(lines, f"{word} {at} == {number}:", names, emit)
    return _present(lines, names)


def _comparison(sign: str, slack: str) -> Callable[[Emitter, Node, int], Parts]:
    """``a < b`` with a tolerance on the side of ``slack``."""

    def write(body: Emitter, node: Node, width: int) -> Parts:
        (a,), (b,) = (body.emit(argument) for argument in node.args)
        tolerance = tolerance_of(node)
        if tolerance != 0.0:
            b = f"{b} {slack} {tolerance!r}"
        return (body.lines.hold(f"{a} {sign} {b}"),)

    return write


def _equality(wanted: bool) -> Callable[[Emitter, Node, int], Parts]:
    def write(body: Emitter, node: Node, width: int) -> Parts:
        lines, kind = body.lines, node.args[0].kind
        a, b = (packed(body.emit(argument)) for argument in node.args)
        if kind.base is Base.NUMBER:
            text = f"{a} == {b} or abs({a} - {b}) <= {tolerance_of(node)!r}"
        elif kind.base in (Base.BOOL, Base.ENUM, Base.COLLIDER, Base.AGENT, Base.TEXT):
            text = f"{a} == {b}"
        else:
            same, of = lines.constant(equal), lines.constant(kind)
            text = f"{same}({a}, {b}, {of}, {tolerance_of(node)!r})"
        return (lines.hold(text if wanted else f"not ({text})"),)

    return write


CHOICES: dict[Op, Callable[[Emitter, Node, int], Parts]] = {
    Op.AND: _all,
    Op.OR: _any,
    Op.NOT: _not,
    Op.LT: _comparison("<", "-"),
    Op.LE: _comparison("<=", "+"),
    Op.GT: _comparison(">", "+"),
    Op.GE: _comparison(">=", "-"),
    Op.EQ: _equality(True),
    Op.NE: _equality(False),
    Op.SELECT: _select,
    Op.OTHERWISE: _otherwise,
    Op.PRESENT: _is_present,
    Op.LIST: _list,
    Op.CHOOSE: _choose,
}
"""By op: writes a node of it, whose value has ``width`` parts."""
