"""What a server remembers of earlier texts never shows: checks give what fresh ones give."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from behave.cli.lsp import ProjectFiles
from behave.diagnostics.diagnostic import Diagnostic
from behave.lsp.documents import Document, Documents
from behave.resources import behaviors_path
from behave.source import Source
from behave.syntax import parse
from behave.syntax.grammar import grammar_table
from behave.syntax.lookalikes import Reading
from behave.syntax.rescan import rescan
from behave.syntax.reuse import Remembered
from behave.syntax.tokens import scan

EDITS = int(os.environ.get("BEH_TYPED", "8"))

PIECES = (
    *(
        "x",
        " ",
        "\n",
        "\r",
        "\r\n",
        "{",
        "}",
        '"',
        "#",
        "(",
        "]",
        "=",
        "->",
        ";",
        ",",
        "1 m",
        "5",
        "",
    ),
    *("when", "else {", "state New {\n  }\n", "state Idle { }", "param more = 2 m in 0 m .. 3 m"),
    *(
        "let way = timer > 1 s",
        "enum kind = soft, hard\n",
        "layers ground\n",
        "# beh: ignore[BEH0203] x",
    ),
    *("\uff1a", "\u2192", "\u4f60", "\U0001f600", "\u201c", "event", "guard stopped = moving\n"),
)


def typed(rng: random.Random, text: str) -> str:
    """A text after one edit: something put in, taken out, or put in another's place."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 0, 0, 1, 1, 3, 20, 200)))
    piece = rng.choice((*PIECES, text[start : start + rng.randrange(60)]))
    return text[:start] + piece + text[end:]


class Editor:
    """Documents as a server keeps them, over files of a folder."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.folder = folder
        self.documents = Documents(ProjectFiles())
        self.texts = {name: (folder / name).read_text(encoding="utf-8") for name in names}
        for name in names:
            self.write(name, self.texts[name])

    def write(self, name: str, text: str) -> None:
        """A key: the text of a file is another."""
        self.texts[name] = text
        path = (self.folder / name).resolve()
        source = Source(self.documents.disk.name(path), text)
        self.documents.put(Document(path.as_uri(), path, None, source))

    def findings(self, name: str) -> list[tuple[object, ...]]:
        """What is found in a file and in what it uses."""
        document = self.documents.opened[(self.folder / name).resolve().as_uri()]
        self.documents.parse(document.source)
        return [shown(d) for d in self.documents.judge(document).findings]


def shown(found: Diagnostic) -> tuple[object, ...]:
    """A finding without the identity of its source."""
    places = [
        (s.source.name, s.start, s.end) for s in (found.span, *(x.span for x in found.secondary))
    ]
    edits = [(e.span.start, e.span.end, e.text) for fix in found.fixes for e in fix.edits]
    readings = [(r.text, r.shown) for r in found.witness]
    said = [found.code, found.message, found.label, *found.help, *(x.text for x in found.secondary)]
    return found.severity, tuple(places), tuple(said), tuple(edits), tuple(readings)


@pytest.mark.parametrize("name", ["interaction.beh", "cover.beh"])
def test_findings_are_those_of_a_fresh_check(tmp_path: Path, name: str) -> None:
    shutil.copytree(behaviors_path(), tmp_path, dirs_exist_ok=True)
    rng = random.Random(name)
    rig = "rigs/humanoid.beh"
    editor = Editor(tmp_path, name, rig)
    sound = dict(editor.texts)
    for number in range(EDITS):
        edited = rig if rng.random() < 0.15 else name
        before = editor.texts[edited]
        editor.write(edited, typed(rng, before))
        found = editor.findings(name)
        fresh = Editor(tmp_path, name, rig)
        fresh.write(name, editor.texts[name])
        fresh.write(rig, editor.texts[rig])
        assert found == fresh.findings(name), (number, edited)
        if rng.random() < 0.7:
            editor.write(edited, before)
        elif rng.random() < 0.3:
            for every, text in sound.items():
                editor.write(every, text)


def test_a_statement_typed_key_by_key(tmp_path: Path) -> None:
    shutil.copytree(behaviors_path(), tmp_path, dirs_exist_ok=True)
    editor = Editor(tmp_path, "interaction.beh")
    text = editor.texts["interaction.beh"]
    at = text.index("\n\n", text.index("\n  state ")) + 1
    word = "when moving { }  # goes on"
    for count in range(0, len(word) + 1, 5):
        editor.write("interaction.beh", text[:at] + word[:count] + text[at:])
        found = editor.findings("interaction.beh")
        fresh = Editor(tmp_path, "interaction.beh")
        fresh.write("interaction.beh", editor.texts["interaction.beh"])
        assert found == fresh.findings("interaction.beh")


@pytest.mark.parametrize("name", ["guardian.beh", "rigs/humanoid.beh"])
def test_trees_are_those_of_a_fresh_parse(name: str) -> None:
    base = (behaviors_path() / name).read_text(encoding="utf-8")
    rng = random.Random(name)
    remembered = Remembered()
    text = base
    for _ in range(EDITS):
        before = text
        text = typed(rng, text)
        source = Source(name, text)
        assert parse(source, remembered) == parse(source)
        if rng.random() < 0.8:
            text = before


def test_tokens_are_those_of_a_fresh_scan() -> None:
    rng = random.Random(5)
    table = grammar_table()
    base = 'state A {\r\n  x = 5 m\r\n}\n\n# a\n"b\nparam é = 3\r\r\n' * 3
    text, gained = base, 0
    tokens = scan(table, Reading(text, None))
    for _ in range(3_000):
        other = typed(rng, text)
        whole = scan(table, Reading(other, None))
        made = rescan(table, text, tokens, other, 10_000)
        if made is not None:
            gained += 1
            assert [(t.type, t.text, t.start, t.end, t.index) for t in made] == [
                (t.type, t.text, t.start, t.end, t.index) for t in whole
            ]
        text, tokens = (
            (base, scan(table, Reading(base, None))) if len(other) > 400 else (other, whole)
        )
    assert gained > 2_000
