"""Expressions: every syntax node to a typed node of primitive ops, or to what it names."""

from __future__ import annotations

from behave.analysis import calls, families, memory, operators
from behave.analysis.environment import Environment
from behave.analysis.findings import shown
from behave.analysis.lookup import (
    enum_values,
    find_state,
    name_value,
    of_a_machine,
    of_an_agent,
    state_inside,
    timer_here,
)
from behave.analysis.members import (
    member_of_node,
    member_of_reference,
    present,
    value_of,
    whole,
)
from behave.analysis.nouns import hint_of, noun_of
from behave.analysis.quantities import quantity
from behave.analysis.symbols import (
    AgentHandle,
    Family,
    MachineChoice,
    MachineFamily,
    MachineHandle,
    Reference,
    Spot,
    StateChoice,
    StateHandle,
    Value,
)
from behave.analysis.timers import state_timer
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.ops import Op
from behave.ir.program import Node
from behave.kinds import BOOL, Base, Kind, enum, number
from behave.record import replace
from behave.source import Span
from behave.syntax import ast
from behave.units import TIME


def value(env: Environment, tree: ast.Expression, wanted: Kind | None = None) -> Value | None:
    """What an expression is; None where it is wrong, and a finding says why.

    ``wanted`` lets a bare name stand for a value of an enum that is not in scope.
    """
    match tree:
        case ast.Name():
            return name_value(env, tree, wanted)
        case ast.Quantity():
            return quantity(env, tree)
        case ast.Truth():
            return Node(Op.CONST, (), BOOL, tree.value, tree.span)
        case ast.Text():
            return Node(Op.CONST, (), Kind(Base.TEXT), tree.text, tree.span)
        case ast.NoneValue():
            _bare_none(env, tree.span)
            return None
        case ast.Tuple():
            items = [node(env, item) for item in tree.items]
            good = [i for i in items if i is not None]
            return operators.vector(env, good, tree) if len(good) == len(items) else None
        case ast.ListOf():
            listed = [node(env, item) for item in tree.items]
            known = [i for i in listed if i is not None]
            return families.list_value(env, known, tree) if len(known) == len(listed) else None
        case ast.Member():
            return _member(env, tree)
        case ast.Index():
            return _index(env, tree)
        case ast.Call():
            return _call(env, tree)
        case ast.Unary():
            return _unary(env, tree)
        case ast.Binary():
            return _binary(env, tree)
        case ast.HeldFor():
            return _held_for(env, tree)
        case ast.InState():
            return _in_state(env, tree)
        case ast.AfterTime():
            return _after(env, tree)
        case ast.Among():
            return _among(env, tree)
        case ast.IfElse():
            return _if_else(env, tree)
        case ast.Broken():
            return None


def node(env: Environment, tree: ast.Expression, wanted: Kind | None = None) -> Node | None:
    """An expression as a value at run time; a finding where it is none."""
    found = families.taken(env, value(env, tree, wanted), tree.span)
    if found is None or isinstance(found, Node):
        return found
    if isinstance(found, Spot):
        return found.read
    if isinstance(found, Family) and found.listed:
        return whole(env, found, tree.span)
    if isinstance(found, Reference):
        spot = value_of(env, found, tree.span)
        return spot.read if spot is not None else None
    env.findings.add(
        catalog.WRONG_KIND,
        f"`{tree.span.text}` is {noun_of(found)}, not a value",
        tree.span,
        "not a value",
        hint_of(found, tree.span.text),
    )
    return None


def truth(env: Environment, tree: ast.Expression, where: str) -> Node | None:
    """An expression that must be a bool (a guard)."""
    found = node(env, tree)
    if found is None:
        return None
    if found.kind.base is not Base.BOOL:
        env.findings.add(
            catalog.WRONG_KIND,
            f"{where} needs a yes or no, but `{shown(tree.span)}` is {found.kind.noun}",
            tree.span,
            f"this is {found.kind.noun}",
            ("compare it with something: `… > 0`",) if found.kind.base is Base.NUMBER else (),
        )
        return None
    return found


def of_kind(env: Environment, tree: ast.Expression, kind: Kind, where: str) -> Node | None:
    """An expression that must be of a kind."""
    found = node(env, tree, kind)
    if found is None:
        return None
    if operators.same_kind(found.kind, kind):
        return found
    declared = _declared(env, tree, found)
    if found.kind.base is Base.NUMBER and kind.base is Base.NUMBER:
        bare = isinstance(tree, ast.Quantity) and not tree.unit
        env.findings.wrong_unit(kind, found.kind, tree.span, where, bare, declared)
    elif found.kind.base in _VECS and kind.base in _VECS:
        bare_parts = tuple(_bare_parts(tree))
        env.findings.wrong_vec_unit(kind, found.kind, tree.span, where, bare_parts, declared)
    else:
        values = enum_values(env, kind)
        env.findings.wrong_kind(kind.noun, found.kind, tree.span, where, declared, values)
    return None


