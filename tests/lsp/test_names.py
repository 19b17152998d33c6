"""Names of the shipped files: every one is either understood or a word of the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from behave.cli.lsp import ProjectFiles
from behave.lsp.cursor import tokens_of
from behave.lsp.documents import Document, Documents
from behave.lsp.members import built_in_places
from behave.lsp.positions import edited, offset_of, place_of
from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax.tokens import TRIVIA
from behave.vocabulary.devices import BUTTONS, KEY_GROUPS, KEYS
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.words import words

SHIPPED = sorted(behaviors_path().rglob("*.beh"))
BUILT_IN = {*words(), *CONSTANTS, *EASINGS, *KEYS, *KEY_GROUPS, *BUTTONS, *built_in_places()}
BUILT_IN |= {"timer", "index", "chase", "enter", "exit", "body", "feet", "control", "nearer"}
BUILT_IN |= {"length", "angle", "rotation", "vec", "point", "number", "time", "count", "mean"}
BUILT_IN |= {"walk", "idle", "capsule", "hips", "stick", "key", "button", "axis", "axis2", "left"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_name_is_understood(path: Path) -> None:
    documents = Documents(ProjectFiles())
    source = Source(ProjectFiles().name(path), path.read_text(encoding="utf-8"))
    index = documents.index(Document(path.as_uri(), path.resolve(), 1, source))
    known = {m.span.start for m in index.mentions if m.span.source is source}
    tokens = [t for t in tokens_of(source) if t.type not in TRIVIA]
    unknown = {
        token.text
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if token.type == "NAME"
        and token.start not in known
        and before.type != "DOT"
        and after.type != "COLON"
    }
    assert unknown <= BUILT_IN
    assert len(known) > 50


def test_an_index_knows_each_mention_once_and_each_declaration_first() -> None:
    documents = Documents(ProjectFiles())
    path = behaviors_path() / "interaction.beh"
    source = Source(ProjectFiles().name(path), path.read_text(encoding="utf-8"))
    index = documents.index(Document(path.as_uri(), path.resolve(), 1, source))
    spans = [(m.span.source.name, m.span.start) for m in index.mentions]
    assert len(spans) == len(set(spans))
    side = next(s for s in index.symbols() if s.name == "side")
    code = re.sub('#.*|"[^"]*"', "", source.text)
    assert len(index.of(side.key)) == len(re.findall(r"\bside\b", code))


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 9), ("utf-16", 4), ("utf-32", 3)])
def test_places_count_the_units_of_the_encoding(encoding: str, column: int) -> None:
    source = Source("a", "x\r\né距😀y\rend")  # 2 + 3 + 4 bytes, 1 + 1 + 2 units
    assert place_of(source, 3, encoding) == (1, 0)
    assert place_of(source, source.text.index("y"), encoding) == (1, column)
    assert place_of(source, source.text.index("end"), encoding) == (2, 0)
    for offset in range(len(source.text) + 1):
        if source.text[offset - 1 : offset + 1] != "\r\n":
            line, character = place_of(source, offset, encoding)
            assert offset_of(source, line, character, encoding) == offset


def test_places_beyond_the_end() -> None:
    source = Source("a", "ab\ncd")
    assert offset_of(source, 0, 99, "utf-16") == 2
    assert offset_of(source, 99, 0, "utf-16") == 5
    assert edited(source, (1, 1), (0, 5), "x", "utf-16").text == "ab\ncxd"
