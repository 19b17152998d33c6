"""How long an editor waits, from a key to the findings, with the shipped interaction behavior open.

``python benchmarks/keystroke.py`` starts `beh lsp` as an editor does and types into an empty line
of a state: `when moving { }`, with which the file is broken up to the last key, and a comment. Each
key is a change of its own, sent once the findings of the one before are there. The time that
passed, with the pause in which the server waits for more keys.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.resources import behaviors_path  # noqa: E402
from tests.lsp.client import Client  # noqa: E402

NAME = "interaction.beh"
TYPED = "when moving { }  # goes on"


def keys(client: Client, line: int) -> tuple[list[float], list[float]]:
    """Type into an empty line, then empty it again: seconds a key, of a sound and a broken file."""
    sound: list[float] = []
    broken: list[float] = []
    for column, key in enumerate(TYPED):
        seconds, errors = change(client, (line, column), (line, column), key)
        (broken if errors else sound).append(seconds)
    change(client, (line, 0), (line, len(TYPED)), "")
    return sound, broken


def change(
    client: Client, start: tuple[int, int], end: tuple[int, int], text: str
) -> tuple[float, bool]:
    """Send one change and wait until its findings are whole; seconds, and if there are errors."""
    places = [{"line": line, "character": column} for line, column in (start, end)]
    begun = perf_counter()
    client.change(NAME, [{"range": {"start": places[0], "end": places[1]}, "text": text}])
    found = client.findings(NAME)
    return perf_counter() - begun, any(d["severity"] == 1 for d in found)


def main() -> None:
    """Measure and print."""
    flags = arguments(__doc__ or "").parse_args()
    sound: list[float] = []
    broken: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(behaviors_path(), folder, dirs_exist_ok=True)
        text = (folder / NAME).read_text(encoding="utf-8")
        line = text[: text.index("\n\n", text.index("\n  state ")) + 1].count("\n")
        client = Client(folder)
        client.open(NAME)
        for number in range(flags.repeat + 1):
            for all_of, taken in zip((sound, broken), keys(client, line), strict=True):
                all_of += taken if number else []
        client.stop()
    named = (("a key, the file is sound", sound), ("a key, the file is broken", broken))
    show([Result(name, tuple(seconds)) for name, seconds in named], flags.json)


if __name__ == "__main__":
    main()
