"""Looks for text that makes lint, fmt or an editor's requests fail, for as long as said.

``python benchmarks/fuzz.py --minutes 60`` mutates shipped files, puts statements derived from the
grammar into them, and derives whole files; ``--seed N`` repeats a run. With atheris installed,
``--atheris`` lets its coverage choose, of bytes and of the same mutations. ``tests/fuzz`` says what
must hold. What fails is written to ``--keep`` (a folder) beside the message; without atheris the
search then goes on. The exit code is 1 where anything failed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import tempfile
import traceback
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

MOST_BYTES = 4_000


def texts() -> list[str]:
    """The shipped files and the corpus."""
    corpus = (ROOT / "tests" / "corpus").rglob("*.beh")
    shipped = (ROOT / "behaviors").rglob("*.beh")
    return [path.read_text(encoding="utf-8") for path in sorted([*shipped, *corpus])]


def items() -> list[str]:
    """Small texts: each top-level declaration of those, with the rig it may need, and examples."""
    found = []
    for text in texts():
        uses = "".join(line + "\n" for line in text.split("\n") if line.startswith("use "))
        found += [uses + part for part in text.split("\n\n") if len(part) < MOST_BYTES]
    return found


def mutated(draw: random.Random, text: str) -> str:
    """A text with some words cut out, doubled, swapped or put in."""
    from behave.syntax.grammar import grammar_table

    words = [*grammar_table().words, *grammar_table().signs.values(), "2 s", "🙂", "人", "：", "\n"]
    for _ in range(draw.choice((1, 2, 3, 5, 8, 20))):
        at = draw.randrange(len(text) + 1)
        end = min(len(text), at + draw.choice((0, 1, 1, 2, 5, 20, 100)))
        put = draw.choice(("", f" {draw.choice(words)} ", text[at:end] * 2, draw.choice(words)))
        text = text[:at] + put + text[end:]
    return text


def made(draw: random.Random, whole: list[str], small: list[str]) -> str:
    """A text made in one of the ways; whole files seldom, for they take long."""
    from tests.fuzz.derivations import derived_file, grafted

    kind = draw.randrange(20)
    if kind == 0:
        return mutated(draw, draw.choice(whole))
    if kind < 3:
        return grafted(draw.choice(whole), draw)
    if kind < 12:
        return mutated(draw, draw.choice(small))
    return derived_file(draw, draw.choice((20, 100, 400)))


def search(minutes: float, seed: int, keep: Path) -> int:
    """Search until time is up; how many texts failed."""
    from tests.fuzz.properties import edit, fmt, lint

    draw = random.Random(seed)
    whole, small = texts(), items()
    end, count, accepted, failed = monotonic() + 60.0 * minutes, 0, 0, 0
    while monotonic() < end:
        data = made(draw, whole, small).encode("utf-8", "surrogatepass")
        count += 1
        try:
            lint(data)
            accepted += fmt(data)
            edit(data)
        except Exception:
            failed += 1
            _keep(data, keep)
    print(f"{count} texts, {accepted} of them formatted, {failed} failed (seed {seed})")
    return failed


def _keep(data: bytes, keep: Path) -> None:
    """Write down what failed, and why."""
    keep.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(data).hexdigest()[:12]
    (keep / f"{name}.beh").write_bytes(data)
    (keep / f"{name}.txt").write_text(traceback.format_exc(), encoding="utf-8")
    traceback.print_exc()
    print(f"written to {keep / name}.beh", flush=True)


def by_coverage(minutes: float, seed: int, keep: Path) -> None:
    """Let atheris choose; it never returns, and stops at the first text that fails."""
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["behave"]):
        import behave.analysis
        import behave.lint  # noqa: F401
        from tests.fuzz.derivations import grafted
        from tests.fuzz.properties import edit, fmt, lint

    def one(data: bytes) -> None:
        lint(data)
        fmt(data)
        edit(data)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        draw = random.Random(seed)
        kind = draw.randrange(4)
        if kind == 0:
            return bytes(atheris.Mutate(data, len(data)))
        text = data.decode("utf-8", "replace")
        text = grafted(text, draw, 2) if kind == 1 and text else mutated(draw, text)
        return text.encode("utf-8", "surrogatepass")[:most]

    seeds = keep / "corpus"
    seeds.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(items()):
        (seeds / f"item-{number}").write_bytes(text.encode())
    flags = [f"-max_total_time={int(60 * minutes)}", f"-max_len={MOST_BYTES}", f"-seed={seed}"]
    flags += ["-timeout=600", "-rss_limit_mb=3000", f"-artifact_prefix={keep}{os.sep}"]
    atheris.Setup([sys.argv[0], *flags, str(seeds)], one, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> int:
    """Search and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--atheris", action="store_true")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "beh-fuzz")
    flags = parser.parse_args()
    if flags.atheris:
        by_coverage(flags.minutes, flags.seed, flags.keep)
    return 1 if search(flags.minutes, flags.seed, flags.keep) else 0


if __name__ == "__main__":
    sys.exit(main())
