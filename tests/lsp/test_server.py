"""The server driven by a client over its pipes: what is found, what is answered."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from behave.format import format_source
from behave.lsp.highlight import MODIFIERS, TYPES
from behave.lsp.positions import edited
from behave.source import Source
from tests.lsp.client import Client, place
from tests.lsp.conftest import NOD, RIG


def covered(text: str, span: dict[str, Any], encoding: str = "utf-16-le") -> str:
    """The text of a range on one line."""
    width = {"utf-16-le": 2, "utf-8": 1, "utf-32-le": 4}[encoding]
    line = text.splitlines()[span["start"]["line"]].encode(encoding)
    first, last = span["start"]["character"] * width, span["end"]["character"] * width
    assert span["start"]["line"] == span["end"]["line"]
    return line[first:last].decode(encoding)


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits, made from the last one back."""
    source = Source("", text)
    for edit in sorted(
        edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"])
    )[::-1]:
        start, end = edit["range"]["start"], edit["range"]["end"]
        places = ((start["line"], start["character"]), (end["line"], end["character"]))
        source = edited(source, *places, edit["newText"], "utf-16")
    return source.text


def labels(editor: Client, name: str, where: dict[str, int]) -> list[str]:
    """What completion proposes, in the order the editor shows it."""
    found = editor.ask_at("completion", name, where)["items"]
    return [item["label"] for item in sorted(found, key=lambda item: item["sortText"])]


def asked(editor: Client, text: str, marked: str) -> list[str]:
    """What completion proposes at the ``|`` of a piece put in the place of one in ``nod.beh``."""
    piece, _, _ = marked.partition("=>")
    old, new = piece.split("::")
    assert text.count(old) == 1
    changed = text.replace(old, new)
    where = place(changed, "|")
    editor.replace("nod.beh", changed.replace("|", ""))
    return labels(editor, "nod.beh", where)


@pytest.fixture(autouse=True)
def nod(editor: Client, folder: Path) -> None:
    """Before each test the file is as it was."""
    (folder / "stick.beh").write_text(RIG, encoding="utf-8")
    editor.replace("nod.beh", NOD)


# ---- findings ----------------------------------------------------------------------------


def test_a_clean_file_has_no_findings(editor: Client) -> None:
    assert editor.findings("nod.beh") == []


def test_findings_come_and_go_with_the_edits(editor: Client) -> None:
    where = place(NOD, "when ready", 5)
    gone = {**where, "character": where["character"] + 5}
    editor.change("nod.beh", [{"range": {"start": where, "end": gone}, "text": "redy"}])
    (found,) = editor.findings("nod.beh")
    assert found["code"] == "BEH0201"
    assert "`redy`" in found["message"]
    assert found["severity"] == 1
    assert found["source"] == "behave"
    assert covered(NOD.replace("when ready", "when redy"), found["range"]) == "redy"
    end = {**where, "character": where["character"] + 4}
    editor.change("nod.beh", [{"range": {"start": where, "end": end}, "text": "ready"}])
    assert editor.findings("nod.beh") == []


def test_a_broken_file_keeps_what_parses(editor: Client) -> None:
    broken = NOD.replace("on enter { set", "on enter  set").replace("after pause", "after puse")
    found = editor.replace("nod.beh", broken)
    assert {d["code"] for d in found} >= {"BEH0101"}
    names = [s["name"] for s in symbols(editor)]
    assert names == ["nod", "yard", "nods"]
    assert "Down" in labels(editor, "nod.beh", place(broken, "-> Down", 3))


def test_warnings_are_warnings_and_unused_names_fade(editor: Client) -> None:
    text = NOD.replace("  event nodded", "  var idle = 1\n\n  event nodded")
    (found,) = editor.replace("nod.beh", text)
    assert (found["code"], found["severity"], found["tags"]) == ("BEH0203", 2, [1])
    quiet = text.replace("var idle = 1", "var idle = 1  # beh: ignore[BEH0203] for later")
    assert editor.replace("nod.beh", quiet) == []


@pytest.mark.parametrize(
    ("encoding", "codec"), [("utf-16", "utf-16-le"), ("utf-8", "utf-8"), ("utf-32", "utf-32-le")]
)
def test_columns_behind_wide_and_astral_letters(tmp_path: Path, encoding: str, codec: str) -> None:
    text = RIG + 'scene 庭 {\n  let a = f("😀🧍", 距离, 𝒳x) # 😀\n}\n'
    (tmp_path / "a.beh").write_text(text, encoding="utf-8")
    client = Client(tmp_path, (encoding,))
    assert client.server["positionEncoding"] == encoding
    found = client.open("a.beh")
    assert found
    spans = {covered(text, d["range"], codec) for d in found}
    assert spans == {"距离", "𝒳x"}
    client.stop()


