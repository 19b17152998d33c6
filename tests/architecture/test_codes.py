"""Every diagnostic code is a closed loop: constant, page, examples, and a place that emits it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from behave.cli.files import UseReader
from behave.diagnostics import catalog
from behave.pipeline import check
from behave.source import Source

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "behave" / "diagnostics" / "pages"
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


def found_in(text: str) -> set[str]:
    """The codes a file in a project of its own gives."""
    source = Source("example.beh", text)
    reader = UseReader(source, str(ROOT / "behaviors" / "example.beh"))
    return {finding.code for finding in check(source, reader).diagnostics}


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
def test_a_page_shows_what_gives_the_code_and_what_does_not(code: str) -> None:
    text = catalog.page(code)
    entry = catalog.CODES[code]
    assert code in text.splitlines()[0]
    assert entry.name in text.splitlines()[0]
    bad, good = catalog.examples(code, "bad"), catalog.examples(code, "good")
    assert bad
    assert good
    for example in bad:
        assert code in found_in(example)
    for example in good:
        assert code not in found_in(example)
