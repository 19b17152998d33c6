"""Damaged files, any words and any bytes are linted and mended, never with a bug of ours."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from behave.resources import behaviors_path
from tests.fuzz.properties import lint

SHIPPED = (behaviors_path() / "interaction.beh").read_text(encoding="utf-8")
RIG = (behaviors_path() / "rigs" / "humanoid.beh").read_text(encoding="utf-8")
SCRAPS = [
    *[
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        "..",
        ":",
        "=",
        "->",
        "+",
        "-",
        "*",
        "/",
        "<",
        "==",
        "#",
        "when",
        "and",
        "or",
        "not",
        "in",
        "for",
        "else",
        "if",
        "until",
        "became",
        "otherwise",
    ],
    *[
        "after",
        "resume",
        "restart",
        "expect",
        "always",
        "state",
        "initial",
        "machine[3]",
        "sensor",
        "zone",
        "param",
        "var",
        "rig",
        "use",
    ],
    *("none", "yes", "timer", "side", "arm[left]", "arm[9]", "5", '"', "：", "－＞", "人", "🙂"),
]
SCRAPS += ["2 s", "3 m", "60 %", "let f(a) = a", "every 1 s { }", "\n", "\t", "\x00", "e\u0301"]


def damaged(text: str, seed: int, times: int) -> str:
    """A text with some pieces cut out, doubled, swapped or put in; the same for the same seed."""
    draw = random.Random(seed)
    for _ in range(times):
        at = draw.randrange(len(text) + 1)
        end = min(len(text), at + draw.choice((1, 2, 5, 20, 80)))
        piece = text[at:end]
        kind = draw.randrange(4)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + piece + piece + text[end:]
        elif kind == 2:
            text = text[:at] + draw.choice(SCRAPS) + text[at:]
        else:
            text = text[:at] + f" {draw.choice(SCRAPS)} " + text[end:]
    return text


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    lint(data)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(SCRAPS), max_size=40))
def test_any_words(words: list[str]) -> None:
    lint(" ".join(words).encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_behavior(seed: int) -> None:
    lint(damaged(SHIPPED, seed, 1 + seed % 6).encode("utf-8"))


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_rig(seed: int) -> None:
    lint(damaged(RIG, 1000 + seed, 1 + seed % 6).encode("utf-8"))
