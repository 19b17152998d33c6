"""Every code has a page, an example that emits it and one that is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from behave.diagnostics import catalog
from behave.diagnostics.catalog import CODES, examples, page
from behave.pipeline import check
from behave.source import Source
from behave.syntax import decode

ROOT = Path(catalog.__file__).resolve().parents[1]


def codes_of(text: str) -> list[str]:
    checked = check(Source("page.beh", text), lambda source, path: f"there is no file `{path}`")
    return [d.code for d in checked.diagnostics]


def test_constants_and_codes_agree() -> None:
    constants = {
        value
        for name, value in vars(catalog).items()
        if name.isupper() and isinstance(value, str) and value.startswith("BEH")
    }
    assert constants == set(CODES)
    assert all(re.fullmatch(r"BEH[0-9]{4}", code) for code in CODES)
    assert all(entry.code == code for code, entry in CODES.items())
    assert len({entry.name for entry in CODES.values()}) == len(CODES)
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_page_says_what_why_and_how(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {CODES[code].name}\n")
    for heading in ("## Why it matters", "## Example", "## How to fix it"):
        assert heading in text
    assert max(len(line) for line in text.splitlines() if "((((" not in line) <= 100


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_bad_examples_emit_their_code_and_the_good_ones_nothing(code: str) -> None:
    bad, good = examples(code, "bad"), examples(code, "good")
    assert bad
    assert good
    for text in bad:
        assert set(codes_of(text)) == {code}
    for text in good:
        assert codes_of(text) == []


def test_there_is_no_page_without_a_code() -> None:
    pages = Path(catalog.__file__).parent / "pages"
    assert {p.name for p in pages.iterdir()} == {f"{code}.md" for code in CODES}
    with pytest.raises(KeyError):
        page("BEH9999")


def test_every_code_is_emitted_somewhere() -> None:
    names = {v: k for k, v in vars(catalog).items() if k.isupper() and isinstance(v, str)}
    sources = [p.read_text(encoding="utf-8") for p in ROOT.rglob("*.py") if p.name != "catalog.py"]
    for code in CODES:
        aliases = [k for k, v in vars(catalog).items() if v == code and k.isupper()]
        pattern = re.compile(rf"\b({'|'.join(aliases)})\b")
        assert any(pattern.search(text) for text in sources), names[code]


def test_what_cannot_be_decoded_has_a_code_with_a_page() -> None:
    (finding,) = decode(b"\xff\xfe", "x")[1]
    assert finding.code in CODES
