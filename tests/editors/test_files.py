"""The editors' files: they name what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

from behave.cli.entry import COMMANDS
from behave.resources import grammar_path
from tests.editors.textmate import compiled

ROOT = Path(__file__).resolve().parents[2]
FOLDER = grammar_path("vscode/package.json").parent
PACKAGE = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_the_extension_names_files_that_are_there() -> None:
    contributes = PACKAGE["contributes"]
    named = [PACKAGE["main"], contributes["languages"][0]["configuration"]]
    named += [entry["path"] for key in ("grammars", "snippets") for entry in contributes[key]]
    for name in named:
        assert (FOLDER / name).is_file(), name
    assert contributes["languages"][0]["extensions"] == [".beh"]
    assert contributes["grammars"][0]["scopeName"] == "source.beh"


def test_the_extension_starts_the_server() -> None:
    settings = PACKAGE["contributes"]["configuration"]["properties"]
    assert settings["behave.command"]["default"] == "beh"
    assert settings["behave.arguments"]["default"] == ["lsp"]
    assert "lsp" in COMMANDS
    code = (FOLDER / "extension.js").read_text(encoding="utf-8")
    needed = set(re.findall(r'require\("([^"]+)"\)', code)) - {"path", "vscode"}
    assert {name.partition("/")[0] for name in needed} == set(PACKAGE["dependencies"])
    commands = {c["command"] for c in PACKAGE["contributes"]["commands"]}
    assert commands == set(re.findall(r'registerCommand\("([^"]+)"', code))


def test_the_language_configuration() -> None:
    text = (FOLDER / "language-configuration.json").read_text(encoding="utf-8")
    configuration = json.loads(text)
    assert configuration["comments"] == {"lineComment": "#"}
    word = compiled(configuration["wordPattern"])
    for name in ("side", "等待", "Größe", "arm_2"):
        assert word.match(name).group() == name
    indent = configuration["indentationRules"]
    increase, decrease = (compiled(indent[f"{w}IndentPattern"]) for w in ("increase", "decrease"))
    assert increase.match("  state A {  # why")
    assert increase.match('test "a # b" in c {')
    assert not increase.match("  set x = 1  # {")
    assert decrease.match("  } else {")


def test_the_hooks_run_commands_that_are_there() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^- id: (\S+)$", text, re.MULTILINE) == ["beh-lint", "beh-fmt"]
    for command in re.findall(r"^  entry: beh (\w+)$", text, re.MULTILINE):
        assert command in COMMANDS
    patterns = re.findall(r"^  files: (\S+)$", text, re.MULTILINE)
    assert len(patterns) == 2
    for pattern in patterns:
        assert re.search(pattern, "behaviors/interaction.beh")
        assert not re.search(pattern, "interaction.beh.txt")
