"""A megabyte of anything is answered at once: too much is said to be too much."""

from __future__ import annotations

import itertools

import pytest

from behave.cli.configuration import Configuration
from behave.cli.linting import Subject, check_all
from behave.diagnostics.diagnostic import Diagnostic
from behave.pipeline import MOST_FINDINGS
from behave.resources import behaviors_path
from behave.syntax import MAX_BYTES, decode
from behave.syntax.limits import MAX_TOKENS

NAMES = ["".join(letters) for letters in itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=4)]
RIG = "rig r { bone a of root at (0 m, 1 m, 0 m) }\n"


def lint(data: bytes) -> list[Diagnostic]:
    source, problems = decode(data, "large.beh")
    place = str(behaviors_path() / "large.beh")
    policy = Configuration().policy()
    return check_all([Subject(source, problems, place, policy, "error")]).found


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ("}", f"{MAX_TOKENS:,} words and signs"),
        ("-", f"{MAX_TOKENS:,} words and signs"),
        ("x ", f"{MAX_TOKENS:,} words and signs"),
        ("}\n", f"{MAX_TOKENS:,} words and signs"),
        ("let a=1\n", f"{MAX_TOKENS:,} words and signs"),
        ("(", "brackets are nested more than 100 levels deep"),
        ("🙂", "the language has no use for"),
        ("\0", "the file is not text"),
        ("#\n", None),
    ],
    ids=["braces", "minus", "words", "lines", "lets", "brackets", "emoji", "zeros", "comments"],
)
def test_a_megabyte_of_one_thing(piece: str, said: str | None) -> None:
    data = (piece * MAX_BYTES).encode("utf-8")[:MAX_BYTES]
    data = data.decode("utf-8", "ignore").encode("utf-8")
    found = lint(data)
    assert len(found) == (said is not None)
    assert said is None or said in found[0].message


def test_a_hundred_thousand_states_are_too_many() -> None:
    states = "\n".join(f"state {name}{{}}" for name in NAMES[:100_000])
    (found,) = lint(f"{RIG}behavior b for r {{\ninitial state A{{}}\n{states}\n}}\n".encode())
    assert "larger than 1 MB" in found.message
    (found,) = lint(
        f"{RIG}behavior b for r {{\ninitial state A{{}}\n{states[:800_000]}\n}}\n".encode()
    )
    assert f"{MAX_TOKENS:,} words and signs" in found.message


def test_as_many_tokens_as_may_be_are_read() -> None:
    few = "#" + "x" * 8 + "\n"
    assert lint((few * 50_000 + "let a = 1\n").encode()) == []
    (found,) = lint(("layers " + "a, " * (MAX_TOKENS // 2) + "b\n").encode())
    assert "words and signs" in found.message


def test_findings_without_end_are_cut() -> None:
    lets = "\n".join(f"let {name}=nope{number}" for number, name in enumerate(NAMES[:1500]))
    found = lint(f"{lets}\n".encode())
    assert len(found) == MOST_FINDINGS + 1
    assert [d for d in found if "of 1,500 findings the first 1,000 are told" in d.message]


def test_suppressions_without_end_are_judged_in_part() -> None:
    assert len(lint(("# beh: ignore[BEH0203]\n" * 4000 + "layers a\n").encode())) == 1000


def test_a_value_written_by_very_many_machines_is_told_in_part() -> None:
    machines = "\n".join(
        f"machine m{name} {{ initial state A {{ set v = v + 1 }} }}" for name in NAMES[:400]
    )
    found = lint(f"{RIG}behavior b for r {{\nvar v : number = 0\n{machines}\n}}\n".encode())
    assert {d.code for d in found} == {"BEH0604", "BEH0102"}
    assert len(found) == MOST_FINDINGS + 1


def test_a_thousand_arrows_in_one_state() -> None:
    arrows = "\n".join(f"-> T when timer > {number + 1} s" for number in range(1_500))
    states = f"initial state S {{\n{arrows}\n}}\nfinal state T {{ }}"
    found = lint(f"{RIG}behavior b for r {{\n{states}\n}}\n".encode())
    assert {d.code for d in found} == {"BEH0504", "BEH0102"}
    assert len(found) == MOST_FINDINGS + 1
