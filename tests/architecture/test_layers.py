"""Imports run downward only, and each layer uses the third-party packages on its list."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Layer → (level, third-party packages it may import). An import may go to a lower level, or stay
# in its own layer. A file belongs to the longest prefix of its dotted name.
LAYERS: dict[str, tuple[int, frozenset[str]]] = {
    "behave": (0, frozenset()),  # behave/__init__.py itself
    "behave.resources": (0, frozenset()),
    "behave.record": (-1, frozenset()),
    "behave.collector": (-1, frozenset()),
    "behave.source": (0, frozenset()),
    "behave.units": (0, frozenset()),
    "behave.kinds": (1, frozenset()),
    "behave.diagnostics": (2, frozenset()),
    "behave.syntax": (3, frozenset({"lark"})),
    "behave.format": (4, frozenset()),
    "behave.ir": (4, frozenset()),
    "behave.vocabulary": (5, frozenset()),  # records lower themselves into ops
    "behave.highlight": (6, frozenset({"pygments"})),
    "behave.analysis": (6, frozenset()),
    "behave.lint": (7, frozenset()),
    "behave.pipeline": (8, frozenset()),
    "behave.jit": (0, frozenset({"numpy", "llvmlite"})),
    "behave.kernel": (9, frozenset({"numpy", "pyrr"})),
    "behave.world": (10, frozenset({"numpy"})),
    "behave.rig": (11, frozenset({"numpy"})),
    "behave.runtime": (12, frozenset({"numpy", "pyrr"})),
    "behave.native": (13, frozenset({"numpy", "llvmlite"})),
    "behave.scenario": (14, frozenset({"numpy", "PIL"})),
    "behave.crowd": (15, frozenset({"numpy"})),
    "behave.lsp": (15, frozenset({"pygls", "lsprotocol"})),
    "viewer": (
        16,
        frozenset({"numpy", "PIL", "pyglet", "imgui_bundle", "imageio_ffmpeg", "watchfiles"}),
    ),
    "behave.cli": (17, frozenset({"click", "rich", "numpy"})),
    "behave.__main__": (18, frozenset()),
}

FORBIDDEN_WORDS = {"util", "utils", "helper", "helpers", "manager", "common", "misc"}
LONGEST_FILE = 420
LONGEST_DECLARATION = 650  # a file of nothing but data classes reads as a table


def module_name(path: Path) -> str:
    """Dotted name of a file below the root."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The layer a module belongs to; the bare package ``behave`` holds its __init__ only."""
    if module == "behave":
        return "behave"
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        if prefix in LAYERS and prefix != "behave":
            return prefix
    return None


def imports_of(tree: ast.AST, module: str, package: bool) -> list[tuple[str, int]]:
    """Every module imported anywhere in a file, lazily and under TYPE_CHECKING too."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = len(parts) - node.level + (1 if package else 0)
                base = ".".join(parts[:kept] + ([node.module] if node.module else []))
            found += [(f"{base}.{alias.name}", node.lineno) for alias in node.names]
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0]
            if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
                found.append((str(first.value), node.lineno))
    return found


def violations(module: str, text: str, package: bool) -> list[str]:
    """What breaks the rules in one file."""
    layer = layer_of(module)
    if layer is None:
        return [f"{module}: not in the table of layers"]
    level, allowed = LAYERS[layer]
    found = []
    for target, line in imports_of(ast.parse(text), module, package):
        top = target.split(".")[0]
        if top in ("behave", "viewer"):
            below = layer_of(target) or "behave"
            if below != layer and LAYERS[below][0] >= level and below != "behave":
                found.append(f"{module}:{line}: imports upward or sideways: {target}")
        elif top not in sys.stdlib_module_names and top not in allowed:
            found.append(f"{module}:{line}: {layer} may not import {top}")
    return found


def files() -> list[Path]:
    """Every Python file of the two packages."""
    return sorted([*(ROOT / "behave").rglob("*.py"), *(ROOT / "viewer").rglob("*.py")])


def only_declares(tree: ast.Module) -> bool:
    """Whether a module holds nothing but imports, constants and classes of fields.

    Such a class may have methods of a statement or two that read its fields.
    """
    plain = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Expr, ast.ClassDef)
    for node in tree.body:
        if not isinstance(node, plain):
            return False
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            short = isinstance(member, ast.FunctionDef) and len(member.body) <= 3
            if not (short or isinstance(member, plain)):
                return False
    return True


@pytest.mark.parametrize("path", files(), ids=lambda path: module_name(path))
def test_imports_run_downward(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not violations(module_name(path), text, path.name == "__init__.py")


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("behave.kinds", "from behave.syntax import ast"),
        ("behave.kernel.vectors", "def f():\n    import behave.runtime.tick"),
        (
            "behave.world.zones",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from viewer import app",
        ),
        ("behave.analysis.names", "import numpy"),
        ("behave.ir.dump", "from ..runtime import tick"),
        ("behave.ir.dump", "import importlib\nimportlib.import_module('behave.cli')"),
        ("behave.novelty", "x = 1"),
        ("behave.source", "import behave.kinds"),
    ],
)
def test_the_rules_catch_what_they_are_for(module: str, text: str) -> None:
    assert violations(module, text, package=False)


def test_every_layer_of_the_table_exists() -> None:
    modules = {module_name(path) for path in files()}
    assert [layer for layer in LAYERS if layer not in modules] == []


@pytest.mark.parametrize("path", files(), ids=lambda path: module_name(path))
def test_files_are_short_and_named_for_what_they_are(path: Path) -> None:
    words = set(path.stem.lower().split("_")) | {part.lower() for part in path.parts[-3:-1]}
    text = path.read_text(encoding="utf-8")
    limit = LONGEST_DECLARATION if only_declares(ast.parse(text)) else LONGEST_FILE
    assert not words & FORBIDDEN_WORDS
    assert len(text.splitlines()) <= limit, f"over {limit} lines"


def test_only_one_file_of_the_commands_touches_the_disk() -> None:
    """The rest of behave.cli opens, lists and writes nothing itself."""
    verbs = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "listdir", "walk"}
    verbs |= {"mkdir", "makedirs", "unlink", "remove", "rename", "replace", "iterdir", "glob"}
    offenders = []
    for path in sorted((ROOT / "behave" / "cli").glob("*.py")):
        if path.name == "files.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Name) and node.func.id == "open":
                offenders.append(f"{path.name}:{node.lineno}: open")
            elif isinstance(node.func, ast.Attribute) and node.func.attr in verbs:
                owner = node.func.value
                root = owner.id if isinstance(owner, ast.Name) else ""
                if root in ("os", "Path", "shutil", "pathlib", "io"):
                    offenders.append(f"{path.name}:{node.lineno}: {root}.{node.func.attr}")
    assert not [o for o in offenders if "os.open" not in o]
