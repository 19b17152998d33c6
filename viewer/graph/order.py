"""The layers of a state graph: which states stand beside each other, and in which order.

As in Sugiyama, Tagawa and Toda (1981): arrows that lead back are left out, every state stands one
layer below the lowest that leads to it, and the order within a layer follows the layer above.
"""

from __future__ import annotations

from collections.abc import Sequence

from behave.ir.program import Machine

SWEEPS = 4


def children_of(machine: Machine, parent: int) -> list[int]:
    """The states right inside one (−1: right inside the machine), in textual order."""
    return [k for k, state in enumerate(machine.states) if state.parent == parent]


def sibling_of(machine: Machine, state: int, parent: int) -> int | None:
    """The ancestor of a state (or itself) that is a child of ``parent``; None if there is none."""
    while state >= 0:
        if machine.states[state].parent == parent:
            return state
        state = machine.states[state].parent
    return None


def leads(machine: Machine, parent: int) -> dict[int, list[int]]:
    """For each child of ``parent`` its siblings that it, or what is in it, has arrows to."""
    found: dict[int, list[int]] = {child: [] for child in children_of(machine, parent)}
    for number, state in enumerate(machine.states):
        own = sibling_of(machine, number, parent)
        for transition in state.transitions if own is not None else ():
            target = sibling_of(machine, transition.target, parent)
            if own is not None and target not in (None, own) and target not in found[own]:
                assert target is not None
                found[own].append(target)
    return found


def layers(machine: Machine, parent: int = -1) -> list[list[int]]:
    """Children of a state (−1: of the machine) by layer, the initial state's first.

    What the initial state does not lead to comes below, as a graph of its own.
    """
    arrows = leads(machine, parent)
    if not arrows:
        return []
    first = machine.initial if parent < 0 else machine.states[parent].initial
    order, back = _depth_first([first, *arrows], arrows)
    depth = dict.fromkeys(order, 0)
    lowest = -1
    for state in order:
        before = [s for s in arrows if state in arrows[s] and (s, state) not in back]
        if before:
            depth[state] = 1 + max(depth[s] for s in before)
        elif state != first:
            depth[state] = lowest + 1  # nothing leads here: below all that came before
        lowest = max(lowest, depth[state])
    rows: list[list[int]] = [[] for _ in range(lowest + 1)]
    for state in order:
        rows[depth[state]].append(state)
    return _ordered([row for row in rows if row], arrows)


def _depth_first(
    starts: Sequence[int], arrows: dict[int, list[int]]
) -> tuple[list[int], set[tuple[int, int]]]:
    """The states so that each comes after all that lead to it, and the arrows that lead back."""
    seen: set[int] = set()
    open_ones: set[int] = set()
    back: set[tuple[int, int]] = set()
    order: list[int] = []
    for start in starts:
        if start in seen:
            continue
        done: list[int] = []
        seen.add(start)
        open_ones.add(start)
        trail = [(start, iter(arrows[start]))]
        while trail:
            state, rest = trail[-1]
            target = next(rest, None)
            if target is None:
                trail.pop()
                open_ones.discard(state)
                done.append(state)
            elif target in open_ones:
                back.add((state, target))
            elif target not in seen:
                seen.add(target)
                open_ones.add(target)
                trail.append((target, iter(arrows[target])))
        order += reversed(done)
    return order, back


def _ordered(rows: list[list[int]], arrows: dict[int, list[int]]) -> list[list[int]]:
    """Each layer sorted by the middle of its neighbours' places in the layer before, sweeping
    down and up; ties stay in the order found."""
    for sweep in range(SWEEPS):
        numbers = range(1, len(rows)) if sweep % 2 == 0 else range(len(rows) - 2, -1, -1)
        for k in numbers:
            beside = rows[k - 1] if sweep % 2 == 0 else rows[k + 1]
            places = {state: float(place) for place, state in enumerate(beside)}
            rows[k] = sorted(rows[k], key=lambda s, p=places: _middle(s, p, arrows))  # type: ignore[misc]
    return rows


def _middle(state: int, places: dict[int, float], arrows: dict[int, list[int]]) -> float:
    near = [p for s, p in places.items() if s in arrows[state] or state in arrows[s]]
    return sum(near) / len(near) if near else 0.0
