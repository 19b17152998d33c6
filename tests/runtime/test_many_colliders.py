"""Among many colliders a tick asks a grid, and nothing comes out differently."""

from __future__ import annotations

import pytest
from cranes import crane

from behave.runtime import model as models
from behave.runtime.tick import tick

BODY = """
var near, seen, met = 0 m
zone around = sphere(radius: 2.5 m, center: root.position)
sensor close = nearest(point: root.position, within: 4 m, layer: wall)
sensor ahead = ray(from: root.position + 0.5 m * up, along: root.forward, length: 9 m, layer: wall)
sensor held = track(around, layer: wall, probe: root.position)
set near = close.distance when close.exists
set seen = ahead.distance when ahead.exists
set met = held.distance when held.exists
move root by 3 m/s * root.forward
"""


def run(monkeypatch: pytest.MonkeyPatch, many: int) -> tuple[bool, list[str]]:
    monkeypatch.setattr(models, "MANY", many)
    things = "\n".join(
        f"box w{n} at ({1.7 * (n % 9) - 7} m, 0.5 m, {1.3 * (n // 9) - 2} m), "
        f"size: (0.4 m, 1 m, 0.3 m), layer: wall\nremove w{n} at {0.4 + 0.02 * n} s"
        for n in range(60)
    )
    things += "\n" + "\n".join(
        f"crane n{n} at ({2.1 * n - 5} m, 0 m, 0 m) with b" for n in range(4)
    )
    made = crane(BODY, things=things)
    found = []
    for number in range(60):
        tick(made.model, made.state, made.model.script.sample(number, made.model.dt))
        found.append(made.state.digest())
    return made.model.measure is not None, found


def test_a_run_does_not_depend_on_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it, first = run(monkeypatch, 0)
    without, second = run(monkeypatch, 10**9)
    assert (with_it, without) == (True, False)
    assert first == second
    assert len(set(first)) == len(first)
