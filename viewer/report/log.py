"""What happened in a run of one agent: spans of states, transitions, events, curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from behave.ir.ops import Op
from behave.ir.program import Node
from behave.runtime.model import Model
from behave.runtime.probe import evaluate
from behave.runtime.record import Fired, TickRecord
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from behave.units import number_text
from viewer.curves import numbers_of, parts_of


@dataclass(frozen=True)
class Span:
    """A state a machine was in, from one time to another (seconds)."""

    start: float
    end: float
    path: str


@dataclass(frozen=True)
class Change:
    """A transition, and the time at which it was taken."""

    time: float
    fired: Fired


@dataclass(frozen=True)
class Wanted:
    """A plot asked for: its title, and the expressions drawn in it with their names."""

    title: str
    curves: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Plot:
    """A plot: curves of values at ``times``, not-a-number where there was none.

    ``low`` and ``high`` bound it; ``range_text`` tells them in a unit that fits.
    """

    title: str
    times: tuple[float, ...]
    curves: tuple[tuple[str, tuple[float, ...]], ...]
    low: float
    high: float
    range_text: str


@dataclass(frozen=True)
class RunLog:
    """A run of a model from its start for some ticks, as one agent lived it."""

    model: Model
    agent: str
    ticks: int
    spans: dict[str, tuple[Span, ...]]
    changes: tuple[Change, ...]
    events: tuple[tuple[float, str], ...]
    plots: tuple[Plot, ...]
    digest: str

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ticks * self.model.dt

    def states_at(self, seconds: float) -> dict[str, str]:
        """By machine, the path of the state it was in."""
        return {
            machine: next((s.path for s in reversed(spans) if s.start <= seconds), "")
            for machine, spans in self.spans.items()
        }


def run_log(model: Model, agent: str, ticks: int, wanted: Sequence[Wanted]) -> RunLog:
    """Run a model from its start and keep what the report tells."""
    state = initial(model)
    spans: dict[str, list[Span]] = {}
    changes: list[Change] = []
    events: list[tuple[float, str]] = []
    values: list[list[tuple[float, ...]]] = [[] for w in wanted for _ in w.curves]
    for _ in range(ticks):
        _read(model, state, agent, wanted, values)
        record = tick(model, state, model.script.sample(state.tick, model.dt))
        _note(record, agent, model.dt, spans)
        mine = record.agents.get(agent)
        if mine is not None:
            changes += (Change(record.time, fired) for fired in mine.fired)
            events += ((record.time, event) for event in mine.events)
    _read(model, state, agent, wanted, values)
    times = tuple(k * model.dt for k in range(ticks + 1))
    return RunLog(
        model,
        agent,
        ticks,
        {name: tuple(own) for name, own in spans.items()},
        tuple(changes),
        tuple(events),
        _plots(wanted, times, values),
        state.digest(),
    )


def weights(model: Model, agent: str) -> Wanted:
    """All weights of an agent's constraints and clips in one plot."""
    behavior = model.group_of(agent).behavior
    nodes = []
    for slot in behavior.slots:
        if slot.path.endswith(".weight") and not slot.hidden:
            node = Node(Op.SLOT, (), slot.kind, behavior.slot_of[slot.path])
            nodes.append((slot.path.removesuffix(".weight"), node))
    return Wanted("weights", tuple(nodes))


def _read(
    model: Model,
    state: State,
    agent: str,
    wanted: Sequence[Wanted],
    values: list[list[tuple[float, ...]]],
) -> None:
    nodes = [node for w in wanted for _, node in w.curves]
    for node, column in zip(nodes, values, strict=True):
        there = agent in model.places
        value = evaluate(model, state, agent, node) if there else None
        column.append(numbers_of(value, node.kind))


def _note(record: TickRecord, agent: str, dt: float, spans: dict[str, list[Span]]) -> None:
    mine = record.agents.get(agent)
    for machine, path in mine.states.items() if mine is not None else ():
        own = spans.setdefault(machine, [])
        end = record.time + dt
        if own and own[-1].path == path:
            own[-1] = Span(own[-1].start, end, path)
        else:
            own.append(Span(record.time, end, path))


def _plots(
    wanted: Sequence[Wanted], times: tuple[float, ...], values: list[list[tuple[float, ...]]]
) -> tuple[Plot, ...]:
    plots = []
    columns = iter(values)
    for one in wanted:
        curves: list[tuple[str, tuple[float, ...]]] = []
        for name, node in one.curves:
            rows = next(columns)
            for part, word in enumerate(parts_of(node.kind)):
                curve = tuple(row[part] for row in rows)
                called = ".".join(filter(None, (name, word)))
                if len(one.curves) == 1 or len(set(curve)) > 1:  # of many only what moves
                    curves.append((called, curve))
        known = [v for _, curve in curves for v in curve if math.isfinite(v)]
        if not known:
            continue
        low, high = min(known), max(known)
        dimension = one.curves[0][1].kind.dimension
        told = f"{number_text(low, dimension, high, 3)} … {number_text(high, dimension, low, 3)}"
        plots.append(Plot(one.title, times, tuple(curves), low, high, told))
    return tuple(plots)
