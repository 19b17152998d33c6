"""Other state machines for Python, measured beside behave in an environment that is thrown away.

All run one machine: five states, guards over five numbers that come from outside each tick, and a
weight that is eased toward each state's goal. The numbers are the same for all, made before. Of a
tick all are charged with the same: its five numbers are given, a transition is looked for, and the
weight is eased by the state there is then. The numbers become attributes of the object the others'
guards read; behave's are the arguments of the call. Before, each goes through the ticks once
unmeasured; it must come to the same state and the same weight after each.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

import click

from behave.jit.folder import CodeFolder, code_folder
from behave.native.compiling import Native
from behave.native.engine import WELL
from behave.pipeline import check
from behave.runtime.state import initial
from behave.scenario.build import build
from behave.source import Source

PEERS = ("transitions", "python-statemachine", "sismic", "py_trees")
TICKS = 1500
PATIENCE = 240
"""Seconds installing may take."""

MACHINE = """
layers ground
rig point {
  bone trunk at (0 m, 1 m, 0 m)
  input near = axis(W, E)
  input close = axis(S, D)
  input there = axis(A, Q)
  input leave = axis(Z, X)
  input going = axis(C, V)
}
behavior touch for point {
  var weight = 0
  machine touch {
    initial state Reset    { lerp weight to 0 rate 4 /s
      -> Search when going > 0.5 }
    state Search   { -> Reset when leave > 0.5
      -> Approach when near < 2 }
    state Approach { lerp weight to 0.5 rate 4 /s
      -> Reset when leave > 0.5
      -> Rise when close < 0.5 }
    state Rise     { lerp weight to 1 rate 4 /s
      -> Reset when leave > 0.5
      -> Touch when there < 0.06 }
    state Touch    { -> Reset when leave > 0.5 }
  }
}
scene one { point it at (0 m, 0 m, 0 m) with touch }
"""

SERIES = """
def series(ticks):
    for k in range(ticks):
        phase = k % 211
        yield (max(3.0 - 0.03 * phase, 0.0), max(1.5 - 0.012 * phase, 0.0),
               max(0.6 - 0.004 * phase, 0.0), 1.0 if phase > 190 or k % 97 == 96 else 0.0,
               1.0 if phase > 3 else 0.0)
"""

SCRIPT = (
    SERIES
    + """
import json, sys, time
TICKS = int(sys.argv[1])
NUMBERS = list(series(TICKS))
RATE = 4.0 / 60.0

class Body:
    near = close = there = leave = going = weight = 0.0
    def searching(self, *a, **k): return self.going > 0.5
    def leaving(self, *a, **k): return self.leave > 0.5
    def is_near(self, *a, **k): return self.near < 2.0
    def is_close(self, *a, **k): return self.close < 0.5
    def is_there(self, *a, **k): return self.there < 0.06
    def act(self, state):
        goal = {"Reset": 0.0, "Approach": 0.5, "Rise": 1.0}.get(state)
        if goal is not None:
            self.weight += (goal - self.weight) * RATE

ARROWS = [("Reset", "Search", "searching"), ("Search", "Reset", "leaving"),
          ("Search", "Approach", "is_near"), ("Approach", "Reset", "leaving"),
          ("Approach", "Rise", "is_close"), ("Rise", "Reset", "leaving"),
          ("Rise", "Touch", "is_there"), ("Touch", "Reset", "leaving")]
STATES = ["Reset", "Search", "Approach", "Rise", "Touch"]

def path(body, step, state):
    found = []
    for body.near, body.close, body.there, body.leave, body.going in NUMBERS:
        step()
        body.act(state())
        found.append((state(), body.weight))
    return found

def seconds(body, step, state):
    act = body.act
    start = time.process_time()
    for body.near, body.close, body.there, body.leave, body.going in NUMBERS:
        step()
        act(state())
    return (time.process_time() - start) / TICKS

def with_transitions():
    from transitions import Machine
    body = Body()
    machine = Machine(body, STATES, initial="Reset", auto_transitions=False)
    for source, target, guard in ARROWS:
        machine.add_transition("step", source, target, conditions=guard)
    machine.ignore_invalid_triggers = True
    return body, body.step, lambda: body.state

def with_statemachine():
    from statemachine import State, StateMachine
    body = Body()
    names = {"State": State}
    lines = ["class Touch(StateMachine):"]
    for name in STATES:
        lines.append(f"    {name} = State({name!r}, initial={name == 'Reset'})")
    arrows = " | ".join(f"{s}.to({t}, cond={g!r})" for s, t, g in ARROWS)
    lines += [f"    step = {arrows}", "    allow_event_without_transition = True"]
    names["StateMachine"] = StateMachine
    exec("\\n".join(lines), names)
    machine = names["Touch"](body)
    def now():
        found = getattr(machine, "configuration", None)
        return next(iter(found)).id if found else machine.current_state.id
    return body, lambda: machine.send("step"), now

def with_sismic():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml
    body = Body()
    text = "statechart:\\n  name: touch\\n  root state:\\n    name: root\\n"
    text += "    initial: Reset\\n    states:\\n"
    for name in STATES:
        text += f"      - name: {name}\\n        transitions:\\n"
        for rank, (source, target, guard) in enumerate(ARROWS):
            if source == name:
                text += f"          - target: {target}\\n            event: step\\n"
                text += f"            guard: body.{guard}()\\n            priority: {-rank}\\n"
    chart = Interpreter(import_from_yaml(text), initial_context={"body": body})
    chart.execute()
    def step():
        chart.queue("step")
        chart.execute()
    return body, step, lambda: next(s for s in chart.configuration if s != "root")

