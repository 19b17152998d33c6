"""What handlers and triggers wait for: sensors found and lost, zones entered, states."""

from __future__ import annotations

from behave.analysis.environment import Environment
from behave.analysis.symbols import Fixed, Reference, ZoneHandle
from behave.diagnostics import catalog
from behave.ir.program import EventRef
from behave.syntax import ast

SENSOR_HAPPENINGS = ("found", "lost")
ZONE_HAPPENINGS = ("enter", "stay", "exit")
STATE_HAPPENINGS = ("enter", "exit")


def event(env: Environment, path: tuple[ast.Ident, ...]) -> EventRef | None:
    """``contact.found``, ``reach.enter``; ``enter`` and ``exit`` alone are the state's own."""
    span = path[0].span.to(path[-1].span)
    if len(path) == 1:
        if path[0].text in STATE_HAPPENINGS:
            return EventRef("state", -1, path[0].text)
        env.findings.not_yet("an event of your own", span)
        return None
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


def _known(
    env: Environment, name: ast.Ident, happenings: tuple[str, ...], event: EventRef
) -> EventRef | None:
    if event.happening in happenings:
        return event
    env.findings.undefined("event", name.text, name.span, happenings)
    return None
