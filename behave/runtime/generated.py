"""Expressions written out as Python functions, one a root, and compiled together.

The closures of ``reference`` say what an expression means; the functions made here give the
same, bit for bit, in a third of the time: what is between two calls becomes local variables. An
expression, or a part of one, that is not written out is called as a closure instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from behave.ir.ops import Op
from behave.ir.program import Node, Sensor, Slot, StateRef
from behave.kinds import Base, Kind
from behave.runtime.choices import CHOICES
from behave.runtime.frame import UNKNOWN, Frame
from behave.runtime.inline_ops import CALLED, INLINE, call, is_literal, unpacked
from behave.runtime.reference import Scope, whole_index
from behave.runtime.slots import Evaluate, all_finite, raw_reader
from behave.runtime.source_text import DEEPEST, Constants, Lines, Parts, packed

MOST_PARTS = 300
"""How many parts of an expression are written out; the rest of a greater one is called."""

INNERMOST = 60
"""How deep parts may lie in each other; what is inside is called."""

_DRAWING = (Op.RANDOM, Op.OF_AGENT)
_BRANCHING = (Op.SELECT, Op.OTHERWISE, Op.CHOOSE)
_PLAIN = (Op.CONST, Op.SLOT, Op.DT, Op.NEW, Op.RANDOM, Op.OF_AGENT, Op.IN_STATE)


@dataclass(eq=False)
class Writer:
    """Writes out the expressions of a scope; ``shared`` are the functions of shared parts."""

    scope: Scope
    constants: Constants = field(default_factory=Constants)
    functions: list[str] = field(default_factory=list)
    shared: dict[int, str] = field(default_factory=dict)
    widths: dict[int, int | None] = field(default_factory=dict)

    def root(self, node: Node, name: str) -> None:
        """Add the function ``name`` that works out ``node``."""
        body = Body(self, Lines(self.constants))
        value = packed(body.emit(node, at_root=True))
        body.lines.write(f"return {value}")
        self._add(name, body.lines.lines)

    def shared_part(self, node: Node, place: int) -> str:
        """The name of the function that works out a shared part and keeps it in the memo."""
        name = self.shared.get(place)
        if name is not None:
            return name
        name = self.shared[place] = f"shared_{place}"
        inner = f"{name}_anew"
        self.root(node, inner)
        self._add(
            name,
            [
                f"    value = {inner}(frame)",
                "    if frame.memo is not None:",
                f"        frame.memo[{place}] = value",
                "    return value",
            ],
        )
        return name

    def shared_root(self, node: Node, place: int, name: str) -> None:
        """Add the function ``name`` of a root that is a shared part as well."""
        lines = Lines(self.constants)
        function, unknown = self.shared_part(node, place), lines.constant(UNKNOWN)
        lines.write(f"value = {unknown} if memo is None else memo[{place}]")
        lines.write(f"return {function}(frame) if value is {unknown} else value")
        self._add(name, lines.lines)

    def question(self, arguments: Iterable[Node], name: str) -> None:
        """Add the function ``name``: all parts of the arguments in a row, None where one is absent
        or not finite."""
        body = Body(self, Lines(self.constants))
        parts = [part for node in arguments for part in body.emit(node)]
        numbers = [part for part in parts if not is_literal(part)]
        if numbers:
            lines = body.lines
            total = lines.hold(" + ".join(numbers))
            finite = f"{lines.constant(all_finite)}(({', '.join(numbers)},))"
            lines.write(f"if {total} - {total} != 0.0 and not {finite}: return None")
        body.lines.write(f"return ({', '.join(parts)},)")
        self._add(name, body.lines.lines)

    def reading(self, fields: Iterable[tuple[Slot, str]], exists: int, name: str) -> None:
        """Add the function ``name`` that writes a ray's answer into an agent's words."""
        lines = []
        for slot, field_name in fields:
            offset, width = slot.offset, slot.kind.width
            targets = ", ".join(f"words[{offset + n}]" for n in range(width))
            lines.append(f"    {targets} = {field_name}")
            if slot.presence >= 0 and slot.presence != offset:
                lines.append(f"    words[{slot.presence}] = 1.0")
        lines.append(f"    words[{exists}] = 1.0")
        body = "\n".join(lines)
        self.functions.append(f"def {name}(words, {', '.join(ANSWER)}):\n{body}\n")

    def _add(self, name: str, lines: Iterable[str]) -> None:
        body = "\n".join(lines)
        begin = ""
        if "words[" in body:
            begin += "    words = frame.words\n"
        if " memo[" in body:
            begin += "    memo = frame.memo\n"
        self.functions.append(f"def {name}(frame):\n{begin}{body}\n")

    def width(self, node: Node) -> int | None:
        """How many parts a node's value has; None where that cannot be said."""
        stack = [node]
        while stack:
            waiting = [a for a in stack[-1].args if id(a) not in self.widths]
            if waiting and id(stack[-1]) not in self.widths:
                stack += waiting
                continue
            last = stack.pop()
            self.widths.setdefault(id(last), self._width(last))
        return self.widths[id(node)]

    def _width(self, node: Node) -> int | None:
        if node.op in INLINE or node.op in CALLED:
            wanted, width = INLINE[node.op][:2] if node.op in INLINE else CALLED[node.op]
            given = tuple(self.widths[id(argument)] for argument in node.args)
            return width if given == wanted else None
        if node.op is Op.CONST:
            return None if node.data is None else parts_of(node.kind)
        if node.op in _BRANCHING:
            wide = parts_of(node.kind)
            values = node.args if node.op is Op.OTHERWISE else node.args[1:]
            fits = all(self.widths[id(v)] == wide or _is_nothing(v) for v in values)
            return wide if fits else None
        if node.op is Op.SLOT:
            assert self.scope.behavior is not None
            return parts_of(self.scope.behavior.slots[int(str(node.data))].kind)
        return parts_of(node.kind)


