"""BEH0501: a condition that no reading satisfies, of an arrow, a block, an action, a handler."""

from __future__ import annotations

from itertools import combinations
from math import inf

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.ir.program import Node
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.search import Box, impossible
from behave.lint.boxes.values import hull
from behave.lint.conditions import ACTION, BLOCK, HANDLER, Condition, place
from behave.lint.machines.shape import Arrow
from behave.lint.machines.study import Fate, MachineStudy
from behave.lint.studies import Studies
from behave.lint.wording import condition, conjuncts, quoted, within, written_condition
from behave.source import Span
from behave.units import number_text

_MOST_PARTS = 12


def findings(studies: Studies) -> list[Diagnostic]:
    """One error a written condition, if it holds for every machine of an array, turn of a loop."""
    found = []
    for made in studies.arrows.values():
        if all(m.verdicts[a.key].fate is Fate.NEVER for m, a in made):
            found.append(_never(*made[0]))
    for written in studies.conditions:
        if all(impossible(guards, (guards.true(c.node),), {}) for guards, c in written):
            found.append(_never_done(*written[0]))
    return found


_LOOK = "look at the bounds: one of them is probably the wrong way round"
_NEVER = {
    BLOCK: "this block is never done",
    ACTION: "this is never done",
    HANDLER: "this handler never runs",
}


def _never_done(guards: Guards, made: Condition) -> Diagnostic:
    where = place(made)
    reason, blamed = _reason(guards, {}, made.node, where)
    return Diagnostic(
        catalog.NEVER_TRUE,
        f"{quoted(where)} is never true, so {_NEVER[made.decides]}",
        where,
        reason,
        blamed,
        (_LOOK,),
    )


def _never(study: MachineStudy, arrow: Arrow) -> Diagnostic:
    transition = arrow.transition
    where = written_condition(transition)
    node = condition(transition) or transition.guard
    reason, blamed = _reason(study.guards, study.facts(arrow.source), transition.guard, where)
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
        (_LOOK,),
    )


def _reason(guards: Guards, facts: Box, guard: Node, where: Span) -> tuple[str, tuple[Label, ...]]:
    """The label, and the parts to blame: one that cannot hold, or two that exclude each other."""
    parts = conjuncts(guard)[:_MOST_PARTS]
    for part in parts:
        if impossible(guards, (guards.true(part),), facts):
            text = _outside(guards, part) or "this alone is never true"
            if len(parts) == 1 or part.span is None or part.span == where:
                return text, ()
            return "never true", (Label(part.span, text),)
    for one, other in combinations(parts, 2):
        both = (guards.true(one), guards.true(other))
        if one.span is None or other.span is None or one.span == other.span:
            continue
        if impossible(guards, both, facts):
            return "never true", (
                Label(one.span, "this and …"),
                Label(other.span, "… this are never true together"),
            )
    return "no reading satisfies all of it", ()


def _outside(guards: Guards, part: Node) -> str:
    """Why a comparison fails by itself: what its operand can be at all."""
    comparisons = guards.comparisons
    if len(part.args) != 2:
        return ""
    sums = [comparisons.sum_of(side) for side in part.args if side.kind.base.value == "number"]
    keys = {key for s in sums if s is not None for key in s.terms}
    if len(keys) != 1:
        return ""
    (key,) = keys
    node, values = comparisons.node_of.get(key), guards.domain(key)
    if node is None or not values:
        return ""
    # The unknown as it is called here: where it was met first it may have another name.
    here = [
        s.span for s in part.args if (found := comparisons.sum_of(s)) and found.terms == {key: 1}
    ]
    span = here[0] if here else node.span
    if span is None or not (here or within(span, part.span or span)):
        return ""
    low, high = hull(values)
    name, dimension = quoted(span), node.kind.dimension
    if low == 0.0 and high == inf:
        return f"{name} is never negative"
    if low > -inf and high < inf:
        return f"{name} lies in {number_text(low, dimension)} .. {number_text(high, dimension)}"
    if low > -inf:
        return f"{name} is at least {number_text(low, dimension)}"
    return f"{name} is at most {number_text(high, dimension)}" if high < inf else ""
