"""Parts of expressions that stand in several places: a function each, written once.

One that keeps its value from the end of sensing to the pose is worked out once in a phase, in all
lanes, where it is first asked for.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from behave.ir.program import BehaviorProgram, Node
from behave.native.body import Body
from behave.native.expressions import Expressions
from behave.native.lanes import Flag, Lanes
from behave.native.listing import Listing
from behave.native.row import Row
from behave.native.trees import Tree, Trees
from behave.native.values import Value, flat, rebuilt

READS = "noinline nounwind willreturn memory(argmem: read)"


@dataclass(frozen=True, slots=True)
class _Function:
    """``shape`` has the parts that are constant; ``kinds`` are the types of the others."""

    name: str
    shape: Value
    kinds: str


@dataclass(eq=False)
class SharedTrees:
    """The functions of a module."""

    listing: Listing
    lanes: Lanes
    behavior: BehaviorProgram
    trees: Trees
    dt: float

    def __post_init__(self) -> None:
        self.functions: dict[int, _Function] = {}

    def value(self, own: Expressions, node: Node, tree: Tree) -> Value:
        """The value of a part where ``own`` writes."""
        function = self.functions.get(tree.number)
        if function is None:
            function = self.functions[tree.number] = self._write(node, tree)
        if not function.kinds:
            return function.shape
        steady = tree.steady or (own.turns and not tree.words & ~self.trees.kept_in_turns)
        if steady and own.root < 0:
            found = self._once(own.body, own.row, tree, function)
        else:
            found = self._call(own.body, own.row, function, own.body.mask)
        return _filled(function.shape, found)

    def _write(self, node: Node, tree: Tree) -> _Function:
        body = Body(self.listing, self.lanes)
        body.mask = True if self.lanes.count == 1 else "%mask"
        row = Row(body)
        own = Expressions(body, row, self.behavior, self.trees, self.dt, self, tree.number)
        shape = own.value(node)
        kinds, parts = flat(shape)
        given = [(k, part) for k, part in zip(kinds, parts, strict=True) if isinstance(part, str)]
        changing = "".join(kind for kind, _ in given)
        name = f"tree.{tree.number}"
        if changing:
            value = body.packed(changing, [part for _, part in given])
            kind = body.types(changing)
            body.do(f"ret {kind} {value}")
            mask = "" if self.lanes.count == 1 else f", {body.flag} %mask"
            head = f"define internal fastcc {kind} @{name}(ptr %row{mask}) {READS}"
            body.close(head, name)
        return _Function(name, shape, changing)

    def _call(self, body: Body, row: Row, function: _Function, mask: Flag) -> list[str]:
        kind = body.types(function.kinds)
        given = f"ptr {row.base}"
        if self.lanes.count > 1:
            given += f", {body.flag} {body.f(mask)}"
        made = body.let(f"call fastcc {kind} @{function.name}({given})")
        return body.unpacked(function.kinds, made)

    def _once(self, body: Body, row: Row, tree: Tree, function: _Function) -> list[str]:
        """Call the function unless this phase has done so, and keep what it gave."""
        key: Hashable = ("kept", tree.number)
        places: list[str] | None = body.lasting.get(key)
        types = {"n": body.number, "f": body.flag}
        if places is None:
            places = [body.place(types[kind]) for kind in function.kinds]
            done = body.place("i1")
            body.entry.append(f"  store i1 false, ptr {done}")
            places = body.lasting[key] = [done, *places]
        done, *parts = places
        known = body.let(f"load i1, ptr {done}")
        first, after = body.labels("first", "known")
        body.branch(known, after, first)
        body.start(first)
        for kind, place, part in zip(
            function.kinds, parts, self._call(body, row, function, True), strict=True
        ):
            body.do(f"store {types[kind]} {part}, ptr {place}")
        body.do(f"store i1 true, ptr {done}")
        body.jump(after)
        body.start(after)
        pairs = zip(function.kinds, parts, strict=True)
        return [body.let(f"load {types[kind]}, ptr {place}") for kind, place in pairs]


def _filled(shape: Value, found: list[str]) -> Value:
    """The shape with what a call gave in the place of what is not constant."""
    rest = iter(found)
    parts: list[Any] = [next(rest) if isinstance(p, str) else p for p in flat(shape)[1]]
    return rebuilt(shape, parts)
