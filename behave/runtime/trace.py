"""The trace: one JSON object a line and tick, the same bytes for the same run.

Numbers are SI floats in Python's shortest exact form, infinity the strings "inf" and "-inf",
minus zero is 0.0; vecs are [x, y, z], rotations [x, y, z, w], enums and colliders names,
what is absent null. Keys stand in declared order.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, TextIO

import numpy as np

from behave.ir.program import Group, Slot
from behave.kinds import Base, Kind
from behave.runtime.frame import Frame
from behave.runtime.model import AgentGroup, Model
from behave.runtime.probe import Probe
from behave.runtime.readable import name_of
from behave.runtime.record import AgentRecord, Fired, TickRecord
from behave.runtime.slots import reader
from behave.runtime.state import State, frames_by_name

Json = Any


def line(model: Model, state: State, record: TickRecord, probes: Sequence[Probe] = ()) -> Json:
    """The trace object of a tick; ``state`` is the state after it.

    ``tick``, ``time`` and under ``agents.NAME``: ``states`` (machine → path of the active
    state), ``transition`` where one fired (``transitions`` too where several machines' did),
    ``events``, ``vars``, ``probes``, and ``skipped`` where actions had an absent operand.
    """
    frames = frames_by_name(model, state)
    agents: dict[str, Json] = {}
    for name, entry in record.agents.items():
        group, frame = model.group_of(name), frames[name]
        agent: dict[str, Json] = {"states": dict(entry.states)}
        _add_fired(agent, entry)
        agent["events"] = list(entry.events)
        agent["vars"] = variables(model, group, frame)
        agent["probes"] = {probe.text: _probed(model, group, frame, probe) for probe in probes}
        if entry.skipped:
            agent["skipped"] = list(entry.skipped)
        agents[name] = agent
    return {"tick": record.tick, "time": plain_number(record.time), "agents": agents}


def _add_fired(agent: dict[str, Json], entry: AgentRecord) -> None:
    if entry.fired:
        agent["transition"] = _fired(entry.fired[0])
    if len(entry.fired) > 1:
        agent["transitions"] = [_fired(fired) for fired in entry.fired]


def _fired(fired: Fired) -> Json:
    return {
        "machine": fired.machine,
        "from": fired.start,
        "to": fired.end,
        "reason": fired.reason,
        "where": fired.where,
    }


def variables(model: Model, group: AgentGroup, frame: Frame) -> dict[str, Json]:
    """The agent's own variables by path, in declared order."""
    names = model.colliders.names
    return {
        slot.path: plain(reader(slot)(frame), slot.kind, group, names)
        for slot in shown_slots(group)
    }


def shown_slots(group: AgentGroup) -> list[Slot]:
    """The slots a trace shows as ``vars``: variables that are not hidden."""
    return [
        slot for slot in group.behavior.slots if slot.group is Group.VARIABLE and not slot.hidden
    ]


def _probed(model: Model, group: AgentGroup, frame: Frame, probe: Probe) -> Json:
    node = probe.nodes.get(group.behavior.name)
    if node is None:
        return None
    with np.errstate(all="ignore"):
        value = group.compiled.scope.compile(node)(frame)
    return plain(value, node.kind, group, model.colliders.names)


def plain(value: Any, kind: Kind, group: AgentGroup, colliders: Sequence[str]) -> Json:
    """A value in the trace's form."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if kind.base is Base.BOOL:
        return bool(value)
    if isinstance(value, np.ndarray):
        return [plain_number(part) for part in value.tolist()]
    if isinstance(value, tuple):
        item = kind.item if kind.item is not None else kind
        return [plain(part, item, group, colliders) for part in value]
    name = name_of(value, kind, group.behavior, colliders) if kind.base is not Base.NUMBER else None
    return plain_number(value) if name is None else name


def plain_number(value: float) -> float | int | str:
    """A number as JSON can say it: no minus zero, infinity as text."""
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0.0 else "-inf"
    return 0.0 if value == 0.0 and isinstance(value, float) else value


def dumps(value: Json) -> str:
    """One line of JSON without its line end; ValueError for NaN, which no state can hold."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


class TraceWriter:
    """Writes whole lines, each handed on at once, so that what is finished stays readable."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, value: Json) -> None:
        """Write one trace object and flush it."""
        self._stream.write(dumps(value) + "\n")
        self._stream.flush()
