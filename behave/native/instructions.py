"""Instructions, written as text in the order they run.

Numbers and flags are constants of Python or names of instructions; what only constants go into is
worked out here. Every instruction is one IEEE operation: nothing may be joined or reordered.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable
from typing import Any

from behave.native.lanes import Flag, Lanes, Number
from behave.native.listing import Listing

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "olt": operator.lt,
    "ole": operator.le,
    "ogt": operator.gt,
    "oge": operator.ge,
    "oeq": operator.eq,
    "une": operator.ne,
}
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "fadd": operator.add,
    "fsub": operator.sub,
    "fmul": operator.mul,
}

WORD = "word"
"""Begins the keys of what is known of memory."""


class Instructions:
    """Instructions being written. What those that ran for certain have found is remembered."""

    def __init__(self, listing: Listing, lanes: Lanes) -> None:
        self.listing, self.lanes = listing, lanes
        self.number, self.flag = lanes.vector(lanes.real), lanes.vector("i1")
        self.whole = lanes.vector("i64")
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.count = 0
        self.stacks: list[list[dict[Any, Any]]] = [[{}]]

    # ---- instructions ------------------------------------------------------------------

    def let(self, text: str) -> str:
        """An instruction with a result; gives its name."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def pure(self, text: str) -> str:
        """An instruction whose result follows from its operands alone: written once."""
        found: str | None = self.known(text)
        if found is None:
            found = self.let(text)
            self.learn(text, found)
        return found

    def do(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {text}")

    def first(self, text: str) -> str:
        """An instruction at the function's beginning, of what is known there; gives its name."""
        self.count += 1
        name = f"%e{self.count}"
        self.entry.append(f"  {name} = {text}")
        return name

    def n(self, value: Number) -> str:
        """A number as an operand."""
        return value if isinstance(value, str) else self.lanes.constant(value)

    def f(self, value: Flag) -> str:
        """A flag as an operand."""
        return value if isinstance(value, str) else self.lanes.boolean(value)

    # ---- numbers -----------------------------------------------------------------------

    def _arithmetic(self, name: str, a: Number, b: Number) -> Number:
        if isinstance(a, float) and isinstance(b, float) and self.lanes.real == "double":
            return _ARITHMETIC[name](a, b)
        return self.pure(f"{name} {self.number} {self.n(a)}, {self.n(b)}")

    def add(self, a: Number, b: Number) -> Number:
        """a + b."""
        return self._arithmetic("fadd", a, b)

    def sub(self, a: Number, b: Number) -> Number:
        """a - b."""
        return self._arithmetic("fsub", a, b)

    def mul(self, a: Number, b: Number) -> Number:
        """a * b."""
        return self._arithmetic("fmul", a, b)

    def div(self, a: Number, b: Number) -> Number:
        """a / b, by IEEE where b is 0."""
        if isinstance(a, float) and isinstance(b, float) and b and self.lanes.real == "double":
            return a / b
        return self.pure(f"fdiv {self.number} {self.n(a)}, {self.n(b)}")

    def neg(self, a: Number) -> Number:
        """-a."""
        return -a if isinstance(a, float) else self.pure(f"fneg {self.number} {a}")

    def _intrinsic(self, name: str, a: Number) -> str:
        size = "f64" if self.lanes.real == "double" else "f32"
        count = self.lanes.count
        full = f"llvm.{name}.{size if count == 1 else f'v{count}{size}'}"
        self.listing.declarations[full] = f"declare {self.number} @{full}({self.number})"
        return self.pure(f"call {self.number} @{full}({self.number} {self.n(a)})")

    def absolute(self, a: Number) -> Number:
        """abs a."""
        return abs(a) if isinstance(a, float) else self._intrinsic("fabs", a)

    def sqrt(self, a: Number) -> Number:
        """The root, rounded right."""
        if isinstance(a, float) and a >= 0.0 and self.lanes.real == "double":
            return math.sqrt(a)
        return self._intrinsic("sqrt", a)

    def floor(self, a: Number) -> Number:
        """The whole number at or below a, never -0; infinity stays."""
        return self.add(self._intrinsic("floor", a), 0.0)

    def larger(self, a: Number, b: Number) -> Number:
        """``max(a, b)`` as Python has it: a unless b is more."""
        return self.select(self.compare("ogt", b, a), b, a)

    def smaller(self, a: Number, b: Number) -> Number:
        """``min(a, b)`` as Python has it: a unless b is less."""
        return self.select(self.compare("olt", b, a), b, a)

    # ---- flags -------------------------------------------------------------------------

    def compare(self, how: str, a: Number, b: Number) -> Flag:
        """``olt ole ogt oge oeq`` (false for NaN) and ``une`` (true for NaN)."""
        if isinstance(a, float) and isinstance(b, float):
            return _COMPARISONS[how](a, b)
        return self.pure(f"fcmp {how} {self.number} {self.n(a)}, {self.n(b)}")

    def both(self, *flags: Flag) -> Flag:
        """All of them."""
        result: Flag = True
        for flag in flags:
            if flag is False or result is False:
                return False
            if flag is True or flag == result:
                continue
            result = flag if result is True else self.pure(f"and {self.flag} {result}, {flag}")
        return result

    def either(self, *flags: Flag) -> Flag:
        """Any of them."""
        result: Flag = False
        for flag in flags:
            if flag is True or result is True:
                return True
            if flag is False or flag == result:
                continue
            result = flag if result is False else self.pure(f"or {self.flag} {result}, {flag}")
        return result

    def invert(self, flag: Flag) -> Flag:
        """Not."""
        if isinstance(flag, bool):
            return not flag
        return self.pure(f"xor {self.flag} {flag}, {self.f(True)}")

    def any(self, flag: Flag) -> str:
        """Whether a flag holds in any lane, as an i1."""
        count = self.lanes.count
        if count == 1:
            return self.f(flag)
        bits = self.pure(f"bitcast {self.flag} {self.f(flag)} to i{count}")
        return self.pure(f"icmp ne i{count} {bits}, 0")

    def select(self, flag: Flag, a: Number, b: Number) -> Number:
        """a where the flag holds, else b."""
        if isinstance(flag, bool):
            return a if flag else b
        if isinstance(a, str) and a == b:
            return a
        kind = self.number
        return self.pure(f"select {self.flag} {flag}, {kind} {self.n(a)}, {kind} {self.n(b)}")

    def select_flag(self, flag: Flag, a: Flag, b: Flag) -> Flag:
        """The same for flags."""
        if isinstance(flag, bool):
            return a if flag else b
        if isinstance(a, bool) and isinstance(b, bool):
            return a if a == b else (flag if a else self.invert(flag))
        if a == b:
            return a
        kind = self.flag
        return self.pure(f"select {kind} {flag}, {kind} {self.f(a)}, {kind} {self.f(b)}")

    def number_of(self, flag: Flag) -> Number:
        """1 or 0."""
        if isinstance(flag, bool):
            return float(flag)
        return self.pure(f"uitofp {self.flag} {flag} to {self.number}")

    # ---- what is known -----------------------------------------------------------------

    def known(self, key: Hashable) -> Any:
        """What was found under a key and still holds here, or None."""
        for scope in reversed(self.stacks[-1]):
            found = scope.get(key)
            if found is not None:
                return found
        return None

    def learn(self, key: Hashable, value: Any) -> None:
        """Remember what was found while this part lasts."""
        self.stacks[-1][-1][key] = value

    def forget(self, key: Hashable) -> None:
        """It holds no longer, here and in the parts around."""
        for stack in self.stacks:
            for scope in stack:
                scope.pop(key, None)
