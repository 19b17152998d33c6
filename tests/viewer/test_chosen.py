"""Which agent a viewer begins with, and which one its keys drive."""

from __future__ import annotations

from pathlib import Path

import pytest

from behave.pipeline import check
from behave.resources import behaviors_path
from behave.runtime.model import Model
from behave.scenario.build import build
from behave.source import Source
from viewer.chosen import driven_agent, first_agent, named_or_first

FILE = """
rig stone { bone core at (0 m, 1 m, 0 m) }
behavior still for stone { initial state Rest { } }
behavior awake for stone { initial state Rest { -> Up after 1 s } state Up { -> Rest after 1 s } }
behavior steered for stone {
  input go = key(Space)
  initial state Rest { }
}
scene three {
  stone a at (0 m, 0 m, 0 m) with still
  stone b at (1 m, 0 m, 0 m) with steered
  stone c at (2 m, 0 m, 0 m) with awake
}
scene calm { stone a at (0 m, 0 m, 0 m) with still }
scene bare { }
"""


def model_of(scene: str) -> Model:
    checked = check(Source("chosen.beh", FILE), lambda _, path: Source(path, ""))
    assert checked.program is not None, [d.message for d in checked.diagnostics]
    return build(checked.program, scene, dt=1 / 60)


@pytest.mark.parametrize(("scene", "agent"), [("three", "c"), ("calm", "a"), ("bare", "")])
def test_it_looks_at_the_first_that_decides_anything(scene: str, agent: str) -> None:
    assert first_agent(model_of(scene)) == agent
    assert named_or_first(model_of(scene), None) == agent
    assert named_or_first(model_of(scene), "nobody") == agent


def test_one_that_is_named_is_looked_at() -> None:
    assert named_or_first(model_of("three"), "a") == "a"


@pytest.mark.parametrize("agent", ["a", "b", "c"])
def test_keys_drive_the_one_that_listens(agent: str) -> None:
    assert driven_agent(model_of("three"), agent) == "b"


def test_where_none_listens_keys_are_the_one_looked_at_s() -> None:
    assert driven_agent(model_of("calm"), "a") == "a"
    assert driven_agent(model_of("bare"), "") == ""


def test_the_guardian_is_looked_at_and_whom_it_chases_driven() -> None:
    folder = Path(str(behaviors_path()))
    checked = check(
        Source("guardian.beh", (folder / "guardian.beh").read_text(encoding="utf-8")),
        lambda _, path: Source(path, (folder / path).read_text(encoding="utf-8")),
    )
    assert checked.program is not None
    model = build(checked.program, "chase", dt=1 / 60)
    assert first_agent(model) == "boss"
    assert driven_agent(model, "boss") == "link"
