"""The instructions of a function in lanes: what is assigned where only some lanes go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from behave.jit.body import Body, Value
from behave.jit.kinds import (
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


@dataclass(eq=False)
class LanedBody(Body):
    """``mask`` are the lanes that are here, of those the function is called for; None for all.

    ``under`` is for each variable the mask it was last assigned under.
    """

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

    def flags(self, mask: str) -> str:
        """A mask as LLVM's own."""
        return self.let(f"icmp slt {MASK.llvm} {mask}, zeroinitializer")

    def some(self, mask: str) -> str:
        """Whether a mask has any lane."""
        kind = f"<{WIDTH} x i1>"
        return self.let(f"call i1 @llvm.vector.reduce.or.v{WIDTH}i1({kind} {self.flags(mask)})")

    def chosen(self, mask: str, a: Value, b: Value) -> Value:
        """``a`` in the lanes of a mask, ``b`` in the others."""
        kind = varied(join(a.kind, b.kind))
        if kind is None:
            raise NotCompiled("only floats and bools may differ between lanes")
        flags = self.flags(mask)
        pairs = zip(parts_of(kind), self.cast(a, kind).parts, self.cast(b, kind).parts, strict=True)
        parts = [
            self.let(f"select <{WIDTH} x i1> {flags}, {part} {x}, {part} {y}")
            for part, x, y in pairs
        ]
        return Value(kind, tuple(parts))

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
