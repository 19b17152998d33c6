"""The rules of statements: each becomes a node, or a clause of one."""

from __future__ import annotations

from typing import Any

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.source import Span
from behave.syntax import ast
from behave.syntax.expressions import Rule
from behave.syntax.pieces import Block, Build, Lost, Piece, ident, only, options, pieces, take
from behave.syntax.places import (
    BLOCK,
    CHOICE,
    INNER,
    MEMBERS,
    POSE,
    RIG,
    SCENE,
    TEST,
    allowed,
)
from behave.syntax.tokens import Token


def _names(build: Build, c: list[Any]) -> tuple[ast.Ident, ...]:
    return tuple(ident(build, token) for token in take(c, Token))


def _first(build: Build, c: list[Any]) -> ast.Ident:
    return ident(build, take(c, Token)[0])


def _body(build: Build, c: list[Any], span: Span) -> Any:
    return Block(tuple(c), span)


def _start(build: Build, c: list[Any], span: Span) -> Any:
    return Block(tuple(c), span)


def _clause(role: str) -> Rule:
    """A clause that holds one value."""

    def rule(build: Build, c: list[Any], span: Span) -> Any:
        return Piece(role, c[0] if c else None, span)

    return rule


def _name_clause(role: str) -> Rule:
    def rule(build: Build, c: list[Any], span: Span) -> Any:
        return Piece(role, ident(build, c[0]), span)

    return rule


# ---- declarations ---------------------------------------------------------------------


