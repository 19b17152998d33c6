"""What a tick leaves behind for traces, replays and the viewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fired:
    """A transition that fired: ``start`` and ``end`` are paths of states (of leaves).

    ``target`` is the path of the state the arrow names; ``reason`` the guard's text with the
    values its operands had, ``where`` its ``file:line``. ``source`` and ``number`` find the
    ``Transition`` in the Program (source -1: written in the machine itself).
    """

    machine: str
    start: str
    end: str
    target: str
    reason: str
    where: str
    source: int
    number: int


@dataclass(frozen=True, slots=True)
class AgentRecord:
    """One agent's tick: active states (machine → path of the leaf), and what happened.

    ``events`` are texts like ``contact.found left_wall`` in the order handlers saw them (zone
    ``stay`` is left out); ``skipped`` names actions that had an absent operand.
    """

    states: Mapping[str, str]
    fired: tuple[Fired, ...]
    events: tuple[str, ...]
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TickRecord:
    """One tick: its number (from 0), the time it began, and a record per agent in scene order."""

    tick: int
    time: float
    agents: Mapping[str, AgentRecord]
