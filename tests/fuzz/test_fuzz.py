"""Made-up files through all of lint, fmt and an editor's requests: never an exception.

Some dozens run by default; ``BEH_FUZZ=5000`` runs that many of each kind, and
``benchmarks/fuzz.py`` searches for as long as it is told.
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax import parse
from tests.fuzz.derivations import derived_file, grafted
from tests.fuzz.properties import edit, fmt, lint

COUNT = int(os.environ.get("BEH_FUZZ", "24"))
SHARES = 4
SHIPPED = [
    path.read_text(encoding="utf-8")
    for path in (behaviors_path() / "interaction.beh", behaviors_path() / "rigs/hexapod.beh")
]
DERIVED = settings(
    max_examples=COUNT,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@DERIVED
@given(st.randoms(use_true_random=False), st.sampled_from((10, 40, 120)))
def test_files_of_the_grammar(draw: random.Random, size: int) -> None:
    data = derived_file(draw, size).encode("utf-8")
    lint(data)
    fmt(data)
    edit(data)


@pytest.mark.parametrize("share", range(SHARES))
def test_shipped_files_with_statements_of_the_grammar(share: int) -> None:
    for seed in range(share, max(COUNT // 4, SHARES), SHARES):
        draw = random.Random(seed)
        data = grafted(SHIPPED[seed % len(SHIPPED)], draw).encode("utf-8")
        lint(data)
        fmt(data)
        edit(data)


def test_what_the_grammar_makes_has_no_syntax_error() -> None:
    # Only where a statement stands is wrong now and then, on purpose.
    clean = 0
    for seed in range(150):
        text = derived_file(random.Random(seed), (20, 100, 400)[seed % 3])
        codes = {d.code for d in parse(Source("t.beh", text))[1]}
        assert codes <= {"BEH0207"}, text
        clean += not codes
    assert clean > 100