def _is_nothing(node: Node) -> bool:
    return node.op is Op.CONST and node.data is None


def parts_of(kind: Kind) -> int:
    """How many parts a value of a kind has."""
    if kind.base in (Base.VEC, Base.POINT):
        return 3
    return 4 if kind.base is Base.ROTATION else 1


@dataclass(eq=False)
class Body:
    """The body of one function being written: how many nodes so far, how deep in each other."""

    writer: Writer
    lines: Lines
    written: int = 0
    inside: int = 0

    def emit(self, node: Node, at_root: bool = False) -> Parts:
        """Write a node's value out; the lines that follow are reached only where it is present."""
        known = self.lines.recall(node)
        if known is not None:
            return known
        self.written += 1
        self.inside += 1
        parts = self._emit(node, at_root)
        self.inside -= 1
        self.lines.remember(node, parts)
        return parts

    def _emit(self, node: Node, at_root: bool) -> Parts:
        scope = self.writer.scope
        if scope.is_constant(node):
            return self._constant(scope.raw(node)(None), node)  # type: ignore[arg-type]
        place = scope.shared.places.get(id(node))
        if place is not None and not at_root:
            return self._from_memo(node, place)
        width = self.writer.width(node)
        if width is None or self.written > MOST_PARTS:
            return self._called(node)
        if self.lines.depth > DEEPEST or self.inside > INNERMOST:
            return self._called(node)
        if node.op is Op.SLOT:
            assert scope.behavior is not None
            return self._slot(scope.behavior.slots[int(str(node.data))], node)
        if node.op is Op.IN_STATE:
            assert isinstance(node.data, StateRef)
            table, offset = scope.active_table(node.data)
            return (self.lines.hold(f"{self.lines.constant(table)}[int(words[{offset}])]"),)
        if node.op is Op.SLOT_AT:
            return self._slot_at(node)
        if node.op in CHOICES:
            return CHOICES[node.op](self, node, width)
        if node.op in INLINE:
            return INLINE[node.op][2](self.lines, tuple(self.emit(a) for a in node.args))
        if node.op in CALLED:
            return call(self.lines, node, tuple(self.emit(a) for a in node.args))
        if node.op is Op.COMPONENT and self.writer.width(node.args[0]) == 3:
            return (self.emit(node.args[0])[int(str(node.data))],)
        return self._called(node)

    def region(self, node: Node) -> Parts:
        """A node's value in names of its own; the first is None where it is absent."""
        width = self.writer.width(node)
        return self.lines.region(1 if width is None else width, lambda: self.emit(node))

    def _constant(self, value: Any, node: Node) -> Parts:
        if value is None:
            self.lines.leave_where("True", "False")
            width = self.writer.width(node)
            return ("None",) * (1 if width is None else width)
        if type(value) is tuple and self.writer.width(node) == len(value) > 1:
            return tuple(self._literal(part) for part in value)
        return (self._literal(value),)

    def _literal(self, value: Any) -> str:
        if type(value) is bool or type(value) is int:
            return repr(value)
        if type(value) is float and math.isfinite(value):
            return repr(value) if math.copysign(1.0, value) > 0.0 else f"({value!r})"
        return self.lines.constant(value)

    def _from_memo(self, node: Node, place: int) -> Parts:
        lines = self.lines
        function = self.writer.shared_part(node, place)
        unknown = lines.constant(UNKNOWN)
        value = lines.hold(f"{unknown} if memo is None else memo[{place}]")
        lines.write(f"if {value} is {unknown}: {value} = {function}(frame)")
        return self._present(value, node)

    def _called(self, node: Node) -> Parts:
        closure = self.lines.constant(self.writer.scope.raw(node))
        return self._present(self.lines.hold(f"{closure}(frame)"), node)

    def _present(self, value: str, node: Node) -> Parts:
        self.lines.leave_where(f"{value} is None", f"{value} is not None")
        width = self.writer.width(node)
        return unpacked(self.lines, value, 1 if width is None else width)

    def _slot(self, slot: Slot, node: Node) -> Parts:
        lines, base, offset = self.lines, slot.kind.base, slot.offset
        if base in (Base.LIST, Base.TEXT):
            return self._called(node)
        if slot.presence >= 0:
            lines.leave_where(f"words[{slot.presence}] == 0.0", f"words[{slot.presence}] != 0.0")
        if base is Base.BOOL:
            return (lines.hold(f"words[{offset}] != 0.0"),)
        if base is Base.ENUM:
            return (lines.hold(f"int(words[{offset}])"),)
        if base in (Base.COLLIDER, Base.AGENT):
            word = lines.hold(f"words[{offset}]")
            lines.leave_where(f"not {word} >= 0.0", f"{word} >= 0.0")
            return (lines.hold(f"int({word})"),)
        return tuple(lines.hold(f"words[{offset + n}]") for n in range(parts_of(slot.kind)))

    def _slot_at(self, node: Node) -> Parts:
        scope, lines = self.writer.scope, self.lines
        assert scope.behavior is not None
        assert isinstance(node.data, tuple)
        found = tuple(scope.behavior.slots[number] for number in node.data)
        (index,) = self.emit(node.args[0])
        at = lines.hold(f"{lines.constant(whole_index)}({index}, {len(found)})")
        lines.leave_where(f"{at} is None", f"{at} is not None")
        step = found[1].offset - found[0].offset if len(found) > 1 else 0
        plain = all(
            slot.kind.base is Base.NUMBER
            and slot.presence < 0
            and slot.offset == found[0].offset + number * step
            for number, slot in enumerate(found)
        )
        if plain:
            return (lines.hold(f"words[{found[0].offset} + {at} * {step}]"),)
        readers = lines.constant(tuple(raw_reader(slot) for slot in found))
        return self._present(lines.hold(f"{readers}[{at}](frame)"), node)


