"""A million agent-ticks of the shipped behaviors: one agent, every lane and the reference agree.

Code for one agent and for lanes decides all of them, the reference some; every bit of the rows,
draws and questions is compared after every tick. ``BEH_PARITY=10`` runs ten times as many agents
and ticks of the reference, and the code made well besides.
"""

from __future__ import annotations

import os
from functools import cache

import pytest
from parity import Recording, Size, compare, recorded

from behave.native.engine import QUICK, WELL

MORE = int(os.environ.get("BEH_PARITY", "1"))

LENGTHS = (1.0 / 30.0, 1.0 / 60.0, 1.0 / 144.0, 0.0217)
"""Ticks of four lengths follow each other: the run goes on from one to the next."""

SCENES = {"interaction": "corridor", "cover": "blocks", "guardian": "hills"}
AGENTS = {"interaction": 1536, "cover": 1536, "guardian": 512}
TICKS = 75
LEVELS = (QUICK,) if MORE == 1 else (QUICK, WELL)


@cache
def run_of(name: str) -> Recording:
    """Eight seconds of the behavior's scene."""
    return recorded(name, SCENES[name], 480)


def test_a_million_are_compared() -> None:
    assert sum(AGENTS.values()) * TICKS * len(LENGTHS) >= 1_000_000


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SCENES)
def test_every_agent_is_the_same_all_ways(name: str, level: int) -> None:
    size = Size(AGENTS[name] * MORE, TICKS, 8 * MORE)
    widths = (4,) if MORE == 1 else (2, 4, 8)
    found = compare(run_of(name), LENGTHS, size, widths, level)
    assert found == len(LENGTHS) * TICKS * AGENTS[name] * MORE
