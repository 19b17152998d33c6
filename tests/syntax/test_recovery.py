"""Several mistakes in a file: each found once, nothing else said, the rest of the tree kept.

A few dozen files run by default; ``BEH_RECOVERY=500`` runs that many.
"""

from __future__ import annotations

import os
import random

import pytest

from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax import ast, parse
from tests.syntax.generated import behavior_text
from tests.syntax.injection import exactly_right, found_lines, inject
from tests.syntax.outline import outline

COUNT = int(os.environ.get("BEH_RECOVERY", "44"))
SHIPPED = [p.read_text(encoding="utf-8") for p in sorted(behaviors_path().rglob("*.beh"))]
# Shipped files and made-up ones in turn.
BASES = [text for n, one in enumerate(SHIPPED) for text in (one, behavior_text(n, states=5))]


def names(tree: ast.File) -> list[str]:
    (behavior,) = (i for i in tree.items if isinstance(i, ast.Behavior))
    return [n.name.text for n in behavior.body if isinstance(n, ast.StateDecl)]


def test_made_up_files_parse() -> None:
    for seed in range(8):
        assert parse(Source("t", behavior_text(seed)))[1] == ()


def test_three_mistakes_give_three_findings_nearly_always() -> None:
    judged = [judge(BASES[n % len(BASES)], random.Random(n)) for n in range(COUNT)]
    right = sum(exact for exact, _ in judged)
    spurious = sum(false for _, false in judged)
    told = f"{right} of {COUNT} exactly right, {spurious} findings nowhere near a mistake"
    print(told)
    assert right >= 0.95 * COUNT, told
    assert spurious <= 0.1 * COUNT, told


def judge(text: str, random_: random.Random) -> tuple[bool, int]:
    """Whether a text with three mistakes gets the right three findings, and how many false ones."""
    injected = inject(text, random_)
    found = found_lines(injected.text)
    return exactly_right(injected, found), sum(
        all(abs(f - line) > 1 for line in injected.lines) for f in found
    )


def test_the_rest_of_the_tree_is_kept() -> None:
    tree, found = parse(
        Source(
            "t",
            "behavior b for r {\n"
            "  initial state A {\n"
            "    set x = = 1\n"
            "    ?\n"
            "    set y = 2 +\n"
            "    -> B when x y z\n"
            "    -> C when y\n"
            "  }\n"
            "  state B { }\n"
            "  state 3 { lerp q to }\n"
            "  state C { }\n"
            "}\n",
        )
    )
    assert [d.span.line for d in found] == [3, 4, 5, 6, 10, 10]
    assert names(tree) == ["A", "B", "C"]
    (behavior,) = tree.items
    assert isinstance(behavior, ast.Behavior)
    state = behavior.body[0]
    assert isinstance(state, ast.StateDecl)
    assert [outline(n) for n in state.body] == [
        "(Set x 1 -)",
        "(Set y (Binary '+' 2 (Broken )) -)",
        "(Transition [B] no no - [] - x [] [])",
        "(Transition [C] no no - [] - y [] [])",
    ]


def test_a_broken_declaration_keeps_its_name() -> None:
    tree, found = parse(Source("t", "let far = 3 *\nlet near = far / 2\nguard g = near > \n"))
    assert len(found) == 2
    assert [outline(i) for i in tree.items] == [
        "(Let far - (Binary '*' 3 (Broken )))",
        "(Let near - (Binary '/' far 2))",
        "(Guard g - (Binary '>' near (Broken )))",
    ]


def test_a_declaration_that_makes_no_sense_keeps_its_name_and_its_block() -> None:
    tree, found = parse(
        Source(
            "t",
            "behavior b for r, s t {\n"
            "  param p @ q ( 3\n"
            "  var v : @ : 3\n"
            "  event e : :\n"
            "  machine m = = {\n"
            "    initial state A -> B -> C { set x = 1 }\n"
            "  }\n"
            "}\n",
        )
    )
    assert [d.span.line for d in found] == [1, 2, 3, 4, 5, 6]
    assert [outline(i) for i in tree.items] == [
        "(Behavior b r [(Param p - (Broken ) - '') (Var [v] - (Broken ) '') (Event e -) "
        "(Machine m - [(StateDecl A yes no [(Set x 1 -)])])])"
    ]


def test_names_in_what_was_left_out_are_told() -> None:
    tree, _ = parse(Source("t", "let f(lost_one ! 3\nlet kept = 1\nstate { set other = 1 }\n"))
    assert tree.may_declare("lost_one")
    assert tree.may_declare("anything")  # a state without a name may have been it
    assert not parse(Source("t", "let kept = 1\n"))[0].may_declare("kept")


def test_a_broken_header_does_not_hide_its_block() -> None:
    _, found = parse(
        Source(
            "t",
            "behavior b for r {\n"
            "  state ! A ? B {\n"
            "    set x == 1\n"
            "  } \n"
            "  when a b { set y := 2 } else { set z 3 }\n"
            "}\n",
        )
    )
    assert [d.span.line for d in found] == [2, 3, 5, 5, 5]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        # a missing } of A, of the behavior, an extra one, a missing {
        (["behavior b for r {", "  state A {", "    stop", "  state B {", "  }", "}"],
         [(3, "the block of `state A` is never closed: expected `}`")]),
        (["behavior b for r {", "  state A {", "  }", "scene s {", "}"],
         [(3, "the block of `behavior b for r` is never closed: expected `}`")]),
        (["behavior b for r {", "  state A {", "  }", "  }", "  state B { }", "}"],
         [(4, "this `}` closes nothing")]),
        (["behavior b for r {", "  state A", "    stop", "  }", "  state B { }", "}"],
         [(2, "expected `{` after `A`: `state` opens a block")]),
        (["behavior b for r {", "  state A {", "    stop", "  )", "  state B { }", "}"],
         [(4, "expected `}`, found `)`")]),
        (["behavior b for r {", "  state A { {", "    stop", "  }", "}"],
         [(2, "`{` stands here twice")]),
        # nothing is indented: the last block that is open
        (["behavior b for r {", "state A {", "stop", "}", "state B {", "stop"],
         [(5, "this block is never closed: expected `}`")]),
        (["}"], [(1, "this `}` closes nothing")]),
    ],
)  # fmt: skip
def test_braces_are_found_by_indentation(lines: list[str], found: list[tuple[int, str]]) -> None:
    diagnostics = parse(Source("t", "\n".join(lines) + "\n"))[1]
    assert [(d.span.line, d.message) for d in diagnostics] == found


def test_balanced_files_are_not_judged_by_their_looks() -> None:
    text = "behavior b for r {\nstate A {\n   stop\n      }\n state B\n{ stop }\n    }\n"
    assert parse(Source("t", text))[1] == ()


def test_a_bracket_left_open_does_not_swallow_the_next_line() -> None:
    tree, found = parse(
        Source(
            "t",
            "behavior b for r {\n"
            "  set x = f(a, (b + c)\n"
            "  lerp y to 1 over 2 s\n"
            "  set z = [1, 2\n"
            "  -> A when (q\n"
            "}\n",
        )
    )
    assert [(d.span.line, d.message[:24]) for d in found] == [
        (2, "this `(` is never closed"),
        (4, "this `[` is never closed"),
        (5, "this `(` is never closed"),
    ]
    (behavior,) = tree.items
    assert isinstance(behavior, ast.Behavior)
    assert len(behavior.body) == 4
