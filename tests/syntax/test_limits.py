"""Bounds on nesting and size, each with its own message, and quick."""

from __future__ import annotations

import pytest

from behave.diagnostics.catalog import LIMIT
from behave.source import Source
from behave.syntax import MAX_BYTES, MAX_NESTING, parse, parse_expression
from behave.syntax.limits import MAX_ERRORS


def nested(depth: int) -> str:
    return "let x = " + "(" * depth + "1" + ")" * depth + "\n"


def test_brackets_may_nest_a_hundred_deep_and_no_deeper() -> None:
    assert parse(Source("t", nested(MAX_NESTING)))[1] == ()
    (found,) = parse(Source("t", nested(MAX_NESTING + 1)))[1]
    assert (found.code, found.message) == (LIMIT, "brackets are nested more than 100 levels deep")
    assert found.span.column == 109  # the hundred-and-first bracket


@pytest.mark.parametrize("unit", ["-", "not ", "a.", "1 + ", "a and ", "a if b else "])
def test_operators_may_pile_up_a_hundred_high_and_no_higher(unit: str) -> None:
    few, many = f"let x = {unit * 80}a\n", f"let x = {unit * 20_000}a\n"
    assert parse(Source("t", few))[1] == ()
    tree, found = parse(Source("t", many + "let y = 1\n"))
    assert [d.code for d in found] == [LIMIT]
    assert [i.name.text for i in tree.items if hasattr(i, "name")] == ["x", "y"]
    assert parse_expression(Source("t", f"{unit * 20_000}a"))[0] is None


def test_else_chains_are_bounded_too() -> None:
    chain = "when a { stop }" + " else when a { stop }" * 5000
    _, found = parse(Source("t", f"behavior b for r {{\n{chain}\n}}"))
    assert LIMIT in {d.code for d in found}


def test_a_million_brackets_give_one_finding() -> None:
    for text in ("(" * 1_000_000, "[({" * 300_000, 'x "(" ' + "{" * 500_000):
        assert [d.code for d in parse(Source("t", text))[1]] == [LIMIT]


def test_brackets_in_texts_and_comments_do_not_count() -> None:
    assert parse(Source("t", f'use "{"(" * 500}" # {"{" * 500}\n'))[1] == ()


def test_a_text_over_the_limit_is_refused() -> None:
    (found,) = parse(Source("t", "#" * (MAX_BYTES + 1)))[1]
    assert (found.code, found.message) == (LIMIT, "the file is larger than 1 MB (1,000,000 bytes)")
    (found,) = parse(Source("t", "# " + "近" * 350_000))[1]
    assert found.code == LIMIT


def test_findings_are_bounded() -> None:
    _, found = parse(Source("t", "->\n" * 3000))
    assert len(found) == MAX_ERRORS + 1
    assert "the rest of the file is not read" in " ".join(d.message for d in found)
