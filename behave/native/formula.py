"""A formula written once for each width and called from wherever it is used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from behave.native.body import Body
from behave.native.lanes import Lanes, Number
from behave.native.listing import Listing

Write = Callable[..., Sequence[Any]]

KEEPS = sys.platform.startswith("linux")
"""Whether code may call functions that leave all registers as they were."""


@dataclass(frozen=True)
class Formula:
    """A function of the module: ``count`` numbers in, ``results`` (``n``, ``f``) out."""

    write: Write
    count: int
    results: str
    rare: bool = False

    def listed(self, listing: Listing, lanes: Lanes) -> str:
        """Its name in a module; it is written there when it is first asked for."""
        name = f"{self.write.__name__}.{lanes.real}.{lanes.count}"
        if name not in listing.begun:
            listing.begun.add(name)
            own = Body(listing, lanes)
            own.mask = True if lanes.count == 1 else "%mask"
            found = self.write(own, *(f"%a{n}" for n in range(self.count)))
            own.give(name, self.count, self.results, found, self.rare, self._way(lanes))
        return name

    def _way(self, lanes: Lanes) -> str:
        """How it is called: a rare one of lanes by what costs its caller nothing where it is not
        called, for what the caller holds in vectors stays there."""
        return "preserve_allcc" if self.rare and lanes.masks and KEEPS else "fastcc"

    def __call__(self, body: Body, *arguments: Number) -> list[Any]:
        """Write a call of it."""
        name = self.listed(body.listing, body.lanes)
        return body.call(name, self.results, arguments, self._way(body.lanes))


def formula(count: int, results: str, rare: bool = False) -> Callable[[Write], Formula]:
    """Make a function of a body and ``count`` numbers a formula; a rare one is kept apart."""
    return lambda write: Formula(write, count, results, rare)


def outside(body: Body, name: str, *arguments: Number) -> Number:
    """A function of the maths library, in each lane of the mask for itself; always in double."""
    count, real = body.lanes.count, body.lanes.real
    full = body.listing.outside(name, len(arguments))
    given = [body.n(a) for a in arguments]
    if count == 1:
        return _one(body, full, real, given)
    result = body.lanes.constant(0.0)
    for lane in range(count):
        result = _in_lane(body, lane, result, full, given)
    return result


def _in_lane(body: Body, lane: int, before: str, full: str, given: Sequence[str]) -> str:
    """The vector before with one lane's result in it, where the lane is in the mask."""
    kind, real = body.number, body.lanes.real
    inside, after = body.labels("lane", "next")
    came = body.label
    mask = f"{body.lanes.vector('i1')} {body.bits_of(body.mask)}"
    body.branch(body.let(f"extractelement {mask}, i64 {lane}"), inside, after)
    body.start(inside)
    parts = [body.let(f"extractelement {kind} {text}, i64 {lane}") for text in given]
    value = _one(body, full, real, parts)
    changed = body.let(f"insertelement {kind} {before}, {real} {value}, i64 {lane}")
    body.jump(after)
    body.start(after)
    return body.let(f"phi {kind} [ {before}, %{came} ], [ {changed}, %{inside} ]")


def _one(body: Body, full: str, real: str, given: Sequence[str]) -> str:
    if real != "double":
        given = [body.let(f"fpext {real} {text} to double") for text in given]
    value = body.let(f"call double @{full}({', '.join(f'double {text}' for text in given)})")
    return value if real == "double" else body.let(f"fptrunc double {value} to {real}")


@formula(2, "n")
def remainder(body: Body, a: Number, b: Number) -> Sequence[Number]:
    """The floored remainder with the sign of b, as Python's ``%``; b is not 0."""
    rest = outside(body, "fmod", a, b)
    nothing = body.compare("oeq", rest, 0.0)
    below = body.compare("olt", b, 0.0)
    differ = body.either(
        body.both(below, body.compare("oge", rest, 0.0)),
        body.both(body.invert(below), body.compare("olt", rest, 0.0)),
    )
    moved = body.select(differ, body.add(rest, b), rest)
    return [body.select(nothing, body.select(below, -0.0, 0.0), moved)]


def round_integer(body: Body, a: Number) -> Number:
    """The nearest whole number, halves to the even one."""
    magic = 6755399441055744.0 if body.lanes.real == "double" else 12582912.0
    most = 2.0**51 if body.lanes.real == "double" else 2.0**22
    near = body.compare("olt", body.absolute(a), most)
    return body.select(near, body.sub(body.add(a, magic), magic), a)


def round_to(body: Body, value: Number, step: Number) -> Number:
    """The nearest multiple of step; unchanged for step <= 0."""
    most = 2.0**51 if body.lanes.real == "double" else 2.0**22
    quotient = body.div(value, step)
    near = body.both(
        body.compare("ogt", step, 0.0), body.compare("olt", body.absolute(quotient), most)
    )
    return body.select(near, body.mul(round_integer(body, quotient), step), value)
