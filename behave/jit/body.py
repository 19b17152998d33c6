"""The instructions of one function while they are written: blocks, variables, conversions."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from behave.jit.kinds import (
    BOOL,
    FLOAT,
    INT,
    LANES,
    MASK,
    NOTHING,
    WIDTH,
    Array,
    Kind,
    NotCompiled,
    Tuple,
    join,
    parts_of,
    written,
)

_WIDER: dict[tuple[Kind, Kind], str] = {
    (BOOL, INT): "zext i1 {} to i64",
    (BOOL, FLOAT): "uitofp i1 {} to double",
    (INT, FLOAT): "sitofp i64 {} to double",
}

RELEASE = "  ; release"  # where a function returns: what it took is given back there


@dataclass(frozen=True)
class Value:
    """A value in a function: its type, and the operand of each part."""

    kind: Kind
    parts: tuple[str, ...]


def number(value: Any) -> Value:
    """A constant: a bool, a number, or a tuple of such."""
    if isinstance(value, tuple):
        return packed([number(item) for item in value])
    if isinstance(value, bool):
        return Value(BOOL, ("true" if value else "false",))
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise NotCompiled(f"{value} has more than 64 bits")
        return Value(INT, (str(value),))
    word = struct.unpack("<Q", struct.pack("<d", value))[0]
    return Value(FLOAT, (f"0x{word:016X}",))


def packed(values: Sequence[Value]) -> Value:
    """Values as a tuple."""
    parts = tuple(part for value in values for part in value.parts)
    return Value(Tuple(tuple(value.kind for value in values)), parts)


def items(value: Value) -> list[Value]:
    """The items of a tuple."""
    assert isinstance(value.kind, Tuple)
    found, start = [], 0
    for kind in value.kind.items:
        end = start + len(parts_of(kind))
        found.append(Value(kind, value.parts[start:end]))
        start = end
    return found


@dataclass(eq=False)
class Body:
    """One function's instructions. Types of variables are what was assigned so far; where one
    turns out wider than it was, the body is written again (``widened``)."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    silent: bool = False  # it has no result
    lines: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    block: str = "entry"
    ended: bool = False
    widened: bool = False
    loops: list[tuple[str, str]] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)

    def let(self, instruction: str) -> str:
        """Name an instruction's result."""
        name = f"%t{next(self._numbers)}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {instruction}")

    def label(self, name: str) -> str:
        """A new label."""
        return f"{name}{next(self._numbers)}"

    def start(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.block, self.ended = label, False

    def jump(self, label: str) -> None:
        """End the block, unless it has ended."""
        if not self.ended:
            self.do(f"br label %{label}")
            self.ended = True

    def branch(self, flag: str, yes: str, no: str) -> None:
        """End the block with a choice."""
        self.do(f"br i1 {flag}, label %{yes}, label %{no}")
        self.ended = True

    def place(self, kind: str) -> str:
        """Room for one part of a value, as long as the function runs."""
        name = f"%p{next(self._numbers)}"
        self.entry.append(f"  {name} = alloca {kind}, align 8")
        return name

    def load(self, name: str) -> Value:
        """A variable's value."""
        kind = self.kinds.get(name)
        if kind is None:
            raise NotCompiled(f"{name} is read before it is assigned")
        parts = (
            self.let(f"load {part}, ptr %{name}.{k}, align 8")
            for k, part in enumerate(parts_of(kind))
        )
        return Value(kind, tuple(parts))

    def store(self, name: str, value: Value) -> None:
        """Assign a variable."""
        before = self.kinds.get(name)
        kind = value.kind if before is None else join(before, value.kind)
        if kind != before:
            self.kinds[name] = kind
            self.widened = self.widened or before is not None
        for k, (part, operand) in enumerate(
            zip(parts_of(kind), self.cast(value, kind).parts, strict=True)
        ):
            self.do(f"store {part} {operand}, ptr %{name}.{k}, align 8")

    def cast(self, value: Value, kind: Kind) -> Value:
        """A value as a wider type."""
        if value.kind == kind:
            return value
        if isinstance(kind, Tuple) and isinstance(value.kind, Tuple):
            pairs = zip(items(value), kind.items, strict=True)
            return Value(kind, packed([self.cast(item, wide) for item, wide in pairs]).parts)
        if isinstance(kind, Array) and join(value.kind, kind) == kind:
            return Value(kind, value.parts)
        return Value(kind, (self._widened(value, kind),))

    def _widened(self, value: Value, kind: Kind) -> str:
        if kind == LANES and value.kind in (BOOL, INT, FLOAT):
            return self.spread("double", self.cast(value, FLOAT).parts[0])
        if kind == MASK and value.kind == BOOL:
            return self.spread("i64", self.let(f"sext i1 {value.parts[0]} to i64"))
        way = _WIDER.get((value.kind, kind))
        if way is None:
            raise NotCompiled(f"{written(value.kind)} where {written(kind)} is needed")
        (part,) = value.parts
        if kind == FLOAT and part.lstrip("-").isdigit():
            return number(float(part)).parts[0]
        return self.let(way.format(part))

    def spread(self, word: str, operand: str) -> str:
        """The same in every lane."""
        if not operand.startswith("%"):
            return f"<{', '.join([f'{word} {operand}'] * WIDTH)}>"
        kind = f"<{WIDTH} x {word}>"
        one = self.let(f"insertelement {kind} poison, {word} {operand}, i32 0")
        return self.let(
            f"shufflevector {kind} {one}, {kind} poison, <{WIDTH} x i32> zeroinitializer"
        )

    def real(self, value: Value) -> str:
        """A number as a float."""
        return self.cast(value, FLOAT).parts[0]

    def whole(self, value: Value) -> str:
        """A bool or whole number as one."""
        return self.cast(value, INT).parts[0]

    def flag(self, value: Value) -> str:
        """Whether a value counts as true."""
        if value.kind == BOOL:
            return value.parts[0]
        if value.kind == INT:
            return self.let(f"icmp ne i64 {value.parts[0]}, 0")
        if value.kind == FLOAT:
            return self.let(f"fcmp une double {value.parts[0]}, 0.0")
        raise NotCompiled(f"{written(value.kind)} is neither true nor false")

    def choice(self, branches: Sequence[tuple[str, int, Value]]) -> Value:
        """The value of the branch that was taken: for each its last block, where its next
        instruction goes, and its value. Ends the branches and begins the block after them."""
        kind = branches[0][2].kind
        for _, _, value in branches[1:]:
            kind = join(kind, value.kind)
        after = self.label("chosen")
        came: list[tuple[str, tuple[str, ...]]] = []
        for block, at, value in reversed(branches):  # from the end, so that places stay right
            behind, self.lines = self.lines[at:], self.lines[:at]
            came.append((block, self.cast(value, kind).parts))
            self.do(f"br label %{after}")
            self.lines += behind
        self.start(after)
        parts = []
        for k, part in enumerate(parts_of(kind)):
            edges = ", ".join(f"[ {operands[k]}, %{block} ]" for block, operands in came)
            parts.append(self.let(f"phi {part} {edges}"))
        return Value(kind, tuple(parts))

    def give(self, value: Value | None) -> None:
        """Return from the function."""
        self.lines.append(RELEASE)
        if value is None or value.kind == NOTHING:
            self.do("ret void")
        elif len(value.parts) == 1:
            self.do(f"ret {parts_of(value.kind)[0]} {value.parts[0]}")
        else:
            whole, kind = "undef", result_of(value.kind)
            for k, (part, operand) in enumerate(
                zip(parts_of(value.kind), value.parts, strict=True)
            ):
                whole = self.let(f"insertvalue {kind} {whole}, {part} {operand}, {k}")
            self.do(f"ret {kind} {whole}")
        self.ended = True

    def text(self, head: str) -> str:
        """The whole function."""
        rooms = [
            f"  %{name}.{k} = alloca {part}, align 8"
            for name, kind in self.kinds.items()
            for k, part in enumerate(parts_of(kind))
        ]
        lines = []
        for line in self.lines:
            lines += self._releases() if line == RELEASE else [line]
        return "\n".join((f"{head} {{", "entry:", *rooms, *self.entry, *lines, "}"))

    def _releases(self) -> list[str]:
        lines = []
        for place in self.taken:
            name = f"%r{next(self._numbers)}"
            lines.append(f"  {name} = load ptr, ptr {place}, align 8")
            lines.append(f"  call void @PyMem_RawFree(ptr {name})")
        return lines


def result_of(kind: Kind) -> str:
    """The LLVM type a function returns a value as."""
    parts = parts_of(kind)
    if not parts:
        return "void"
    return parts[0] if len(parts) == 1 else f"{{ {', '.join(parts)} }}"
