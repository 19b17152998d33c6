"""Every example of the docs does what its page says."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from behave.cli.entry import COMMANDS
from behave.cli.files import UseReader
from behave.diagnostics.diagnostic import Severity
from behave.pipeline import Checked, check
from behave.source import Source
from viewer.commands import COMMANDS as VIEWER_COMMANDS

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


COMMANDS_PAGE = ROOT / "docs" / "commands.md"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_flag_is_in_the_docs(name: str) -> None:
    page = COMMANDS_PAGE.read_text(encoding="utf-8")
    section = page.split(f"## beh {name}\n")[1].split("\n## ")[0]
    command = importlib.import_module(COMMANDS[name][0]).command
    flags = [flag for option in command.params for flag in option.opts if flag.startswith("-")]
    assert [flag for flag in flags if flag not in section] == []


def test_every_key_of_the_viewer_is_in_the_docs() -> None:
    page = COMMANDS_PAGE.read_text(encoding="utf-8")
    rows = [f"| `{command.key}` | {command.help} |" for command in VIEWER_COMMANDS]
    assert [row for row in rows if row not in page] == []


def test_links_of_the_docs_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []


def test_the_readme_has_one_line_for_the_demo_and_one_for_the_tests() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```bash\n(python3 -m venv[^\n]*)\n```$", text, re.MULTILINE)
    assert len(blocks) == 2
    assert blocks[0].endswith("beh demo")
    assert blocks[1].endswith("-m pytest -n auto --maxprocesses 4 --dist loadfile")
    assert f"<!-- test command -->\n```bash\n{blocks[1]}\n```\n<!-- end -->" in text
