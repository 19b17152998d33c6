"""``beh explain`` of keywords and of words that are several things."""

from __future__ import annotations

import pytest

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
