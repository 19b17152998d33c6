"""The formatter over made-up layouts: it ends where it began, loses nothing, changes no meaning.

A few hundred run by default; ``BEH_LAYOUTS=2000`` runs that many, over whole files too.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from behave.format import format_source
from behave.format.words import words_of
from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax import parse
from tests.format.layouts import scrambled
from tests.syntax.generated import behavior_text
from tests.syntax.outline import outline

COUNT = int(os.environ.get("BEH_LAYOUTS", "240"))
CORPUS = Path(__file__).parents[1] / "corpus" / "good"
FILES = [
    path.read_text(encoding="utf-8")
    for path in sorted([*CORPUS.glob("*.beh"), *behaviors_path().rglob("*.beh")])
]
FILES.append(behavior_text(3, 6))
# Everything at the top level of those, one by one: small enough to run hundreds.
ITEMS = [item for text in FILES for item in re.split(r"\n(?=[a-z])", text) if len(item) > 80]
_SHARES = 8


def outlined(text: str) -> str:
    """The tree of a text that must parse, tooltips included, places not."""
    tree, found = parse(Source("t.beh", text))
    assert found == (), [d.message for d in found]
    return outline(tree.items)


def comments(text: str) -> list[tuple[int, str, bool]]:
    """Each comment: how many words are before it, what it says, whether it trails code."""
    found = []
    for number, word in enumerate(words_of(Source("t.beh", text))):
        found += [(number, c.text.lstrip("# "), c.trailing) for c in word.comments]
    return found


def check(text: str) -> None:
    """A text that parses: formatted it says the same, and formatted again it is the same."""
    once = format_source(Source("t.beh", text))
    assert once.errors == ()
    assert outlined(once.text) == outlined(text)
    assert comments(once.text) == comments(text)
    assert format_source(Source("t.beh", once.text)).text == once.text
    assert "\t" not in re.sub("#.*", "", once.text)
    assert not re.search(r"[ \t]\r?$|\n\r?\n\r?\n", once.text, re.MULTILINE)


@pytest.mark.parametrize("share", range(_SHARES))
def test_scrambled_items(share: int) -> None:
    for seed in range(share, COUNT, _SHARES):
        item = ITEMS[seed % len(ITEMS)]
        text = scrambled(item, seed)
        assert outlined(re.sub(r"#.*", "", text)) != ""
        check(text)


@pytest.mark.parametrize("number", range(len(FILES)))
def test_scrambled_files(number: int) -> None:
    for seed in range(max(COUNT // 240, 1)):
        check(scrambled(FILES[number], 1000 * number + seed))


def test_scrambling_keeps_the_words_and_changes_the_layout() -> None:
    for seed, item in enumerate(ITEMS[:20]):
        before = [(w.type, w.text) for w in words_of(Source("t.beh", item))]
        text = scrambled(item, seed)
        assert [(w.type, w.text) for w in words_of(Source("t.beh", text))] == before
        assert text != item
