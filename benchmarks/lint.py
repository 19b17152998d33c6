"""What linting costs as whole processes, beside linters of other languages on files of like size.

``python benchmarks/lint.py``: the shipped interaction behavior with the rig it uses, and made ones
of 300 and 10,000 lines, of states that wait, hold and reach, with the rig in the same file. The
processor time of the whole process and the time that passed, the cases in turn.
``--beside`` makes a virtual environment of its own, installs ruff, sqlfluff and gdtoolkit there,
and runs them on files of 300 lines in their languages; what cannot be installed is named and left
out. They check other things: it is a yardstick, no race.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.resources import behaviors_path  # noqa: E402

SMALL = behaviors_path() / "interaction.beh"
RIG = behaviors_path() / "rigs" / "humanoid.beh"
LINES = 10_000
SMALL_LINES = 300
HEAD = """\

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


def made(folder: Path, lines: int) -> Path:
    """A behavior and its rig in one file of so many lines, or up to ten fewer."""
    head = f"{RIG.read_text(encoding='utf-8')}{HEAD}"
    count = (lines - head.count("\n") - 1) // STATE.count("\n")
    states = (STATE.format(number=n, after=n % count + 1) for n in range(1, count + 1))
    path = folder / f"made{lines}.beh"
    path.write_text(f"{head}{''.join(states)}}}\n", encoding="utf-8")
    return path


class Cost(NamedTuple):
    """Seconds a whole process took of the processor (None on Windows), and that passed."""

    processor: float | None
    passed: float


class Case(NamedTuple):
    """A linter on a file: what the table calls it, and the words of its process."""

    name: str
    words: list[str]


def cost(words: list[str], folder: Path) -> Cost:
    """Run a whole process; what it cost.

    Its findings do not matter, but a linter that could not run has measured nothing.
    """
    before = None if resource is None else children_time()
    start = perf_counter()
    done = subprocess.run(words, cwd=folder, check=False, capture_output=True, text=True)
    passed = perf_counter() - start
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr}")
    return Cost(None if before is None else children_time() - before, passed)


def children_time() -> float:
    """Seconds of the processor all processes took that were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(cases: list[Case], folder: Path, repeat: int) -> list[Result]:
    """Time the cases in turn, round by round, after one that fills caches and does not count."""
    costs: dict[str, list[Cost]] = {case.name: [] for case in cases}
    for number in range(repeat + 1):
        for case in cases:
            taken = cost(case.words, folder)
            if number:
                costs[case.name].append(taken)
    results = []
    for name, every in costs.items():
        processor = tuple(c.processor for c in every if c.processor is not None)
        if processor:
            results.append(Result(name, processor))
        results.append(Result(f"{name}, time passed", tuple(c.passed for c in every)))
    return results


def beside(folder: Path) -> list[Case]:
    """The other linters, each on a file of some 300 lines of its language."""
    print("installing ruff, sqlfluff and gdtoolkit into a virtual environment that is thrown away")
    venv.create(folder / "others", with_pip=True)
    scripts = folder / "others" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(scripts / "python"), "-m", "pip"]
    cases = []
    for name, (package, words, suffix, piece) in OTHERS.items():
        install = [*pip, "install", "-q", "--disable-pip-version-check", package]
        made = subprocess.run(install, check=False, capture_output=True, text=True)
        if made.returncode:
            reason = (made.stderr.strip().splitlines() or ["pip does not say why"])[-1]
            print(f"{name} is left out, for {package} cannot be installed here: {reason}")
            continue
        shown = subprocess.run([*pip, "show", package], check=True, capture_output=True, text=True)
        number = next(w for w in shown.stdout.splitlines() if w.startswith("Version:")).split()[1]
        path = folder / f"sample{suffix}"
        count = SMALL_LINES // piece.count("\n")
        path.write_text("".join(piece.format(n=n) for n in range(count)), encoding="utf-8")
        command = [str(scripts / words[0]), *words[1:], str(path)]
        cases.append(Case(f"{name} {number}: {SMALL_LINES} lines of {suffix[1:]}", command))
    return cases


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--beside", action="store_true", help="also other languages' linters")
    flags = parser.parse_args()
    lint = [sys.executable, "-m", "behave", "lint"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = sum(p.read_text(encoding="utf-8").count("\n") for p in (SMALL, RIG))
        cases = [
            Case("python alone", [sys.executable, "-c", "pass"]),
            Case(f"beh lint: {SMALL_LINES} lines", [*lint, str(made(folder, SMALL_LINES))]),
            Case(f"beh lint: interaction, {lines} lines", [*lint, str(SMALL)]),
        ]
        if flags.beside:
            cases += beside(folder)
        results = measured(cases, ROOT, flags.repeat)
        most = Case(f"beh lint: {LINES:,} lines", [*lint, str(made(folder, LINES))])
        results += measured([most], ROOT, min(flags.repeat, 3))
    show(results, flags.json)


if __name__ == "__main__":
    main()
