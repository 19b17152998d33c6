"""Events: a behavior's own, and what handlers and triggers wait for besides them."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.declarations import (
    declare,
    declare_broken,
    declare_local,
    misplaced,
    named_kind,
)
from behave.analysis.environment import Environment
from behave.analysis.sentences import Context
from behave.analysis.statements import statements
from behave.analysis.symbols import EventHandle, Fixed, Reference, ZoneHandle
from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Label
from behave.ir.program import Branch, Event, EventRef, Group, Handler, Statement, StateRef
from behave.syntax import ast

SENSOR_HAPPENINGS = ("found", "lost")
ZONE_HAPPENINGS = ("enter", "stay", "exit")
STATE_HAPPENINGS = ("enter", "exit")
SENT = "sent"


def event_declaration(env: Environment, tree: ast.Event) -> None:
    """``event stepped(leg : number)``: each argument gets a slot, absent but while delivered."""
    name, builder = tree.name.text, env.builder
    if name in STATE_HAPPENINGS:
        env.findings.add(
            catalog.DUPLICATE,
            f"`{name}` is what states send, so no event may be called so",
            tree.name.span,
            "taken",
            ("rename it",),
        )
        declare_broken(env, "event", tree.name)
        return
    slots: list[int] = []
    for formal in tree.formals or ():
        if formal.kind is None:
            env.findings.add(
                catalog.WRONG_CALL,
                f"the argument `{formal.name.text}` of the event `{name}` needs a kind",
                formal.name.span,
                "of what kind?",
                (f"for example `event {name}({formal.name.text} : number)`",),
            )
            declare_broken(env, "event", tree.name)
            return
        kind = named_kind(env, formal.kind)
        if kind is None:
            declare_broken(env, "event", tree.name)
            return
        path = f"{name}.{formal.name.text}"
        slots.append(
            builder.slot(
                path, kind, Group.MEMORY, optional=True, hidden=True, span=formal.name.span
            )
        )
    handle = EventHandle(len(builder.events))
    if declare(env, Fixed(name, "event", tree.name.span, value=handle)):
        builder.events.append(Event(name, tuple(slots), tree.name.span))


def handler(env: Environment, tree: ast.On, prefix: str, owner: StateRef | None) -> Handler | None:
    """``on contact.found when … { … }``, ``on stepped(n) { … }``."""
    what = event(env, tree.path)
    inside = with_arguments(env, what, tree.names)
    when = expressions.truth(inside, tree.when, "`when`") if tree.when is not None else None
    body = statements(inside, tree.body, Context(False, "a handler", owner, prefix))
    if what is None or (tree.when is not None and when is None):
        return None
    return Handler(what, when, body, owner, tree.span)


def handlers(
    env: Environment,
    body: tuple[ast.Declaration, ...],
    prefix: str,
    owner: StateRef | None,
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Handlers of a body go to the builder; returns the bodies of ``on enter`` and ``on exit``."""
    enter: tuple[Statement, ...] = ()
    leave: tuple[Statement, ...] = ()
    for tree in body:
        if not isinstance(tree, ast.On):
            continue
        made = handler(env, tree, prefix, owner)
        if made is None:
            continue
        if made.event.source != "state":
            env.builder.handlers.append(made)
            continue
        if owner is None:
            misplaced(
                env,
                f"`on {made.event.happening}`",
                "a machine or behavior",
                tree.span,
                "it belongs to a state",
            )
            continue
        done = made.body
        if made.when is not None:
            done = (Branch(made.when, done, (), tree.span),)
        if made.event.happening == "enter":
            enter += done
        else:
            leave += done
    return enter, leave


def with_arguments(
    env: Environment, what: EventRef | None, names: tuple[ast.Ident, ...]
) -> Environment:
    """The surroundings of a handler or arrow, in which the event's arguments have names."""
    if not names:
        return env
    inside = env.within(env.scope.inner("handler"))
    own = what is not None and what.source == "event"
    slots = env.builder.events[what.index].arguments if what is not None and own else ()
    if what is not None and len(names) != len(slots):
        declared = env.builder.events[what.index] if own else None
        carried = "nothing" if not slots else f"{len(slots)} argument{'s' * (len(slots) > 1)}"
        env.findings.add(
            catalog.WRONG_CALL,
            f"this event carries {carried}, not {len(names)}",
            names[0].span.to(names[-1].span),
            f"{len(names)} named",
            ("leave the brackets out",) if not slots else (),
            (Label(declared.span, "declared here"),) if declared is not None else (),
        )
    for position, name in enumerate(names):
        known = len(names) == len(slots)
        value = env.builder.read(slots[position], name.span) if known else None
        declare_local(inside, Fixed(name.text, "argument", name.span, False, value))
    return inside


def event(env: Environment, path: tuple[ast.Ident, ...]) -> EventRef | None:
    """``contact.found``, ``reach.enter``; ``enter`` and ``exit`` alone are the state's own."""
    if len(path) == 1:
        if path[0].text in STATE_HAPPENINGS:
            return EventRef("state", -1, path[0].text)
        return _own_event(env, path[0])
    symbol = env.scope.find(path[0].text)
    if symbol is None or len(path) > 2:
        env.findings.undefined("sensor or zone", path[0].text, path[0].span, env.scope.visible())
        return None
    symbol.used = True
    if isinstance(symbol, Fixed) and symbol.value is None:
        return None
    happening = path[1].text
    found = symbol.value if isinstance(symbol, Fixed) else None
    if isinstance(found, ZoneHandle):
        return _known(env, path[1], ZONE_HAPPENINGS, EventRef("zone", found.index, happening))
    if isinstance(found, Reference) and symbol.noun == "sensor":
        slot = found.things[0].fields["collider"].slot
        position = env.builder.sensor_of_slot[slot]
        return _known(env, path[1], SENSOR_HAPPENINGS, EventRef("sensor", position, happening))
    env.findings.add(
        catalog.WRONG_KIND,
        f"`{path[0].text}` is a {symbol.noun} and sends no events",
        path[0].span,
        "sends no events",
        ("sensors send `found` and `lost`, zones `enter`, `stay` and `exit`",),
    )
    return None


def _own_event(env: Environment, name: ast.Ident) -> EventRef | None:
    """An event of the behavior by its name."""
    symbol = env.scope.find(name.text)
    if symbol is None:
        known = [n for n in env.scope.visible() if _is_event(env, n)]
        env.findings.undefined("event", name.text, name.span, [*known, *STATE_HAPPENINGS])
        return None
    symbol.used = True
    if isinstance(symbol, Fixed) and isinstance(symbol.value, EventHandle):
        return EventRef("event", symbol.value.index, SENT)
    if not isinstance(symbol, Fixed) or symbol.value is not None:
        happenings = {"sensor": SENSOR_HAPPENINGS, "zone": ZONE_HAPPENINGS}.get(symbol.noun, ())
        env.findings.add(
            catalog.WRONG_KIND,
            f"`{name.text}` is a {symbol.noun}, not an event",
            name.span,
            "not an event",
            (" or ".join(f"`on {name.text}.{h}`" for h in happenings),) if happenings else (),
        )
    return None


def _is_event(env: Environment, name: str) -> bool:
    symbol = env.scope.find(name)
    return isinstance(symbol, Fixed) and isinstance(symbol.value, EventHandle)


def _known(
    env: Environment, name: ast.Ident, happenings: tuple[str, ...], event: EventRef
) -> EventRef | None:
    if event.happening in happenings:
        return event
    env.findings.undefined("event", name.text, name.span, happenings)
    return None
