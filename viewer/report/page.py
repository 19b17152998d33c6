"""The report as one HTML page: every picture is inside it, and nothing is fetched or run."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from viewer.graph.fonts import helvetica
from viewer.graph.layout import Style
from viewer.graph.shapes import LIGHT, Live, Said
from viewer.graph.sheet import Drawing, behavior_sheet
from viewer.graph.svg import document
from viewer.graph.words import own_transitions
from viewer.report.log import RunLog
from viewer.report.strips import plots, timeline
from viewer.scene.states import families, told_states

FONT = 12.5
WIDTH = 1180.0
MOST_CHANGES = 400  # transitions listed

_STYLE = """
body { font: 15px/1.5 Helvetica, Arial, sans-serif; color: #1a1f29; background: #fff;
       max-width: 1180px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
p.facts { color: #5c687d; margin: 0; } svg { max-width: 100%; height: auto; }
div.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr));
               gap: .8rem; }
figure { margin: 0; } figure img { width: 100%; border-radius: 6px; display: block; }
figcaption { color: #5c687d; font-size: .85rem; padding: .2rem .1rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th { text-align: left; color: #5c687d; font-weight: normal; }
th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #e6e9ef; vertical-align: top; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
footer { color: #5c687d; font-size: .8rem; margin: 2.5rem 0 1rem; }
"""


@dataclass(frozen=True)
class Shown:
    """A picture of the run u1[height, width, 3], and when it was taken (seconds)."""

    time: float
    pixels: NDArray[np.uint8]


def page(log: RunLog, pictures: Sequence[Shown], path: str, version: str) -> str:
    """The page of a run of a file; the same run gives the same text."""
    model = log.model
    behavior = model.group_of(log.agent).behavior
    title = f"{behavior.name} in {model.scene.name}"
    facts = (
        f"{path} · {log.agent} · {log.seconds:.4g} s in {log.ticks} ticks of "
        f"{1e3 * model.dt:.4g} ms · seed {model.seed}"
    )
    measure = helvetica(FONT)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="facts">{escape(facts)}</p>',
        *_pictures(log, pictures),
        "<h2>What it was in</h2>",
        _svg(timeline(log, WIDTH, measure, LIGHT), "Timeline of states"),
    ]
    if log.plots:
        parts += ["<h2>Values</h2>", _svg(plots(log, log.plots, WIDTH, measure, LIGHT), "Values")]
    style = Style(measure, live_lines=1)
    graph = behavior_sheet(behavior, WIDTH, style, LIGHT, lives(log))
    parts += [
        "<h2>States</h2>",
        '<p class="facts">Green: it was in these, and for how long in all.</p>',
        _svg(graph, f"States of {behavior.name}"),
        "<h2>What happened</h2>",
        *_changes(log),
        f"<footer>behave {escape(version)} · state {escape(log.digest[:16])}</footer>",
        "</body></html>",
        "",
    ]
    return "\n".join(parts)


def lives(log: RunLog) -> dict[int, Live]:
    """For each graph what the run did: states it was in and for how long, arrows that fired.

    That of a machine array counts all its instances.
    """
    machines = log.model.group_of(log.agent).behavior.machines
    found = {}
    for _, members in families(machines):
        names = {machines[number].name for number in members}
        machine = machines[members[0]]
        seconds: dict[int, float] = {}
        for name in names:
            for span in log.spans.get(name, ()):
                state = next(k for k, s in enumerate(machine.states) if s.path == span.path)
                while state >= 0:
                    seconds[state] = seconds.get(state, 0.0) + span.end - span.start
                    state = machine.states[state].parent
        said = {
            (source, number): Said(None, "did not fire", active=False)
            for source in range(-1, len(machine.states))
            for number in range(len(own_transitions(machine, source)))
        }
        for key, times in _fired(log, names).items():
            first, count = min(times), len(times)
            told = f"fired {f'{count} times, first ' if count > 1 else ''}at {first:.3f} s"
            said[key] = Said(True, told)
        timers = {state: f"{total:.2f} s" for state, total in seconds.items()}
        found[members[0]] = Live(frozenset(seconds), timers, said)
    return found


def _fired(log: RunLog, machines: set[str]) -> dict[tuple[int, int], list[float]]:
    found: dict[tuple[int, int], list[float]] = {}
    for change in log.changes:
        if change.fired.machine in machines:
            key = (change.fired.source, change.fired.number)
            found.setdefault(key, []).append(change.time)
    return found


def _svg(drawing: Drawing, title: str) -> str:
    return document(drawing.shapes, drawing.width, drawing.height, LIGHT.paper, FONT, title)


def _pictures(log: RunLog, pictures: Sequence[Shown]) -> list[str]:
    if not pictures:
        return []
    machines = log.model.group_of(log.agent).behavior.machines
    parts = ["<h2>Pictures</h2>", '<div class="pictures">']
    for shown in pictures:
        told = " · ".join(told_states(machines, log.states_at(shown.time)))
        alt = escape(f"{log.agent} at {shown.time:.2f} s: {told}", quote=True)
        data = base64.b64encode(_jpeg(shown.pixels)).decode("ascii")
        parts.append(
            f'<figure><img alt="{alt}" src="data:image/jpeg;base64,{data}">'
            f"<figcaption>{shown.time:.2f} s · {escape(told)}</figcaption></figure>"
        )
    return [*parts, "</div>"]


def _jpeg(pixels: NDArray[np.uint8]) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=88)
    return out.getvalue()


def _changes(log: RunLog) -> list[str]:
    """A row for each transition: when, where from, where to and why."""
    if not log.changes:
        return ["<p>No transition was taken.</p>"]
    parts = [
        "<table><thead><tr><th>time</th><th>machine</th><th>from</th><th>to</th><th>why</th>"
        "<th>line</th></tr></thead><tbody>"
    ]
    for change in log.changes[:MOST_CHANGES]:
        fired = change.fired
        cells = (fired.machine, fired.start, fired.end, fired.reason, fired.where)
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        parts.append(f'<tr><td class="number">{change.time:.3f} s</td>{row}</tr>')
    parts.append("</tbody></table>")
    if len(log.changes) > MOST_CHANGES:
        parts.append(f"<p>and {len(log.changes) - MOST_CHANGES} more</p>")
    return parts
