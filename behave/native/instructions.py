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
_PREDICATES = {"olt": 17, "ole": 18, "ogt": 30, "oge": 29, "oeq": 0, "une": 4}
"""AVX's numbers for comparisons, none of which signals."""

_ONE = 0x3FF0000000000000
"""The bits of 1."""

_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "fadd": operator.add,
    "fsub": operator.sub,
    "fmul": operator.mul,
}

_MANTISSA = 1.5 * 2.0**52
"""Added to a whole number, it leaves it in the lowest bits."""

_BIAS = 1023.0
"""What a double's exponent has on its power of two."""

_SMALLEST_NORMAL = 2.0**-1022

WORD = "word"
"""Begins the keys of what is known of memory."""


class Instructions:
    """Instructions being written. What those that ran for certain have found is remembered."""

    def __init__(self, listing: Listing, lanes: Lanes) -> None:
        self.listing, self.lanes = listing, lanes
        self.number, self.whole = lanes.vector(lanes.real), lanes.vector("i64")
        self.flag = self.whole if lanes.masks else lanes.vector("i1")
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.count = 0
        self.stacks: list[list[dict[Any, Any]]] = [[{}]]
        self.choices: dict[str, tuple[str, Number, Number]] = {}
        """What was chosen between constants: the flag, and what there is with and without it."""

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

    def chosen(self, x: Number) -> tuple[str, Number, Number] | None:
        """The flag and the two numbers, where a number is a choice between constants."""
        return self.choices.get(x) if isinstance(x, str) else None

    def _arithmetic(self, name: str, a: Number, b: Number) -> Number:
        if isinstance(a, float) and isinstance(b, float) and self.lanes.real == "double":
            return _ARITHMETIC[name](a, b)
        choice = self.chosen(a)
        if choice is not None and isinstance(b, float):
            flag, one, other = choice
            return self.select(
                flag, self._arithmetic(name, one, b), self._arithmetic(name, other, b)
            )
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

    def _intrinsic(self, name: str, *given: Number) -> str:
        size = "f64" if self.lanes.real == "double" else "f32"
        count = self.lanes.count
        full = f"llvm.{name}.{size if count == 1 else f'v{count}{size}'}"
        kinds = ", ".join([self.number] * len(given))
        self.listing.declarations[full] = f"declare {self.number} @{full}({kinds})"
        operands = ", ".join(f"{self.number} {self.n(a)}" for a in given)
        return self.pure(f"call {self.number} @{full}({operands})")

    def absolute(self, a: Number) -> Number:
        """abs a."""
        return abs(a) if isinstance(a, float) else self._intrinsic("fabs", a)

    def with_sign(self, a: Number, b: Number) -> Number:
        """``copysign(a, b)``: a's size with b's sign."""
        if isinstance(a, float) and isinstance(b, float):
            return math.copysign(a, b)
        return self._intrinsic("copysign", a, b)

    def two_to(self, n: Number) -> Number:
        """2 to a whole power from -1022 to 1023, in double: its exponent written out."""
        if isinstance(n, float):
            return math.ldexp(1.0, int(n))
        whole = self._bits(self.add(n, _MANTISSA + _BIAS))
        shifted = self.pure(f"shl {self.whole} {whole}, {self.lanes.spread('i64', '52')}")
        return self.pure(f"bitcast {self.whole} {shifted} to {self.number}")

    def split(self, x: Number) -> tuple[Number, Number]:
        """``frexp``: a number from 0.5 to below 1, and 2's power, of a finite double above 0."""
        if isinstance(x, float):
            part, exponent = math.frexp(x)
            return part, float(exponent)
        tiny = self.compare("olt", x, _SMALLEST_NORMAL)
        bits = self._bits(self.select(tiny, self.mul(x, 2.0**54), x))
        spread, whole = self.lanes.spread, self.whole
        kept = self.pure(f"and {whole} {bits}, {spread('i64', str((1 << 52) - 1))}")
        kept = self.pure(f"or {whole} {kept}, {spread('i64', str(1022 << 52))}")
        m = self.pure(f"bitcast {whole} {kept} to {self.number}")
        high = self.pure(f"lshr {whole} {bits}, {spread('i64', '52')}")
        high = self.pure(f"or {whole} {high}, {spread('i64', str(1075 << 52))}")
        power = self.sub(self.pure(f"bitcast {whole} {high} to {self.number}"), 2.0**52 + 1022.0)
        return m, self.select(tiny, self.sub(power, 54.0), power)

    def _bits(self, x: Number) -> str:
        return self.pure(f"bitcast {self.number} {self.n(x)} to {self.whole}")

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
        choice = self.chosen(a)
        if choice is not None and isinstance(b, float):
            flag, one, other = choice
            return self.select_flag(flag, self.compare(how, one, b), self.compare(how, other, b))
        if self.lanes.masks:
            found = self._outside("avx.cmp.pd.256", self.n(a), self.n(b), code=_PREDICATES[how])
            return self.pure(f"bitcast {self.number} {found} to {self.flag}")
        return self.pure(f"fcmp {how} {self.number} {self.n(a)}, {self.n(b)}")

    def _outside(self, name: str, *given: str, code: int = -1) -> str:
        """An instruction of the processor's own on vectors of numbers."""
        kinds, operands = [self.number] * len(given), [f"{self.number} {text}" for text in given]
        if code >= 0:
            kinds, operands = [*kinds, "i8"], [*operands, f"i8 {code}"]
        declared = f"declare {self.number} @llvm.x86.{name}({', '.join(kinds)})"
        self.listing.declarations[name] = declared
        return self.pure(f"call {self.number} @llvm.x86.{name}({', '.join(operands)})")

    def _as_number(self, flag: str) -> str:
        return self.pure(f"bitcast {self.flag} {flag} to {self.number}")

    def bits_of(self, flag: Flag) -> str:
        """A flag as LLVM's own."""
        if not self.lanes.masks:
            return self.f(flag)
        return self.pure(f"icmp slt {self.flag} {self.f(flag)}, zeroinitializer")

    def flag_of(self, bits: str) -> str:
        """LLVM's own as a flag."""
        if not self.lanes.masks:
            return bits
        return self.pure(f"sext {self.lanes.vector('i1')} {bits} to {self.flag}")

    @property
    def counting(self) -> str:
        """The type lanes count in: as wide as flags are, so that nothing is narrowed meanwhile."""
        return self.whole if self.lanes.masks else self.lanes.vector("i32")

    def count_of(self, flag: Flag) -> str:
        """A flag as -1 or 0 to count with."""
        if self.lanes.masks:
            return self.f(flag)
        return self.pure(f"sext {self.flag} {self.f(flag)} to {self.counting}")

    def counted(self, count: str) -> str:
        """What was counted, as 32 bits."""
        if not self.lanes.masks:
            return count
        return self.let(f"trunc {self.counting} {count} to {self.lanes.vector('i32')}")

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

    def differ(self, a: Flag, b: Flag) -> Flag:
        """Whether exactly one of two holds."""
        if isinstance(a, bool):
            a, b = b, a
        if isinstance(b, bool):
            return self.invert(a) if b else a
        return self.pure(f"xor {self.flag} {a}, {b}")

    def any(self, flag: Flag) -> str:
        """Whether a flag holds in any lane, as an i1."""
        count = self.lanes.count
        if count == 1:
            return self.f(flag)
        if self.lanes.masks:
            self.listing.declarations["movmsk"] = (
                f"declare i32 @llvm.x86.avx.movmsk.pd.256({self.number})"
            )
            mask = f"{self.number} {self._as_number(self.f(flag))}"
            bits = self.pure(f"call i32 @llvm.x86.avx.movmsk.pd.256({mask})")
            return self.pure(f"icmp ne i32 {bits}, 0")
        bits = self.pure(f"bitcast {self.flag} {self.f(flag)} to i{count}")
        return self.pure(f"icmp ne i{count} {bits}, 0")

    def select(self, flag: Flag, a: Number, b: Number) -> Number:
        """a where the flag holds, else b."""
        if isinstance(flag, bool):
            return a if flag else b
        if isinstance(a, str) and a == b:
            return a
        if self.lanes.masks:
            mask = self._as_number(flag)
            found = self._outside("avx.blendv.pd.256", self.n(b), self.n(a), mask)
        else:
            kind = self.number
            found = self.pure(f"select {self.flag} {flag}, {kind} {self.n(a)}, {kind} {self.n(b)}")
        if self.lanes.real == "double" and all(
            isinstance(part, float) or part in self.choices for part in (a, b)
        ):
            self.choices[found] = (flag, a, b)
        return found

    def select_flag(self, flag: Flag, a: Flag, b: Flag) -> Flag:
        """The same for flags."""
        if isinstance(flag, bool):
            return a if flag else b
        if isinstance(a, bool) and isinstance(b, bool):
            return a if a == b else (flag if a else self.invert(flag))
        if a == b:
            return a
        if self.lanes.masks:
            there, not_there = self.both(flag, a), self.both(self.invert(flag), b)
            return self.either(there, not_there)
        kind = self.flag
        return self.pure(f"select {kind} {flag}, {kind} {self.f(a)}, {kind} {self.f(b)}")

    def number_of(self, flag: Flag) -> Number:
        """1 or 0."""
        if isinstance(flag, bool):
            return float(flag)
        if self.lanes.masks:
            one = self.lanes.spread("i64", str(_ONE))
            return self._as_number(self.pure(f"and {self.flag} {flag}, {one}"))
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
