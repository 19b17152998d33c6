"""Looks for text that makes lint or fmt fail: mutations of the shipped files, for as long as said.

``python benchmarks/fuzz_lint.py --minutes 60``; ``--seed N`` repeats a run. With atheris installed,
``--atheris`` lets its coverage choose the bytes. What fails is written to ``fuzz-failure.beh``
beside the message, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from behave.cli.configuration import Configuration  # noqa: E402
from behave.cli.linting import Subject, check_all, fix  # noqa: E402
from behave.diagnostics import render_full, render_json  # noqa: E402
from behave.resources import behaviors_path  # noqa: E402
from behave.syntax import decode  # noqa: E402
from behave.syntax.grammar import grammar_table  # noqa: E402

PLACE = str(behaviors_path() / "fuzz.beh")


def lint(data: bytes) -> None:
    """All that `beh lint --fix` does with a file's bytes."""
    source, problems = decode(data, "fuzz.beh")
    of = Subject(source, problems, PLACE, Configuration().policy(), "error")
    found = check_all([of]).found
    render_full(found, color=True)
    render_json(found)
    fix(of, unsafe=len(data) % 2 == 0)


def mutated(draw: random.Random, texts: list[str], words: list[str]) -> str:
    """A piece of a shipped file with some words cut out, doubled, swapped or put in."""
    text = draw.choice(texts)
    for _ in range(draw.choice((1, 2, 3, 5, 8, 20))):
        at = draw.randrange(len(text) + 1)
        end = min(len(text), at + draw.choice((0, 1, 1, 2, 5, 20, 100)))
        put = draw.choice(("", f" {draw.choice(words)} ", text[at:end] * 2, draw.choice(words)))
        text = text[:at] + put + text[end:]
    return text


def search(minutes: float, seed: int) -> bytes | None:
    """Mutate until time is up; the first bytes that fail, None where none do."""
    draw = random.Random(seed)
    texts = [p.read_text(encoding="utf-8") for p in sorted(behaviors_path().rglob("*.beh"))]
    words = [*grammar_table().words, *grammar_table().signs.values(), "2 s", "🙂", "人", "：", "\n"]
    end, count = monotonic() + 60.0 * minutes, 0
    while monotonic() < end:
        data = mutated(draw, texts, words).encode("utf-8", "surrogatepass")
        count += 1
        try:
            lint(data)
        except Exception:
            traceback.print_exc()
            return data
    print(f"{count} files, none failed (seed {seed})")
    return None


def by_coverage() -> None:
    """Let atheris choose the bytes; it never returns."""
    import atheris  # type: ignore[import-not-found]

    atheris.instrument_all()
    atheris.Setup([sys.argv[0]], lint)
    atheris.Fuzz()


def main() -> int:
    """Search and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--atheris", action="store_true")
    flags = parser.parse_args()
    if flags.atheris:
        by_coverage()
    failing = search(flags.minutes, flags.seed)
    if failing is None:
        return 0
    Path("fuzz-failure.beh").write_bytes(failing)
    print("written to fuzz-failure.beh")
    return 1


if __name__ == "__main__":
    sys.exit(main())
