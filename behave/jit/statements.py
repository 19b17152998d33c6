"""Statements of a function, as instructions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from behave.jit import arithmetic, arrays
from behave.jit.body import Body, Value, items
from behave.jit.expressions import Call, Expressions, promised
from behave.jit.kinds import INT, NOTHING, Array, Kind, NotCompiled, Tuple, declared, join, written
from behave.jit.source import Source


class Statements:
    """Writes the statements of one function. ``result`` is its type, known by its annotation or
    by what it returned so far."""

    def __init__(self, source: Source, body: Body, call: Call, result: Kind | None) -> None:
        self.source, self.body, self.result = source, body, result
        self.promise = source.promise("return")
        self.expressions = Expressions(source, body, call)

    def function(self, parameters: Sequence[Value]) -> None:
        """The whole function, its arguments given."""
        for name, value in zip(self.source.parameters, parameters, strict=True):
            self.body.store(name, value)
        self.block(self.source.node.body)
        if not self.body.ended:
            self._give(Value(NOTHING, ()), self.source.node)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Statements one after another; what follows the end of the block is never reached."""
        for statement in statements:
            if self.body.ended:
                return
            write = self._ways.get(type(statement))
            if write is None:
                raise self.source.wrong(statement, f"no {type(statement).__name__} here")
            try:
                write(self, statement)
            except NotCompiled as problem:
                if str(problem).startswith(self.source.file):
                    raise
                raise self.source.wrong(statement, str(problem)) from None

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.expressions.value(node.value)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _return(self, node: ast.Return) -> None:
        value = Value(NOTHING, ())
        if node.value is not None:
            value = self.expressions.value(node.value)
        self._give(value, node)

    def _give(self, value: Value, node: ast.AST) -> None:
        if self.promise is not None:
            value = promised(self.body, value, self.promise, "the result")
        kind = value.kind if self.result is None else join(self.result, value.kind)
        if isinstance(kind, Array) or (
            isinstance(kind, Tuple) and any(isinstance(item, Array) for item in kind.items)
        ):
            raise self.source.wrong(node, "an array is no result")
        self.body.widened = self.body.widened or (self.result is not None and kind != self.result)
        self.result = kind
        self.body.give(self.body.cast(value, kind))

    def _assign(self, node: ast.Assign) -> None:
        value = self.expressions.value(node.value)
        for target in node.targets:
            self.put(target, value)

    def _declare(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            kind = declared(ast.unparse(node.annotation), self.source.names)
            value = self.expressions.value(node.value)
            self.put(node.target, promised(self.body, value, kind, "the value"))

    def put(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a name, a place of an array, or several such."""
        if isinstance(target, ast.Name) and target.id == "_":
            return  # nobody reads it
        if isinstance(target, ast.Name):
            self.body.store(target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value.kind, Tuple) or len(target.elts) != len(value.kind.items):
                raise NotCompiled(f"{written(value.kind)} for {len(target.elts)} names")
            for part, item in zip(target.elts, items(value), strict=True):
                self.put(part, item)
        elif isinstance(target, ast.Subscript):
            array = self.expressions.value(target.value)
            self.write(self.expressions.place(array, target.slice), value)
        else:
            raise NotCompiled(f"nothing is assigned to a {type(target).__name__}")

    def write(self, place: Value, value: Value) -> None:
        """Put a value at a place of an array."""
        arrays.write(self.body, place, value)

    def _augment(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            array = self.expressions.value(node.target.value)
            place = self.expressions.place(array, node.target.slice)
            before = arrays.read(self.body, place)
            change = self.expressions.value(node.value)
            self.write(place, arithmetic.operation(self.body, node.op, before, change))
            return
        before = self.expressions.value(node.target)
        change = self.expressions.value(node.value)
        self.put(node.target, arithmetic.operation(self.body, node.op, before, change))

    def _if(self, node: ast.If) -> None:
        body = self.body
        flag = self.expressions.flag(node.test)
        yes, no, after = body.label("then"), body.label("else"), body.label("after")
        body.branch(flag, yes, no if node.orelse else after)
        body.start(yes)
        self.block(node.body)
        ended = body.ended
        body.jump(after)
        if node.orelse:
            body.start(no)
            self.block(node.orelse)
            ended = ended and body.ended
            body.jump(after)
        else:
            ended = False
        if not ended:
            body.start(after)

    def _while(self, node: ast.While) -> None:
        body = self.body
        test, inside, after = body.label("while"), body.label("do"), body.label("done")
        body.jump(test)
        body.start(test)
        if self.source.constant(node.test) is True:
            body.jump(inside)
        else:
            body.branch(self.expressions.flag(node.test), inside, after)
        body.start(inside)
        self._loop(node, test, after)
        if any(line.endswith(f"label %{after}") for line in body.lines):
            body.start(after)

    def _loop(self, node: ast.For | ast.While, again: str, after: str) -> None:
        """The body of a loop that goes on at ``again``."""
        if node.orelse:
            raise NotCompiled("a loop has no else")
        self.body.loops.append((again, after))
        self.block(node.body)
        self.body.loops.pop()
        self.body.jump(again)

    def _for(self, node: ast.For) -> None:
        call = node.iter
        if isinstance(call, ast.Call) and self.source.outer(call.func) is range:
            self._range(node, call)
            return
        value = self.expressions.value(node.iter)
        if not isinstance(value.kind, Tuple):
            raise NotCompiled("a loop goes over a range or a tuple")
        after = self.body.label("done")
        for item in items(value):
            following = self.body.label("next")
            self.put(node.target, item)
            self._loop(node, following, after)
            self.body.start(following)
        self.body.jump(after)
        self.body.start(after)

    def _range(self, node: ast.For, call: ast.Call) -> None:
        body = self.body
        given = [body.whole(self.expressions.value(argument)) for argument in call.args]
        begin, end = ("0", given[0]) if len(given) == 1 else (given[0], given[1])
        step = given[2] if len(given) == 3 else "1"
        counter = body.place("i64")
        test, inside = body.label("for"), body.label("do")
        following, after = body.label("next"), body.label("done")
        body.do(f"store i64 {begin}, ptr {counter}, align 8")
        body.jump(test)
        body.start(test)
        at = body.let(f"load i64, ptr {counter}, align 8")
        body.branch(self._within(at, end, step), inside, after)
        body.start(inside)
        self.put(node.target, Value(INT, (at,)))
        self._loop(node, following, after)
        body.start(following)
        now = body.let(f"load i64, ptr {counter}, align 8")
        body.do(f"store i64 {body.let(f'add nsw i64 {now}, {step}')}, ptr {counter}, align 8")
        body.jump(test)
        body.start(after)

    def _within(self, at: str, end: str, step: str) -> str:
        """Whether a range goes on; one with a step of 0 never begins."""
        let = self.body.let
        if step.isdigit() and step != "0":
            return let(f"icmp slt i64 {at}, {end}")
        up, down = let(f"icmp sgt i64 {step}, 0"), let(f"icmp slt i64 {step}, 0")
        below, above = let(f"icmp slt i64 {at}, {end}"), let(f"icmp sgt i64 {at}, {end}")
        return let(f"or i1 {let(f'and i1 {up}, {below}')}, {let(f'and i1 {down}, {above}')}")

    def _break(self, node: ast.Break) -> None:
        self.body.jump(self.body.loops[-1][1])

    def _continue(self, node: ast.Continue) -> None:
        self.body.jump(self.body.loops[-1][0])

    _ways: dict[type, Callable[[Any, Any], None]] = {  # noqa: RUF012
        ast.Expr: _expression,
        ast.Pass: _pass,
        ast.Return: _return,
        ast.Assign: _assign,
        ast.AnnAssign: _declare,
        ast.AugAssign: _augment,
        ast.If: _if,
        ast.While: _while,
        ast.For: _for,
        ast.Break: _break,
        ast.Continue: _continue,
    }
