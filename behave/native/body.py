"""Instructions of one function, written as text in the order they run.

Numbers and flags are constants of Python or names of instructions; what only constants go into is
worked out here. Every instruction is one IEEE operation: nothing may be joined or reordered.
Control flow is nested: ``when``, ``loop`` and ``override``. Where there are several lanes a part
runs if any lane needs it, under a mask of those that do.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from behave.native.lanes import Flag, Lanes, Number
from behave.native.listing import PURE, Listing

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


class Body:
    """A function being written. ``mask`` holds for the lanes in which the code now runs.

    ``known`` remembers what instructions that ran for certain have found; leaving a part forgets
    what was found inside it.
    """

    def __init__(self, listing: Listing, lanes: Lanes) -> None:
        self.listing, self.lanes = listing, lanes
        self.number, self.flag = lanes.vector(lanes.real), lanes.vector("i1")
        self.whole = lanes.vector("i64")
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.count = 0
        self.label = "start"
        self.mask: Flag = True
        self.stacks: list[list[dict[Hashable, Any]]] = [[{}]]

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

    # ---- control -----------------------------------------------------------------------

    def labels(self, *names: str) -> list[str]:
        """New labels."""
        self.count += 1
        return [f"{name}{self.count}" for name in names]

    def jump(self, label: str) -> None:
        """Go on elsewhere."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Go on at one of two labels; ``condition`` is an i1."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def start(self, label: str) -> None:
        """What follows stands at a label."""
        self.lines.append(f"{label}:")
        self.label = label

    def when(
        self,
        flag: Flag,
        run: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        branch: bool = True,
    ) -> None:
        """Run a part in the lanes in which a flag holds, another in the others.

        Without ``branch`` several lanes never jump over them, for parts cheaper than the jump.
        """
        if isinstance(flag, bool):
            if flag:
                run()
            elif otherwise is not None:
                otherwise()
        elif self.lanes.count == 1:
            self._when_one(flag, run, otherwise)
        else:
            self._when_any(flag, run, branch)
            if otherwise is not None:
                self._when_any(self.invert(flag), otherwise, True)

    def _when_one(
        self, flag: str, run: Callable[[], None], otherwise: Callable[[], None] | None
    ) -> None:
        inside, other, after = self.labels("when", "else", "after")
        self.branch(flag, inside, after if otherwise is None else other)
        for label, part in ((inside, run), (other, otherwise)):
            if part is not None:
                self.start(label)
                self._inside(self.mask, part)
                self.jump(after)
        self.start(after)

    def _when_any(self, flag: Flag, run: Callable[[], None], branch: bool) -> None:
        mask = self.both(self.mask, flag)
        if not branch:
            outer, self.mask = self.mask, mask
            run()
            self.mask = outer
            return
        inside, after = self.labels("when", "after")
        self.branch(self.any(mask), inside, after)
        self.start(inside)
        self._inside(mask, run)
        self.jump(after)
        self.start(after)

    def _inside(self, mask: Flag, run: Callable[[], Any]) -> Any:
        """Write a part that may not run, under a mask; what it learns is forgotten."""
        outer, self.mask = self.mask, mask
        self.stacks[-1].append({})
        found = run()
        self.stacks[-1].pop()
        self.mask = outer
        return found

    def loop(self, condition: Callable[[], Flag], run: Callable[[], None]) -> None:
        """Run a part as long as a condition holds, worked out anew before each turn."""
        again, inside, after = self.labels("loop", "turn", "done")
        self.jump(again)
        self.stacks.append([{}])
        self.start(again)
        flag = condition()
        inner: Flag = True if self.lanes.count == 1 else self.both(self.mask, flag)
        self.branch(self.any(flag if inner is True else inner), inside, after)
        self.start(inside)
        self._inside(inner, run)
        self.jump(again)
        self.stacks.pop()
        self.start(after)

    def override(
        self, flag: Flag, base: Sequence[Number | Flag], kinds: str, run: Callable[[], Any]
    ) -> list[Any]:
        """``run()`` in the lanes in which a flag holds, ``base`` in the others.

        ``kinds`` has an ``n`` for each number and an ``f`` for each flag of the results. The part
        is passed over where no lane needs it.
        """
        if isinstance(flag, bool):
            return list(run() if flag else base)
        inner: Flag = True if self.lanes.count == 1 else self.both(self.mask, flag)
        inside, after = self.labels("more", "joined")
        start = self._operands(kinds, base)
        self.branch(self.any(flag if inner is True else inner), inside, after)
        before = self.label
        self.start(inside)

        def chosen() -> list[str]:
            found = list(run())
            if self.lanes.count > 1:
                pick: Any = {"n": self.select, "f": self.select_flag}
                triples = zip(kinds, found, base, strict=True)
                found = [pick[kind](flag, new, old) for kind, new, old in triples]
            return self._operands(kinds, found)

        end = self._inside(inner, chosen)
        last = self.label
        self.jump(after)
        self.start(after)
        types = {"n": self.number, "f": self.flag}
        return [
            self.let(f"phi {types[kind]} [ {old}, %{before} ], [ {new}, %{last} ]")
            for kind, old, new in zip(kinds, start, end, strict=True)
        ]

    def _operands(self, kinds: str, values: Sequence[Any]) -> list[str]:
        pairs = zip(kinds, values, strict=True)
        return [self.n(value) if kind == "n" else self.f(value) for kind, value in pairs]

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

    # ---- places and functions ----------------------------------------------------------

    def place(self, kind: str) -> str:
        """A word of memory of this call's own; gives its address."""
        return self.first(f"alloca {kind}")

    def call(self, name: str, results: str, arguments: Sequence[Number]) -> list[Any]:
        """Call a formula that ``formulas`` has written; ``results`` as in ``override``."""
        types = {"n": self.number, "f": self.flag}
        given = ", ".join(f"{self.number} {self.n(a)}" for a in arguments)
        if len(results) == 1:
            return [self.pure(f"call fastcc {types[results]} @{name}({given})")]
        kind = "{ " + ", ".join(types[r] for r in results) + " }"
        made = self.pure(f"call fastcc {kind} @{name}({given})")
        return [self.pure(f"extractvalue {kind} {made}, {n}") for n in range(len(results))]

    def give(self, name: str, count: int, results: str, found: Sequence[Any]) -> None:
        """End a formula of ``count`` numbers ``%a0 …`` with its results and list it."""
        types = {"n": self.number, "f": self.flag}
        given = ", ".join(f"{self.number} %a{n}" for n in range(count))
        texts = self._operands(results, found)
        kind = types[results[0]]
        value = texts[0]
        if len(results) > 1:
            kind = "{ " + ", ".join(types[r] for r in results) + " }"
            value = "poison"
            for place, text in enumerate(texts):
                part = f"{types[results[place]]} {text}"
                value = self.let(f"insertvalue {kind} {value}, {part}, {place}")
        self.do(f"ret {kind} {value}")
        self.close(f"define internal fastcc {kind} @{name}({given}) {PURE}", name)

    def close(self, head: str, name: str) -> None:
        """List the function under its head."""
        first = [*self.entry, "  br label %start", "start:"]
        self.listing.functions[name] = "\n".join((f"{head} {{", *first, *self.lines, "}"))
