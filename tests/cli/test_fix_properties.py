"""Safe fixes over the corpus: the same Program, stable, and never worse; unsafe ones stable."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from behave.cli.configuration import Configuration
from behave.cli.linting import Subject, check_all, fix
from behave.diagnostics.catalog import CODES
from behave.diagnostics.diagnostic import Severity
from behave.pipeline import Checked, check
from behave.resources import behaviors_path
from behave.source import Source
from tests.fuzz.properties import meaning

ROOT = Path(__file__).resolve().parents[2]
GOOD = sorted([*behaviors_path().rglob("*.beh"), *(ROOT / "tests/corpus/good").glob("*_like.beh")])
BAD = sorted((ROOT / "tests" / "corpus" / "bad").glob("*.beh"))

# Each plain sign with one that looks like it; `<=` and the like are one character or two.
LOOKALIKES = {
    "->": "－＞", "<=": "≤", ">=": "≥", "!=": "≠", "==": "＝＝", "..": "…", "{": "｛", "}": "｝",
    "(": "（", ")": "）", ",": "，", ":": "：", "=": "＝", "+": "＋", "-": "−", "*": "×", "/": "÷",
    "<": "＜", ">": "＞", "[": "【", "]": "】", '"': "”", " ": "\u3000", "#": "＃",
}  # fmt: skip
SIGNS = re.compile("|".join(re.escape(s) for s in sorted(LOOKALIKES, key=len, reverse=True)))
SUPPRESSIONS = (
    "# beh: ignore[BEH0301] not there",
    "# beh: ignore[BEH0203, BEH9999, BEH0604]",
    "# beh: ignore[unused-name,nothing-such] x",
    "# beh: ignore-file[BEH0401] never",
)


def subject(name: str, text: str) -> Subject:
    place = str(behaviors_path() / name)
    return Subject(Source(name, text), (), place, Configuration().policy(), "error")


def checked(of: Subject) -> Checked:
    return check(of.source, of.reader)


def spoiled(text: str, seed: int) -> str:
    """The text with look-alikes in place of signs and suppressions that do nothing, at random."""
    draw = random.Random(seed)

    def other(match: re.Match[str]) -> str:
        sign = match[0]
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        kept = "#" in line or line.count('"') % 2 or (sign in ' "#')
        return sign if kept or draw.random() > 0.06 else LOOKALIKES[sign]

    lines = SIGNS.sub(other, text).split("\n")
    for _ in range(6):
        at = draw.randrange(len(lines))
        comment = draw.choice(SUPPRESSIONS)
        if "#" in lines[at] or not lines[at].strip() or draw.random() < 0.5:
            lines.insert(at, comment)
        else:
            lines[at] += f"  {comment}"
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_safe_fixes_give_back_the_same_program(path: Path, seed: int) -> None:
    text = path.read_text(encoding="utf-8")
    right = checked(subject(path.name, text))
    assert right.program is not None
    made = fix(subject(path.name, spoiled(text, seed)), unsafe=False)
    assert made.count > 0
    after = checked(made.subject)
    assert after.program is not None, [d.message for d in after.errors]
    assert meaning(after.program) == meaning(right.program)
    assert [d.code for d in check_all([made.subject]).found if CODES[d.code].fix == "safe"] == []


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_fixing_is_stable_and_never_worse(path: Path, unsafe: bool) -> None:
    before = subject(path.name, path.read_text(encoding="utf-8"))
    made = fix(before, unsafe)
    again = fix(made.subject, unsafe)
    assert (again.count, again.subject.source.text) == (0, made.subject.source.text)
    errors, left = (
        sum(d.severity is Severity.ERROR for d in check_all([of]).found)
        for of in (before, made.subject)
    )
    assert left <= errors


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_file_is_fixed_as_far_as_it_goes(seed: int) -> None:
    draw = random.Random(seed)
    text = spoiled((ROOT / "tests/corpus/good/guardian_like.beh").read_text(encoding="utf-8"), seed)
    for _ in range(3):
        at = draw.randrange(len(text))
        text = text[:at] + draw.choice(("}", " zz ", "＝", "(", "seconds", "")) + text[at + 1 :]
    before = subject("guardian.beh", text)
    for unsafe in (False, True):
        made = fix(before, unsafe)
        found = check_all([made.subject]).found
        assert sum(d.severity is Severity.ERROR for d in found) <= sum(
            d.severity is Severity.ERROR for d in check_all([before]).found
        )
        assert fix(made.subject, unsafe).subject.source.text == made.subject.source.text
