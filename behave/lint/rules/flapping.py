"""BEH0601 and BEH0602: one reading, or none at all, sends a machine round and round."""

from __future__ import annotations

from behave.diagnostics import catalog
from behave.diagnostics.diagnostic import Diagnostic, Label, Reading, Severity
from behave.lint.machines.rounds import Round
from behave.lint.machines.study import MachineStudy
from behave.lint.studies import Studies, unique
from behave.lint.wording import arrow_text, state_name


def findings(studies: Studies) -> list[Diagnostic]:
    """One warning a pair or cycle of written arrows."""
    found: dict[frozenset[object], Diagnostic] = {}
    for behavior in studies.behaviors:
        for study in behavior.machines:
            rounds = behavior.rounds(study)
            flapping = set[int]()
            for pair in rounds.pairs():
                proof = rounds.round(pair)
                if proof is not None:
                    flapping.update(proof.states)
                    spans = frozenset(a.transition.span for a in proof.arrows)
                    made = _flapping(study, proof) if proof.readings else _cycle(study, proof)
                    found.setdefault(spans, made)
            for way in rounds.cycles():
                if any(step.leaf in flapping for step in way):
                    continue
                proof = rounds.round(way)
                if proof is not None and (len(way) > 1 or not proof.readings):
                    flapping.update(proof.states)
                    spans = frozenset(a.transition.span for a in proof.arrows)
                    found.setdefault(spans, _cycle(study, proof))
    return unique(found.values())


def told(readings: tuple[Reading, ...]) -> str:
    """Readings in words: ``distance = 0.28 m and moving = yes``."""
    return " and ".join(f"`{r.text}` = {r.shown}" for r in readings)


def _flapping(study: MachineStudy, proof: Round) -> Diagnostic:
    there, back = proof.arrows
    if there.transition.span.start > back.transition.span.start:
        there, back = back, there
    one, other = (state_name(study.machine, s) for s in sorted(proof.states))
    at = told(proof.readings)
    return Diagnostic(
        catalog.FLAPPING,
        f"{one} and {other} flap: at {at} both arrows fire, one on each tick",
        back.transition.span,
        f"fires at {at}",
        (Label(there.transition.span, "and so does this, on the next tick"),),
        (
            "leave a gap between the two bounds, so that no reading is on both sides",
            "or let one of them wait: `when … for 0.2 s`",
        ),
        severity=Severity.WARNING,
        witness=proof.readings,
    )


def _cycle(study: MachineStudy, proof: Round) -> Diagnostic:
    names = [state_name(study.machine, s) for s in (*proof.states, proof.states[0])]
    at = f"at {told(proof.readings)} " if proof.readings else ""
    if len(proof.arrows) == 1:
        message = (
            f"{names[0]} begins anew on every tick: {arrow_text(proof.arrows[0])} needs no time"
        )
    else:
        message = f"{at}the machine goes round on every tick: {' → '.join(names)}"
    last = max(proof.arrows, key=lambda a: a.transition.span.start)
    others = [a for a in proof.arrows if a.key != last.key]
    return Diagnostic(
        catalog.ZERO_TIME_CYCLE,
        message,
        last.transition.span,
        "needs no time to pass",
        tuple(Label(a.transition.span, "nor does this") for a in others[:3]),
        ("let one of the arrows wait: `after T`, or a condition the others exclude",),
        severity=Severity.WARNING,
        witness=proof.readings,
    )
