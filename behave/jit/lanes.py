"""Statements and expressions of a function in lanes: several agents at once.

Every agent goes its own way through the text. Where a flag differs between lanes both ways are
gone, each by its own lanes: what is assigned there is assigned in those lanes only, and a return
leaves the others behind. A way that no lane takes is jumped over where it is more work than that.
Whole numbers, arrays and what is done in loops are the same for all lanes; other texts are refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType

from behave.jit import arithmetic, arrays
from behave.jit.body import Value
from behave.jit.expressions import Call, Expressions, promised
from behave.jit.kinds import (
    BOOL,
    LANES,
    MASK,
    NOTHING,
    Array,
    Kind,
    NotCompiled,
    join,
    varied,
)
from behave.jit.laned_body import NONE, LanedBody
from behave.jit.source import Source
from behave.jit.statements import Statements
from behave.jit.weight import CHEAP, weight

Weights = dict[FunctionType, int]

_RESULT, _LEFT = "$result", "$left"  # variables no text can name


class LanedExpressions(Expressions):
    """Writes the expressions of one function in lanes."""

    body: LanedBody

    def __init__(self, source: Source, body: LanedBody, call: Call, weights: Weights) -> None:
        super().__init__(source, body, call)
        self.weights, self._kept = weights, 0

    def truth(self, node: ast.expr) -> Value:
        """Whether an expression counts as true, in each lane or in all."""
        value = self.value(node)
        if value.kind == LANES:
            return arithmetic.comparison(self.body, ast.NotEq(), value, Value(BOOL, ("false",)))
        return value if value.kind == MASK else Value(BOOL, (self.body.flag(value),))

    def is_cheap(self, nodes: Sequence[ast.AST]) -> bool:
        """Whether some text may be done for lanes that do not need it."""
        return weight(self.source, nodes, self.weights) <= CHEAP

    def part(self, mask: str, nodes: Sequence[ast.AST], write: Callable[[], None]) -> None:
        """Write a text for the lanes of a mask, to be jumped over where there are none."""
        body, outer, before = self.body, self.body.mask, dict(self.body.under)
        body.mask = mask
        after = ""
        if not self.is_cheap(nodes):
            inside, after = body.label("some"), body.label("join")
            body.branch(body.some(body.active()), inside, after)
            body.start(inside)
        write()
        if after:
            body.jump(after)
            body.start(after)
        body.mask = outer
        body.leave(before)

    def _either(self, node: ast.BoolOp) -> Value:
        found = self.truth(node.values[0])
        word = "and" if isinstance(node.op, ast.And) else "or"
        for side in node.values[1:]:
            found = self._joined(word, found, side)
        return found

    def _joined(self, word: str, found: Value, side: ast.expr) -> Value:
        body = self.body
        if found.kind == BOOL:
            then, decided = body.label("also"), body.label("decided")
            body.branch(found.parts[0], *((then, decided) if word == "and" else (decided, then)))
            body.start(then)
            value = self.truth(side)
            there = (body.block, len(body.lines), value)
            body.start(decided)
            known = Value(BOOL, ("false" if word == "and" else "true",))
            return body.choice([there, (body.block, len(body.lines), known)])
        needed = found.parts[0] if word == "and" else body.without(None, found.parts[0])
        place = self._place()
        body.kinds[place] = MASK
        super(LanedBody, body).store(place, found)

        def write() -> None:
            value = arithmetic.bitwise(body, word, found, self.truth(side))
            super(LanedBody, body).store(place, value)

        self.part(body.both(body.mask, needed), [side], write)
        return super(LanedBody, body).load(place)

    def _place(self) -> str:
        """A variable for a value on its way."""
        self._kept += 1
        return f"$kept{self._kept}"

    def _conditional(self, node: ast.IfExp) -> Value:
        flag = self.truth(node.test)
        if flag.kind == BOOL:
            return self.branched(node, flag.parts[0])
        body, place = self.body, self._place()
        yes = body.both(body.mask, flag.parts[0])
        no = body.without(body.mask, flag.parts[0])
        if self.is_cheap([node.body]) and self.is_cheap([node.orelse]):
            first, second = self._under(yes, node.body), self._under(no, node.orelse)
            return body.chosen(flag.parts[0], first, second)
        self._kept_under(place, yes, node.body)
        self._kept_under(place, no, node.orelse)
        return body.load(place)

    def _kept_under(self, place: str, mask: str, node: ast.expr) -> None:
        self.part(mask, [node], lambda: self.body.store(place, self.value(node)))

    def _under(self, mask: str, node: ast.expr) -> Value:
        outer, self.body.mask = self.body.mask, mask
        value = self.value(node)
        self.body.mask = outer
        return value

    _ways = Expressions._ways | {ast.BoolOp: _either, ast.IfExp: _conditional}


class LanedStatements(Statements):
    """Writes the statements of one function in lanes.

    ``deep`` counts the parts around that only some lanes are in; ``returns`` the places so far
    where some lanes have left; ``over`` is whether all lanes of a part have. ``loop`` is how deep
    the loop around is.
    """

    body: LanedBody
    expressions: LanedExpressions

    def __init__(
        self, source: Source, body: LanedBody, call: Call, result: Kind | None, weights: Weights
    ) -> None:
        super().__init__(source, body, call, result)
        self.expressions = LanedExpressions(source, body, call, weights)
        self.deep, self.returns, self.over = 0, 0, False
        self.exit = ""
        self.loop = 0
        body.counters = {
            node.target.id
            for node in ast.walk(source.node)
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name)
        }

    def function(self, parameters: Sequence[Value]) -> None:
        """The whole function, its arguments given."""
        self.body.kinds[_LEFT] = MASK
        self.body.store(_LEFT, NONE)
        super().function(parameters)
        if self.exit:
            self.body.start(self.exit)
            self._leave()

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Statements one after another, until no lane is left."""
        for number, statement in enumerate(statements):
            before = self.returns
            super().block([statement])
            if self.body.ended or self.over:
                return
            rest = statements[number + 1 :]
            if self.returns > before and not self.deep and not self.expressions.is_cheap(rest):
                self.exit = self.exit or self.body.label("exit")
                here = self.body.label("left")
                self.body.branch(self.body.some(self.body.active()), here, self.exit)
                self.body.start(here)

    def _give(self, value: Value, node: ast.AST) -> None:
        if not self.deep and not self.returns:
            super()._give(value, node)
            return
        body = self.body
        if self.promise is not None:
            value = promised(body, value, self.promise, "the result")
        if self.deep and body.loops:
            raise self.source.wrong(node, "some lanes alone do not leave a loop")
        kind = varied(value.kind if self.result is None else join(self.result, value.kind))
        if kind is None:
            raise self.source.wrong(node, "only floats and bools may differ between lanes")
        body.widened = body.widened or (self.result is not None and kind != self.result)
        self.result = kind
        if kind != NOTHING:
            body.store(_RESULT, body.cast(value, kind))
        if not self.deep:
            self._leave()
            return
        left = body.load(_LEFT)
        mask = body.mask
        assert mask is not None
        word = body.let(f"or {MASK.llvm} {left.parts[0]}, {mask}")
        super(LanedBody, body).store(_LEFT, Value(MASK, (word,)))
        self.returns += 1
        self.over = True

    def _leave(self) -> None:
        """Return for all lanes."""
        none = self.result in (None, NOTHING)
        self.body.give(None if none else self.body.load(_RESULT))

    def _if(self, node: ast.If) -> None:
        flag = self.expressions.truth(node.test)
        if flag.kind == BOOL:
            self._branched(node, flag.parts[0])
            return
        body, before = self.body, self.returns
        yes = body.both(body.mask, flag.parts[0])
        no = body.without(body.mask, flag.parts[0]) if node.orelse else ""
        over = self._part(yes, node.body)
        over = self._part(no, node.orelse) and over if node.orelse else False
        self._join(before, over)

    def _part(self, mask: str, statements: Sequence[ast.stmt]) -> bool:
        """Statements for some lanes; tells whether these have all returned."""
        self.deep += 1
        self.expressions.part(mask, statements, lambda: self.block(statements))
        self.deep -= 1
        over, self.over = self.over, False
        return over

    def _join(self, before: int, over: bool) -> None:
        """Go on with the lanes that have not returned; with none where all have."""
        body = self.body
        if over and not self.deep:
            self._leave()
            return
        self.over = over
        if self.returns > before and not over:
            body.mask = body.without(body.mask, body.load(_LEFT).parts[0])

    def _branched(self, node: ast.If, flag: str) -> None:
        """An ``if`` that all lanes decide alike."""
        body, before, mask = self.body, self.returns, self.body.mask
        yes, no, after = body.label("then"), body.label("else"), body.label("after")
        body.branch(flag, yes, no)
        ends = []
        for label, statements in ((yes, node.body), (no, node.orelse)):
            body.start(label)
            body.mask = mask
            self.block(statements)
            ends.append((body.ended, self.over))
            self.over = False
            body.jump(after)
        body.mask = mask
        if all(ended for ended, _ in ends):
            body.ended = True
            return
        body.start(after)
        self._join(before, all(ended or over for ended, over in ends))

    def write(self, place: Value, value: Value) -> None:
        """Put a value at a place of an array in the lanes that are here."""
        assert isinstance(place.kind, Array)
        if place.kind.item != LANES or place.kind.rank:
            raise NotCompiled("in lanes only floats of lanes are written")
        old = arrays.read(self.body, place)
        arrays.write(self.body, place, self.body.chosen(self.body.active(), value, old))

    def _loop(self, node: ast.For | ast.While, again: str, after: str) -> None:
        outer, self.loop = self.loop, self.deep
        super()._loop(node, again, after)
        self.loop = outer

    def _leave_loop(self, node: ast.Break | ast.Continue) -> None:
        if self.deep != self.loop:
            raise NotCompiled("some lanes alone do not leave a loop")
        Statements._ways[type(node)](self, node)

    _ways = Statements._ways | {
        ast.If: _if,
        ast.Break: _leave_loop,
        ast.Continue: _leave_loop,
    }
