"""Whole files: good ones parse, bad ones show what is written beside them.

After a change of wording look at what differs and write the pictures anew with
``BEH_BLESS=1 pytest tests/corpus``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from behave.diagnostics import render_full
from behave.ir.validate import problems
from behave.native.compiling import Native
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.scenario.testing import render, run
from behave.source import Source
from behave.syntax import decode, parse

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.beh"))
GOOD = sorted([*(HERE / "good").glob("*.beh"), *behaviors_path().rglob("*.beh")])


def shown(path: Path) -> str:
    source, found = decode(path.read_bytes(), path.name)
    return render_full((*found, *parse(source)[1]))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_files_show_what_they_should(path: Path) -> None:
    picture = path.with_suffix(".txt")
    text = shown(path)
    if os.environ.get("BEH_BLESS") == "1":
        picture.write_text(text, encoding="utf-8")
    assert text == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_good_files_parse(path: Path) -> None:
    assert shown(path) == ""


def test_there_are_files() -> None:
    assert len(BAD) >= 4
    assert len(GOOD) >= 3


COVER = HERE / "good" / "cover_like.beh"


def test_a_whole_behavior_with_all_that_cover_needs_checks() -> None:
    result = check(Source(COVER.name, COVER.read_text(encoding="utf-8")), lambda *_: "no file")
    assert [(d.message, d.span.text) for d in result.diagnostics] == []
    assert result.program is not None
    assert problems(result.program) == []


def test_it_runs_as_its_tests_say() -> None:
    result = check(Source(COVER.name, COVER.read_text(encoding="utf-8")), lambda *_: "no file")
    assert result.program is not None
    (test,) = result.program.tests
    results = run(result.program, test, native=Native())
    failed = [render(found) for found in results if not found.passed]
    assert failed == []
