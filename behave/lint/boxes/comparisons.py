"""Comparisons as atoms: one unknown in a set, or a sum of unknowns in an interval.

A comparison of numbers is moved to one side and added up. With one unknown left it says where
that lies; with several their sum is an unknown of its own (a row), which the search holds against
its terms. Arithmetic of floats rounds: where a bound did not stand in the file as it is, the set
is widened by more than any rounding, and the comparison itself becomes a further unknown, so that
it still contradicts its own negation.
"""

from __future__ import annotations

from math import inf

from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Group, Node
from behave.kinds import Base
from behave.lint.boxes.domains import Domains
from behave.lint.boxes.formulas import ALWAYS, NEVER, Atom, Formula, every, literal
from behave.lint.boxes.identity import Identities
from behave.lint.boxes.values import (
    EVERY,
    NOTHING,
    Values,
    above,
    below,
    between,
    complement,
    holds,
    meet,
    point,
    widened,
)

_NEGATED = {
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
}
_MIRRORED = {Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE, Op.EQ: Op.EQ, Op.NE: Op.NE}
_DEEPEST = 60
_SLACK = 1e-9
_MOST_TERMS = 8


class Sum:
    """``constant`` plus factor · unknown for each term; ``bare``: it is one of these alone."""

    __slots__ = ("bare", "constant", "terms")

    def __init__(self, terms: dict[int, float], constant: float, bare: bool) -> None:
        self.terms = terms
        self.constant = constant
        self.bare = bare


