"""Each rule where it must speak, and where it must be silent."""

from __future__ import annotations

import pytest

from behave.pipeline import check
from behave.source import Source

FRAME = "rig r {{ bone a at (0 m, 1 m, 0 m) }}\nbehavior b for r {{\n{}\n}}\n"


def found(lines: str) -> list[tuple[str, str]]:
    checked = check(Source("b.beh", FRAME.format(lines)), lambda *_: "no file")
    return [(d.code, d.span.text) for d in checked.diagnostics]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("initial state A { -> B }\nfinal state B { }", []),
        ("initial state A { }\nstate B { }", [("BEH0401", "B")]),
        # reached only through a state that is itself unreachable
        (
            "initial state A { }\nstate B { -> C }\nstate C { }",
            [("BEH0401", "B"), ("BEH0401", "C")],
        ),
        # a child's arrow, a parent's arrow, the initial child, resume
        ("initial state A { initial state C { -> B } }\nfinal state B { }", []),
        ("initial state A { -> B\n initial state C { } }\nstate B { -> resume A }", []),
        # the parent is only entered through its second child
        (
            "initial state A { -> P.D }\nstate P { initial state C { }\n final state D { } }",
            [("BEH0401", "C")],
        ),
    ],
)
def test_unreachable_states(lines: str, expected: list[tuple[str, str]]) -> None:
    assert found(lines) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("param p = 1\ninitial state A { }", [("BEH0203", "p")]),
        ("let f(a) = a\ninitial state A { }", [("BEH0203", "f")]),
        ("param p = 1 s\ninitial state A { -> B after p }\nfinal state B { }", []),
        ("guard g = yes\nlet a = 1 if g else 2\ninitial state A { }", [("BEH0203", "a")]),
    ],
)
def test_unused_names(lines: str, expected: list[tuple[str, str]]) -> None:
    assert found(lines) == expected


def test_claims_wait_until_everything_is_understood() -> None:
    assert found("param p = 1\ninitial state A { -> X }\nstate B { }") == [("BEH0201", "X")]


def test_two_writers_are_seen_beside_other_errors() -> None:
    lines = (
        "var x = 0\nmachine m { initial state A { set x = 1\n -> Y } }\n"
        "machine n { initial state B { set x = 2 } }"
    )
    assert found(lines) == [("BEH0201", "Y"), ("BEH0604", "set x = 2")]


def test_lerps_in_sibling_states_do_not_meet() -> None:
    lines = (
        "var x = 0\ninitial state A { lerp x to 1 over 1 s\n -> B after 1 s }\n"
        "state B { lerp x to 2 over 1 s\n -> A after 1 s }"
    )
    assert found(lines) == []


def test_what_a_used_file_declares_is_its_own_affair() -> None:
    """Its tests may read it; they run with that file, not with the one that uses it."""
    used = FRAME.format("let seen = 1\ninitial state A { }")
    alone = check(Source("b.beh", used), lambda *_: "no file")
    assert [(d.code, d.span.text) for d in alone.diagnostics] == [("BEH0203", "seen")]
    checked = check(Source("main.beh", 'use "b.beh"\n'), lambda *_: Source("b.beh", used))
    assert [d.message for d in checked.diagnostics] == []