def test_a_used_file_that_breaks_changes_and_vanishes(editor: Client, folder: Path) -> None:
    stick = folder / "stick.beh"
    watched = [{"uri": editor.uri("stick.beh"), "type": 2}]
    stick.write_text(RIG.replace("height: height", "height: hight"), encoding="utf-8")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": watched})
    (found,) = editor.findings("nod.beh")
    assert covered(NOD, found["range"]) == '"stick.beh"'
    assert "`hight`" in found["message"]
    stick.unlink()
    editor.tell("workspace/didChangeWatchedFiles", {"changes": watched})
    found = editor.findings("nod.beh")[0]
    assert "there is no file" in found["message"]
    stick.write_text(RIG, encoding="utf-8")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": watched})
    assert editor.findings("nod.beh") == []


def test_an_open_text_goes_before_the_disk(editor: Client) -> None:
    renamed = RIG.replace("rig stick", "rig pole")
    assert editor.open("stick.beh", renamed) == []
    found = editor.findings("nod.beh")
    assert any("`stick`" in d["message"] for d in found)
    editor.replace("stick.beh", RIG)
    assert editor.findings("nod.beh") == []
    editor.tell("textDocument/didClose", {"textDocument": {"uri": editor.uri("stick.beh")}})
    assert editor.findings("nod.beh") == []


