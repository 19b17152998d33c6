"""``emit event(values)``: sends an event of the behavior's own."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.environment import Environment
from behave.analysis.sentences import Context, phrases
from behave.analysis.symbols import EventHandle, Fixed
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.program import Emit, Emitter, Event, Group, Node, Statement
from behave.kinds import NUMBER
from behave.syntax import ast


def emit(env: Environment, tree: ast.Sentence, context: Context) -> list[Statement]:
    """One emitting place, with slots of its own."""
    good = phrases(env, tree, (), ()) is not None
    called = tree.object.function if isinstance(tree.object, ast.Call) else tree.object
    if not isinstance(called, ast.Name):
        env.findings.add(
            catalog.WRONG_CALL,
            "`emit` needs an event: `emit name(values)`",
            tree.span if tree.object is None else tree.object.span,
            "no event",
        )
        return []
    symbol = env.scope.find(called.text)
    handle = symbol.value if isinstance(symbol, Fixed) else None
    if not isinstance(handle, EventHandle):
        if symbol is None:
            known = [n for n in env.scope.visible() if _is_event(env, n)]
            env.findings.undefined("event", called.text, called.span, known)
        elif not isinstance(symbol, Fixed) or handle is not None:
            env.findings.add(
                catalog.WRONG_KIND,
                f"`{called.text}` is a {symbol.noun}, not an event",
                called.span,
                "not an event",
            )
        return []
    values = _values(env, tree, env.builder.events[handle.index])
    if values is None or not good:
        return []
    place = _emitter(env, tree, context, handle.index)
    return [Emit(place, values, tree.span)]


def _is_event(env: Environment, name: str) -> bool:
    symbol = env.scope.find(name)
    return isinstance(symbol, Fixed) and isinstance(symbol.value, EventHandle)


def _values(env: Environment, tree: ast.Sentence, event: Event) -> tuple[Node, ...] | None:
    """The arguments, each of the kind the event declares."""
    given = tree.object.arguments if isinstance(tree.object, ast.Call) else ()
    named = tree.object.named if isinstance(tree.object, ast.Call) else ()
    count = len(event.arguments)
    if named or len(given) != count:
        carried = "no arguments" if count == 0 else f"{count} argument{'s' * (count > 1)}"
        env.findings.add(
            catalog.WRONG_CALL,
            f"the event `{event.name}` takes {carried} by position, not {len(given) + len(named)}",
            tree.span,
            "emitted here",
            secondary=(Label(event.span, "declared here"),),
        )
        return None
    found: list[Node] = []
    for item, slot in zip(given, event.arguments, strict=True):
        kind = env.builder.slots[slot].kind
        node = expressions.of_kind(env, item, kind, f"an argument of `{event.name}`")
        if node is None:
            return None
        found.append(node)
    return tuple(found)


def _emitter(env: Environment, tree: ast.Sentence, context: Context, event: int) -> int:
    builder, span = env.builder, tree.span
    path = f"{context.prefix}~emit@{span.line}:{span.column}"

    def slot(name: str, like: int = -1) -> int:
        kind = NUMBER if like < 0 else builder.slots[like].kind
        return builder.slot(f"{path}.{name}", kind, Group.MEMORY, hidden=True, span=span)

    if builder.emitted < 0:
        builder.emitted = builder.slot("~emitted", NUMBER, Group.MEMORY, hidden=True, span=span)
    arguments = builder.events[event].arguments
    names = [builder.slots[a].path.rpartition(".")[2] for a in arguments]
    pending = slot("pending")
    values = tuple(slot(n, a) for n, a in zip(names, arguments, strict=True))
    current = slot("current")
    arrived = tuple(slot(f"arrived.{n}", a) for n, a in zip(names, arguments, strict=True))
    builder.emitters.append(
        Emitter(event, env.scope.machine, pending, values, current, arrived, span)
    )
    return len(builder.emitters) - 1
