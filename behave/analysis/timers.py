"""Timers: counted ticks times dt plus what the last ``after`` carried over."""

from __future__ import annotations

from behave.analysis.layout import Builder
from behave.analysis.members import of_agent
from behave.analysis.symbols import StateHandle
from behave.ir.ops import Op
from behave.ir.program import Node, StateRef
from behave.kinds import number
from behave.source import Span
from behave.units import TIME

SECONDS = number(TIME)


def clock_paths(machine: str, state: str) -> tuple[str, str]:
    """Paths of a state's timer slots: (ticks, carry)."""
    return f"{machine}.{state}.ticks", f"{machine}.{state}.carry"


def owner_timer(builder: Builder, owner: StateRef | None, span: Span) -> Node:
    """The timer of the state something is written in, or of the behavior itself."""
    dt = Node(Op.DT, (), SECONDS)
    if owner is None:
        return Node(Op.MUL, (builder.read(builder.ticks), dt), SECONDS, None, span)
    ticks, carry = builder.clocks[owner]
    counted = Node(Op.MUL, (builder.read(ticks), dt), SECONDS)
    return Node(Op.ADD, (counted, builder.read(carry)), SECONDS, None, span)


def state_timer(builder: Builder, handle: StateHandle, span: Span) -> Node:
    """``S.timer``: the timer of a named state (0 ticks while it is not active)."""
    return of_agent(owner_timer(builder, handle.ref, span), handle.agent)
