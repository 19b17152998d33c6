"""What is known about a name: its kind, its value in SI, its range, what its author says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from behave.analysis import symbols as analysed
from behave.ir.fold import number_of
from behave.ir.program import Node, Param, Slot
from behave.kinds import Base, Kind
from behave.lsp.documents import Judged
from behave.lsp.names import Role, Scope, Symbol
from behave.syntax import ast
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import read_lookalikes
from behave.syntax.tokens import scan


@dataclass(frozen=True, slots=True)
class Facts:
    """What a check found out about a name; empty or None where it is not known."""

    kind: Kind | None = None
    noun: str = ""
    value: str = ""
    range: str = ""


Kinds = dict[tuple[str, int], tuple[analysed.Symbol, Sequence[Slot]]]
"""What analysis made of names, with the slots they speak of, by where they are declared."""


def kinds_of(judged: Judged) -> Kinds:
    """Every name analysis knows, by where it is declared."""
    project = judged.checked.analysed.project
    found: Kinds = {}
    for compiled in project.behaviors.values():
        for scope in (*compiled.scopes, compiled.scope):
            for symbol in scope.names.values():
                found[_place(symbol)] = (symbol, compiled.builder.slots)
    for symbol, _ in project.locals:
        found.setdefault(_place(symbol), (symbol, ()))
    for symbol in project.scope.names.values():
        found.setdefault(_place(symbol), (symbol, ()))
    return found


def _place(symbol: analysed.Symbol) -> tuple[str, int]:
    return symbol.span.source.name, symbol.span.start


def facts_of(symbol: Symbol, judged: Judged, kinds: Kinds) -> Facts:
    """What is known about a symbol."""
    if symbol.role is Role.PARAM:
        param = _param(symbol, judged)
        if param is not None:
            return _of_param(*param)
    known, slots = kinds.get(symbol.key, (None, ()))
    value = getattr(known, "value", None)
    kind = kind_of(value, slots)
    if kind is None:
        return Facts(noun=_noun(value))
    constant = in_si(value, kind) if isinstance(value, Node) else ""
    return Facts(kind, kind.noun, constant)


def kind_of(value: Any, slots: Sequence[Slot]) -> Kind | None:
    """The kind of what a name stands for, None where that is no value."""
    if isinstance(value, (Node, analysed.Spot)):
        return value.kind
    if isinstance(value, analysed.Reference) and slots:
        thing = value.things[0]
        field = thing.fields.get(thing.value)
        return slots[field.slot].kind if field is not None else None
    return None


def _noun(value: Any) -> str:
    if isinstance(value, analysed.Reference):
        return value.things[0].noun
    if isinstance(value, analysed.Family):
        return f"{len(value.things)} of {value.things[0].noun}" if value.things else ""
    return ""


def _param(symbol: Symbol, judged: Judged) -> tuple[Param, Kind] | None:
    for behavior in judged.checked.analysed.program.behaviors:
        for param in behavior.params:
            span = param.span
            here = span.source.name == symbol.key[0] and span.start <= symbol.span.start
            if param.name == symbol.name and here and symbol.span.end <= span.end:
                return param, behavior.slots[param.slot].kind
    return None


def _of_param(param: Param, kind: Kind) -> Facts:
    low = in_si(param.low, kind) if param.low is not None else ""
    high = in_si(param.high, kind) if param.high is not None else ""
    shown = f"{low} .. {high}" if low and high else ""
    return Facts(kind, kind.noun, in_si(param.default, kind), shown)


def in_si(node: Node, kind: Kind) -> str:
    """A constant in SI with its unit; empty for what is not constant."""
    if kind.base is Base.BOOL and isinstance(node.data, bool):
        return "yes" if node.data else "no"
    if kind.base in (Base.VEC, Base.POINT) and isinstance(node.data, tuple):
        parts = ", ".join(_shown(float(part), kind) for part in node.data)
        return f"({parts})"
    if kind.base is not Base.NUMBER:
        return ""
    number = number_of(node)
    return "" if number is None else _shown(number, kind)


def _shown(number: float, kind: Kind) -> str:
    unit = kind.dimension.si
    return f"{number:.6g} {unit}".rstrip()


def remark_of(symbol: Symbol) -> str:
    """What the author says about a name: the comment behind its declaration, or those above."""
    source = symbol.span.source
    if symbol.role in (Role.PARAM, Role.VARIABLE) and symbol.node.tooltip:
        return str(symbol.node.tooltip)
    if symbol.role in (Role.ARGUMENT, Role.LOOP):
        return ""
    reading, _ = read_lookalikes(source)
    comments = [t for t in scan(grammar_table(), reading) if t.type == "COMMENT"]
    first = source.line_column(symbol.whole.start)[0]
    body = isinstance(symbol.node, (ast.StateDecl, ast.Machine, ast.Behavior, ast.Rig, ast.Scene))
    last = first if body else source.line_column(max(symbol.whole.end - 1, 0))[0]
    lines = {source.line_column(t.start)[0]: source.text[t.start : t.end] for t in comments}
    if last in lines and source.line_text(last).strip() != lines[last].strip():
        return lines[last].lstrip("# ").strip()
    above: list[str] = []
    line = first - 1
    while line in lines and source.line_text(line).strip() == lines[line].strip():
        above.insert(0, lines[line].lstrip("# ").strip())
        line -= 1
    return " ".join(above)


def whole_path(symbol: Symbol) -> str:
    """A state with the machine and states around it: ``posture.IsCovering.Along``."""
    names = [symbol.name]
    at = symbol.parent
    while at is not None:
        names.insert(0, at.name)
        at = at.parent
    return ".".join(names)


def owner_of(scope: Scope) -> str:
    """What a scope belongs to, for showing."""
    owner = next((s.owner for s in scope.outward() if s.owner is not None), None)
    return f"{owner.role.value} {owner.name}" if owner is not None else "the file"
