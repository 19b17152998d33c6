"""The shipped behaviors' scenes: reference and native code give the same bytes and records."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ways import ways

from behave.cli.files import read_picture
from behave.cli.findings import check_file
from behave.resources import behaviors_path
from behave.runtime.state import initial
from behave.scenario.build import build

SCENES = (
    ("interaction", "corridor", 60.0, 5.0),
    ("interaction", "pillars", 30.0, 10.0),
    ("interaction", "narrow", 144.0, 3.0),
    ("cover", "blocks", 60.0, 5.0),
    ("cover", "corner", 30.0, 8.0),
    ("guardian", "chase", 60.0, 3.0),
    ("guardian", "plain", 30.0, 4.0),
)


@pytest.mark.parametrize(("file", "scene", "rate", "seconds"), SCENES)
def test_a_scene_is_the_same_all_ways(file: str, scene: str, rate: float, seconds: float) -> None:
    checked = check_file(str(behaviors_path() / f"{file}.beh"))
    assert checked.program is not None
    model = build(checked.program, scene, dt=1.0 / rate, pictures=read_picture)
    both = ways(model, initial(model))
    fired = 0
    for _ in range(round(seconds * rate)):
        record = both.tick()
        fired += sum(len(agent.fired) for agent in record.agents.values())
    assert fired


def test_uneven_ticks() -> None:
    """A run whose ticks differ in length goes on from one model's state in another's."""
    checked = check_file(str(behaviors_path() / "interaction.beh"))
    assert checked.program is not None
    states = None
    time = 0.0
    for number in range(12):
        dt = 0.004 + 0.0027 * (number * 7 % 12)
        model = build(checked.program, "corridor", dt=dt)
        state = initial(model) if states is None else replace(states[0])
        both = ways(model, state)
        if states is not None:
            both.states = states
        for _ in range(8):
            both.tick(model.script.sample(round(time / dt), dt))
            time += dt
        states = both.states