def with_py_trees():
    import py_trees
    body = Body()
    place = ["Reset"]
    S = py_trees.common.Status
    class Holds(py_trees.behaviour.Behaviour):
        def __init__(self, name, source, guard):
            super().__init__(name)
            self.source, self.guard = source, guard
        def update(self):
            fits = place[0] == self.source and getattr(body, self.guard)()
            return S.SUCCESS if fits else S.FAILURE
    class Goes(py_trees.behaviour.Behaviour):
        def __init__(self, name, target):
            super().__init__(name)
            self.target = target
        def update(self):
            place[0] = self.target
            return S.SUCCESS
    root = py_trees.composites.Selector("root", memory=False)
    for n, (source, target, guard) in enumerate(ARROWS):
        arrow = py_trees.composites.Sequence(f"arrow {n}", memory=False)
        arrow.add_children([Holds(f"if {n}", source, guard), Goes(f"go {n}", target)])
        root.add_child(arrow)
    tree = py_trees.trees.BehaviourTree(root)
    return body, tree.tick, lambda: place[0]

found = {}
for name, make in (("transitions", with_transitions), ("python-statemachine", with_statemachine),
                   ("sismic", with_sismic), ("py_trees", with_py_trees)):
    try:
        from importlib.metadata import version
        found[name] = {"version": version(name), "path": path(*make()),
                       "seconds": [seconds(*make()) for _ in range(5)]}
    except Exception as problem:
        found[name] = {"problem": f"{type(problem).__name__}: {problem}"}
print(json.dumps(found))
"""
)


def measure_peers() -> dict[str, object]:
    """Measure the peers and behave; print a table. What cannot be installed is said.

    Behave's samples are taken before and after the others'.
    """
    mine, right = _behave()
    with tempfile.TemporaryDirectory(prefix="behave-bench-") as folder:
        peers = _installed_and_run(Path(folder))
    mine += _behave()[0]
    click.echo(f"\none machine, a tick from Python{'':14}{'median':>10}{'least':>12}{'times':>8}")
    click.echo(
        f"  {'behave, machine code':<42}{_middle(mine) * 1e9:>9,.0f} ns{min(mine) * 1e9:>9,.0f} ns"
    )
    found: dict[str, object] = {"behave": mine}
    if isinstance(peers, str):
        click.echo(f"  the others were not measured: {peers}")
        return found | {"problem": peers}
    for name, result in peers.items():
        if "problem" in result:
            click.echo(f"  {name:<42}not measured: {result['problem'][:80]}")
            continue
        same = _same(result.pop("path"), right)
        result["same states"] = same
        times = result["seconds"]
        said = f"{min(times) / min(mine):>6,.0f} x" if same else "  other states: not comparable"
        numbers = f"{_middle(times) * 1e9:>9,.0f} ns{min(times) * 1e9:>9,.0f} ns"
        click.echo(f"  {name + ' ' + result['version']:<42}{numbers}{said}")
    return found | dict(peers)


def _same(found: list[tuple[str, float]], right: list[tuple[str, float]]) -> bool:
    """Whether states are the same and weights but for rounding."""
    pairs = zip(found, right, strict=True)
    return all(a[0] == b[0] and abs(a[1] - b[1]) < 1e-12 for a, b in pairs)


def _middle(samples: list[float]) -> float:
    return sorted(samples)[len(samples) // 2]


def _behave() -> tuple[list[float], list[tuple[str, float]]]:
    """Seconds a tick of behave's, and the states and weights gone through."""
    checked = check(Source("peers.beh", MACHINE), lambda source, path: f"no file {path}")
    assert checked.program is not None, [one.message for one in checked.diagnostics]
    model = build(checked.program, "one", dt=1 / 60)
    (group,) = model.groups
    step = Native(CodeFolder(code_folder()), level=WELL, patience=None).step(group.compiled, (0,))
    assert step is not None
    space: dict[str, object] = {}
    exec(SERIES, space)
    numbers = list(space["series"](TICKS))  # type: ignore[operator]
    behavior = group.behavior
    machine = behavior.machines[0]
    active = behavior.slots[machine.active].offset
    weight = behavior.slots[behavior.slot_of["weight"]].offset
    samples: list[float] = []
    path: list[tuple[str, float]] = []
    for turn in range(6):
        state = initial(model)
        tick = step.of_agent(step.bind(state.rows[0], state.draws[0], state.entered[0]), 0)
        if not turn:
            row = state.rows[0][0]
            for given in numbers:
                tick(*given)
                path.append((machine.states[int(row[active])].name, float(row[weight])))
            continue
        start = process_time()
        for near, close, there, leave, going in numbers:
            tick(near, close, there, leave, going)
        samples.append((process_time() - start) / TICKS)
    return samples, path


def _installed_and_run(folder: Path) -> dict[str, dict[str, Any]] | str:
    """The peers' results; a text where they cannot be had."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    steps = (
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *PEERS],
        [str(python), "-c", SCRIPT, str(TICKS)],
    )
    out = ""
    for line in steps:
        try:
            done = subprocess.run(
                line, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            return f"{type(problem).__name__} while running {' '.join(line[1:4])}"
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["no message"])[-1]
            return f"{' '.join(line[1:4])[:60]}: {said[:200]}"
        out = done.stdout
    found: dict[str, dict[str, Any]] = json.loads(out)
    return found
