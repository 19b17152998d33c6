"""How wide the code is: one agent, or a vector of agents a lane each."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

Number = float | str
"""A constant, or the name of an instruction that gives a number (or a vector of them)."""

Flag = bool | str
"""The same for what is true or false."""


@dataclass(frozen=True)
class Lanes:
    """``count`` agents at once in numbers of type ``real`` (``double`` or ``float``).

    With ``masks`` flags are words of ones or zeros as wide as the numbers: what AVX compares into
    and chooses by. LLVM narrows its own flags between blocks and widens them again. Only for four
    doubles on a processor that has AVX.
    """

    count: int = 1
    real: str = "double"
    masks: bool = False
    constants: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def vector(self, kind: str) -> str:
        """The type of ``count`` values of a type."""
        return kind if self.count == 1 else f"<{self.count} x {kind}>"

    def spread(self, kind: str, text: str) -> str:
        """One constant in every lane."""
        if self.count == 1:
            return text
        return "<" + ", ".join([f"{kind} {text}"] * self.count) + ">"

    def constant(self, value: float) -> str:
        """A number as an operand, exact to the bit."""
        key = value.hex()  # tells -0 from 0
        found = self.constants.get(key)
        if found is None:
            found = self.constants[key] = self.spread(self.real, _bits(value, self.real))
        return found

    def boolean(self, value: bool) -> str:
        """A flag as an operand."""
        if self.masks:
            return self.spread("i64", "-1" if value else "0")
        return self.spread("i1", "true" if value else "false")


def _bits(value: float, real: str) -> str:
    """LLVM writes constants of both types with the bits of a double."""
    if real == "float":
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
