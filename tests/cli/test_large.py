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
        ("}", "200,000 words and signs"),
        ("-", "200,000 words and signs"),
        ("x ", "200,000 words and signs"),
        ("}\n", "200,000 words and signs"),
        ("let a=1\n", "200,000 words and signs"),
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
