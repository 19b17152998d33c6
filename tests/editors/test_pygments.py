"""The Pygments lexer: takes everything, loses nothing, knows the words of the language."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Text

from behave.highlight import BehLexer
from behave.resources import behaviors_path
from behave.syntax.grammar import grammar_table
from behave.units import UNIT_NAMES

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*behaviors_path().rglob("*.beh"), *(ROOT / "tests" / "corpus").rglob("*.beh")])


def lexed(text: str) -> list[tuple[object, str]]:
    """The tokens of a text as it is."""
    return list(BehLexer(stripnl=False, ensurenl=False).get_tokens(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_come_back_whole_and_without_errors(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = lexed(text)
    assert "".join(piece for _, piece in found) == text
    wrong = [piece for kind, piece in found if kind is Error or (kind is Text and piece.strip())]
    assert wrong == [] or "bad" in path.parts


def test_all_keywords_and_no_others() -> None:
    for word in grammar_table().words:
        kind = next(kind for kind, piece in lexed(f"{word} ") if piece == word)
        assert kind in Keyword or kind is Operator.Word, word
    for word in ("whenever", "states", "state_", "Set", "ins", "距离"):
        assert lexed(word) == [(Name, word)]


def test_all_units_and_no_others() -> None:
    for unit in (*UNIT_NAMES, "m/s^2", "deg/s", "/s"):
        assert (Keyword.Type, unit) in lexed(f"x = 2 {unit}")
    for unit in ("x", "M", "mms", "hz"):
        assert (Keyword.Type, unit) not in lexed(f"x = 2 {unit}")


def test_a_line_of_each_sort() -> None:
    found = lexed('  state A { lerp x.at to 2 over 5 s }\n\tmove by up # beh: ignore[x]\ntest "a"')
    for pair in (
        (Keyword.Declaration, "state"),
        (Name.Class, "A"),
        (Name.Function.Magic, "lerp"),
        (Name.Attribute, "at"),
        (Keyword, "to"),
        (Number, "2"),
        (Name.Function.Magic, "move"),
        (Name.Builtin.Pseudo, "up"),
        (Comment.Special, "# beh: ignore[x]"),
        (String.Double, '"a"'),
    ):
        assert pair in found


def test_pygments_finds_it_by_its_entry_point() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (target,) = data["project"]["entry-points"]["pygments.lexers"].values()
    module, _, name = target.partition(":")
    assert (module, name) == (BehLexer.__module__, BehLexer.__name__)
    assert BehLexer.filenames == ["*.beh"]
