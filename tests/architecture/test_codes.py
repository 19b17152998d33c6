"""Every diagnostic code is a closed loop: constant, page, examples, and a place that emits it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from behave.cli import main
from behave.diagnostics import catalog
from tests.diagnostics.page_examples import found_in, marked, place_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "behave" / "diagnostics" / "pages"
WRITE = (
    "cp behave/diagnostics/pages/*.md docs/rules/; beh rules --format markdown > "
    "docs/rules/README.md"
)
CONSTANTS = {
    name: value
    for name, value in vars(catalog).items()
    if name.isupper() and isinstance(value, str) and re.fullmatch(r"BEH[0-9]{4}", value)
}


def emitted() -> set[str]:
    """Codes whose constant is read somewhere in the source outside the catalog."""
    names: set[str] = set()
    for path in (ROOT / "behave").rglob("*.py"):
        if path.name == "catalog.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Name):
                names.add(node.id)
    return {value for name, value in CONSTANTS.items() if name in names}


def test_constants_and_catalog_agree() -> None:
    assert set(CONSTANTS.values()) == set(catalog.CODES)
    assert all(code == entry.code for code, entry in catalog.CODES.items())
    names = [entry.name for entry in catalog.CODES.values()]
    assert len(names) == len(set(names))


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(catalog.CODES)


def test_each_code_is_emitted_somewhere() -> None:
    assert set(catalog.CODES) - emitted() == set()


def test_no_code_is_written_as_a_literal_outside_the_catalog() -> None:
    literals = []
    for path in (ROOT / "behave").rglob("*.py"):
        if path.name == "catalog.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            whole = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if whole and re.fullmatch(r"BEH[0-9]{4}", node.value):
                literals.append(f"{path.name}:{node.lineno}: {node.value}")
    assert literals == []


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_a_page_says_what_why_and_how(code: str) -> None:
    text = catalog.page(code)
    assert text.startswith(f"# {code}: {catalog.CODES[code].name}\n")
    for heading in ("## Why it matters", "## Example", "## How to fix it"):
        assert heading in text
    long = [line for line in text.splitlines() if len(line) > 100]
    assert all("((((" in line or set(line) <= set("# ^") for line in long)


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_the_bad_examples_give_that_code_alone_just_where_the_carets_are(code: str) -> None:
    bad = catalog.examples(code, "bad")
    assert bad
    for example in bad:
        found = found_in(example)
        assert {finding.code for finding in found} == {code}
        places = sorted(place_of(finding.span) for finding in found)
        assert places == marked(example)


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_the_good_examples_give_nothing(code: str) -> None:
    good = catalog.examples(code, "good")
    assert good
    for example in good:
        assert [(finding.code, finding.message) for finding in found_in(example)] == []


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_explain_prints_the_page(code: str) -> None:
    for name in (code, code.lower(), code.removeprefix("BEH")):
        shown = CliRunner().invoke(main, ["explain", name])
        assert shown.exit_code == 0
        assert shown.stdout.rstrip("\n") == catalog.page(code).rstrip("\n")
    assert (
        catalog.page(code).rstrip("\n")
        in CliRunner().invoke(main, ["explain", catalog.CODES[code].name]).stdout
    )


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_the_bad_examples_are_mended_as_the_catalog_says(code: str) -> None:
    found = [d for example in catalog.examples(code, "bad") for d in found_in(example)]
    kinds = {"safe" if fix.safe else "unsafe" for d in found for fix in d.fixes}
    assert kinds == ({catalog.CODES[code].fix} - {""})


def test_the_manual_has_the_table() -> None:
    shown = CliRunner().invoke(main, ["rules", "--format", "markdown"]).stdout
    table = ROOT / "docs" / "rules" / "README.md"
    assert table.read_text(encoding="utf-8") == shown, f"write it anew: {WRITE}"


@pytest.mark.parametrize("code", sorted(catalog.CODES))
def test_the_manual_has_the_page(code: str) -> None:
    written = ROOT / "docs" / "rules" / f"{code}.md"
    assert written.read_text(encoding="utf-8") == catalog.page(code), f"write it anew: {WRITE}"
