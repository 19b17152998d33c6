"""Guards as formulas: what must be the case for one to be true, false, or neither.

The language decides in Kleene logic: a comparison with an absent operand is unknown, and so is its
negation. So there are four questions to a guard instead of two: is it true, is it false, is it not
true (false or unknown), is it not false. Each has a formula over unknowns; an unknown is a number,
an enum or a bool that the guard reads, or whether a reading is present. What cannot be taken apart
is one unknown as a whole: that may miss a proof and never makes a wrong one.
"""

from __future__ import annotations

from collections.abc import Callable

from behave.ir.ops import Op
from behave.ir.program import BehaviorProgram, Node, StateRef
from behave.kinds import BOOL, Base
from behave.lint.boxes.comparisons import Comparisons
from behave.lint.boxes.domains import Domains
from behave.lint.boxes.formulas import ALWAYS, NEVER, Formula, every, literal, some
from behave.lint.boxes.identity import Identities, slots_of
from behave.lint.boxes.values import Values

TRUE, FALSE, NOT_TRUE, NOT_FALSE = "true", "false", "not true", "not false"
_OPPOSITE = {TRUE: FALSE, FALSE: TRUE, NOT_TRUE: NOT_FALSE, NOT_FALSE: NOT_TRUE}
_DEEPEST = 60
_MAY_FAIL = (Op.SLOT_AT, Op.VDIV, Op.MOD, Op.ELEMENT, Op.CHOOSE, Op.OF_AGENT)
_COMPARED = (Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE)