def test_a_document_that_is_no_file(editor: Client) -> None:
    uri = "untitled:Untitled-1"
    item = {"uri": uri, "languageId": "beh", "version": 1, "text": "layers a\n"}
    editor.tell("textDocument/didOpen", {"textDocument": item})
    given = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [s["name"] for s in given] == ["a"]
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_many_edits_leave_the_server_with_the_text_the_editor_has(editor: Client) -> None:
    random_ = random.Random(5)
    source = Source("nod.beh", NOD.replace("# waits", "# 等待 😀 \u2028 x\r"))
    editor.replace("nod.beh", source.text)
    for _ in range(120):
        line = random_.randrange(source.line_count)
        row = source.line_text(line + 1)
        spots = sorted(random_.choices(range(len(row) + 1), k=2))
        first, last = (len(row[:spot].encode("utf-16-le")) // 2 for spot in spots)
        text = random_.choice(["", "x", "😀", "\n", "\r\n", "{", "}", " 距", "\u2028", "# é"])
        start, end = (line, first), (line, last)
        span = {
            "start": {"line": line, "character": first},
            "end": {"line": line, "character": last},
        }
        editor.change("nod.beh", [{"range": span, "text": text}])
        source = edited(source, start, end, text, "utf-16")
    after_edits = editor.findings("nod.beh")
    colours = editor.ask("textDocument/semanticTokens/full", document(editor))
    assert editor.replace("nod.beh", source.text) == after_edits
    assert editor.ask("textDocument/semanticTokens/full", document(editor)) == colours


# ---- answers -----------------------------------------------------------------------------


def document(editor: Client, name: str = "nod.beh") -> dict[str, Any]:
    """The parameter that says which document."""
    return {"textDocument": {"uri": editor.uri(name)}}


def symbols(editor: Client) -> list[dict[str, Any]]:
    """The outline of ``nod.beh``."""
    found: list[dict[str, Any]] = editor.ask("textDocument/documentSymbol", document(editor))
    return found


def test_the_outline(editor: Client) -> None:
    nod, yard, nods = symbols(editor)
    assert [nod["name"], yard["name"], nods["name"]] == ["nod", "yard", "nods"]
    inner = [c["name"] for c in nod["children"]]
    assert inner == [
        "pause", "speed", "side", "count", "tilt", "nodded", "floor", "reach", "ready", "head",
    ]  # fmt: skip
    assert [c["name"] for c in nod["children"][-1]["children"]] == ["Idle", "Down"]
    assert [c["name"] for c in yard["children"]] == ["floor", "hero", "reach_of"]


@pytest.mark.parametrize(
    ("needle", "parts"),
    [
        (
            "pause = 1500",
            ["param pause = 1500 ms", "*param*", "a time", "unit s", "value 1.5 s",
             "range 0.5 s .. 10 s", "between two nods"],
        ),
        ("speed = 90", ["value 1.5708 rad/s", "a turning rate"]),
        ("reach > ", ["let reach = 0.5 * height", "a length"]),
        ("ready = ", ["*guard*", "a bool"]),
        ("Down when", ["state head.Down", "*state*"]),
        ("Idle {", ["state head.Idle", "waits"]),
        ("side = right", ["one of sides"]),
        ("floor.exists", ["sensor floor = ray("]),
        ("exists and", ["Whether there is a reading", "a bool"]),
        ("position + 1", ["The point on the ground", "a point"]),
        ("advance", ["verb of an action"]),
        ("1500 ms", ["a time, 1.5 s in SI"]),
        ("hero in", ["*agent*", "with nod"]),
        ("up, along", ["the direction (0, 1, 0)"]),
    ],
)  # fmt: skip
def test_hover(editor: Client, needle: str, parts: list[str]) -> None:
    found = editor.ask_at("hover", "nod.beh", place(NOD, needle, 1))
    assert found["contents"]["kind"] == "markdown"
    for part in parts:
        assert part in found["contents"]["value"]


def test_hover_over_nothing(editor: Client) -> None:
    assert editor.ask_at("hover", "nod.beh", {"line": 1, "character": 0}) is None
    assert editor.ask_at("hover", "nod.beh", {"line": 9999, "character": 7}) is None


@pytest.mark.parametrize(
    ("needle", "target", "name"),
    [
        ("ready\n", "ready = ", "nod.beh"),
        ("Down when", "Down {", "nod.beh"),
        ("height\n", "height = 2 m", "stick.beh"),
        ("sides  =", "sides = left", "stick.beh"),
        ("ground)", "ground, touchable", "stick.beh"),
        ("nod, pause", "nod for", "nod.beh"),
        ("pause: 2 s", "pause = 1500", "nod.beh"),
        ("count >= 0", "count : number", "nod.beh"),
        ("yard, lasts", "yard {", "nod.beh"),
        ("nodded(times) {", "nodded(times : ", "nod.beh"),
        ("times > 2", "times) {", "nod.beh"),
        ('"stick.beh"', "layers", "stick.beh"),
    ],
)
def test_definition(editor: Client, needle: str, target: str, name: str) -> None:
    found = editor.ask_at("definition", "nod.beh", place(NOD, needle, 1))
    text = NOD if name == "nod.beh" else RIG
    assert found["uri"] == editor.uri(name)
    assert found["range"]["start"] == place(text, target)


def test_references_reach_other_files(editor: Client) -> None:
    include = {"context": {"includeDeclaration": True}}
    found = editor.ask_at("references", "nod.beh", place(NOD, "height\n"), **include)
    names = sorted(Path(f["uri"]).name for f in found)
    assert names == ["nod.beh", "stick.beh", "stick.beh"]
    fewer = {"context": {"includeDeclaration": False}}
    assert len(editor.ask_at("references", "nod.beh", place(NOD, "height\n"), **fewer)) == 2


def test_rename_changes_every_mention(editor: Client, folder: Path) -> None:
    edit = editor.ask_at("rename", "nod.beh", place(NOD, "Down when"), newName="俯く")
    (edits,) = edit["changes"].values()
    after = applied(NOD, edits)
    assert after == NOD.replace("Down", "俯く")
    assert editor.replace("nod.beh", after) == []
    edit = editor.ask_at("rename", "nod.beh", place(after, "height\n"), newName="tallness")
    texts = {"nod.beh": after, "stick.beh": RIG}
    for uri, edits in edit["changes"].items():
        texts[Path(uri).name] = applied(texts[Path(uri).name], edits)
    assert texts["nod.beh"] == after.replace("height", "tallness")
    assert texts["stick.beh"] == RIG.replace("param height", "param tallness").replace(
        "height: height", "height: tallness"
    )


@pytest.mark.parametrize(
    ("needle", "new", "why"),
    [
        ("Down when", "Idle", "is taken"),
        ("Down when", "state", "keyword"),
        ("Down when", "two words", "not a name"),
        ("Down when", "2nd", "not a name"),
        ("Down when", "a：b", "not a name"),
        ("reach = ", "height", "is taken"),
        ("reach = ", "distance", "word of the language"),
        ("reach = ", "times", "is taken"),
        ("timer > ", "clock", "no name of a file"),
        ('"nods"', "nodding", "a text"),
    ],
)
def test_rename_refuses(editor: Client, needle: str, new: str, why: str) -> None:
    text = NOD.replace("times > 2", "times > 2 and reach > 0.1 m")
    editor.replace("nod.beh", text)
    with pytest.raises(RuntimeError, match=why):
        editor.ask_at("rename", "nod.beh", place(text, needle, 1), newName=new)


def test_what_can_be_renamed(editor: Client) -> None:
    found = editor.ask_at("prepareRename", "nod.beh", place(NOD, "Down when", 2))
    assert covered(NOD, found) == "Down"
    with pytest.raises(RuntimeError, match="no name of a file"):
        editor.ask_at("prepareRename", "nod.beh", place(NOD, "timer > ", 1))


def test_colours(editor: Client) -> None:
    data = editor.ask("textDocument/semanticTokens/full", document(editor))["data"]
    lines = NOD.splitlines()
    found, line, column = [], 0, 0
    for i in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[i : i + 5]
        line, column = line + down, right if down else column + right
        marks = [m for bit, m in enumerate(MODIFIERS) if modifiers >> bit & 1]
        found.append((lines[line][column : column + length], TYPES[kind], marks))
    assert ("behavior", "keyword", []) in found
    assert ("pause", "parameter", ["declaration", "readonly"]) in found
    assert ("1500 ms", "number", []) in found
    assert ("# between two nods", "comment", []) in found
    assert ("Down", "class", ["readonly"]) in found
    assert ("left", "enumMember", ["readonly"]) in found
    assert ("ray", "function", ["defaultLibrary"]) in found
    assert ("position", "property", []) in found
    assert ("times", "parameter", ["declaration", "readonly"]) in found


def test_formatting(editor: Client) -> None:
    ugly = NOD.replace("  param pause = ", "param   pause=").replace("{ set count", "{set count")
    editor.replace("nod.beh", ugly)
    options = {"options": {"tabSize": 8, "insertSpaces": False}}
    edits = editor.ask("textDocument/formatting", {**document(editor), **options})
    right = format_source(Source("nod.beh", ugly)).text
    assert applied(ugly, edits) == right == NOD
    editor.replace("nod.beh", NOD)
    assert editor.ask("textDocument/formatting", {**document(editor), **options}) == []
    editor.replace("nod.beh", NOD + "state {")
    assert editor.ask("textDocument/formatting", {**document(editor), **options}) == []


def test_a_fix_mends_what_it_is_for(editor: Client) -> None:
    text = NOD.replace("when ready", "when raedy").replace("1500 ms in", "1500 ms ｉｎ")
    editor.replace("nod.beh", text)
    for needle, safe in (("ｉｎ", True), ("raedy", False)):
        where = place(text, needle)
        span = {"start": where, "end": {**where, "character": where["character"] + 1}}
        context = {"range": span, "context": {"diagnostics": []}}
        (action,) = editor.ask("textDocument/codeAction", {**document(editor), **context})
        assert (action["kind"], action["isPreferred"]) == ("quickfix", safe)
        (edits,) = action["edit"]["changes"].values()
        text = applied(text, edits)
        editor.replace("nod.beh", text)
    assert text == NOD


# ---- completion --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "first", "absent"),
    [
        ("-> Down when::-> | when", ["Down", "Idle"], ["pause", "lerp"]),
        ("-> Idle after pause::-> I|", ["Down", "Idle"], ["pause"]),
        ("hero in Down::hero in |", ["Down", "Idle"], []),
        ("with nod, pause::with |", ["nod"], ["pause", "Idle"]),
        ("for stick {::for | {", ["stick"], ["nod"]),
        ("in yard, lasts::in |, lasts", ["yard"], ["nod"]),
        ("3 m, layer::3 |, layer", ["%", "deg", "m", "s"], ["pause"]),
        ("pause: 2 s::|", ["heading", "height", "pause", "speed"], []),
        (", layer: ground\n  stick::, |\n  stick", ["layer", "turn"], ["pause"]),
        ("layer: ground)::layer: |)", ["ground", "touchable"], ["pause"]),
        ("floor.exists::floor.|", ["distance", "exists", "normal", "point"], ["pause"]),
        ("hero.count::hero.|", ["count", "head", "pause"], ["lerp"]),
        ("var tilt  : angle::var tilt  : |", ["angle", "bool", "length"], ["pause"]),
        ("on nodded(times)::on |", ["nodded"], ["pause"]),
        ("      advance tilt::      |\n      advance tilt", ["->", "advance", "set", "lerp"], []),
        ("  ground floor::  |\n  ground floor", ["box", "ground", "hold", "stick"], ["lerp"]),
        ("  always hero::  |\n  always hero", ["always", "expect", "never", "press"], ["lerp"]),
        ("length: 3 m, layer::length: 3 m, |", ["layer", "toward"], []),
    ],
)
def test_completion(editor: Client, marked: str, first: list[str], absent: list[str]) -> None:
    found = asked(editor, NOD, marked)
    assert set(first) <= set(found), found
    assert not set(absent) & set(found)


