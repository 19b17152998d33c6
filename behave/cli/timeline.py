"""The timeline of states: what each machine of each agent did when, and why."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from behave.runtime.record import TickRecord
from behave.units import UNIT_NAMES

if TYPE_CHECKING:  # rich is slow to import and only a timeline needs it
    from rich.console import Console
    from rich.table import Table

PIPED_WIDTH = 160
NARROWEST_REASON = 24
WHY = "why"

# The space in ``1.5 m/s`` and ``(0, 1, 0) m``, and what stands for it while lines are broken.
_BEFORE_UNIT = re.compile(
    rf"(?<=[0-9)]) (?=/?(?:{'|'.join(map(re.escape, UNIT_NAMES))})(?![A-Za-z_]))"
)
_GLUE = "\ue000"


@dataclass(frozen=True)
class Entry:
    """A state entered: at which tick, why (empty at the start), and where the arrow stands."""

    tick: int
    time: float
    state: str
    reason: str
    where: str
    probes: Mapping[str, object]


@dataclass
class Timeline:
    """Entries by agent and machine, in the order both first appear."""

    machines: dict[str, dict[str, list[Entry]]] = field(default_factory=dict)

    def add(self, record: TickRecord, probes: Mapping[str, Mapping[str, object]]) -> None:
        """Take in one tick; ``probes`` are its values by agent and expression."""
        for agent, seen in record.agents.items():
            lanes = self.machines.setdefault(agent, {})
            values = probes.get(agent, {})
            for machine, state in seen.states.items():
                fired = [f for f in seen.fired if f.machine == machine]
                if machine not in lanes:
                    first = fired[0].start if fired else state
                    lanes[machine] = [Entry(record.tick, record.time, first, "", "", values)]
                for change in fired:
                    lanes[machine].append(
                        Entry(
                            record.tick,
                            record.time,
                            change.end,
                            change.reason,
                            change.where,
                            values,
                        )
                    )


def show(timeline: Timeline, probes: Sequence[str]) -> None:
    """Print a table for each agent and machine."""
    from rich.console import Console
    from rich.text import Text

    width = None if sys.stdout.isatty() else PIPED_WIDTH
    console = Console(width=width, highlight=False, emoji=False, markup=False)
    for agent, lanes in timeline.machines.items():
        for machine, entries in lanes.items():
            console.print()
            console.print(Text.assemble((agent, "bold"), f" · {machine}"))
            _print(console, _table(console, entries, probes))


def _table(console: Console, entries: Sequence[Entry], probes: Sequence[str]) -> Table:
    """One lane as a table; the reasons wrapped to the width the other columns leave."""
    from rich.measure import Measurement

    bare = _columns(console, entries, probes, [""] * len(entries))
    taken = Measurement.get(console, console.options, bare).maximum - len(WHY)
    room = max(console.width - taken, NARROWEST_REASON)
    reasons = ["\n".join(wrapped(entry.reason or "start", room)) for entry in entries]
    return _columns(console, entries, probes, reasons)


def _columns(
    console: Console, entries: Sequence[Entry], probes: Sequence[str], reasons: Sequence[str]
) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    table.add_column("time", justify="right", no_wrap=True)
    table.add_column("tick", justify="right", no_wrap=True)
    table.add_column("state", style="cyan", no_wrap=True)
    for probe in probes:
        table.add_column(Text(probe))
    table.add_column(WHY, overflow="fold")
    for entry, reason in zip(entries, reasons, strict=True):
        table.add_row(
            f"{entry.time:.3f} s",
            str(entry.tick),
            Text(entry.state),
            *[Text(value_text(entry.probes.get(probe))) for probe in probes],
            Text(reason),
        )
    return table


def _print(console: Console, table: Table) -> None:
    """Print a table without the spaces that fill its last column."""
    from rich.text import Text

    for line in console.render_lines(table, pad=False):
        text = Text.assemble(*[(part.text, part.style or "") for part in line])
        text.rstrip()
        console.print(text, no_wrap=True, overflow="ignore", crop=False)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` characters; a number stays with its unit.

    A word longer than that is broken.
    """
    glued = _BEFORE_UNIT.sub(_GLUE, text)
    return [line.replace(_GLUE, " ") for line in wrap(glued, width, break_on_hyphens=False)]


def value_text(value: object) -> str:
    """A probe's value for people: rounded numbers, ``yes`` and ``no``, a dash when absent."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return f"({', '.join(value_text(item) for item in value)})"
    return str(value)


def to_json(timeline: Timeline, head: Mapping[str, object]) -> str:
    """The timeline as one JSON object behind the entries of ``head``."""
    agents = {
        agent: {
            machine: [
                {
                    "tick": entry.tick,
                    "time": entry.time,
                    "state": entry.state,
                    "reason": entry.reason,
                    "where": entry.where,
                    **({"probes": entry.probes} if entry.probes else {}),
                }
                for entry in entries
            ]
            for machine, entries in lanes.items()
        }
        for agent, lanes in timeline.machines.items()
    }
    return json.dumps({**head, "agents": agents}, ensure_ascii=False, indent=2, allow_nan=False)
