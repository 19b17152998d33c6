"""How near a guard is to holding, and when a transition came nearest to firing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from behave.runtime.inputs import Inputs
from behave.runtime.model import Model
from behave.runtime.state import State
from behave.runtime.tick import before_turns
from behave.runtime.verdict import Shape, Verdict
from behave.runtime.verdict_text import deciding
from behave.runtime.why import Arrow, explain, outgoing

Key = tuple[int, int, int]
"""Finds an arrow of an agent: machine, state it is written in (−1: the machine), number."""


@dataclass(frozen=True, slots=True)
class Near:
    """How near a transition was before a tick ran: ``miss`` 0 where it fired or could have.

    ``text`` tells what stood in the way, in the author's words with its values.
    """

    tick: int
    miss: float
    text: str


_NONE: Mapping[Key, Near] = {}


def key_of(arrow: Arrow) -> Key:
    """What an arrow is found by."""
    return arrow.machine_number, arrow.start, arrow.number


def miss(tree: Verdict) -> float:
    """How far a verdict is from holding, without a unit: 0 where it holds.

    A comparison misses by its margin as a share of the larger operand, from 0 to 1; anything
    that is yes or no misses by 1, what is unknown by 2. Of ``or`` the nearest part counts, of
    ``and`` the sum of the parts that fail.
    """
    if tree.holds:
        return 0.0
    if tree.shape is Shape.ANY and tree.children:
        return min(miss(child) for child in tree.children)
    if tree.shape is Shape.ALL and tree.children:
        return sum(miss(child) for child in tree.children)
    if tree.holds is None:
        return 2.0
    return 1.0 if tree.margin is None else _share(tree)


def _share(atom: Verdict) -> float:
    """A failing comparison's margin against its operands; in (0, 1]."""
    assert atom.margin is not None
    gap = abs(atom.margin)
    sizes = [abs(float(o.value)) for o in atom.operands if o.value is not None]
    if not math.isfinite(gap):
        return 1.0
    scale = max([gap, *(size for size in sizes if math.isfinite(size))])
    return max(gap / scale, 1e-9) if scale > 0.0 else 1e-9


def obstacles(tree: Verdict) -> Iterator[Verdict]:
    """What stands in the way of a verdict, the way that is nearest to holding."""
    if tree.holds:
        return
    if tree.shape is Shape.ANY and tree.children:
        yield from obstacles(min(tree.children, key=miss))
    elif tree.shape is Shape.ALL and tree.children:
        for child in tree.children:
            yield from obstacles(child)
    else:
        yield tree


def shortly(tree: Verdict, whole: str = "") -> str:
    """A verdict on one line: what stands in its way, or what it holds by; each part with its
    values. A part that reads as ``whole`` is not told again, only its values."""
    parts = list(obstacles(tree))
    if not parts:
        parts = list(deciding(tree))
    return " · ".join(_told(part, whole) for part in parts)


def _told(atom: Verdict, whole: str) -> str:
    name = atom.name or atom.text
    if not atom.detail:
        return name
    if whole in (name, atom.text):
        return atom.detail
    compared = not atom.name and len(atom.operands) == 2 and atom.margin is not None
    first = atom.operands[0] if compared else None
    if first is not None and first.text != first.shown and atom.detail.startswith(first.shown):
        return f"{first.text} {atom.detail}"  # timer 0.22 s, needs > 4 s: the sign is told once
    return f"{name}: {atom.detail}"


def near_now(
    model: Model, state: State, agent: str, inputs: Inputs, so_far: Mapping[Key, Near] = _NONE
) -> dict[Key, Near]:
    """How near each transition of an agent's active states is to firing in the tick ahead.

    One that has fired in ``so_far`` is left out: it can come no nearer.
    """
    ahead, events = before_turns(model, state, inputs)
    found = {}
    for arrow in outgoing(model, ahead, agent):
        known = so_far.get(key_of(arrow))
        if known is not None and known.miss == 0.0:
            continue
        tree = explain(model, ahead, agent, arrow, events[agent])
        found[key_of(arrow)] = Near(state.tick, miss(tree), shortly(tree))
    return found


def nearest(so_far: Mapping[Key, Near], now: Mapping[Key, Near]) -> dict[Key, Near]:
    """For each transition the moment it was nearest to firing; of equal ones the first."""
    best = dict(so_far)
    for key, near in now.items():
        if key not in best or near.miss < best[key].miss:
            best[key] = near
    return best


def told_nearest(near: Near | None, dt: float) -> str:
    """``closest 0.62 m, needs < 0.5 m (12 cm off) at 3.217 s``; "" where it was never asked."""
    if near is None:
        return ""
    when = f"at {near.tick * dt:.3f} s"
    return f"fired {when}" if near.miss == 0.0 else f"closest {when}: {near.text}"