def test_names_of_the_wanted_kind_come_first(editor: Client) -> None:
    found = asked(editor, NOD, "on exit  { emit::on exit  { set tilt = | ; emit")
    assert found[0] == "tilt"
    assert found.index("tilt") < found.index("count")
    found = asked(editor, NOD, "when ready\n::when |\n")
    assert found.index("ready") < found.index("count")


def test_verbs_come_with_places_to_fill_in(editor: Client) -> None:
    text = NOD.replace("      advance tilt", "      le\n      advance tilt")
    editor.replace("nod.beh", text)
    items = editor.ask_at("completion", "nod.beh", place(text, "le\n", 2))["items"]
    (lerp,) = (item for item in items if item["label"] == "lerp")
    assert lerp["insertTextFormat"] == 2
    assert lerp["textEdit"]["newText"].startswith("lerp ${1:")
    assert covered(text, lerp["textEdit"]["range"]) == "le"


def test_nothing_is_proposed_in_comments(editor: Client) -> None:
    assert labels(editor, "nod.beh", place(NOD, "# waits", 4)) == []


# ---- speed and manners -------------------------------------------------------------------


def slowness() -> float:
    """How much slower this machine is just now than one on which this takes 60 ms; at least 1."""
    start = time.perf_counter()
    sum(i * i for i in range(1_000_000))
    return max((time.perf_counter() - start) / 0.06, 1.0)


