"""Any text at all: never an exception, findings inside the text, the same twice."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from behave.diagnostics import render_concise, render_full, render_json
from behave.diagnostics.catalog import CODES
from behave.source import Source
from behave.syntax import decode, parse, parse_expression
from behave.syntax.grammar import grammar_table
from tests.syntax.generated import behavior_text
from tests.syntax.injection import tokens_of

SLOW = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = (
    *sorted(grammar_table().signs.values()),
    *(
        '"a"',
        "x",
        "y.z",
        "2 s",
        "3",
        ".5",
        "1px",
        '"',
        "\n",
        "\n",
        "\n",
        "?",
        "；",
        "（",
        "：",
        "近",
    ),
)


def checked(text: str) -> None:
    source = Source("t.beh", text)
    tree, found = parse(source)
    assert tree.span.end == len(text)
    for d in found:
        assert d.code in CODES
        assert d.message
        for span in (d.span, *(s.span for s in d.secondary)):
            assert 0 <= span.start <= span.end <= len(text)
        for fix in d.fixes:
            assert all(0 <= e.span.start <= e.span.end <= len(text) for e in fix.edits)
    assert list(found) == sorted(found, key=lambda d: (d.span.start, d.span.end, d.code, d.message))
    for render in (render_full, render_concise, render_json):
        render(found)
    parse_expression(source)


@SLOW
@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    checked(text)


@SLOW
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words(words: list[str]) -> None:
    checked(" ".join(words))


@SLOW
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    source, found = decode(data, "t.beh")
    if found:
        assert source.text == ""
    checked(source.text)


def test_damaged_files() -> None:
    rng = random.Random(5)
    text = behavior_text(1, states=3)
    tokens = tokens_of(text)
    for _ in range(120):
        damaged = text
        for token in sorted(rng.sample(tokens, 6), key=lambda t: -t.start):
            other = rng.choice(("", "", token.text * 2, rng.choice(WORDS)))
            damaged = damaged[: token.start] + other + damaged[token.end :]
        checked(damaged)


def test_every_beginning_of_a_file() -> None:
    text = behavior_text(2, states=2)
    for end in range(0, len(text), 17):
        checked(text[:end])


@pytest.mark.parametrize(
    "text",
    [
        "}" * 3000, ")" * 3000, "{ " * 99, "{}" * 3000, "->" * 3000, '"' * 3001, "\0" * 3000,
        "x " * 3000, "else " * 2000,
        "blend x {" + "1: a, " * 3000 + "}", "let x = f(" + "a," * 3000,
        "set x = [\n" * 90, "\ufeff\ufeffx", "\ud800", "a\u0300\u0301" * 2000,
        "０" * 3000, "“" * 3000,
        "🙂" * 3000, "\r" * 3000, ";" * 3000, "#" * 3000, "let x = " + "1" * 3000, "." * 3000,
        "state A {\n" * 98, "\u202e\u2066let x", "let ª²= 1", "if " * 3000,
    ],
)  # fmt: skip
def test_hand_made_horrors(text: str) -> None:
    checked(text)
