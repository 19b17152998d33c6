"""The reference is what the records say."""

from __future__ import annotations

from behave.resources import grammar_path
from behave.vocabulary.reference import reference
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES


def test_the_file_is_fresh() -> None:
    file = grammar_path("REFERENCE.md").read_text(encoding="utf-8")
    assert file == reference(), (
        "write it anew: python -m behave.vocabulary.reference > grammars/REFERENCE.md"
    )


def test_every_word_has_an_entry() -> None:
    text = reference()
    for word in (*FUNCTION_NAMES, *QUERIES, *ZONES, "lerp", "two_bone", "mover"):
        assert f"### `{word}`" in text
