"""Every keyword's example stands in text that checks, and no keyword of the grammar is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from behave.cli.files import UseReader
from behave.pipeline import check
from behave.resources import grammar_path
from behave.source import Source
from behave.vocabulary.keywords import KEYWORDS, NOT_YET, Keyword, Place
from behave.vocabulary.reference import reference

ROOT = Path(__file__).resolve().parents[2]

MEMBERS = """
  var count : number = 0
  var side : sides = right
  zone near = box(size: (2 m, 2 m, 2 m), center: root.position, turn: root.rotation)
  sensor wall = ray(from: root.position + 1 m * up, along: root.forward, length: 2 m)
"""
STATES = """
  initial state Standing {
    -> Walking when moving
    @STATE
  }
  state Walking { -> Standing when not moving }
"""
FRAME = f"""use "rigs/humanoid.beh"

behavior walker for humanoid {{
{MEMBERS}{STATES}
  @BEHAVIOR
}}

behavior bare for humanoid {{
{MEMBERS}
  @MACHINE
}}

rig pole {{
  bone top at (0 m, 1 m, 0 m)
  @RIG
}}

rig dancer {{
  enum sides = left, right
  bone hips at (0 m, 1 m, 0 m)
  gait idle
  clip against[left]
  clip sneak[left] {{ turn hips by 5 deg about up }}
}}

behavior dances for dancer {{
  var amount = 0
  initial state Only {{ set amount = 1 }}
  pose {{
    @POSE
  }}
}}

scene yard {{
  ground   floor at (0 m, 0 m, 0 m)
  box      wall  at (0 m, 1 m, 8 m), size: (4 m, 2 m, 0.2 m), layer: touchable
  humanoid hero  at (0 m, 0 m, 0 m) with walker
  @SCENE
}}

test "frame" in yard {{
  never hero.count > 100
  @TEST
}}

@FILE
"""


def framed(keyword: Keyword) -> str:
    """The frame with the example where it may stand."""
    place, example = keyword.place, keyword.example
    if place is Place.GUARD:
        place, example = Place.BEHAVIOR, f"guard shown = {example}"
    text = FRAME.replace(f"@{place.name}", example)
    if place is not Place.MACHINE:
        text = text.replace("@MACHINE", "initial state Only { }")
    return re.sub(r"@[A-Z]+", "", text)


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda k: k.name)
def test_the_example_checks_where_it_stands(keyword: Keyword) -> None:
    text = framed(keyword)
    assert keyword.example in text
    source = Source("example.beh", text)
    result = check(source, UseReader(source, str(ROOT / "behaviors" / "example.beh")))
    assert [f"{d.message} [{d.span.text}]" for d in result.errors] == []


def test_the_frame_finds_a_wrong_example() -> None:
    broken = Keyword("x", "", "", "", "-> Nowhere when moving", Place.STATE)
    source = Source("example.beh", framed(broken))
    assert check(source, UseReader(source, str(ROOT / "behaviors" / "example.beh"))).errors


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda k: k.name)
def test_form_and_example_use_the_word(keyword: Keyword) -> None:
    word = rf"(?<!\w){re.escape(keyword.name)}(?!\w)"
    assert re.search(word, keyword.form)
    assert re.search(word, keyword.example)
    assert keyword.doc.endswith(".")


def test_names_are_told_once() -> None:
    names = [name for k in KEYWORDS for name in (k.name, *k.also)]
    assert len(names) == len(set(names))
    assert not set(names) & set(NOT_YET)


def test_every_keyword_of_the_grammar_is_told_of() -> None:
    grammar = grammar_path("beh.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'^[A-Z_]+: "([a-z_]+)"$', grammar, re.MULTILINE))
    assert len(words) > 50
    assert words - {k.name for k in KEYWORDS} - set(NOT_YET) == set()


def test_the_reference_has_each_keyword() -> None:
    text = reference()
    assert [k.name for k in KEYWORDS if f"### `{k.name}`" not in text] == []