_VECS = (Base.VEC, Base.POINT)


def _declared(env: Environment, tree: ast.Expression, found: Node) -> tuple[Label, ...]:
    """Where a bare name got its kind, as a further label."""
    symbol = env.scope.find(tree.text) if isinstance(tree, ast.Name) else None
    if symbol is None:
        return ()
    return (Label(symbol.span, f"{symbol.name} is {found.kind.noun} from here"),)


def _bare_parts(tree: ast.Expression) -> list[Span]:
    """The components of a written vec that are numbers without a unit."""
    if not isinstance(tree, ast.Tuple):
        return []
    numbers = [i.operand if isinstance(i, ast.Unary) else i for i in tree.items]
    return [n.span for n in numbers if isinstance(n, ast.Quantity) and not n.unit]


def _bare_none(env: Environment, span: Span) -> None:
    env.findings.add(
        catalog.WRONG_KIND,
        "`none` is not a value to compare or compute with",
        span,
        "not a value",
        ("ask with `.exists`; declare an absent variable with `= none`",),
    )


def _member(env: Environment, tree: ast.Member) -> Value | None:
    if isinstance(tree.of, ast.Name):
        state = _state_member(env, tree)
        if state is not None:
            return state
    found = families.taken(env, value(env, tree.of), tree.of.span)
    if isinstance(found, AgentHandle):
        return of_an_agent(env, found, tree.name, tree.span)
    if isinstance(found, MachineHandle):
        return of_a_machine(env, found, tree.name, tree.span)
    if isinstance(found, MachineChoice):
        return families.of_a_choice(env, found, tree.name, tree.span)
    if isinstance(found, StateHandle) and tree.name.text == "timer":
        return state_timer(env.builder_of(found.agent), found, tree.span)
    if isinstance(found, StateHandle):
        return state_inside(env, found, tree.name, tree.span)
    if isinstance(found, StateChoice) and tree.name.text == "timer":
        builder = env.builder_of(found.states[0].agent)
        return families.timer_of_choice(builder, found, tree.span)
    if isinstance(found, Reference):
        if tree.name.text == "exists" and found.things[0].value:
            return present(env, found, tree.span)
        if found.things[0].value and tree.name.text not in found.things[0].fields:
            spot = value_of(env, found, tree.of.span)
            return member_of_node(env, spot.read, tree.name, tree.span) if spot else None
        return member_of_reference(env, found, tree.name, tree.span)
    if isinstance(found, Spot):
        inside = found.members.get(tree.name.text)
        if inside is not None:
            return inside()
        return member_of_node(env, found.read, tree.name, tree.span)
    if isinstance(found, Node):
        return member_of_node(env, found, tree.name, tree.span)
    if found is not None:
        env.findings.add(
            catalog.UNDEFINED,
            f"`{tree.of.span.text}` is {noun_of(found)} and has no `{tree.name.text}`",
            tree.name.span,
            "not known",
            hint_of(found, tree.of.span.text),
        )
    return None


def _state_member(env: Environment, tree: ast.Member) -> Node | None:
    """``S.timer`` where S is a state that no other name hides."""
    assert isinstance(tree.of, ast.Name)
    if tree.name.text != "timer" or env.scope.find(tree.of.text) is not None:
        return None
    handle = find_state(env, (ast.Ident(tree.of.text, tree.of.span),), None)
    return state_timer(env.builder, handle, tree.span) if handle is not None else None


def _index(env: Environment, tree: ast.Index) -> Value | None:
    found = value(env, tree.of)
    if isinstance(found, Reference) and found.things[0].value:
        found = node(env, tree.of)
    if found is None:
        return None
    by = found.enum if isinstance(found, (Family, MachineFamily)) else ""
    index = node(replace(env, each=None), tree.index, enum(by) if by else None)
    return families.indexed(env, found, index, tree) if index is not None else None


def _call(env: Environment, tree: ast.Call) -> Value | None:
    """Arguments first, then the function: a built-in, or a let or guard with formals."""
    if not isinstance(tree.function, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.function.span.text}` cannot be called",
            tree.function.span,
            "only names can be called",
        )
        return None
    name = tree.function.text
    if name in families.AGGREGATES and env.scope.find(name) is None:
        return families.aggregate(env, tree, node)
    positional = [value(env, a) for a in tree.arguments]
    named = {}
    for argument in tree.named:
        if isinstance(argument.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{argument.name.text}` takes a value, not a range",
                argument.value.span,
                "a range",
            )
            return None
        named[argument.name.text] = value(env, argument.value)
    if any(p is None for p in (*positional, *named.values())):
        return None
    settled = [
        calls.settled(env, p, a.span) for p, a in zip(positional, tree.arguments, strict=True)
    ]
    return calls.call(env, tree, settled, named)


