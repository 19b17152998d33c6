"""How much memory a crowd takes, told before any is taken."""

from __future__ import annotations

from dataclasses import dataclass

from behave.crowd.block import Block
from behave.crowd.group import Group

COLLIDER = 150
"""Bytes of a capsule among the colliders, and of its place in the grid."""

WHERE = 12
"""Bytes that say where an agent is."""

PROBE = 64
"""Agents of the block that is measured."""

SPARE = 64 << 20
"""Bytes a run needs beside its agents."""


class NoRoomError(MemoryError):
    """There is not memory enough for so many agents; the message says how many there is for."""


@dataclass(frozen=True)
class Bytes:
    """Bytes an agent: its state and inputs; what a tick leaves, lists and numbers; its body words
    for the rig, with the copies machine code works on; and its capsule in the world."""

    state: float
    kept: float
    rig: float
    world: float

    @property
    def all(self) -> float:
        """Together."""
        return self.state + self.kept + self.rig + self.world


def bytes_of(group: Group) -> Bytes:
    """What an agent of a group takes."""
    block = Block(group.layout, group.compiled, PROBE)
    layout = group.layout
    own = (block.draws, block.keys, block.entered)
    state = sum(each.nbytes / PROBE for each in own) + 8.0 * layout.own
    lists = len(group.compiled.zones) * 2 * (4.0 + 2 * 4.0)
    numbers = sum(each.itemsize for each in (block.agents, block.capsules, block.kinds))
    kept = (block.fired.nbytes + block.skipped.nbytes) / PROBE + lists + numbers + WHERE
    rig = 8.0 * (layout.bodies + layout.lanes - layout.own)
    return Bytes(state, kept, rig, COLLIDER if group.capsule else 0.0)


def check_room(counts: list[tuple[Group, int]], available: int | None) -> None:
    """Raise ``NoRoomError`` where some groups' agents need more than ``available`` bytes (None: not
    known)."""
    if available is None:
        return
    needed = sum(bytes_of(group).all * count for group, count in counts)
    many = sum(count for _, count in counts)
    if not many or needed + SPARE <= available:
        return
    fit = max(int((available - SPARE) / (needed / many)), 0)
    raise NoRoomError(
        f"{many} agents need {needed / 1e9:.2f} GB of memory and {available / 1e9:.2f} GB are "
        f"free: there is room for about {fit}"
    )