class Guards:
    """Makes the formulas of one behavior's guards, each once.

    With a ``base`` the same unknown has the same number in both, and formulas that read no param
    are the base's own.
    """

    def __init__(
        self, behavior: BehaviorProgram, domains: Domains, base: Guards | None = None
    ) -> None:
        self.behavior = behavior
        self.domains = domains
        self.identities: Identities = Identities() if base is None else base.identities
        self.comparisons: Comparisons = Comparisons(
            behavior, domains, self.identities, None if base is None else base.comparisons
        )
        self._base = base
        self._params = {param.slot for param in behavior.params}
        self._known: dict[tuple[int, str], tuple[Node, Formula]] = {}
        self._readings = {sensor.reading.exists for sensor in behavior.sensors}

    def true(self, node: Node) -> Formula:
        """When a guard holds."""
        return self._for(node)._formula(node, TRUE, 0)

    def not_true(self, node: Node) -> Formula:
        """When a guard does not hold: it is false, or something it needs is absent."""
        return self._for(node)._formula(node, NOT_TRUE, 0)

    def _for(self, node: Node) -> Guards:
        """Where a guard's formulas are made: the base, unless it reads a param."""
        if self._base is None or (self._params and self._params & slots_of(node)):
            return self
        return self._base

    def present(self, node: Node) -> Formula:
        """When an expression has a value."""
        return self._presence(node, True, 0)

    def timer(self, ticks: int) -> int:
        """The unknown that stands for a state's timer, by the slot of its ticks."""
        return self.identities.made(("timer", ticks))

    def elapsed(self, slot: int) -> int:
        """The unknown that stands for the seconds a memory cell has counted."""
        return self.identities.made(("elapsed", slot))

    def slot(self, slot: int) -> int:
        """The unknown that is the number or bool in a slot."""
        return self.identities.of(Node(Op.SLOT, (), self.behavior.slots[slot].kind, slot))

    def inside(self, ref: StateRef) -> int:
        """The unknown that says whether a state is active."""
        return self.identities.made(("in", ref.machine, ref.state))

    def presence_of(self, offset: int) -> int:
        """The unknown that says whether what has this presence word is there."""
        return self.identities.made(("present", offset))

    def domain(self, key: int) -> Values | None:
        """What an unknown can be before anything is said about it; None for yes or no."""
        found = self.comparisons.domains_of.get(key)
        return found if found is not None or self._base is None else self._base.domain(key)

    @property
    def rows(self) -> dict[int, tuple[tuple[int, float], ...]]:
        """Unknowns that are sums: their terms as (unknown, factor)."""
        return self.comparisons.rows

    def _formula(self, node: Node, mode: str, depth: int) -> Formula:
        known = self._known.get((id(node), mode))
        if known is not None:
            return known[1]
        made = self._make(node, mode, depth)
        self._known[id(node), mode] = (node, made)  # keeping the node keeps its id
        return made

    def _make(self, node: Node, mode: str, depth: int) -> Formula:
        op, args = node.op, node.args
        if op is Op.CONST:
            return _constant(node.data, mode)
        if depth > _DEEPEST:
            return self._whole(node, mode)
        if op is Op.NOT:
            return self._formula(args[0], _OPPOSITE[mode], depth + 1)
        if op in (Op.AND, Op.OR):
            joined: Callable[[list[Formula]], Formula] = (
                every if (op is Op.AND) == (mode in (TRUE, NOT_FALSE)) else some
            )
            return joined([self._formula(a, mode, depth + 1) for a in args])
        if op is Op.PRESENT:
            return self._presence(args[0], mode in (TRUE, NOT_FALSE), depth + 1)
        if op is Op.SELECT:
            return self._chosen(args[0], args[1], args[2], mode, depth)
        if op is Op.OTHERWISE:
            return self._fallback(args[0], args[1], mode, depth)
        if op in _COMPARED:
            return self._compared(node, mode, depth)
        if op is Op.IN_STATE and isinstance(node.data, StateRef):
            return literal(self.inside(node.data), mode in (TRUE, NOT_FALSE))
        return self._whole(node, mode)

    def _chosen(
        self, condition: Node, then: Node, otherwise: Node, mode: str, depth: int
    ) -> Formula:
        """``a if c else b``: an unknown condition chooses b."""
        first = self._formula(condition, TRUE, depth + 1)
        second = self._formula(condition, NOT_TRUE, depth + 1)
        return some(
            (
                every((first, self._formula(then, mode, depth + 1))),
                every((second, self._formula(otherwise, mode, depth + 1))),
            )
        )

    def _fallback(self, value: Node, instead: Node, mode: str, depth: int) -> Formula:
        there = self._presence(value, True, depth + 1)
        gone = self._presence(value, False, depth + 1)
        return some(
            (
                every((there, self._formula(value, mode, depth + 1))),
                every((gone, self._formula(instead, mode, depth + 1))),
            )
        )

    def _compared(self, node: Node, mode: str, depth: int) -> Formula:
        """A comparison; a choice on one side is taken apart first."""
        left, right = node.args
        for position, side in enumerate((left, right)):
            if side.op not in (Op.SELECT, Op.OTHERWISE) or depth > _DEEPEST // 2:
                continue
            pair = [
                Node(node.op, (s, right) if position == 0 else (left, s), BOOL, node.data)
                for s in side.args[-2:]
            ]
            if side.op is Op.SELECT:
                return self._chosen(side.args[0], pair[0], pair[1], mode, depth)
            there = self._presence(side.args[0], True, depth + 1)
            gone = self._presence(side.args[0], False, depth + 1)
            return some(
                (
                    every((there, self._formula(pair[0], mode, depth + 1))),
                    every((gone, self._formula(pair[1], mode, depth + 1))),
                )
            )
        if left.kind.base is Base.BOOL:
            return self._compared_bools(node, mode, depth)
        values = self.comparisons.formula(node, mode in (TRUE, NOT_FALSE))
        if mode in (TRUE, FALSE):
            return every((values, *(self._presence(s, True, depth + 1) for s in (left, right))))
        return some((values, *(self._presence(s, False, depth + 1) for s in (left, right))))

    def _compared_bools(self, node: Node, mode: str, depth: int) -> Formula:
        """``a == yes``: the bool itself; two bools against each other are one unknown."""
        for side, other in (node.args, node.args[::-1]):
            if other.op is Op.CONST and isinstance(other.data, bool):
                same = other.data == (node.op is Op.EQ)
                return self._formula(side, mode if same else _OPPOSITE[mode], depth + 1)
        return self._whole(node, mode)

    def _whole(self, node: Node, mode: str) -> Formula:
        """A bool that is not taken apart."""
        key = self._bool_key(node)
        said = literal(key, mode in (TRUE, NOT_FALSE))
        if mode in (TRUE, FALSE):
            return every((said, self._presence(node, True, 0)))
        return some((said, self._presence(node, False, 0)))

    def _bool_key(self, node: Node) -> int:
        slots = self.behavior.slots
        if node.op is Op.SLOT and isinstance(node.data, int) and node.data in self._readings:
            return self.presence_of(slots[node.data].offset)
        key = self.identities.of(node)
        if key not in self.comparisons.domains_of:
            self.comparisons.domains_of[key] = self.domains.values(node)
            self.comparisons.node_of[key] = node
        return key

    def _presence(self, node: Node, wanted: bool, depth: int) -> Formula:
        """When an expression is present (``wanted``), or absent."""
        op = node.op
        if op is Op.CONST:
            return ALWAYS if (node.data is not None) == wanted else NEVER
        if op is Op.SLOT and isinstance(node.data, int):
            offset = self.behavior.slots[node.data].presence
            if offset < 0:
                return ALWAYS if wanted else NEVER
            return literal(self.presence_of(offset), wanted)
        if op in (Op.PRESENT, Op.IN_STATE, Op.DT):
            return ALWAYS if wanted else NEVER
        mode = "present" if wanted else "absent"
        known = self._known.get((id(node), mode))
        if known is None:
            known = node, self._presence_of_parts(node, wanted, depth)
            self._known[id(node), mode] = known
        return known[1]

    def _presence_of_parts(self, node: Node, wanted: bool, depth: int) -> Formula:
        op, args = node.op, node.args
        if depth > _DEEPEST:
            return literal(self.identities.made(("there", self.identities.of(node))), wanted)
        if op is Op.SELECT:
            first = self._formula(args[0], TRUE, depth + 1)
            second = self._formula(args[0], NOT_TRUE, depth + 1)
            then = self._presence(args[1], wanted, depth + 1)
            other = self._presence(args[2], wanted, depth + 1)
            return some((every((first, then)), every((second, other))))
        if op is Op.OTHERWISE:
            parts = [self._presence(a, wanted, depth + 1) for a in args]
            return some(parts) if wanted else every(parts)
        if op in (Op.AND, Op.OR):
            return self._presence_of_logic(node, wanted, depth)
        own: list[Formula] = []
        if op in _MAY_FAIL or (op is Op.DIV and not self._safe_divisor(args[1])):
            key = self.identities.made(("there", self.identities.of(node)))
            own.append(literal(key, wanted))
        if op is Op.CHOOSE:
            return every(own) if wanted else some(own)
        own += [self._presence(a, wanted, depth + 1) for a in args]
        return every(own) if wanted else some(own)

    def _safe_divisor(self, node: Node) -> bool:
        low, high = self.domains.bounds(node)
        return low > 0.0 or high < 0.0

    def _presence_of_logic(self, node: Node, wanted: bool, depth: int) -> Formula:
        """``a and b`` has a value where it is true or false, even if one of them has none."""
        if wanted:
            return some(self._formula(node, mode, depth + 1) for mode in (TRUE, FALSE))
        return every(self._formula(node, mode, depth + 1) for mode in (NOT_TRUE, NOT_FALSE))


def _constant(data: object, mode: str) -> Formula:
    if data is None:
        return ALWAYS if mode in (NOT_TRUE, NOT_FALSE) else NEVER
    return ALWAYS if bool(data) == (mode in (TRUE, NOT_FALSE)) else NEVER
