"""The columns of trailing comments.

Comments of neighbouring lines stand under each other, two blanks or more behind the code. A
column that was written for two comments at least is kept where the code leaves room for it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from behave.format.words import cells
from behave.format.writing import Written

_BEHIND_CODE = 2
_FARTHEST = 40  # a comment is never put farther behind its code for its neighbours' sake


@dataclass(slots=True)
class _Group:
    """Neighbouring lines' comments: the least column they can have and the one they had."""

    lines: list[int]
    least: int
    written: int

    @property
    def kept(self) -> int:
        """The column they had, 0 where the code leaves no room for it or is far from it."""
        return self.written if 0 <= self.written - self.least <= _FARTHEST else 0


def comment_columns(lines: list[Written]) -> list[int]:
    """For each line the cell its comment begins at, 0 without one."""
    columns = [0] * len(lines)
    for kept, neighbours in groupby(_groups(lines), key=lambda group: group.kept):
        groups = list(neighbours)
        shared = kept and sum(len(group.lines) for group in groups) > 1
        for group in groups:
            for number in group.lines:
                columns[number] = kept if shared else group.least
    return columns


def _groups(lines: list[Written]) -> list[_Group]:
    """Comments of lines of one indentation without an empty line or a comment line between."""
    neighbours: list[list[int]] = []
    apart, indent = True, -1
    for number, line in enumerate(lines):
        if not line.text or line.text.lstrip().startswith("#") or line.indent != indent:
            apart, indent = True, line.indent
        if line.comment:
            if apart:
                neighbours.append([])
            neighbours[-1].append(number)
            apart = False
    return [_group(lines, part) for numbers in neighbours for part in _near(lines, numbers)]


def _near(lines: list[Written], numbers: list[int]) -> list[list[int]]:
    """Neighbours without those whose code is so long that they would move the others far off."""
    ends = {number: cells(lines[number].text) for number in numbers}
    limit = min(ends.values()) + _FARTHEST
    parts: list[list[int]] = []
    near: list[int] = []
    for number in numbers:
        if ends[number] > limit:
            parts.append([number])
            continue
        if not near:
            parts.append(near)
        near.append(number)
    return parts


def _group(lines: list[Written], numbers: list[int]) -> _Group:
    counts = Counter(lines[number].comment_column for number in numbers)
    written, most = max(counts.items(), key=lambda item: (item[1], item[0]))
    if most == 1 < len(numbers):
        written = 0
    least = max(cells(lines[number].text) for number in numbers) + _BEHIND_CODE
    return _Group(numbers, least, written)
