"""Every example of the docs does what its page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from behave.cli.files import UseReader
from behave.diagnostics.diagnostic import Severity
from behave.pipeline import Checked, check
from behave.source import Source

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```beh *([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str, str]]:
    """(where, tag, text) of every fenced .beh example."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append((f"{page.name}:{line}", match[1].strip(), match[2]))
    return found


def checked(text: str) -> Checked:
    """Check a text as a file in a folder of its own."""
    source = Source("example.beh", text)
    return check(source, UseReader(source, str(ROOT / "behaviors" / "example.beh")))


def as_file(part: str) -> str:
    """A part of a behavior as a whole file; one without states gets one."""
    state = "" if re.search(r"\bstate\b", part) else "\n  initial state Only { }"
    return f'use "rigs/humanoid.beh"\n\nbehavior example for humanoid {{\n{part}{state}\n}}\n'


WHOLE = [e for e in examples() if e[1] in ("", "part")]
BROKEN = [e for e in examples() if e[1].startswith("error ")]


def test_there_are_examples_and_no_unknown_tags() -> None:
    assert len(WHOLE) >= 12
    assert len(WHOLE) + len(BROKEN) == len(examples())


@pytest.mark.parametrize(("where", "tag", "text"), WHOLE, ids=[e[0] for e in WHOLE])
def test_an_example_has_no_errors(where: str, tag: str, text: str) -> None:
    result = checked(as_file(text) if tag == "part" else text)
    assert [d.message for d in result.diagnostics if d.severity is Severity.ERROR] == []
    assert result.program is not None


@pytest.mark.parametrize(("where", "tag", "text"), BROKEN, ids=[e[0] for e in BROKEN])
def test_an_example_of_an_error_gives_that_error(where: str, tag: str, text: str) -> None:
    code = tag.split()[1]
    assert code in {d.code for d in checked(text).diagnostics}


TESTED = [e for e in WHOLE if re.search(r"^test ", e[2], re.MULTILINE)]


@pytest.mark.parametrize(("where", "tag", "text"), TESTED, ids=[e[0] for e in TESTED])
def test_the_tests_in_an_example_pass(where: str, tag: str, text: str) -> None:
    from behave.scenario.testing import run

    program = checked(text).program
    assert program is not None
    results = [result for test in program.tests for result in run(program, test)]
    assert results
    assert [r for r in results if not r.passed] == []