def long_text() -> str:
    """A file of 300 lines that uses a rig: one machine of many states."""
    states = []
    for number in range(52):
        states += [
            f"    state S{number} {{",
            "      set count = count + 1 when count < 3 and tilt < 20 deg",
            f"      lerp tilt to {number} deg over 2 s ease smooth",
            f"      -> S{(number + 1) % 52} when timer > pause and reach > 0.4 m",
            "    }",
        ]
    return NOD.replace("    state Down {", "\n".join([*states, "    state Down {"]))


def test_findings_come_within_a_tenth_of_a_second(editor: Client, folder: Path) -> None:
    """On 300 lines, of several keystrokes the quickest, on a quiet machine of ordinary speed."""
    text = long_text()
    assert len(text.splitlines()) >= 300
    (folder / "long.beh").write_text(text, encoding="utf-8")
    assert {d["severity"] for d in editor.open("long.beh")} <= {2}
    where = place(text, "between two nods")
    took = []
    for _ in range(12):
        slow = slowness()
        start = time.perf_counter()
        editor.change("long.beh", [{"range": {"start": where, "end": where}, "text": "x"}])
        before = editor.published[editor.uri("long.beh")]
        while editor.published[editor.uri("long.beh")] is before:
            editor.receive()
        wall = time.perf_counter() - start
        took.append(2 * wall / (slow + slowness()))
    assert min(took) < 0.1, took


def test_wrong_messages_do_not_end_it(editor: Client) -> None:
    with pytest.raises(RuntimeError):
        editor.ask("beh/unknown", {})
    editor.tell("textDocument/didOpen", {"textDocument": 3})
    missing = {"textDocument": {"uri": editor.uri("missing.beh")}}
    assert editor.ask("textDocument/documentSymbol", missing) == []
    assert editor.ask_at("hover", "missing.beh", {"line": 0, "character": 0}) is None
    editor.tell("textDocument/didChange", {**missing, "contentChanges": [{"text": ""}]})
    assert symbols(editor)[0]["name"] == "nod"


def test_texts_of_any_kind_are_answered(editor: Client) -> None:
    random_ = random.Random(1)
    pieces = [*NOD.split(), "{", "}", "(", ")", "->", "😀", '"', "#", "\n", ".", ",", "in", "距"]
    for _ in range(12):
        text = " ".join(random_.choices(pieces, k=60))
        editor.replace("nod.beh", text)
        for _ in range(6):
            offset = random_.randrange(len(text))
            row = text[text.rfind("\n", 0, offset) + 1 : offset]
            where = {
                "line": text.count("\n", 0, offset),
                "character": len(row.encode("utf-16-le")) // 2,
            }
            editor.ask_at("completion", "nod.beh", where)
            editor.ask_at("hover", "nod.beh", where)
            editor.ask_at("definition", "nod.beh", where)
        editor.ask("textDocument/semanticTokens/full", document(editor))
        editor.ask("textDocument/documentSymbol", document(editor))
    assert "internal error" not in json.dumps(editor.notices)