class Comparisons:
    """Makes atoms; keeps what each unknown is (``node_of``), can be, and is the sum of.

    With a ``base`` of the same identities, what unknowns are is kept together with it.
    """

    def __init__(
        self,
        behavior: BehaviorProgram,
        domains: Domains,
        identities: Identities,
        base: Comparisons | None = None,
    ) -> None:
        self._behavior = behavior
        self._domains = domains
        self._identities = identities
        self._sums: dict[int, tuple[Node, Sum]] = {}
        self.domains_of: dict[int, Values] = {}
        self.node_of: dict[int, Node] = {} if base is None else base.node_of
        self.rows: dict[int, tuple[tuple[int, float], ...]] = {} if base is None else base.rows
        self._timers: set[int] = set() if base is None else base._timers
        self._echoes: set[int] = set() if base is None else base._echoes
        self._edges: dict[int, set[float]] = {} if base is None else base._edges

    def counts(self, key: int) -> bool:
        """Whether an unknown is a timer of a state or of the behavior."""
        return key in self._timers

    def is_echo(self, key: int) -> bool:
        """Whether an unknown only repeats that another one lies within a bound."""
        return key in self._echoes

    def near_edge(self, key: int, value: float, margin: float) -> bool:
        """Whether a number is so near the end of a widened set that it may be outside the real one.

        ``margin`` is in proportion to the end.
        """
        ends = self._edges.get(key, ())
        return any(abs(value - end) <= margin * (1.0 + abs(end)) for end in ends)

    def formula(self, node: Node, wanted: bool) -> Formula:
        """When a comparison whose operands are present is true, or (not ``wanted``) false."""
        left, right = node.args
        op = node.op if wanted else _NEGATED[node.op]
        if left.kind.base is Base.NUMBER:
            return self._numbers(op, left, right, _tolerance(node))
        if left.kind.base is Base.ENUM:
            return self._enums(op, left, right)
        pair = sorted((self._identities.of(left), self._identities.of(right)))
        return literal(self._identities.made(("same", *pair)), op is Op.EQ)

    def _enums(self, op: Op, left: Node, right: Node) -> Formula:
        if left.op is Op.CONST:
            left, right = right, left
        if right.op is Op.CONST and isinstance(right.data, int):
            same = point(float(right.data))
            if left.op is Op.CONST:
                return ALWAYS if (left.data == right.data) == (op is Op.EQ) else NEVER
            return Atom(self.unknown(left), same if op is Op.EQ else complement(same))
        pair = sorted((self._identities.of(left), self._identities.of(right)))
        if pair[0] == pair[1]:
            return ALWAYS if op is Op.EQ else NEVER
        return literal(self._identities.made(("same", *pair)), op is Op.EQ)

    def unknown(self, node: Node) -> int:
        """The unknown an expression is as a whole."""
        key = self._identities.of(node)
        if key not in self.domains_of:
            self.domains_of[key] = self._domains.values(node)
            self.node_of[key] = node
        return key

    def _numbers(self, op: Op, left: Node, right: Node, tolerance: float) -> Formula:
        a, b = self.sum_of(left), self.sum_of(right)
        if a is None or b is None:
            return self._opaque(op, left, right)
        if not a.terms and not b.terms:
            return ALWAYS if _decided(op, a.constant, b.constant, tolerance) else NEVER
        if a.bare and b.bare and not b.terms:
            ((key, _),) = a.terms.items()
            return Atom(key, _set(op, b.constant, tolerance))
        exact = a.bare and b.bare and (tolerance == 0.0 or not b.terms)
        if not a.terms:
            a, b, op = b, a, _MIRRORED[op]
        terms = dict(a.terms)
        for key, factor in b.terms.items():
            terms[key] = terms.get(key, 0.0) - factor
        terms = {key: factor for key, factor in terms.items() if factor != 0.0}
        bound = b.constant - a.constant
        if not terms:
            return ALWAYS if _decided(op, 0.0, bound, tolerance) else NEVER
        if len(terms) > _MOST_TERMS or bound != bound:
            return self._opaque(op, left, right)
        lead = terms[min(terms)]
        if lead < 0.0:
            op = _MIRRORED[op]
        key = self._row(terms, lead)
        values = _set(op, bound / lead, tolerance / abs(lead))
        if exact:
            return Atom(key, values)
        echo = self._identities.made(("holds", key, bound / lead, tolerance, _family(op)))
        self._echoes.add(echo)
        said = literal(echo, _positive(op))
        ends = {end for low, high in values for end in (low[0], high[0]) if abs(end) < inf}
        self._edges.setdefault(key, set()).update(ends)
        return every((said, Atom(key, widened(values, _SLACK))))

    def _opaque(self, op: Op, left: Node, right: Node) -> Formula:
        """A comparison that is an unknown itself."""
        a, b = self._identities.of(left), self._identities.of(right)
        if a > b:
            a, b, op = b, a, _MIRRORED[op]
        key = self._identities.made(("compares", a, b, _family(op)))
        return literal(key, _positive(op))

    def _row(self, terms: dict[int, float], lead: float) -> int:
        """The unknown for a sum, so that its first factor is 1."""
        if len(terms) == 1:
            return next(iter(terms))
        normal = tuple((key, terms[key] / lead) for key in sorted(terms))
        key = self._identities.made(("sum", normal))
        if key not in self.rows:
            self.rows[key] = normal
            self.domains_of[key] = EVERY
        return key

    def sum_of(self, node: Node, depth: int = 0) -> Sum | None:
        """An expression as a sum; what is not linear in it is an unknown as a whole."""
        known = self._sums.get(id(node))
        if known is None:
            known = node, self._sum(node, depth)
            self._sums[id(node)] = known  # keeping the node keeps its id
        return known[1]

    def _sum(self, node: Node, depth: int) -> Sum:
        number = number_of(node) if node.op is Op.CONST else None
        if number is not None:
            return Sum({}, number, True)
        counted = self._counted(node)
        if counted is not None:
            return Sum({counted: 1.0}, 0.0, True)
        if depth < _DEEPEST:
            made = self._combined(node, depth)
            if made is not None:
                return made
        low, high = self._domains.bounds(node)
        if node.op is Op.SLOT and low == high:
            return Sum({}, low, True)
        return Sum({self.unknown(node): 1.0}, 0.0, True)

    def _combined(self, node: Node, depth: int) -> Sum | None:
        """Sums, differences and multiples; None where it is something else."""
        if node.op is Op.NEG:
            inner = self.sum_of(node.args[0], depth + 1)
            return None if inner is None else _scaled(inner, -1.0)
        if node.op not in (Op.ADD, Op.SUB, Op.MUL, Op.DIV):
            return None
        a = self.sum_of(node.args[0], depth + 1)
        b = self.sum_of(node.args[1], depth + 1)
        if a is None or b is None:
            return None
        if node.op in (Op.ADD, Op.SUB):
            sign = 1.0 if node.op is Op.ADD else -1.0
            terms = dict(a.terms)
            for key, factor in b.terms.items():
                terms[key] = terms.get(key, 0.0) + sign * factor
            return Sum(terms, a.constant + sign * b.constant, not terms)
        if node.op is Op.MUL:
            if not a.terms:
                a, b = b, a
            return None if b.terms else _scaled(a, b.constant)
        if b.terms or b.constant == 0.0:
            return None
        if not a.terms:
            return Sum({}, a.constant / b.constant, True)
        return _scaled(a, 1.0 / b.constant)

    def _counted(self, node: Node) -> int | None:
        """A timer, or the time a memory cell has counted: ticks · dt (+ carry)."""
        slots = self._behavior.slots
        product = node
        if node.op is Op.ADD and node.args[0].op is Op.MUL and node.args[1].op is Op.SLOT:
            carry = node.args[1].data
            if not isinstance(carry, int) or slots[carry].group is not Group.CLOCK:
                return None
            product = node.args[0]
        if product.op is not Op.MUL or product.args[1].op is not Op.DT:
            return None
        ticks = product.args[0].data
        if product.args[0].op is not Op.SLOT or not isinstance(ticks, int):
            return None
        if slots[ticks].group is Group.CLOCK:
            key, least = self._identities.made(("timer", ticks)), 0.0
            self._timers.add(key)
        elif slots[ticks].group is Group.MEMORY and product is node:
            key, least = self._identities.made(("elapsed", ticks)), -1.0
        else:
            return None
        if key not in self.domains_of:
            self.domains_of[key] = between(least, float("inf"))
            self.node_of[key] = node
        return key


def _scaled(given: Sum, factor: float) -> Sum:
    terms = {key: value * factor for key, value in given.terms.items()}
    return Sum(terms, given.constant * factor, not terms)


def _tolerance(node: Node) -> float:
    return float(node.data) if isinstance(node.data, (int, float)) else 0.0


def _set(op: Op, bound: float, tolerance: float) -> Values:
    """Where an unknown lies that compares so with a bound."""
    match op:
        case Op.LT:
            return below(bound - tolerance, False)
        case Op.LE:
            return below(bound + tolerance, True)
        case Op.GT:
            return above(bound + tolerance, False)
        case Op.GE:
            return above(bound - tolerance, True)
        case Op.EQ:
            return between(bound - tolerance, bound + tolerance)
        case _:
            return complement(between(bound - tolerance, bound + tolerance))


def _decided(op: Op, a: float, b: float, tolerance: float) -> bool:
    return meet(point(a), _set(op, b, tolerance)) != NOTHING and holds(_set(op, b, tolerance), a)


def _family(op: Op) -> str:
    """Comparisons that exclude each other belong together: < and >=, <= and >, == and !=."""
    return {Op.LT: "<", Op.GE: "<", Op.LE: "<=", Op.GT: "<=", Op.EQ: "==", Op.NE: "=="}[op]


def _positive(op: Op) -> bool:
    return op in (Op.LT, Op.LE, Op.EQ)
