"""Declarations that several bodies share: enums, params, vars, lets, guards, kinds by name."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.analysis.findings import shown
from behave.analysis.lookup import symbol_value
from behave.analysis.operators import same_kind
from behave.analysis.symbols import (
    EnumHandle,
    Expanded,
    Field,
    Fixed,
    Reference,
    Scope,
    Symbol,
    Thing,
    Value,
)
from behave.diagnostics import catalog
from behave.ir.fold import number_of
from behave.ir.ops import Op
from behave.ir.program import Group, Node, Param
from behave.kinds import BOOL, COLLIDER, POINT, ROTATION, VEC, Base, Kind, enum, number
from behave.source import Span
from behave.syntax import ast
from behave.units import NAMED_DIMENSIONS, PLAIN

_PLAIN_KINDS = {
    "bool": BOOL,
    "vec": VEC,
    "point": POINT,
    "rotation": ROTATION,
    "collider": COLLIDER,
}


def declare(env: Environment, symbol: Symbol) -> bool:
    """Put a symbol into the scope; a second one of the name is reported and left out."""
    first = env.scope.names.get(symbol.name)
    if first is not None:
        env.findings.duplicate(symbol.name, symbol.span, first.span)
        return False
    env.scope.names[symbol.name] = symbol
    return True


def declare_local(env: Environment, symbol: Symbol) -> None:
    """Put a name into a scope that nothing keeps once it has been read."""
    env.scope.names[symbol.name] = symbol
    env.project.locals.append((symbol, env.scope))


def declare_broken(env: Environment, noun: str, name: ast.Ident) -> None:
    """Declare a name whose declaration is wrong, so that its uses are not errors of their own."""
    if name.text not in env.scope.names:
        env.scope.names[name.text] = Fixed(name.text, noun, name.span, True, None)


def named_kind(env: Environment, tree: ast.KindName) -> Kind | None:
    """A kind as written after a colon."""
    name = tree.name.text
    if tree.of is not None:
        listed = tree.of.text
        env.findings.add(
            catalog.WRONG_KIND,
            "a list has a length that is known now",
            tree.span,
            "how many?",
            (f"write `{listed}[4]` for four of them",),
        )
        return None
    if tree.count is not None:
        env.findings.add(
            catalog.MISPLACED,
            "only a `var` can be a list",
            tree.span,
            "not here",
            ("a `let` can hold a list that does not change: `let table = [1, 2]`",),
        )
        return None
    if name in NAMED_DIMENSIONS:
        return number(NAMED_DIMENSIONS[name])
    if name in _PLAIN_KINDS:
        return _PLAIN_KINDS[name]
    symbol = env.scope.find(name)
    if isinstance(symbol, Fixed) and isinstance(symbol.value, EnumHandle):
        symbol.used = True
        return enum(name)
    enums = [s for s in env.scope.visible() if _is_enum(env.scope, s)]
    known = [*NAMED_DIMENSIONS, *_PLAIN_KINDS, *enums]
    env.findings.undefined("kind", name, tree.name.span, known)
    return None


def _is_enum(scope: Scope, name: str) -> bool:
    symbol = scope.find(name)
    return isinstance(symbol, Fixed) and isinstance(symbol.value, EnumHandle)


def enum_declaration(env: Environment, tree: ast.EnumDecl) -> None:
    """An enum: its name and each of its values."""
    values = tuple(i.text for i in tree.values)
    handle = EnumHandle(tree.name.text, values)
    declare(env, Fixed(tree.name.text, "enum", tree.name.span, True, handle))
    env.builder.enums.setdefault(tree.name.text, values)
    for position, ident in enumerate(tree.values):
        node = Node(Op.CONST, (), enum(tree.name.text), position)
        declare(env, Fixed(ident.text, "enum value", ident.span, True, node))


def slot_symbol(name: str, noun: str, span: Span, slot: int, writable: bool) -> Fixed:
    """A symbol for a single slot: a param, variable or input."""
    thing = Thing(name, noun, {"value": Field(slot, writable)}, value="value")
    return Fixed(name, noun, span, value=Reference((thing,)))


def param(env: Environment, tree: ast.Param, owner: str) -> None:
    """``param name = value in low .. high``."""
    _param(env, tree, owner)
    declare_broken(env, "param", tree.name)


def _param(env: Environment, tree: ast.Param, owner: str) -> None:
    declared = named_kind(env, tree.kind) if tree.kind is not None else None
    if tree.value is None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"the param `{tree.name.text}` has no value",
            tree.name.span,
            "no value",
            (f"give it one: `param {tree.name.text} = 1 m`",),
        )
        return
    where = f"the param `{tree.name.text}`"
    if declared is not None:
        default = expressions.of_kind(env, tree.value, declared, where)
    else:
        default = expressions.node(env, tree.value)
    if default is None:
        return
    if default.kind.base is Base.TEXT or default.kind.base is Base.COLLIDER:
        env.findings.wrong_kind("a number, a bool or a vec", default.kind, tree.value.span, where)
        return
    low = high = None
    if tree.range is not None:
        low = expressions.of_kind(env, tree.range.low, default.kind, f"the range of {where}")
        high = expressions.of_kind(env, tree.range.high, default.kind, f"the range of {where}")
    _check_range(env, tree, default, low, high)
    unit = next((q.unit for q in quantities(tree.value)), "")
    slot = env.builder.slot(
        tree.name.text, default.kind, Group.PARAM, unit=unit, doc=tree.tooltip, span=tree.name.span
    )
    env.builder.params.append(
        Param(tree.name.text, slot, default, low, high, unit, tree.tooltip, owner, tree.name.span)
    )
    declare(env, slot_symbol(tree.name.text, "param", tree.name.span, slot, False))


def _check_range(
    env: Environment, tree: ast.Param, default: Node, low: Node | None, high: Node | None
) -> None:
    """A range must not be empty, and the value must lie in it, where that is known now."""
    if tree.range is None or low is None or high is None or tree.value is None:
        return
    value, least, most = number_of(default), number_of(low), number_of(high)
    if least is not None and most is not None and least > most:
        env.findings.add(
            catalog.OUT_OF_RANGE,
            f"the range of the param `{tree.name.text}` is empty: its end lies below its start",
            tree.range.span,
            "from high to low",
            ("write the smaller end first",),
        )
    elif value is not None and not _between(least, value, most):
        env.findings.add(
            catalog.OUT_OF_RANGE,
            f"the param `{tree.name.text}` lies outside its own range",
            tree.value.span,
            "outside the range",
            (f"the range is {shown(tree.range.span)}",),
        )


def _between(low: float | None, value: float, high: float | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def quantities(tree: ast.Expression) -> list[ast.Quantity]:
    """The numbers with units of a written value."""
    if isinstance(tree, ast.Quantity):
        return [tree]
    if isinstance(tree, ast.Tuple):
        return [q for item in tree.items for q in quantities(item)]
    if isinstance(tree, ast.Unary):
        return quantities(tree.operand)
    return []


def expanded(env: Environment, tree: ast.Let | ast.Guard) -> None:
    """A let or guard of this scope; its body is analysed when it is first used."""
    scope = env.scope
    noun = "guard" if isinstance(tree, ast.Guard) else "let"

    def make(arguments: tuple[Value, ...]) -> Value | None:
        inner = env.within(scope.inner(noun))
        for formal, given in zip(tree.formals or (), arguments, strict=True):
            if formal.kind is not None and not _fits(inner, formal, given):
                return None
            name = formal.name
            declare_local(inner, Fixed(name.text, "argument", name.span, False, given))
        if noun == "guard":
            return expressions.truth(inner, tree.value, f"the guard `{tree.name.text}`")
        return expressions.value(inner, tree.value)

    symbol = Expanded(tree.name.text, noun, tree.name.span, formals=tree.formals, make=make)
    if declare(env, symbol):
        env.project.locals.append((symbol, scope))


def _fits(env: Environment, formal: ast.Formal, given: Value) -> bool:
    assert formal.kind is not None
    kind = named_kind(env, formal.kind)
    if kind is None:
        return False
    if isinstance(given, Node) and same_kind(given.kind, kind):
        return True
    span = given.span if isinstance(given, Node) and given.span else formal.name.span
    got = given.kind if isinstance(given, Node) else Kind(Base.NUMBER, PLAIN)
    env.findings.wrong_kind(kind.noun, got, span, f"the argument `{formal.name.text}`")
    return False


def settle(env: Environment) -> None:
    """Analyse every let and guard of this scope that has no formals, used or not."""
    from_here = [s for s in env.scope.names.values() if isinstance(s, Expanded)]
    for symbol in from_here:
        if symbol.formals is None and not symbol.made:
            symbol_value(env, symbol, symbol.span)


def unsupported(env: Environment, tree: ast.Declaration, span: Span) -> None:
    """A declaration this version cannot run yet."""
    words: dict[type, str] = {
        ast.Event: "`event`",
        ast.ActionDecl: "`action`",
        ast.Choose: "`choose`",
    }
    env.findings.not_yet(words[type(tree)], span)


def misplaced(env: Environment, what: str, where: str, span: Span, right: str) -> None:
    """Something that stands where it may not."""
    env.findings.add(
        catalog.MISPLACED,
        f"{what} cannot stand in {where}",
        span,
        "not here",
        (right,),
    )
