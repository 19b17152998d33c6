"""What the boxes prove z3 proves too, on random guards.

``BEH_GUARDS=10000`` compares as many as that (some minutes); without it a few hundred. The share of
z3's proofs that the boxes find is printed with ``-s``.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import z3
from random_machines import HEAD, Maker
from solver import Translation

from behave.ir.program import Node
from behave.lint.boxes.domains import Domains
from behave.lint.boxes.guards import Guards
from behave.lint.boxes.search import impossible
from behave.pipeline import check, compile_expression
from behave.source import Source

COUNT = int(os.environ.get("BEH_GUARDS", "250"))


class Plain(Maker):
    """Conditions without memory and without states, of any depth up to three."""

    def guard(self, depth: int, here: str) -> str:
        """A condition."""
        while True:
            text = super().guard(depth, "")
            if not any(word in text for word in (" for ", "became", "in A", "in B")):
                return text

    def atom(self, here: str) -> str:
        """Also the time since the start."""
        if self.draw.random() < 0.2:
            op, time = self.draw.choice(("<", "<=", ">", ">=")), self.draw.choice((0.0, 0.5, 1.0))
            return f"timer {op} {self.draw.choice((f'{time} s', 'pause'))}"
        return super().atom("")


def test_boxes_prove_nothing_that_z3_does_not() -> None:
    checked = check(
        Source("b.beh", HEAD + "initial state A { }\n}\n"), lambda source, path: f"no {path}"
    )
    (behavior,) = checked.analysed.program.behaviors
    maker = Plain(random.Random(7))
    proven, found = Counter[str](), Counter[str]()
    before: Node | None = None
    for number in range(COUNT):
        text = maker.guard(1 + number % 3, "")
        node, wrong = compile_expression(checked, "b", text)
        assert node is not None, (text, wrong)
        guards = Guards(behavior, Domains(behavior, ()))
        translation = Translation(behavior)
        yes, _ = translation.truth(node)
        questions = {
            "never": ((guards.true(node),), yes),
            "always": ((guards.not_true(node),), z3.Not(yes)),
        }
        if before is not None:
            earlier, _ = translation.truth(before)
            both = (guards.true(node), guards.true(before))
            shadowed = (guards.true(node), guards.not_true(before))
            questions["both"] = both, z3.And(yes, earlier)
            questions["shadowed"] = shadowed, z3.And(yes, z3.Not(earlier))
        for name, (formulas, asked) in questions.items():
            solver = z3.Solver()
            solver.add(*translation.domain, asked)
            unsatisfiable = solver.check() == z3.unsat
            ours = impossible(guards, formulas, {})
            assert unsatisfiable or not ours, (name, text, before and before.span)
            proven[name] += unsatisfiable
            found[name] += ours
        before = node
    assert sum(found.values()) >= 0.9 * sum(proven.values())
    shares = {n: f"{found[n]} of {proven[n]}" for n in proven}
    print(f"{COUNT} guards, proofs of z3 that the boxes find: {shares}")
