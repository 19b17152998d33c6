"""Look-alike characters are read as what they look like, reported, and safely mended."""

from __future__ import annotations

import pytest

from behave.diagnostics.catalog import LOOKALIKE
from behave.diagnostics.diagnostic import Diagnostic
from behave.source import Source
from behave.syntax import parse
from tests.syntax.outline import outline


def fixed(text: str, found: tuple[Diagnostic, ...]) -> str:
    edits = [edit for d in found for fix in d.fixes for edit in fix.edits]
    for edit in sorted(edits, key=lambda e: -e.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("let x ＝ １２", "let x = 12"),
        ("let f（a，b） = a ＋ b", "let f(a,b) = a + b"),
        ("behavior b for r ｛ －＞ A when x ｝", "behavior b for r { -> A when x }"),
        ("behavior b for r { → A when x ≥ 2 }", "behavior b for r { -> A when x >= 2 }"),
        ("let x = ［１、２］", "let x = [1,2]"),
        ("use “a.beh”", 'use "a.beh"'),
        ("use 「a.beh」", 'use "a.beh"'),
        ("let　x = 1", "let x = 1"),
        ("let\u00a0x = 1\u200b", "let x = 1 "),
        ("let x = 2 − 1 × 3 ÷ 4", "let x = 2 - 1 * 3 / 4"),
        ("let x = a if b ≠ c else d", "let x = a if b != c else d"),
        ("let ｘ = １．５", "let x = 1.5"),
        ("let x = 1 ＃ why：", "let x = 1 # why："),
    ],
)
def test_read_as_what_they_look_like(written: str, plain: str) -> None:
    tree, found = parse(Source("t", written))
    assert found
    assert {d.code for d in found} == {LOOKALIKE}
    assert all(fix.safe for d in found for fix in d.fixes)
    assert fixed(written, found) == plain
    wanted, clean = parse(Source("t", plain))
    assert clean == ()
    assert [outline(i) for i in tree.items] == [outline(i) for i in wanted.items]


def test_nothing_is_said_of_texts_comments_and_names() -> None:
    text = '# （注）：→\nuse "a：b.beh" # ，\nlet 距離 = 1\nlet s = "“hi” ≥ 2"\n'
    tree, found = parse(Source("t", text))
    assert found == ()
    assert outline(tree.items[0]) == '(Use "a：b.beh")'
    assert outline(tree.items[2]) == '(Let s - "“hi” ≥ 2")'


def test_places_stay_those_of_the_source() -> None:
    text = "let a = b ≤ c\nlet d ＝ e…f\n"
    tree, found = parse(Source("t", text))
    assert [d.span.text for d in found if d.code == LOOKALIKE] == ["≤", "＝", "…"]
    first = tree.items[0]
    assert first.span.text == "let a = b ≤ c"
    assert outline(first) == "(Let a - (Binary '<=' b c))"


def test_a_run_is_one_finding() -> None:
    _, found = parse(Source("t", "behavior b for r { －＞ A }"))
    assert [d.message for d in found] == [
        "`－＞` looks like `->` but is written with other characters"
    ]
    _, found = parse(Source("t", "let x ＝ 1"))
    assert found[0].message == "`＝` looks like `=` but is full-width equals sign (U+FF1D)"
    _, found = parse(Source("t", "let\u3000x = 1"))
    assert found[0].message == "this blank is ideographic space (U+3000), not a plain space"
