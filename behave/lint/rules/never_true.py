"""BEH0501: an arrow whose condition no reading satisfies."""

from __future__ import annotations

from itertools import combinations
from math import inf

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.ir.program import Node
from behave.lint.boxes.search import impossible
from behave.lint.boxes.values import hull
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import condition, conjuncts, quoted, within, written_condition
from behave.source import Span
from behave.units import number_text

_MOST_PARTS = 12


def findings(studies: Studies) -> list[Diagnostic]:
    """One error a written arrow, if it holds for every machine of an array."""
    found = []
    for made in studies.arrows.values():
        if all(m.verdicts[a.key].fate is Fate.NEVER for m, a in made):
            found.append(_never(*made[0]))
    return found


def _never(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    transition = arrow.transition
    where = written_condition(transition)
    node = condition(transition) or transition.guard
    reason, blamed = _reason(study, arrow, transition.guard, where)
    named = (
        (Label(node.span, "the condition is written here"),)
        if node.span is not None and not within(node.span, transition.span)
        else ()
    )
    return Diagnostic(
        catalog.NEVER_TRUE,
        f"{quoted(where)} is never true, so this arrow never fires",
        where,
        reason,
        (*blamed, *named),
        ("look at the bounds: one of them is probably the wrong way round",),
    )


def _reason(
    study: MachineStudy, arrow: Arrow, guard: Node, where: Span
) -> tuple[str, tuple[Label, ...]]:
    """The label, and the parts to blame: one that cannot hold, or two that exclude each other."""
    parts = conjuncts(guard)[:_MOST_PARTS]
    facts = study.facts(arrow.source)
    for part in parts:
        if impossible(study.guards, (study.guards.true(part),), facts):
            text = _outside(study, part) or "this alone is never true"
            if len(parts) == 1 or part.span is None or part.span == where:
                return text, ()
            return "never true", (Label(part.span, text),)
    for one, other in combinations(parts, 2):
        both = (study.guards.true(one), study.guards.true(other))
        if one.span is None or other.span is None or one.span == other.span:
            continue
        if impossible(study.guards, both, facts):
            return "never true", (
                Label(one.span, "this and …"),
                Label(other.span, "… this are never true together"),
            )
    return "no reading satisfies all of it", ()


def _outside(study: MachineStudy, part: Node) -> str:
    """Why a comparison fails by itself: what its operand can be at all."""
    comparisons = study.guards.comparisons
    if len(part.args) != 2:
        return ""
    sums = [comparisons.sum_of(side) for side in part.args if side.kind.base.value == "number"]
    keys = {key for s in sums if s is not None for key in s.terms}
    if len(keys) != 1:
        return ""
    (key,) = keys
    node, values = comparisons.node_of.get(key), study.guards.domain(key)
    if node is None or not values or node.span is None:
        return ""
    low, high = hull(values)
    name, dimension = quoted(node.span), node.kind.dimension
    if low == 0.0 and high == inf:
        return f"{name} is never negative"
    if low > -inf and high < inf:
        return f"{name} lies in {number_text(low, dimension)} .. {number_text(high, dimension)}"
    if low > -inf:
        return f"{name} is at least {number_text(low, dimension)}"
    return f"{name} is at most {number_text(high, dimension)}" if high < inf else ""
