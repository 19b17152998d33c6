"""A function being written: instructions with control flow around them.

Control flow is nested: ``when``, ``loop`` and ``override``. Where there are several lanes a part
runs if any lane needs it, under a mask of those that do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from behave.native.instructions import WORD, Instructions
from behave.native.lanes import Flag, Lanes, Number
from behave.native.listing import PURE, Listing

JUMP = 40
"""What a jump that is not foreseen costs several lanes, in simple instructions."""

_COSTS = {"fdiv": 8, "sqrt": 8, "call fastcc": 30, "call preserve_allcc": 30, "br i1": 10}


def _cost(line: str) -> int:
    """What a line costs, in simple instructions."""
    return next((cost for name, cost in _COSTS.items() if name in line), 1)


class Body(Instructions):
    """A function being written. ``mask`` holds for the lanes in which the code now runs.

    Leaving a part forgets what was found inside it. ``lasting`` has places that keep something
    for the whole call.
    """

    def __init__(self, listing: Listing, lanes: Lanes) -> None:
        super().__init__(listing, lanes)
        self.label = "start"
        self.mask: Flag = True
        self.lasting: dict[Hashable, list[str]] = {}

    # ---- control -----------------------------------------------------------------------

    def labels(self, *names: str) -> list[str]:
        """New labels."""
        self.count += 1
        return [f"{name}{self.count}" for name in names]

    def jump(self, label: str) -> None:
        """Go on elsewhere."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str, rare: bool = False) -> None:
        """Go on at one of two labels, the first one seldom; ``condition`` is an i1."""
        often = f", !prof {self.listing.seldom()}" if rare else ""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}{often}")

    def start(self, label: str) -> None:
        """What follows stands at a label."""
        self.lines.append(f"{label}:")
        self.label = label

    def when(
        self,
        flag: Flag,
        run: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
        rare: bool = False,
    ) -> None:
        """Run a part in the lanes in which a flag holds, another in the others.

        Several lanes jump over a part only where it costs more than a jump that the processor
        has not foreseen; always over a ``rare`` one.
        """
        if isinstance(flag, bool):
            if flag:
                run()
            elif otherwise is not None:
                otherwise()
        elif self.lanes.count == 1:
            self._when_one(flag, run, otherwise)
        else:
            self._when_any(flag, run, rare)
            if otherwise is not None:
                self._when_any(self.invert(flag), otherwise, False)

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

    def _when_any(self, flag: Flag, run: Callable[[], None], rare: bool) -> None:
        mask = self.both(self.mask, flag)
        inside, after = self.labels("when", "after")
        begun = self._jump_over(self.any(mask), inside, after, rare)
        learned: dict[Any, Any] = {}

        def part() -> None:
            run()
            learned.update(self.stacks[-1][-1])

        self._inside(mask, part)
        if not rare and self._run_through(begun, inside):
            self._keep(learned)
        self.jump(after)
        self.start(after)

    def _jump_over(self, condition: str, inside: str, after: str, rare: bool) -> int:
        """Begin a part that may be jumped over; gives the place of the jump."""
        self.branch(condition, inside, after, rare)
        self.start(inside)
        return len(self.lines) - 2

    def _run_through(self, begun: int, inside: str) -> bool:
        """Whether a part is cheaper than the jump over it, which then is none any more."""
        if sum(map(_cost, self.lines[begun + 2 :])) > JUMP:
            return False
        self.lines[begun] = f"  br label %{inside}"
        return True

    def _keep(self, learned: dict[Any, Any]) -> None:
        """Keep what a part that is never jumped over has found.

        What was stored holds in every lane; what was worked out holds in those of the mask, but
        for single instructions.
        """
        for key, value in learned.items():
            if isinstance(key, str) or key[0] == WORD:
                self.learn(key, value)

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
        self,
        flag: Flag,
        base: Sequence[Number | Flag],
        kinds: str,
        run: Callable[[], Any],
        rare: bool = False,
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
        before = self.label
        begun = self._jump_over(self.any(flag if inner is True else inner), inside, after, rare)
        learned: dict[Any, Any] = {}

        def chosen() -> list[str]:
            found = list(run())
            if self.lanes.count > 1:
                pick: Any = {"n": self.select, "f": self.select_flag}
                triples = zip(kinds, found, base, strict=True)
                found = [pick[kind](flag, new, old) for kind, new, old in triples]
            learned.update(self.stacks[-1][-1])
            return self._operands(kinds, found)

        end = self._inside(inner, chosen)
        last = self.label
        always = self.lanes.count > 1 and not rare and self._run_through(begun, inside)
        if always:
            self._keep(learned)
        self.jump(after)
        self.start(after)
        if always:
            return list(end)
        types = {"n": self.number, "f": self.flag}
        return [
            self.let(f"phi {types[kind]} [ {old}, %{before} ], [ {new}, %{last} ]")
            for kind, old, new in zip(kinds, start, end, strict=True)
        ]

    def _operands(self, kinds: str, values: Sequence[Any]) -> list[str]:
        pairs = zip(kinds, values, strict=True)
        return [self.n(value) if kind == "n" else self.f(value) for kind, value in pairs]

    # ---- places and functions ----------------------------------------------------------

    def place(self, kind: str) -> str:
        """A word of memory of this call's own; gives its address."""
        return self.first(f"alloca {kind}")

    def call(
        self, name: str, results: str, arguments: Sequence[Number], way: str = "fastcc"
    ) -> list[Any]:
        """Call a formula that was written; ``results`` as in ``override``, ``way`` LLVM's name of
        a calling convention."""
        given = ", ".join(f"{self.number} {self.n(a)}" for a in arguments)
        if self.lanes.count > 1:
            given += f", {self.flag} {self.f(self.mask)}"
        made = self.pure(f"call {way} {self.types(results)} @{name}({given})")
        return self.unpacked(results, made)

    def types(self, kinds: str) -> str:
        """The type of what a function with such results gives."""
        named = [self.number if kind == "n" else self.flag for kind in kinds]
        return named[0] if len(named) == 1 else "{ " + ", ".join(named) + " }"

    def unpacked(self, kinds: str, made: str) -> list[str]:
        """The results of a call."""
        if len(kinds) == 1:
            return [made]
        whole = self.types(kinds)
        return [self.pure(f"extractvalue {whole} {made}, {n}") for n in range(len(kinds))]

    def packed(self, kinds: str, values: Sequence[Any]) -> str:
        """Results as one value to return."""
        texts = self._operands(kinds, values)
        if len(kinds) == 1:
            return texts[0]
        whole, value = self.types(kinds), "poison"
        for place, text in enumerate(texts):
            part = f"{self.types(kinds[place])} {text}"
            value = self.let(f"insertvalue {whole} {value}, {part}, {place}")
        return value

    def give(
        self,
        name: str,
        count: int,
        results: str,
        found: Sequence[Any],
        rare: bool = False,
        way: str = "fastcc",
    ) -> None:
        """End a formula of ``count`` numbers ``%a0 …`` with its results and list it."""
        given = ", ".join(f"{self.number} %a{n}" for n in range(count))
        if self.lanes.count > 1:
            given += f", {self.flag} %mask"
        kind = self.types(results)
        self.do(f"ret {kind} {self.packed(results, found)}")
        how = f"cold noinline {PURE}" if rare else PURE
        self.close(f"define internal {way} {kind} @{name}({given}) {how}", name)

    def close(self, head: str, name: str) -> None:
        """List the function under its head."""
        first = [*self.entry, "  br label %start", "start:"]
        self.listing.functions[name] = "\n".join((f"{head} {{", *first, *self.lines, "}"))
