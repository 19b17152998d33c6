"""Guards that say *this point is in a ring sector*, recognised by what they compare.

A guard is one where an angle between two vecs about up and the length of the second are both
bounded in one conjunction: ``abs(signed_angle(home, seen, about: up)) <= A and length(seen) in
r .. R`` with ``seen = flat(point - origin)``. Nothing else in a file says so; no drawing code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from behave.ir.ops import Op
from behave.ir.values import Node
from behave.kinds import Base

_BELOW, _ABOVE = (Op.LE, Op.LT), (Op.GE, Op.GT)
UP = (0.0, 1.0, 0.0)


@dataclass(frozen=True, eq=False)
class SectorNodes:
    """The parts of a guard: the sector's axis, half angle, radii (inner None: 0) and origin; the
    point asked about, and the whole guard."""

    axis: Node
    half: Node
    inner: Node | None
    outer: Node
    origin: Node
    point: Node
    guard: Node


def ring_sector(guard: Node) -> SectorNodes | None:
    """The ring sector a guard asks about; None where it asks something else."""
    atoms = list(_conjuncts(guard))
    for atom in atoms:
        angle = _angle(atom)
        if angle is None:
            continue
        axis, seen = angle.args[0], angle.args[1]
        bounds = [
            a
            for a in atoms
            if a.op in _BELOW + _ABOVE and a.args[0].op is Op.LENGTH
            and same(a.args[0].args[0], seen)
        ]  # fmt: skip
        outer = next((a.args[1] for a in bounds if a.op in _BELOW), None)
        inner = next((a.args[1] for a in bounds if a.op in _ABOVE), None)
        between = _difference(seen)
        if outer is not None and between is not None:
            point, origin = between.args
            return SectorNodes(axis, atom.args[1], inner, outer, origin, point, guard)
    return None


def same_sector(one: SectorNodes, two: SectorNodes) -> bool:
    """Whether two guards ask about the same sector and point."""
    pairs = ((one.axis, two.axis), (one.half, two.half), (one.outer, two.outer))
    places = ((one.origin, two.origin), (one.point, two.point))
    return all(same(a, b) for a, b in (*pairs, *places))


def same(one: Node, two: Node) -> bool:
    """Whether two trees compute the same."""
    if one is two:
        return True
    if one.op is not two.op or one.data != two.data or len(one.args) != len(two.args):
        return False
    return all(same(a, b) for a, b in zip(one.args, two.args, strict=True))


def _conjuncts(node: Node) -> Iterator[Node]:
    if node.op is Op.AND:
        for argument in node.args:
            yield from _conjuncts(argument)
    else:
        yield node


def _angle(atom: Node) -> Node | None:
    """The angle an atom bounds from above on both sides."""
    if atom.op not in _BELOW:
        return None
    inner = atom.args[0]
    if inner.op is Op.ABS and inner.args[0].op is Op.SIGNED_ANGLE:
        signed = inner.args[0]
        upright = signed.args[2].op is Op.CONST and signed.args[2].data == UP
        return signed if upright else None
    return inner if inner.op is Op.VANGLE else None


def _difference(node: Node) -> Node | None:
    """The first difference of two points in a tree."""
    if node.op is Op.VSUB and all(a.kind.base is Base.POINT for a in node.args):
        return node
    for argument in node.args:
        found = _difference(argument)
        if found is not None:
            return found
    return None
