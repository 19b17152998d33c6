"""Boxes that satisfy formulas: a depth-first search that gives up rather than grow.

A box maps unknowns to the sets they lie in. ``search`` splits on disjunctions only and holds sums
against their terms; it may keep a box that nothing satisfies (terms that depend on each other in a
way it does not know) but never drops one that something does. So "no box" is a proof, and where it
gave up nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from behave.lint.boxes.formulas import All, Any, Atom, Formula
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.values import EVERY, NOTHING, End, Interval, Values, meet
from behave.record import Record

Box = dict[int, Values]
LIMIT = 400
"""How many steps a search takes before it gives up."""


class Outcome(Record):
    """The boxes found; ``complete``: there are no others."""

    boxes: tuple[Box, ...]
    complete: bool

    @property
    def impossible(self) -> bool:
        """Whether it is proven that nothing satisfies the formulas."""
        return self.complete and not self.boxes


def search(
    guards: Guards,
    formulas: tuple[Formula, ...],
    start: Mapping[int, Values],
    most: int = LIMIT,
    first: bool = False,
) -> Outcome:
    """All boxes (or the ``first``) inside ``start`` that satisfy every formula."""
    found: list[Box] = []
    stack: list[tuple[Box, tuple[Formula, ...], tuple[Any, ...]]] = [(dict(start), formulas, ())]
    steps = 0
    while stack:
        steps += 1
        if steps > most:
            return Outcome(tuple(found), False)
        box, todo, choices = stack.pop()
        opened = _narrowed(guards, box, todo, choices)
        if opened is None:
            continue
        if not opened:
            if _consistent(guards, box):
                found.append(box)
                if first:
                    return Outcome(tuple(found), False)
            continue
        smallest = min(range(len(opened)), key=lambda i: len(opened[i].parts))
        rest = tuple(c for i, c in enumerate(opened) if i != smallest)
        for part in reversed(opened[smallest].parts):
            stack.append((dict(box), (part,), rest))
    return Outcome(tuple(found), True)


def impossible(guards: Guards, formulas: tuple[Formula, ...], start: Mapping[int, Values]) -> bool:
    """Whether nothing inside ``start`` satisfies every formula: a proof, or False."""
    plain = _plainly_impossible(guards, formulas, start)
    if plain is not None:
        return plain
    return search(guards, formulas, start, first=True).impossible


def _plainly_impossible(
    guards: Guards, formulas: tuple[Formula, ...], start: Mapping[int, Values]
) -> bool | None:
    """The answer where there is nothing to choose and no sum to hold against its terms."""
    box: Box = {}
    pending = list(formulas)
    while pending:
        part = pending.pop()
        if isinstance(part, Any):
            return None
        if isinstance(part, All):
            pending += part.parts
            continue
        key = part.key
        if key in guards.rows:
            return None
        known = box.get(key) or start.get(key) or guards.domain(key)
        values = part.values if known is None else meet(known, part.values)
        if not values:
            return True
        box[key] = values
    return False


def _narrowed(
    guards: Guards, box: Box, todo: tuple[Formula, ...], choices: tuple[Any, ...]
) -> list[Any] | None:
    """Put what must hold into the box; the choices left open, or None where it contradicts."""
    pending: list[Formula] = [*todo]
    open_choices: list[Any] = []
    while pending:
        part = pending.pop()
        if isinstance(part, Atom):
            if not _put(guards, box, part):
                return None
        elif isinstance(part, All):
            pending += part.parts
        else:
            open_choices.append(part)
    left: list[Any] = []
    for choice in (*choices, *open_choices):
        parts = tuple(p for p in choice.parts if not _refuted(guards, box, p))
        if not parts:
            return None
        if len(parts) == 1:
            again = _narrowed(guards, box, (parts[0],), ())
            if again is None:
                return None
            left += again
        elif not any(_granted(box, p) for p in parts):
            left.append(choice if len(parts) == len(choice.parts) else Any(parts))
    return left


def _known(guards: Guards, box: Box, key: int) -> Values:
    known = box.get(key)
    if known is None:
        known = guards.domain(key)
    return EVERY if known is None else known


def _put(guards: Guards, box: Box, atom: Atom) -> bool:
    values = meet(_known(guards, box, atom.key), atom.values)
    box[atom.key] = values
    return bool(values)


def _refuted(guards: Guards, box: Box, part: Formula) -> bool:
    if isinstance(part, Atom):
        return not meet(_known(guards, box, part.key), part.values)
    if isinstance(part, All):
        return any(
            isinstance(p, Atom) and not meet(_known(guards, box, p.key), p.values)
            for p in part.parts
        )
    return False


def _granted(box: Box, part: Formula) -> bool:
    """Whether an alternative holds in the whole box already, so that the choice says nothing."""
    if not isinstance(part, Atom):
        return False
    known = box.get(part.key)
    return known is not None and meet(known, part.values) == known


def _consistent(guards: Guards, box: Box) -> bool:
    """Hold sums against their terms, and terms against their sums, a few times over."""
    sums = [key for key in box if key in guards.rows]
    for _ in range(3):
        changed = False
        for key in sums:
            outcome = _balance(guards, box, key)
            if outcome is None:
                return False
            changed = changed or outcome
        if not changed:
            break
    return True


def _balance(guards: Guards, box: Box, key: int) -> bool | None:
    """Narrow one sum and its terms; None where they contradict, else whether a term changed."""
    terms = guards.rows[key]
    ends: list[Interval] = []
    for term, factor in terms:
        values = _known(guards, box, term)
        if not values:
            return None
        ends.append(_times(values[0][0], values[-1][1], factor))
    total = (_add([e[0] for e in ends], -1.0), _add([e[1] for e in ends], 1.0))
    values = meet(_known(guards, box, key), (total,))
    if not values:
        return None
    box[key] = values
    low, high = values[0][0], values[-1][1]
    changed = False
    for position, (term, factor) in enumerate(terms):
        others = ends[:position] + ends[position + 1 :]
        least = _add([low, *[_minus(e[1]) for e in others]], -1.0)
        most = _add([high, *[_minus(e[0]) for e in others]], 1.0)
        if least[0] == -inf and most[0] == inf:
            continue
        before = _known(guards, box, term)
        after = meet(before, (_times(least, most, 1.0 / factor),))
        if after == NOTHING:
            return None
        if after != before:
            box[term] = after
            changed = True
    return changed


def _minus(end: End) -> End:
    """The end of the mirrored interval."""
    return -end[0], -end[1]


def _times(low: End, high: End, factor: float) -> Interval:
    """An interval times a factor, rounded outward unless that is exact."""
    if factor == 1.0:
        return low, high
    if factor == -1.0:
        return _minus(high), _minus(low)
    if factor < 0.0:
        low, high, factor = _minus(high), _minus(low), -factor
    return _outward(low[0] * factor, -1.0), _outward(high[0] * factor, 1.0)


def _add(ends: list[End], direction: float) -> End:
    """The sum of lower (``direction`` -1) or upper (1) ends, rounded outward unless exact."""
    total, side, exact = 0.0, 0, True
    for value, opened in ends:
        if value in (inf, -inf):
            return direction * inf, 0
        before = total
        total = before + value
        part = total - before
        exact = exact and (before - (total - part)) + (value - part) == 0.0  # Knuth's two-sum
        side = opened or side
    return (total, side) if exact else _outward(total, direction)


def _outward(value: float, direction: float) -> End:
    return value + direction * 1e-9 * (1.0 + abs(value)), 0
