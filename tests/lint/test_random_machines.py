"""What the rules claim about random machines holds when these run.

``BEH_MACHINES=2000`` checks as many machines as that (a few minutes); without it sixty.
The share of the true ones that are found is printed with ``-s``.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter

from random_machines import explore, goes_round, made, readings_at_random

from behave.diagnostics.diagnostic import Reading
from behave.ir.nodes import statements
from behave.ir.program import Form, Lerp
from behave.lint import Studies
from behave.lint.machines.study import Fate
from behave.lint.machines.ticks import ANY_RATE
from behave.source import Span

COUNT = int(os.environ.get("BEH_MACHINES", "60"))
NEVER_FIRES = ("BEH0405", "BEH0501", "BEH0503", "BEH0504")
KEYS = {
    "seen.distance": "seen",
    "wall.distance": "wall",
    "go": "go",
    "length(walk)": "walk",
}


def test_every_claim_of_never_holds_in_runs() -> None:
    """Arrows that never fire, states that are never entered or left, lerps that are cut off."""
    claims, missed = Counter[str](), Counter[str]()
    for seed in range(COUNT):
        checked = made(seed)
        (behavior,) = checked.analysed.program.behaviors
        (machine,) = behavior.machines
        seen = explore(behavior, seed, runs=6, ticks=250)
        arrows = {
            t.span: (source, number)
            for source, written in (
                (-1, machine.transitions),
                *((i, s.transitions) for i, s in enumerate(machine.states)),
            )
            for number, t in enumerate(written)
        }
        states = {state.span: index for index, state in enumerate(machine.states)}
        lerps = {
            s.span: (index, float(str(s.amount.data)))
            for index, state in enumerate(machine.states)
            for s in statements(state.actions)
            if isinstance(s, Lerp) and s.form is Form.OVER
        }
        dead = set[tuple[int, int]]()
        for found in checked.diagnostics:
            claims[found.code] += 1
            at = f"machine {seed}: {found.message}"
            written = block_around(found.span)
            if written is not None and found.code in ("BEH0501", "BEH0502"):
                claims[f"{found.code} of a block"] += 1
                assert f"{'p' if found.code == 'BEH0501' else 'q'}{written}" not in seen.done, at
            elif found.code in NEVER_FIRES or "never fires" in found.message:
                dead.add(arrows[around(found.span, arrows)])
                assert arrows[around(found.span, arrows)] not in seen.fired, at
            elif found.code == "BEH0401":
                assert states[found.span] not in seen.entered, at
            elif found.code == "BEH0402":
                assert states[found.span] not in seen.left, at
            elif found.code == "BEH0603":
                state, duration = lerps[found.span]
                assert seen.last.get(state, 0.0) < duration - 1e-6, at
        (study,) = Studies(checked.analysed, ANY_RATE).behaviors[0].machines
        for arrow in study.shape.every_arrow():
            if study.verdicts[arrow.key].fate is not Fate.ALIVE:
                assert arrow.key not in seen.fired
            elif arrow.source in study.reached and arrow.key not in seen.fired:
                missed["arrows"] += 1
        for index in range(len(machine.states)):
            assert seen.last.get(index, 0.0) <= study.lasts(index) + 1e-9
            missed["states"] += index in study.reached and index not in seen.entered
        claims["arrows"] += len(dead)
    assert all(claims[code] > 0 for code in (*NEVER_FIRES, "BEH0401", "BEH0402", "BEH0603"))
    assert all(claims[f"{code} of a block"] > 0 for code in ("BEH0501", "BEH0502"))
    for what, code in (("arrows", "arrows"), ("states", "BEH0401")):
        share = claims[code] / (claims[code] + missed[what])
        print(f"{what} that never came up in {COUNT} machines: {share:.1%} of them were claimed")
    print(dict(sorted(claims.items())))


def block_around(place: Span) -> int | None:
    """The number of the block a place is in the condition of, None where it is an arrow's."""
    text, line = place.source.text, place.line
    whole = text.split("\n")[line - 1]
    found = re.search(r"set p([0-9]+) = 1", whole)
    return int(found[1]) if found else None


def around(inner: Span, spans: dict[Span, tuple[int, int]]) -> Span:
    """The arrow a place lies in."""
    return next(s for s in spans if s.start <= inner.start and inner.end <= s.end)


def test_every_flapping_machine_flaps_at_the_readings_that_are_told() -> None:
    proven = Counter[int]()
    for seed in range(COUNT):
        checked = made(seed)
        study = Studies(checked.analysed, ANY_RATE).behaviors[0]
        (machine,) = study.machines
        rounds, draw = study.rounds(machine), random.Random(seed)
        for way in (*rounds.pairs(), *rounds.cycles()):
            proof = rounds.round(way)
            if proof is None:
                continue
            proven[len(way)] += 1
            for _ in range(2):
                world = world_at(proof.readings, draw)
                assert goes_round(study.behavior, proof.states, world), (
                    seed,
                    [a.transition.span.text for a in proof.arrows],
                    proof.readings,
                )
    assert proven[2] >= COUNT // 4
    assert proven[1] + proven[3] > 0
    print(f"{COUNT} machines, ways round by length: {dict(sorted(proven.items()))}")


def world_at(told: tuple[Reading, ...], draw: random.Random) -> dict[str, float | None]:
    """The readings told, and anything for what they leave open."""
    world = readings_at_random(draw)
    for reading in told:
        name, _, field = reading.text.partition(".")
        if field == "exists":
            world[name] = (world[name] or 1.1) if reading.value else None
    for reading in told:
        if reading.text in KEYS:
            world[KEYS[reading.text]] = reading.value
        else:
            assert reading.text.endswith(".exists"), reading
    return world
