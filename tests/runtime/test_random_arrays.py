"""Random behaviors of machine arrays, lists, events and arcs: no exception, no NaN.

What is shared between expressions and what is asked together must not show: each behavior runs a
second time with nothing shared and every sensor alone, to the same bytes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from cranes import crane
from hypothesis import given, settings
from hypothesis import strategies as some
from made_programs import Run

from behave.runtime import trace, why
from behave.runtime.compiled import CompiledBehavior
from behave.runtime.state import State, initial
from behave.runtime.tick import before_turns

INDICES = some.sampled_from(
    ("0", "2", "index", "i", "i + 1", "-i", "h[index]", "h[i]", "i / 2", "gone")
)
NUMBERS = some.sampled_from(
    (
        *("0", "1", "x", "index", "h[1]", "gone", "sum", "count(leg in Up)", "mean(h)"),
        *("mean(leg.x)", "leg[@].x", "table[@]", "leg[@].own", "timer / 1 s"),
    )
)
GUARDS = some.sampled_from(
    (
        *("yes", "in Up", "leg[@] in Up", "not leg[@] in Down", "leg[@].wants", "eye.exists"),
        *("leg[@].eye.exists", "leg[@].eye.distance < 1 m", "count(leg.wants) > 1"),
        *("leg[@].timer > 0.05 s", "leg[@].Up.timer > 0.05 s", "x > h[@]", "near < 1 m"),
        "table[index] > 1 for 0.05 s",
    )
)
PLACES = some.sampled_from(("p", "root.position", "eye.point", "leg[@].p", "spots[@]"))


@some.composite
def filled(draw: Any, source: Any) -> str:
    """A text whose ``@`` became indices."""
    text: str = draw(source)
    while "@" in text:
        text = text.replace("@", draw(INDICES), 1)
    return text


@some.composite
def statements(draw: Any) -> str:
    """One statement of an instance."""
    n, g, p = draw(filled(NUMBERS)), draw(filled(GUARDS)), draw(filled(PLACES))
    return draw(
        some.sampled_from(
            (
                f"set x = {n} when {g}",
                f"set own_list[{draw(INDICES)}] = {n}",
                f"set own_list = [{n}, 1, 2] when {g}",
                f"set p = {p} + 1 m * up when {g}",
                f"emit poke({n}, {g})",
                f"emit poke(index, yes) when {g}",
                f"when {g} {{ set x = x + 1 }} else {{ emit poke({n}, no) }}",
            )
        )
    )


def body(data: Any) -> str:
    """A behavior with three legs, each with sensors that may look at the others' readings."""

    def lines(most: int = 4) -> str:
        return "\n".join(data.draw(some.lists(statements(), max_size=most)))

    g = [data.draw(filled(GUARDS)) for _ in range(5)]
    start = data.draw(some.sampled_from(("p", "leg[index].eye.point", "leg[2].eye.point")))
    return f"""
event poke(n : number, hard : bool)
var h : number[3] = [0, 1, 2]
var spots : point[3] = (1 m, 1 m, 1 m)
var gone : number = none
var i, sum = 0
let table = [2, 1, 0]
on poke(n, hard) when hard {{ set sum = sum + n; set h[n] = n + 1 }}
set i = mod(i + 1, 3)
machine leg[3] {{
  var x = index
  var own_list : number[3] = 0
  var p : point = (index * 1 m, 1 m, 0 m)
  let own = x + index
  let near = distance(p, eye.point)
  guard wants = near > 0.5 m and own > 0
  sensor eye = ray(from: {start} + 1 m * up, along: down, length: 3 m)
  let slant = (index - 1, -1, 0)
  sensor side = ray(from: eye.point + up * 0.5 m, along: slant, length: 2 m) when {g[0]}
  on poke(n, hard) when n == index {{ set x = x + 1 }}
  initial state Down {{
    {lines()}
    -> Up when {g[1]} or side.exists {{ emit poke(index, yes) }}
    -> Up on poke(n, hard) when hard and n > 0
  }}
  state Up {{
    arc p from (0 m, 0 m, 0 m) to spots[1] over 0.1 s, height: 10 cm
    -> Down when {g[2]}
    -> Down after 0.1 s {{ {lines(2)} }}
  }}
}}
machine watch {{
  initial state A {{ set i = i + count(leg in Up)
    -> B on poke }}
  state B {{ -> A after 0.05 s }}
}}
"""


def plain(compiled: CompiledBehavior) -> CompiledBehavior:
    """The same with every sensor asked alone, in declared order."""
    return replace(compiled, rounds=tuple((sensor,) for sensor in compiled.sensors))


def without_sharing(run: Run) -> Run:
    """The run's model with nothing shared and no sensors asked together, before tick 0."""
    (group,) = run.model.groups
    compiled = plain(group.compiled)
    object.__setattr__(compiled.scope, "shared", _Nothing())
    model = replace(run.model, groups=(replace(group, compiled=compiled),))
    return Run(model, initial(model))


class _Nothing:
    """Shares nothing: frames get no memo, so every part is worked out anew."""

    def fresh(self) -> None:
        """No memo."""


@settings(max_examples=10, deadline=None)
@given(some.data())
def test_a_random_behavior_runs_and_nothing_shared_shows(data: Any) -> None:
    text = body(data)
    box = "box step at (1 m, 0.25 m, 0 m), size: (1 m, 0.5 m, 1 m)"
    run = crane(text, things=box)
    other = without_sharing(crane(text, things=box))
    for _ in range(9):
        run.ticks(1)
        other.ticks(1)
        assert run.last == other.last
        assert run.state.digest() == other.state.digest()
        assert np.isfinite(run.state.rows[0]).all()
        trace.dumps(trace.line(run.model, run.state, run.records[-1]))
    saved = State.from_bytes(run.state.to_bytes(run.model), run.model)
    assert saved.digest() == run.state.digest()
    ahead, events = before_turns(run.model, run.state, {})
    for arrow in why.arrows(run.model, "hero"):
        why.render(why.explain(run.model, ahead, "hero", arrow, events["hero"]))
