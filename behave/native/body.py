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
            learned: dict[Any, Any] = {}

            def part() -> None:
                run()
                learned.update(self.stacks[-1][-1])

            self._inside(mask, part)
            # What was stored holds in every lane; what was worked out holds in those of the mask.
            for key, value in learned.items():
                if key[0] == WORD:
                    self.learn(key, value)
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

    # ---- places and functions ----------------------------------------------------------

    def place(self, kind: str) -> str:
        """A word of memory of this call's own; gives its address."""
        return self.first(f"alloca {kind}")

    def call(self, name: str, results: str, arguments: Sequence[Number]) -> list[Any]:
        """Call a formula that ``formulas`` has written; ``results`` as in ``override``."""
        given = ", ".join(f"{self.number} {self.n(a)}" for a in arguments)
        if self.lanes.count > 1:
            given += f", {self.flag} {self.f(self.mask)}"
        made = self.pure(f"call fastcc {self.types(results)} @{name}({given})")
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

    def give(self, name: str, count: int, results: str, found: Sequence[Any]) -> None:
        """End a formula of ``count`` numbers ``%a0 …`` with its results and list it."""
        given = ", ".join(f"{self.number} %a{n}" for n in range(count))
        if self.lanes.count > 1:
            given += f", {self.flag} %mask"
        kind = self.types(results)
        self.do(f"ret {kind} {self.packed(results, found)}")
        self.close(f"define internal fastcc {kind} @{name}({given}) {PURE}", name)

    def close(self, head: str, name: str) -> None:
        """List the function under its head."""
        first = [*self.entry, "  br label %start", "start:"]
        self.listing.functions[name] = "\n".join((f"{head} {{", *first, *self.lines, "}"))
