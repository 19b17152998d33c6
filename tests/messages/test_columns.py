"""Columns under Chinese, emoji and tabs in cells, code points and UTF-16 units, by hand."""

from __future__ import annotations

import json

import pytest

from behave.diagnostics import render_concise, render_full, render_json
from behave.pipeline import check
from behave.source import Source

HEAD = "rig r { bone a at (0 m, 1 m, 0 m) }\n"


@pytest.mark.parametrize(
    ("line", "named", "code_points", "utf16", "cells"),
    [
        # test " is 6 of each; the face 1, 2, 2; the family 5, 8, 2; two signs 2, 2, 4; then " in
        ('test "🙂👩‍👩‍👧 测试" in 走廊 { }', "走廊", 21, 25, 21),
        ('test "abc" in gone { }', "gone", 15, 15, 15),
        ("let 距离 = 远", "远", 10, 10, 12),
        ("let 距离\t= 远", "远", 10, 10, 15),
        ("let e\u0301 = 远", "远", 10, 10, 9),  # the accent is a character of its own
        ("let 𠮷 = 远", "远", 9, 10, 10),  # one sign beyond the first 65,536
    ],
)
def test_three_column_systems(
    line: str, named: str, code_points: int, utf16: int, cells: int
) -> None:
    found = check(Source("宽.beh", f"{HEAD}{line}\n"), lambda *_: "no file").diagnostics
    (finding,) = [d for d in found if d.span.text == named]
    (data,) = json.loads(render_json([finding]))
    assert (data["line"], data["column"], data["utf16_column"]) == (2, code_points, utf16)
    assert data["end_column"] == code_points + len(named)
    assert render_concise([finding]).startswith(f"宽.beh:2:{code_points}: ")
    marks = next(row for row in render_full([finding]).splitlines() if "^" in row)
    gutter = len("  | ")
    assert marks.index("^") - gutter + 1 == cells
    wide = sum(2 if ord(c) > 0x2E80 else 1 for c in named)
    assert marks.count("^") == wide
