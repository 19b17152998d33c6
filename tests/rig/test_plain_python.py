"""Whole characters move as plain Python as they do as machine code, to the last bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import sys
from behave.cli.files import UseReader
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.rig.forward import forward_all
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build
from behave.source import Source

name, scene, ticks = sys.argv[1:]
file = behaviors_path() / name
source = Source(str(file), file.read_text(encoding="utf-8"))
model = build(check(source, UseReader(source)).program, scene, dt=1 / 30)
state = initial(model)
for number in range(int(ticks)):
    tick(model, state, model.script.sample(number, model.dt))
    if number % 20 == 0:
        print(state.digest())
print(state.digest())
print(type(forward_all).__name__)
"""


def run(*words, **environment):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("name", "scene", "ticks"),
    [
        ("interaction.beh", "corridor", 100),
        ("cover.beh", "blocks", 40),
        ("guardian.beh", "hills", 20),
    ],
)
def test_plain_python_moves_a_character_as_machine_code_does(name, scene, ticks):
    compiled = run(name, scene, str(ticks), BEH_PLAIN="0")
    plain = run(name, scene, str(ticks), BEH_PLAIN="1")
    assert (compiled.pop(), plain.pop()) == ("Compiled", "function")
    assert compiled == plain
    assert len(set(compiled)) > 1
