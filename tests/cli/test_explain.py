"""``beh explain`` of keywords and of words that are several things."""

from __future__ import annotations

import pytest

from behave.cli.explain import _page
from behave.source import Source
from behave.syntax import parse
from behave.syntax.grammar import grammar_table
from behave.units import NAMED_DIMENSIONS, SPELLED_OUT, UNIT_NAMES
from behave.vocabulary import lists, notation
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.keywords import KEYWORDS, NOT_YET, Keyword
from behave.vocabulary.verbs import SCENE_SHAPES
from behave.vocabulary.words import named
from tests.cli.conftest import Beh


@pytest.mark.parametrize("keyword", KEYWORDS, ids=lambda k: k.name)
def test_a_keyword_has_a_page_by_each_of_its_names(keyword: Keyword, beh: Beh) -> None:
    for name in (keyword.name, *keyword.also):
        shown = beh("explain", "--", name)
        assert shown.exit_code == 0
        assert keyword.doc in shown.stdout
        assert all(line in shown.stdout for line in keyword.example.splitlines())
        assert keyword.form in shown.stdout


def test_the_arrow_needs_no_dashes_before_it(beh: Beh) -> None:
    assert beh("explain", "->").stdout == beh("explain", "transition").stdout


def test_a_word_that_is_a_code_too_shows_both(beh: Beh) -> None:
    shown = beh("explain", "use").stdout
    assert "Take everything another file declares" in shown
    assert "BEH0105" in shown


def test_a_word_of_several_meanings_shows_them_all(beh: Beh) -> None:
    for name in ("box", "sphere", "capsule"):
        shown = beh("explain", name).stdout
        assert "shape of a zone" in shown
        assert "thing of a scene" in shown


def test_each_thing_of_a_scene_has_a_page() -> None:
    for name in SCENE_SHAPES:
        (thing,) = [w for w in named(name) if w.sort == "thing of a scene"]
        assert thing.example.startswith(f"{name} ")


def test_what_does_not_run_yet_says_so(beh: Beh) -> None:
    for name in (*NOT_YET, "mask", "closest"):
        assert "does not run it" in beh("explain", name).stdout


def test_a_slip_of_the_pen_finds_the_keyword(beh: Beh) -> None:
    assert "`machine`" in beh("explain", "machin").stderr
    assert "`transition`" in beh("explain", "transitoin").stderr


def test_every_word_sign_unit_and_kind_of_the_language_has_a_page() -> None:
    known = {
        *grammar_table().fixed,
        *(*lists.functions(), *lists.verbs(), *lists.constants(), *lists.flags()),
        *(*UNIT_NAMES, *NAMED_DIMENSIONS, *SPELLED_OUT),
        *("bool", "vec", "point", "rotation", "collider", "root", "body", "ticks", "lasts"),
        *("m/s", "m/s^2", "deg/s", "/s", "#", '"'),
    }
    assert [name for name in sorted(known) if _page(name) is None] == []


def test_kinds_of_the_notation_are_those_of_the_checker() -> None:
    kinds = {name for name, sort, *_ in notation.entries() if sort == "kind"}
    plain = {"bool", "vec", "point", "rotation", "collider"}
    assert kinds == {*NAMED_DIMENSIONS, *plain}
    assert {n for n, sort, *_ in notation.entries() if sort == "easing"} == set(EASINGS)


@pytest.mark.parametrize("entry", notation.entries(), ids=lambda e: f"{e[1]} {e[0]}")
def test_an_example_of_the_notation_parses(entry: notation.Entry) -> None:
    name, sort, _, _, example = entry
    if sort in ("option of a test", "name in a machine array") or "…" in example:
        assert name in example
        return
    whole = example.startswith(("lerp", "var", "set", "when", "let", "layers", "use", "#"))
    inner = example if whole else f"let x = {example}"
    outer = whole and example.startswith(("layers", "use", "#"))
    text = f"{inner}\n" if outer else f"behavior b for r {{\n{inner}\n}}\n"
    assert parse(Source("t.beh", text))[1] == ()


def test_a_unit_that_is_spelled_out_shows_the_short_one(beh: Beh) -> None:
    assert "unit of a length" in beh("explain", "meters").stdout
    assert "unit of a speed" in beh("explain", "m/s").stdout
    assert "number of a machine in an array" in beh("explain", "index").stdout
