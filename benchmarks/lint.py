"""What linting costs as whole processes, beside linters of other languages on files of like size.

``python benchmarks/lint.py``: the shipped interaction behavior (some 300 lines) and one of 10,000
lines, made of its states under other names. ``--beside`` makes a virtual environment of its own,
installs ruff, sqlfluff and gdtoolkit there, and runs them on files of 300 lines in their languages;
what cannot be installed is named and left out. They check other things: it is a yardstick, no race.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, measure, show  # noqa: E402

from behave.resources import behaviors_path  # noqa: E402

SMALL = behaviors_path() / "interaction.beh"
LINES = 10_000
HEAD = """\
use "rigs/humanoid.beh"

behavior large for humanoid {
  param pause = 1.5 s in 0 s .. 5 s
  param near = 30 cm

  initial state State0 { -> State1 when timer > pause }
"""
STATE = """\
  # Reaches, holds on for a while, and goes on.
  state State{number} {{
    var held{number} : number = 0
    on enter {{ set held{number} = held{number} + 1 }}
    lerp arm[left].weight to 0.5 over pause ease smooth
    when moving {{
      lerp arm[right].weight to 1 rate 6 /s
    }}
    -> State{after} when timer > pause + 0.5 s and not moving for 50 ms
    -> State0 when arm[left].error > near and held{number} > 3
  }}
"""
OTHERS = {
    "ruff": (
        "ruff",
        ("ruff", "check", "--no-cache"),
        ".py",
        "def name{n}(a, b):\n    return a + {n} * b\n",
    ),
    "sqlfluff": (
        "sqlfluff",
        ("sqlfluff", "lint", "--dialect", "ansi"),
        ".sql",
        "SELECT\n    a{n},\n    b{n}\nFROM t{n}\nWHERE a{n} > {n};\n",
    ),
    "gdlint": ("gdtoolkit", ("gdlint",), ".gd", "func name{n}(a, b):\n\treturn a + {n} * b\n"),
}


def large(folder: Path) -> Path:
    """A behavior of 10,000 lines."""
    count = LINES // STATE.count("\n")
    states = (STATE.format(number=n, after=n % count + 1) for n in range(1, count + 1))
    path = folder / "large.beh"
    path.write_text(f"{HEAD}{''.join(states)}}}\n", encoding="utf-8")
    return path


def process(name: str, words: list[str], folder: Path, repeat: int) -> Result:
    """Time a whole process; its findings do not matter."""

    def run() -> None:
        subprocess.run(words, cwd=folder, check=False, capture_output=True)

    return measure(name, run, repeat)


def beside(folder: Path, repeat: int) -> list[Result]:
    """The other linters, each on a file of some 300 lines of its language."""
    venv.create(folder / "others", with_pip=True)
    scripts = folder / "others" / ("Scripts" if sys.platform == "win32" else "bin")
    results = []
    for name, (package, words, suffix, piece) in OTHERS.items():
        made = subprocess.run(
            [str(scripts / "python"), "-m", "pip", "install", "-q", package],
            check=False,
            capture_output=True,
        )
        if made.returncode:
            print(f"{name}: {package} cannot be installed here, left out")
            continue
        path = folder / f"sample{suffix}"
        count = 300 // piece.count("\n")
        path.write_text("".join(piece.format(n=n) for n in range(count)), encoding="utf-8")
        command = [str(scripts / words[0]), *words[1:], str(path)]
        results.append(process(f"{name}: 300 lines of {suffix[1:]}", command, folder, repeat))
    return results


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--beside", action="store_true", help="also other languages' linters")
    flags = parser.parse_args()
    lint = [sys.executable, "-m", "behave", "lint"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = large(folder)
        lines = SMALL.read_text(encoding="utf-8").count("\n")
        results = [
            process("python alone", [sys.executable, "-c", "pass"], ROOT, flags.repeat),
            process(f"beh lint: {lines} lines", [*lint, str(SMALL)], ROOT, flags.repeat),
            process(f"beh lint: {LINES:,} lines", [*lint, str(path)], ROOT, min(flags.repeat, 3)),
        ]
        if flags.beside:
            results += beside(folder, flags.repeat)
    show(results, flags.json)


if __name__ == "__main__":
    main()