def _unary(env: Environment, tree: ast.Unary) -> Node | None:
    if tree.operator == "-":
        operand = node(env, tree.operand)
        return operators.negate(env, operand, tree.span) if operand is not None else None
    operand = truth(env, tree.operand, f"`{tree.operator}`")
    if operand is None:
        return None
    if tree.operator == "not":
        return operators.logic(Op.NOT, (operand,), tree.span)
    return memory.became(env, operand, tree.span)


def _binary(env: Environment, tree: ast.Binary) -> Node | None:
    if tree.operator in ("and", "or", "until"):
        left = truth(env, tree.left, f"`{tree.operator}`")
        right = truth(env, tree.right, f"`{tree.operator}`")
        if left is None or right is None:
            return None
        if tree.operator == "until":
            return memory.until(env, left, right, tree.span)
        op = Op.AND if tree.operator == "and" else Op.OR
        return operators.logic(op, (left, right), tree.span)
    left = node(env, tree.left)
    right = node(env, tree.right, left.kind if left is not None else None)
    if left is None or right is None:
        return None
    if tree.operator == "otherwise":
        return operators.fallback(env, left, right, tree.span)
    at = tree.operator_span
    declared: tuple[Label, ...] = ()
    if not operators.same_kind(left.kind, right.kind):
        declared = (*_declared(env, tree.left, left), *_declared(env, tree.right, right))
    if tree.operator in operators.COMPARISONS:
        return operators.compare(env, tree.operator, left, right, at, tree.span, declared)
    return operators.arithmetic(env, tree.operator, left, right, at, tree.span, declared)


def _held_for(env: Environment, tree: ast.HeldFor) -> Node | None:
    condition = truth(env, tree.condition, "`for`")
    duration = of_kind(env, tree.duration, number(TIME), "`for`")
    if condition is None or duration is None:
        return None
    return memory.held_for(env, condition, duration, tree.span)


def _in_state(env: Environment, tree: ast.InState) -> Node | None:
    if tree.index is not None:
        state = ".".join(i.text for i in tree.path)
        env.findings.add(
            catalog.WRONG_CALL,
            "`in` takes no index: say which machine it is about before it",
            tree.span,
            "no index here",
            (f"for example `leg[0] in {state}`",),
        )
        return None
    handle = find_state(env, tree.path, None)
    if handle is None:
        return None
    return Node(Op.IN_STATE, (), BOOL, handle.ref, tree.span)


def _after(env: Environment, tree: ast.AfterTime) -> Node | None:
    duration = of_kind(env, tree.duration, number(TIME), "`after`")
    timer = timer_here(env, tree.span)
    if duration is None or timer is None:
        return None
    return memory.after(timer, duration, tree.span)


def _among(env: Environment, tree: ast.Among) -> Node | None:
    if isinstance(tree.within, ast.Range):
        return _in_range(env, tree, tree.within)
    path = _path(tree.within)
    subject = families.taken(env, value(env, tree.value), tree.value.span)
    if subject is None:
        return None
    if path is not None and isinstance(subject, MachineChoice):
        inner = families.state_of_choice(env, subject, path, tree.span)
    elif path is not None and isinstance(subject, (MachineHandle, AgentHandle)):
        inner = families.in_state(env, subject, path, tree.span)
    else:
        env.findings.add(
            catalog.WRONG_KIND,
            "`in` needs a range (`x in a .. b`), or a machine or agent on the left and a state "
            "on the right",
            tree.span,
            "neither a range nor a state",
            hint_of(subject, tree.value.span.text) if isinstance(subject, MachineFamily) else (),
        )
        return None
    if inner is None:
        return None
    return operators.logic(Op.NOT, (inner,), tree.span) if tree.negated else inner


def _path(tree: ast.Expression | ast.Range) -> tuple[ast.Ident, ...] | None:
    """A dotted name as its parts."""
    if isinstance(tree, ast.Name):
        return (ast.Ident(tree.text, tree.span),)
    if isinstance(tree, ast.Member):
        before = _path(tree.of)
        return (*before, tree.name) if before is not None else None
    return None


def _in_range(env: Environment, tree: ast.Among, span: ast.Range) -> Node | None:
    subject = node(env, tree.value)
    low, high = node(env, span.low), node(env, span.high)
    if subject is None or low is None or high is None:
        return None
    above = operators.compare(env, ">=", subject, low, span.span, tree.span)
    below = operators.compare(env, "<=", subject, high, span.span, tree.span)
    if above is None or below is None:
        return None
    inside = operators.logic(Op.AND, (above, below), tree.span)
    return operators.logic(Op.NOT, (inside,), tree.span) if tree.negated else inside


def _if_else(env: Environment, tree: ast.IfElse) -> Node | None:
    condition = truth(env, tree.condition, "`if`")
    then = node(env, tree.then)
    otherwise = node(env, tree.otherwise, then.kind if then is not None else None)
    if condition is None or then is None or otherwise is None:
        return None
    return operators.choice(env, condition, then, otherwise, tree.span)