def _use(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Use(c[0], span)


def _layers(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Layers(_names(build, c), span)


def _enum(build: Build, c: list[Any], span: Span) -> Any:
    name, *values = _names(build, c)
    return ast.EnumDecl(name, tuple(values), span)


def _kind(build: Build, c: list[Any], span: Span) -> Any:
    return ast.KindName(ident(build, c[0]), only(c, "kind_of"), only(c, "kind_count"), span)


def _param(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Param(
        ident(build, c[0]),
        only(c, "of_kind"),
        only(c, "initial_value"),
        only(c, "limits"),
        build.tooltip(span),
        span,
    )


def _var(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Var(
        _names(build, c), only(c, "of_kind"), only(c, "start_value"), build.tooltip(span), span
    )


def _formal(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Formal(ident(build, c[0]), only(c, "of_kind"))


def _formals(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("formals", tuple(c), span)


def _let(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Let(ident(build, c[0]), only(c, "formals"), c[-1], span)


def _guard(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Guard(ident(build, c[0]), only(c, "formals"), c[-1], span)


def _input(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Input(ident(build, c[0]), c[1], options(c), span)


def _zone(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Zone(ident(build, c[0]), c[1], span)


def _sensor(build: Build, c: list[Any], span: Span) -> Any:
    keep = bool(pieces(c, "keep"))
    return ast.Sensor(ident(build, c[0]), c[1], only(c, "condition"), keep, span)


def _event(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Event(ident(build, c[0]), only(c, "formals"), span)


def _action(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], BLOCK, "an `action`")
    return ast.ActionDecl(ident(build, c[0]), only(c, "formals"), body, span)


# ---- what holds other declarations ------------------------------------------------------


def _rig(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Rig(_first(build, c), allowed(build, c[-1], RIG, "a rig"), span)


def _behavior(build: Build, c: list[Any], span: Span) -> Any:
    name, rig = _names(build, c)
    return ast.Behavior(name, rig, allowed(build, c[-1], MEMBERS, "a behavior"), span)


def _scene(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], SCENE, "a scene")
    return ast.Scene(_first(build, c), only(c, "from_scene"), body, span)


def _test(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], TEST, "a test")
    return ast.Test(c[0], _first(build, c), options(c), body, span)


def _machine(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], MEMBERS, "a machine")
    return ast.Machine(_first(build, c), only(c, "count"), body, span)


def _state_mark(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("state_mark", c[0].type, span)


def _state(build: Build, c: list[Any], span: Span) -> Any:
    mark = only(c, "state_mark")
    body = allowed(build, c[-1], MEMBERS, "a state")
    return ast.StateDecl(_first(build, c), mark == "INITIAL", mark == "FINAL", body, span)


def _on(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], BLOCK, "an `on` block")
    return ast.On(c[0], only(c, "names") or (), only(c, "condition"), body, span)


def _name_list(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("names", _names(build, c), span)


# ---- transitions ------------------------------------------------------------------------


def _target(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("target", c, span)


def _trigger(build: Build, c: list[Any], span: Span) -> Any:
    return Piece("trigger", c[0], span, only(c, "names") or ())


def _transition(build: Build, c: list[Any], span: Span) -> Any:
    arrow, target = c[0], c[1].value
    path = next((part for part in target if type(part) is tuple), ())
    trigger = _one(
        build, c, "trigger", "on", "a transition waits for one event: write two transitions"
    )
    delay = _one(build, c, "delay", "after", "keep the one that is meant")
    condition = _one(build, c, "condition", "when", "join the guards with `and`")
    last = c[-1]
    return ast.Transition(
        path,
        bool(pieces(target, "resume")),
        bool(pieces(target, "restart")),
        trigger.value if trigger else None,
        trigger.more if trigger else (),
        delay.value if delay else None,
        condition.value if condition else None,
        options(c),
        allowed(build, last, BLOCK, "a transition's block") if type(last) is Block else (),
        arrow.span,
        span,
    )


def _one(build: Build, c: list[Any], role: str, word: str, help: str) -> Piece | None:
    """The one clause of a role; a second one is reported."""
    found = pieces(c, role)
    for extra in found[1:]:
        build.report(
            Diagnostic(
                SYNTAX,
                f"this transition has a second `{word}`",
                Span(build.source, extra.span.start, extra.span.start + len(word)),
                "the second one",
                (
                    Label(
                        Span(build.source, found[0].span.start, found[0].span.start + len(word)),
                        "the first",
                    ),
                ),
                (help,),
            )
        )
    return found[0] if found else None


def _choose(build: Build, c: list[Any], span: Span) -> Any:
    trigger = _one(build, c, "trigger", "on", "keep the one that is meant")
    delay = _one(build, c, "delay", "after", "keep the one that is meant")
    condition = _one(build, c, "condition", "when", "join the guards with `and`")
    return ast.Choose(
        allowed(build, c[-1], CHOICE, "a `choose` block"),
        span,
        trigger.value if trigger else None,
        trigger.more if trigger else (),
        delay.value if delay else None,
        condition.value if condition else None,
        options(c),
    )


# ---- statements -------------------------------------------------------------------------


def _option(build: Build, c: list[Any], span: Span) -> Any:
    name, value = c
    place = Span(build.source, name.span.start, span.end)
    return Piece("option", ast.NamedArgument(name, value, place), span)


def _set(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Set(c[0], c[1], only(c, "condition"), span)


def _when(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[1], INNER, "a `when` block")
    return ast.When(c[0], body, only(c, "otherwise_do") or (), span)


def _otherwise_do(build: Build, c: list[Any], span: Span) -> Any:
    inner = c[0]
    body = allowed(build, inner, INNER, "an `else` block") if type(inner) is Block else (inner,)
    return Piece("otherwise_do", body, span)


def _every(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], INNER, "an `every` block")
    return ast.Every(c[0], only(c, "condition"), body, span)


def _for_each(build: Build, c: list[Any], span: Span) -> Any:
    return ast.ForEach(ident(build, c[0]), c[1], allowed(build, c[2], INNER, "a `for` block"), span)


def _phrase(build: Build, c: list[Any], span: Span) -> Any:
    if not c:  # the easing `in` is a word of the language
        return ast.Phrase("ease", ast.Name("in", Span(build.source, span.end - 2, span.end)), span)
    return ast.Phrase(c[0].text, c[1], span)


def _preposition(build: Build, c: list[Any], span: Span) -> Any:
    return c[0]


def _sentence(build: Build, c: list[Any], span: Span) -> Any:
    # Whether it may have a block, and what may stand in it, is known when its own place is.
    block: Any = c[-1] if type(c[-1]) is Block else None
    return ast.Sentence(
        ident(build, c[0]),
        only(c, "object"),
        tuple(take(c, ast.Phrase)),
        tuple(piece.value for piece in pieces(c, "flag")),
        options(c),
        only(c, "condition"),
        block,
        span,
    )


# ---- poses ------------------------------------------------------------------------------


def _pose(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Pose(allowed(build, c[-1], POSE, "a pose"), span)


def _layer(build: Build, c: list[Any], span: Span) -> Any:
    body = allowed(build, c[-1], POSE, "a layer")
    return ast.PoseLayer(ident(build, c[0]), options(c), only(c, "condition"), body, span)


def _blend(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Blend(c[0], tuple(take(c, ast.BlendKey)), span)


def _key(build: Build, c: list[Any], span: Span) -> Any:
    return ast.BlendKey(c[0], c[1], span)


def _same(build: Build, c: list[Any], span: Span) -> Any:
    return c[0]


# ---- tests ------------------------------------------------------------------------------


def _expect(build: Build, c: list[Any], span: Span) -> Any:
    due = c[1]
    return ast.Expect(c[0], due.role.removeprefix("due_"), due.value, span)


def _always(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Always(c[0], False, only(c, "due_during"), only(c, "condition"), span)


def _never(build: Build, c: list[Any], span: Span) -> Any:
    return ast.Always(c[0], True, only(c, "due_during"), only(c, "condition"), span)


def _lost(build: Build, c: list[Any], span: Span) -> Any:
    return Lost(span)


_CLAUSES = (
    "initial_value start_value limits keep of_kind kind_count delay condition object arrow "
    "due_within due_at due_during resume restart"
)

STATEMENTS: dict[str, Rule] = {
    **{role: _clause(role) for role in _CLAUSES.split()},
    **{role: _name_clause(role) for role in ("kind_of", "from_scene", "flag")},
    "start": _start,
    "body": _body,
    "use": _use,
    "layers": _layers,
    "rig": _rig,
    "behavior": _behavior,
    "scene": _scene,
    "test": _test,
    "enum": _enum,
    "param": _param,
    "var": _var,
    "let": _let,
    "input": _input,
    "zone": _zone,
    "sensor": _sensor,
    "guard": _guard,
    "event": _event,
    "action": _action,
    "kind": _kind,
    "kind_name": _same,
    "formal": _formal,
    "formals": _formals,
    "machine": _machine,
    "state": _state,
    "state_mark": _state_mark,
    "on": _on,
    "names": _name_list,
    "transition": _transition,
    "target": _target,
    "trigger": _trigger,
    "choose": _choose,
    "option": _option,
    "set": _set,
    "when": _when,
    "otherwise_do": _otherwise_do,
    "every": _every,
    "for_each": _for_each,
    "sentence": _sentence,
    "phrase": _phrase,
    "preposition": _preposition,
    "pose": _pose,
    "layer": _layer,
    "blend_statement": _same,
    "blend": _blend,
    "key": _key,
    "blend_key": _key,
    "expect": _expect,
    "always": _always,
    "never": _never,
    "lost": _lost,
}
