"""Expressions of a function, as instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from behave.jit import arithmetic, arrays
from behave.jit.body import Body, Value, items, number, packed
from behave.jit.fetching import fetch
from behave.jit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    Array,
    Kind,
    NotCompiled,
    Tuple,
    join,
    may_stand,
    named,
    parts_of,
    written,
)
from behave.jit.source import Source

Call = Callable[[Body, FunctionType, Sequence[Value]], Value]
_ITEMS = {np.float64: FLOAT, np.int64: INT, np.bool_: BOOL, float: FLOAT, bool: BOOL}


class Expressions:
    """Writes the expressions of one function into its body; ``call`` writes a call of another."""

    def __init__(self, source: Source, body: Body, call: Call) -> None:
        self.source, self.body, self.call = source, body, call

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        constant = self.source.constant(node)
        if constant is not None:
            return number(constant)
        write = self._ways.get(type(node))
        if write is None:
            raise self.source.wrong(node, f"no {type(node).__name__} here")
        try:
            found: Value = write(self, node)
        except NotCompiled as problem:
            if str(problem).startswith(self.source.file):
                raise
            raise self.source.wrong(node, str(problem)) from None
        return found

    def flag(self, node: ast.expr) -> str:
        """Whether an expression counts as true."""
        return self.body.flag(self.value(node))

    def truth(self, node: ast.expr) -> Value:
        """The same as a bool."""
        return Value(BOOL, (self.flag(node),))

    def _name(self, node: ast.Name) -> Value:
        if node.id not in self.source.locals:
            raise NotCompiled(f"{node.id} is no number")
        return self.body.load(node.id)

    def _tuple(self, node: ast.Tuple) -> Value:
        return packed([self.value(item) for item in node.elts])

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return arithmetic.inverted(self.body, self.truth(node.operand))
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return arithmetic.negative(self.body, value)
        if isinstance(node.op, ast.UAdd):
            return value
        return Value(INT, (self.body.let(f"xor i64 {self.body.whole(value)}, -1"),))

    def _binary(self, node: ast.BinOp) -> Value:
        left = self.value(node.left)
        return arithmetic.operation(self.body, node.op, left, self.value(node.right))

    def _compare(self, node: ast.Compare) -> Value:
        """Comparisons in a row hold together; what they compare may be asked in any case."""
        sides = [self.value(side) for side in (node.left, *node.comparators)]
        holds = None
        for k, operator in enumerate(node.ops):
            flag = arithmetic.comparison(self.body, operator, sides[k], sides[k + 1])
            holds = arithmetic.bitwise(self.body, "and", holds, flag) if holds else flag
        assert holds is not None
        return holds

    def _either(self, node: ast.BoolOp) -> Value:
        """``and`` and ``or`` of what is true or false; what decides ends the asking."""
        body = self.body
        known = "true" if isinstance(node.op, ast.Or) else "false"
        after = body.label("decided")
        came = []
        for side in node.values[:-1]:
            flag = self.flag(side)
            then = body.label("also")
            came.append(f"[ {known}, %{body.block} ]")
            body.branch(flag, *((after, then) if known == "true" else (then, after)))
            body.start(then)
        last = self.flag(node.values[-1])
        came.append(f"[ {last}, %{body.block} ]")
        body.jump(after)
        body.start(after)
        return Value(BOOL, (body.let(f"phi i1 {', '.join(came)}"),))

    def _conditional(self, node: ast.IfExp) -> Value:
        return self.branched(node, self.flag(node.test))

    def branched(self, node: ast.IfExp, flag: str) -> Value:
        """One of two values; only that one is asked for."""
        body = self.body
        yes, no = body.label("yes"), body.label("no")
        body.branch(flag, yes, no)
        branches = []
        for label, side in ((yes, node.body), (no, node.orelse)):
            body.start(label)
            value = self.value(side)
            branches.append((body.block, len(body.lines), value))
        return body.choice(branches)

    def _attribute(self, node: ast.Attribute) -> Value:
        value = self.value(node.value)
        if isinstance(value.kind, Array) and node.attr == "shape":
            return arrays.shape(value)
        if isinstance(value.kind, Tuple) and node.attr in value.kind.names:
            return items(value)[value.kind.names.index(node.attr)]
        raise NotCompiled(f"{written(value.kind)} has no {node.attr}")

    def _subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        if isinstance(value.kind, Tuple):
            return self._item(value, node.slice)
        place = self.place(value, node.slice)
        assert isinstance(place.kind, Array)
        return arrays.read(self.body, place) if place.kind.rank == 0 else place

    def _item(self, value: Value, node: ast.expr) -> Value:
        """An item of a tuple; by a computed index where all are of one type."""
        body, found = self.body, items(value)
        constant = self.source.constant(node)
        if isinstance(constant, int):
            return found[constant]
        if len({item.kind for item in found}) != 1:
            raise NotCompiled("items of several types, by an index that is not known")
        index = body.whole(self.value(node))
        chosen = found[-1]
        for k, item in enumerate(found[:-1]):
            first = body.let(f"icmp eq i64 {index}, {k}")
            second = body.let(f"icmp eq i64 {index}, {k - len(found)}")
            here = body.let(f"or i1 {first}, {second}")
            chosen = self._select(here, item, chosen)
        return chosen

    def _select(self, flag: str, a: Value, b: Value) -> Value:
        parts = zip(parts_of(a.kind), a.parts, b.parts, strict=True)
        return Value(
            a.kind,
            tuple(
                self.body.let(f"select i1 {flag}, {kind} {x}, {kind} {y}") for kind, x, y in parts
            ),
        )

    def place(self, array: Value, node: ast.expr) -> Value:
        """The place or view in an array that an index stands for."""
        if not isinstance(array.kind, Array):
            raise NotCompiled(f"{written(array.kind)} has no places")
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        return arrays.view(self.body, array, [self._index(part) for part in parts])

    def _index(self, node: ast.expr) -> arrays.Index:
        if isinstance(node, ast.Slice):
            if node.step is not None:
                raise NotCompiled("a stretch has no step")
            ends = (None if end is None else self.value(end) for end in (node.lower, node.upper))
            return arrays.Stretch(*ends)
        return self.value(node)

    def _call(self, node: ast.Call) -> Value:
        function = self.source.outer(node.func)
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise NotCompiled("arguments are given by their places")
        if function in (np.empty, np.zeros):
            return self._array(node, function is np.zeros)
        if function is fetch:
            return self._fetch(node)
        values = [self.value(argument) for argument in node.args]
        if isinstance(function, FunctionType):
            return self.call(self.body, function, values)
        if isinstance(function, type) and issubclass(function, tuple):
            return self._record(function, values)
        return arithmetic.computed(self.body, function, values)

    def _fetch(self, node: ast.Call) -> Value:
        """Have the cache line of an array's place brought near."""
        place = node.args[0]
        if not isinstance(place, ast.Subscript):
            raise NotCompiled("what is fetched is a place of an array")
        found = self.place(self.value(place.value), place.slice)
        self.body.do(f"call void @llvm.prefetch.p0(ptr {found.parts[0]}, i32 1, i32 3, i32 1)")
        return Value(NOTHING, ())

    def _record(self, record: type, values: Sequence[Value]) -> Value:
        kind = named(record)
        if kind is None or len(kind.items) != len(values):
            raise NotCompiled(f"{record.__name__} is no record of numbers")
        return self.body.cast(packed(values), kind)

    def _array(self, node: ast.Call, zero: bool) -> Value:
        lengths = node.args[0].elts if isinstance(node.args[0], ast.Tuple) else node.args[:1]
        item: Any = np.float64
        if len(node.args) > 1:
            item = self.source.outer(node.args[1])
        if item not in _ITEMS:
            raise NotCompiled("arrays hold float64, int64 or bool")
        return arrays.made(
            self.body, _ITEMS[item], [self.value(length) for length in lengths], zero
        )

    _ways: dict[type, Callable[[Any, Any], Value]] = {  # noqa: RUF012
        ast.Name: _name,
        ast.Tuple: _tuple,
        ast.UnaryOp: _unary,
        ast.BinOp: _binary,
        ast.Compare: _compare,
        ast.BoolOp: _either,
        ast.IfExp: _conditional,
        ast.Attribute: _attribute,
        ast.Subscript: _subscript,
        ast.Call: _call,
    }


def promised(body: Body, value: Value, kind: Kind | None, what: str) -> Value:
    """A value as an annotation promises it."""
    if kind is None or value.kind == kind:
        return value
    try:
        wanted = join(kind, value.kind)
        return body.cast(value, wanted if may_stand(wanted, kind) else kind)
    except (NotCompiled, ValueError):
        message = f"{what} is {written(value.kind)}, not {written(kind)} as its annotation says"
        raise NotCompiled(message) from None
