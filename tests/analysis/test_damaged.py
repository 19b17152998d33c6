"""Whatever is done to a file, checking it gives findings, never an exception."""

from __future__ import annotations

import random
import re

import pytest

from behave.ir.validate import problems
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.source import Source

PIECES = re.compile(r"\s+|[A-Za-z_]+|[0-9.]+|->|.", re.DOTALL)
LINES = (
    '&& || ! = == => -> { } ( ) [ ] , : . .. ; " # when on after state initial let guard var none',
    "yes 1 2.5 m s 3 m deg in for until became not root arm left right side contact timer lerp to",
    "over set at resume restart machine sensor zone 长 ：",
)
OTHERS = [word for line in LINES for word in line.split(" ")]


def folder(source: Source, path: str) -> Source | str:
    found = behaviors_path() / path
    if not found.exists():
        return f"no file {path}"
    return Source(str(found), found.read_text(encoding="utf-8"))


def damaged(text: str, draw: random.Random) -> str:
    pieces = PIECES.findall(text)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(pieces))
        kind = draw.randrange(4)
        if kind == 0:
            pieces[at] = ""
        elif kind == 1:
            pieces[at] = draw.choice(OTHERS)
        elif kind == 2:
            pieces[at] += " " + draw.choice(OTHERS) + " "
        else:
            other = draw.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
    return "".join(pieces)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_files_give_findings(seed: int) -> None:
    draw = random.Random(seed)
    text = (behaviors_path() / "interaction.beh").read_text(encoding="utf-8")
    for _ in range(15):
        checked = check(Source("damaged.beh", damaged(text, draw)), folder)
        if checked.program is not None:
            assert problems(checked.program) == []
        for found in checked.diagnostics:
            assert 0 <= found.span.start <= found.span.end <= len(found.span.source.text)
