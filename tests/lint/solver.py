"""Guards for z3, written from what the operations mean and from nothing of the rules.

A reading is a real with a bool that says whether it is present. A guard is two formulas: when it is
true and when it is false; where neither holds it is unknown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import z3

from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Group, Node, Query

Truth = tuple[Any, Any]
"""When it is true, and when it is false."""


class Translation:
    """Guards of one behavior; ``domain`` is what holds of all its readings."""

    def __init__(self, behavior: BehaviorProgram) -> None:
        self.behavior = behavior
        self.domain: list[Any] = []
        self._reals: dict[str, Any] = {}
        self._params = {param.slot: param for param in behavior.params}
        self._rays = {
            dict(s.reading.fields)["distance"] for s in behavior.sensors if s.query is Query.RAY
        }

    def truth(self, node: Node) -> Truth:
        """When a guard is true, and when false."""
        op, args = node.op, node.args
        if op is Op.CONST:
            known = node.data is not None
            return z3.BoolVal(known and bool(node.data)), z3.BoolVal(known and not node.data)
        if op is Op.NOT:
            yes, no = self.truth(args[0])
            return no, yes
        if op in (Op.AND, Op.OR):
            (a, not_a), (b, not_b) = (self.truth(x) for x in args)
            if op is Op.AND:
                return z3.And(a, b), z3.Or(not_a, not_b)
            return z3.Or(a, b), z3.And(not_a, not_b)
        if op is Op.PRESENT:
            _, there = self.value(args[0])
            return there, z3.Not(there)
        if op is Op.SLOT and isinstance(node.data, int):
            slot = self.behavior.slots[node.data]
            if slot.group is Group.READING and slot.path.endswith(".exists"):
                there = z3.Bool(f"there {slot.offset}")
                return there, z3.Not(there)
            held = z3.Bool(slot.path)
            return held, z3.Not(held)
        return self._compared(node)

    def _compared(self, node: Node) -> Truth:
        (a, a_there), (b, b_there) = (self.value(x) for x in node.args)
        bound, slack = number_of(node.args[1]), float(node.data or 0.0)  # type: ignore[arg-type]
        low = b - real(slack) if bound is None else real(bound - slack)
        high = b + real(slack) if bound is None else real(bound + slack)
        said = {
            Op.LT: lambda: a < low,
            Op.LE: lambda: a <= high,
            Op.GT: lambda: a > high,
            Op.GE: lambda: a >= low,
            Op.EQ: lambda: z3.And(a >= low, a <= high),
        }[node.op]()
        there = z3.And(a_there, b_there)
        return z3.And(said, there), z3.And(z3.Not(said), there)

    def value(self, node: Node) -> tuple[Any, Any]:
        """A number, and when it is present."""
        op, args = node.op, node.args
        always = z3.BoolVal(True)
        if op is Op.CONST:
            return real(float(str(node.data))), always
        if op is Op.SELECT:
            yes, _ = self.truth(args[0])
            (a, a_there), (b, b_there) = (self.value(x) for x in args[1:])
            return z3.If(yes, a, b), z3.If(yes, a_there, b_there)
        if op is Op.OTHERWISE:
            (a, a_there), (b, b_there) = (self.value(x) for x in args)
            return z3.If(a_there, a, b), z3.Or(a_there, b_there)
        if op is Op.LENGTH:
            return self._unknown(self._name(args[0]), 0.0), always
        if op is Op.SLOT and isinstance(node.data, int):
            return self._slot(node.data)
        if op is Op.MUL and args[1].op is Op.DT:
            return self._unknown(f"time {self._name(args[0])}", 0.0), always
        (a, a_there), (b, b_there) = (self.value(x) for x in args)
        made = {Op.ADD: a + b, Op.SUB: a - b, Op.MUL: a * b}[op]
        return made, z3.And(a_there, b_there)

    def _slot(self, number: int) -> tuple[Any, Any]:
        slot = self.behavior.slots[number]
        there = z3.BoolVal(True) if slot.presence < 0 else z3.Bool(f"there {slot.presence}")
        param = self._params.get(number)
        if param is None:
            return self._unknown(slot.path, 0.0 if number in self._rays else None), there
        low, high = (None if b is None else number_of(b) for b in (param.low, param.high))
        if low is None or high is None:
            return real(float(str(param.default.data))), there
        return self._unknown(slot.path, low, high), there

    def _unknown(self, name: str, low: float | None, high: float | None = None) -> Any:
        known = self._reals.get(name)
        if known is None:
            known = self._reals[name] = z3.Real(name)
            self.domain += [known >= real(low)] if low is not None else []
            self.domain += [known <= real(high)] if high is not None else []
        return known

    def _name(self, node: Node) -> str:
        return f"{node.op.value}{node.data}({','.join(self._name(a) for a in node.args)})"


def real(number: float) -> Any:
    """A float as the exact rational it is."""
    exact = Fraction(number)
    return z3.Q(exact.numerator, exact.denominator)