ANSWER = ("collider", "point", "normal", "distance")
"""What a ray, a nearest and a closest are answered with, in the order a reading is given it."""

WriteReading = Callable[[Any, int, Any, Any, float], None]
"""Writes an answer into an agent's words: ``(words, collider, point, normal, distance)``."""


@dataclass(frozen=True, eq=False)
class Generated:
    """Functions by the position of what they were made for; roots by their identity.

    A ``question`` is None where it is left to closures, a ``reading`` where the sensor reads
    more than ``ANSWER``.
    """

    roots: dict[int, Evaluate]
    questions: tuple[Callable[[Frame], tuple[float, ...] | None] | None, ...]
    readings: tuple[WriteReading | None, ...]


def generate(scope: Scope, roots: Iterable[Node], sensors: Sequence[Sensor] = ()) -> Generated:
    """Functions for each root worth one, and for the question and the reading of each sensor.

    The scope's behavior keeps the roots. One that draws random numbers stays a closure: how
    often it draws may depend on the order in which its parts are asked.
    """
    writer = Writer(scope)
    names: dict[int, str] = {}
    for node in roots:
        if id(node) in names or node.op in _PLAIN or scope.is_constant(node) or _draws(node):
            continue
        place = scope.shared.places.get(id(node))
        name = f"root_{len(names)}"
        names[id(node)] = name
        if place is None:
            writer.root(node, name)
        else:
            writer.shared_root(node, place, name)
    asked = [_question(writer, sensor, f"question_{n}") for n, sensor in enumerate(sensors)]
    read = [_reading(writer, sensor, f"reading_{n}") for n, sensor in enumerate(sensors)]
    space = dict(writer.constants.values)
    exec(compile("\n".join(writer.functions), "<expressions>", "exec"), space)
    return Generated(
        {node: space[name] for node, name in names.items()},
        tuple(None if name is None else space[name] for name in asked),
        tuple(None if name is None else space[name] for name in read),
    )


def _question(writer: Writer, sensor: Sensor, name: str) -> str | None:
    nodes = [node for _, node in sensor.arguments]
    if not nodes or not all(writer.width(node) == parts_of(node.kind) for node in nodes):
        return None
    if any(_draws(node) for node in nodes):
        return None
    writer.question(nodes, name)
    return name


def _reading(writer: Writer, sensor: Sensor, name: str) -> str | None:
    behavior, reading = writer.scope.behavior, sensor.reading
    assert behavior is not None
    if not all(field_name in ANSWER for field_name, _ in reading.fields):
        return None
    fields = [(behavior.slots[slot], field_name) for field_name, slot in reading.fields]
    writer.reading(fields, behavior.slots[reading.exists].offset, name)
    return name


def _draws(root: Node) -> bool:
    seen: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node.op in _DRAWING:
            return True
        if id(node) not in seen:
            seen.add(id(node))
            stack += node.args
    return False
