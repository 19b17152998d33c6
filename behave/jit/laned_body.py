"""The instructions of a function in lanes: what is assigned where only some lanes go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from behave.jit.body import Body, Value
from behave.jit.kinds import (
    LANES,
    MASK,
    WIDTH,
    NotCompiled,
    join,
    parts_of,
    varied,
)

GIVEN = "%given"
"""The lanes a function is called for; what the others come to is nobody's concern."""

EVERY = f"<{', '.join(['i64 -1'] * WIDTH)}>"
NONE = Value(MASK, ("zeroinitializer",))

_FOUR = "<4 x double>"
_PREDICATES = {"olt": 17, "ole": 18, "ogt": 30, "oge": 29, "oeq": 0, "une": 4}
"""AVX's numbers for comparisons, none of which signals."""
AVX = (
    f"declare {_FOUR} @llvm.x86.avx.cmp.pd.256({_FOUR}, {_FOUR}, i8)",
    f"declare {_FOUR} @llvm.x86.avx.blendv.pd.256({_FOUR}, {_FOUR}, {_FOUR})",
    f"declare i32 @llvm.x86.avx.movmsk.pd.256({_FOUR})",
)
"""What a module declares to use them."""


@dataclass(eq=False)
class LanedBody(Body):
    """``mask`` are the lanes that are here, of those the function is called for; None for all.
    ``under`` is for each variable the mask it was last assigned under, ``counters`` are those of
    loops, and ``gone`` those that hold in some lanes only.

    ``avx`` is whether the processor has AVX: there masks are made and used by its own instructions,
    for LLVM would narrow its flags between blocks and widen them again.
    """

    avx: bool = False
    mask: str | None = None
    under: dict[str, str | None] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)

    def active(self) -> str:
        """The lanes that are here of those that matter."""
        return GIVEN if self.mask is None else self.both(GIVEN, self.mask)

    def both(self, mask: str | None, other: str) -> str:
        """The lanes in two masks."""
        return other if mask is None else self.let(f"and {MASK.llvm} {mask}, {other}")

    def without(self, mask: str | None, other: str) -> str:
        """The lanes in the first mask only."""
        return self.both(mask, self.let(f"xor {MASK.llvm} {other}, {EVERY}"))

    def compared(self, word: str, x: str, y: str) -> str:
        """Whether numbers compare so, as a mask; ``word`` as LLVM has it."""
        if not self.avx:
            flags = self.let(f"fcmp {word} {LANES.llvm} {x}, {y}")
            return self.let(f"sext <{WIDTH} x i1> {flags} to {MASK.llvm}")
        words = [self.let(f"bitcast {LANES.llvm} {each} to {MASK.llvm}") for each in (x, y)]
        parts = [self._halves(each) for each in words]
        found = []
        for a, b in zip(*parts, strict=True):
            given = f"{_FOUR} {a}, {_FOUR} {b}, i8 {_PREDICATES[word]}"
            found.append(self.let(f"call {_FOUR} @llvm.x86.avx.cmp.pd.256({given})"))
        return self._joined(found)

    def some(self, mask: str) -> str:
        """Whether a mask has any lane."""
        if not self.avx:
            kind = f"<{WIDTH} x i1>"
            flags = self.let(f"icmp slt {MASK.llvm} {mask}, zeroinitializer")
            return self.let(f"call i1 @llvm.vector.reduce.or.v{WIDTH}i1({kind} {flags})")
        a, b = self._halves(mask)
        whole = [self.let(f"bitcast {_FOUR} {each} to <4 x i64>") for each in (a, b)]
        both = self.let(f"or <4 x i64> {whole[0]}, {whole[1]}")
        real = self.let(f"bitcast <4 x i64> {both} to {_FOUR}")
        bits = self.let(f"call i32 @llvm.x86.avx.movmsk.pd.256({_FOUR} {real})")
        return self.let(f"icmp ne i32 {bits}, 0")

    def _halves(self, whole: str) -> tuple[str, str]:
        """The halves of a word a lane, in what AVX holds, as numbers."""
        real = self.let(f"bitcast {MASK.llvm} {whole} to {LANES.llvm}")
        first, second = (
            self.let(f"shufflevector {LANES.llvm} {real}, {LANES.llvm} poison, <4 x i32> <{at}>")
            for at in ("i32 0, i32 1, i32 2, i32 3", "i32 4, i32 5, i32 6, i32 7")
        )
        return first, second

    def _joined(self, parts: list[str]) -> str:
        places = ", ".join(f"i32 {k}" for k in range(WIDTH))
        given = f"{_FOUR} {parts[0]}, {_FOUR} {parts[1]}, <{WIDTH} x i32> <{places}>"
        real = self.let(f"shufflevector {given}")
        return self.let(f"bitcast {LANES.llvm} {real} to {MASK.llvm}")

    def chosen(self, mask: str, a: Value, b: Value) -> Value:
        """``a`` in the lanes of a mask, ``b`` in the others."""
        kind = varied(join(a.kind, b.kind))
        if kind is None:
            raise NotCompiled("only floats and bools may differ between lanes")
        pairs = zip(parts_of(kind), self.cast(a, kind).parts, self.cast(b, kind).parts, strict=True)
        return Value(kind, tuple(self._chosen(mask, part, x, y) for part, x, y in pairs))

    def _chosen(self, mask: str, part: str, x: str, y: str) -> str:
        if not self.avx:
            flags = self.let(f"icmp slt {MASK.llvm} {mask}, zeroinitializer")
            return self.let(f"select <{WIDTH} x i1> {flags}, {part} {x}, {part} {y}")
        words = [
            self.let(f"bitcast {part} {each} to {MASK.llvm}") if part != MASK.llvm else each
            for each in (x, y)
        ]
        found = []
        for a, b, m in zip(*map(self._halves, (*words, mask)), strict=True):
            given = f"{_FOUR} {b}, {_FOUR} {a}, {_FOUR} {m}"
            found.append(self.let(f"call {_FOUR} @llvm.x86.avx.blendv.pd.256({given})"))
        whole = self._joined(found)
        return whole if part == MASK.llvm else self.let(f"bitcast {MASK.llvm} {whole} to {part}")

    def load(self, name: str) -> Value:
        """A variable's value."""
        if name in self.gone:
            raise NotCompiled(f"{name} may differ between lanes here, and is whole or an array")
        return super().load(name)

    def store(self, name: str, value: Value) -> None:
        """Assign a variable in the lanes that are here."""
        kind = varied(value.kind)
        if self.mask is None or kind is None:
            self._same(name, value)
            return
        before = self.kinds.get(name)
        kind = kind if before is None else join(before, kind)
        self.widened = self.widened or before not in (None, kind)
        self.kinds[name] = kind
        self.under.setdefault(name, None)
        old = self.load(name)
        super().store(name, self.chosen(self.mask, self.cast(value, kind), old))

    def _same(self, name: str, value: Value) -> None:
        """Assign what is the same in all lanes that are here."""
        if (
            self.mask is not None
            and name in self.under
            and name not in self.counters | self.gone
            and self.under[name] != self.mask
        ):
            raise NotCompiled(f"{name} would differ between lanes, and is whole or an array")
        self.under[name] = self.mask
        self.gone.discard(name)
        super().store(name, value)

    def leave(self, before: Mapping[str, str | None]) -> None:
        """Forget what was assigned since and is the same in some lanes only."""
        for name, mask in self.under.items():
            new = name not in before or before[name] != mask
            if new and varied(self.kinds[name]) is None:
                self.gone.add(name)
