"""What a built-in accepts and gives: kinds with dimension variables, and how they are bound."""

from __future__ import annotations

from behave.kinds import Base, Kind
from behave.record import Record
from behave.units import LENGTH, PLAIN, Dimension


class Accepts(Record):
    """A pattern over kinds.

    ``dimension`` is a fixed dimension, a letter (every use of the letter must agree) or None
    (any). A point passes where a vec in metres does, and the other way round.
    """

    bases: tuple[Base, ...]
    dimension: Dimension | str | None = None

    def describe(self) -> str:
        """For messages: ``a length``, ``a point``, ``a number``, ``a vec``."""
        base = self.bases[0]
        if isinstance(self.dimension, Dimension):
            return Kind(base, self.dimension).noun
        return {Base.NUMBER: "a number", Base.VEC: "a vec"}.get(base, Kind(base).noun)


def number(dimension: Dimension | str | None = None) -> Accepts:
    """A number; with a letter, numbers of one and the same dimension."""
    return Accepts((Base.NUMBER,), dimension)


def vec(dimension: Dimension | str | None = None) -> Accepts:
    """A vec or point with components of a dimension."""
    return Accepts((Base.VEC, Base.POINT), dimension)


POINT = Accepts((Base.POINT, Base.VEC), LENGTH)
ROTATION = Accepts((Base.ROTATION,))
BOOL = Accepts((Base.BOOL,))


class Parameter(Record):
    """A parameter of a built-in. ``positional`` ones may also be named; others must be.

    A missing optional argument is filled from ``default`` (a plain or SI number, a bool, a
    vec as a tuple) or left out where that is None.
    """

    name: str
    accepts: Accepts
    positional: bool = True
    required: bool = True
    default: float | bool | tuple[float, ...] | None = None


Bindings = dict[str, Dimension]


class Mismatch(Record):
    """A kind that a pattern does not take: what was wanted, and the dimension if only that
    is wrong.
    """

    wanted: str
    dimension: Dimension | None


def bind(accepts: Accepts, kind: Kind, bindings: Bindings) -> Mismatch | None:
    """Match a kind against a pattern, adding to the bindings; None where it fits."""
    if kind.base not in accepts.bases:
        return Mismatch(accepts.describe(), None)
    wanted = accepts.dimension
    if wanted is None:
        return None
    if isinstance(wanted, str):
        wanted = bindings.setdefault(wanted, kind.dimension)
    if kind.base in (Base.NUMBER, Base.VEC, Base.POINT) and kind.dimension != wanted:
        base = Base.NUMBER if kind.base is Base.NUMBER else Base.VEC
        return Mismatch(Kind(base, wanted).noun, wanted)
    return None


class Gives(Record):
    """The kind of a result: a base and a dimension, a letter's, or a product of letters."""

    base: Base
    dimension: Dimension | str = PLAIN

    def kind(self, bindings: Bindings) -> Kind:
        """The kind under the bindings of the arguments."""
        if isinstance(self.dimension, Dimension):
            return Kind(self.base, self.dimension)
        total = PLAIN
        for letter in self.dimension.split("*"):
            total = total * bindings.get(letter, PLAIN)
        return Kind(self.base, total)
