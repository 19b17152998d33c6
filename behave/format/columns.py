"""Columns of neighbouring lines: blanks that make what belongs together stand together.

The `=` and the kind of neighbouring declarations always stand under each other. The parts of
other statements do where the author has begun to: one gap of two blanks or more before a part
makes a column of that part in all neighbouring lines. Blank lines, comments on lines of their
own, and what stands between braces or brackets over several lines, part neighbours.
"""

from __future__ import annotations

from behave.format.flow import Plan
from behave.format.structure import CLOSING, OPENING, Block, Statement
from behave.format.words import Word
from behave.record import Record
from behave.syntax.table import name_set

_WIDEST = 40  # a part that would push the others farther than this stands alone

_PREPOSITIONS = name_set("TO FROM BY AT OVER ABOUT ALONG TOWARD WITH OF RATE HALF_LIFE EASE")
_CLAUSES = name_set("WHEN AFTER ON")
_DUE = name_set("WITHIN AT DURING")
_CHECKS = name_set("EXPECT ALWAYS NEVER")

_DECLARED = name_set("PARAM VAR LET INPUT ZONE SENSOR GUARD EVENT ENUM")
_ALONE = name_set("USE LAYERS")

_NAME, _OBJECT = "name", "object"
_MADE = ("=", ":")


class Row(Record):
    """The first line of a statement and the words in it at which a column may stand."""

    first: int
    stops: tuple[tuple[str, int], ...]


def pad(words: list[Word], statements: list[Statement], plan: Plan) -> None:
    """Widen gaps so that columns come out; changes ``plan.gaps``."""
    group: list[Row] = []
    for statement in statements:
        inner = [b for b in statement.blocks if plan.broken[b.closing]]
        word = words[statement.first]
        apart = word.blank or any(not c.trailing for c in word.comments)
        if apart or inner:
            _align(words, group, plan)
            group = []
        if inner:
            for block in inner:
                pad(words, block.statements, plan)
        else:
            group.append(Row(statement.first, tuple(_stops(words, statement, plan))))
            if any(plan.hanging[statement.first : statement.last]):
                _align(words, group, plan)
                group = []
    _align(words, group, plan)


def _stops(words: list[Word], statement: Statement, plan: Plan) -> list[tuple[str, int]]:
    """The words of a statement's first line that columns are made of, each with its part's name."""
    first = statement.first
    start = words[first].type
    reader = _Reader(start)
    found: list[tuple[str, int]] = []
    blocks = {block.opening: block for block in statement.blocks}
    depth = 0
    index = first + 1
    while index <= statement.last and not plan.broken[index]:
        word = words[index]
        if index in blocks:
            found.append(("{", index))
            found += _blend_stops(words, blocks[index])
            index = blocks[index].closing + 1
            continue
        if word.type in CLOSING:
            depth -= 1
        elif not depth:
            name = reader.part(words, index, first, plan)
            if name:
                found.append((name, index))
        if word.type in OPENING:
            depth += 1
        index += 1
    return found


def _blend_stops(words: list[Word], block: Block) -> list[tuple[str, int]]:
    if not block.blend:
        return []
    return [(f"key {i}", s.first) for i, s in enumerate(block.statements) if i]


class _Reader:
    """Names the parts of one statement, from left to right."""

    def __init__(self, start: str) -> None:
        self.start = start
        self.phrases = 0
        self.options = 0
        self.after_value = False

    def part(self, words: list[Word], index: int, first: int, plan: Plan) -> str:
        """The name of the part that begins at a word, empty where none does."""
        word, before = words[index], words[index - 1]
        terminal = word.type
        if before.type == "DOT":
            return ""
        if before.type == "COMMA":
            if not self._has_options(words, index):
                return ""
            self.options += 1
            return "option" if self.options == 1 else f"option {word.text}"
        if terminal == "EQUAL" and not self.after_value:
            self.after_value = True
            return "="
        if terminal == "COLON" and plan.gaps[index] and not self.after_value:
            return ":"
        if self.start == "ARROW":
            return self._clause(terminal)
        if index == first + 1 and self.start not in _ALONE:
            first_part = _NAME if self.start in _DECLARED else _OBJECT
            return first_part if plan.gaps[index] else ""
        if self.start in _CHECKS:
            return "due" if terminal in _DUE else "when" if terminal == "WHEN" else ""
        if terminal == "WHEN":
            return "when"
        if self.start == "PARAM" and terminal == "IN":
            return "in"
        if terminal in _PREPOSITIONS and self.start == "NAME":
            self.phrases += 1
            bare = words[first + 1].type in _PREPOSITIONS
            return "phrase" if self.phrases == 1 and not bare else f"phrase {terminal}{bare}"
        return ""

    def _clause(self, terminal: str) -> str:
        if terminal not in _CLAUSES:
            return ""
        self.phrases += 1
        return "clause" if self.phrases == 1 else f"clause {terminal}"

    @staticmethod
    def _has_options(words: list[Word], index: int) -> bool:
        return words[index + 1].type == "COLON"


def _align(words: list[Word], rows: list[Row], plan: Plan) -> None:
    """Widen the gaps of neighbouring rows, column by column from the left."""
    if len(rows) < 2:
        return
    ranks = _ranks(rows)
    kept = [_in_order(row, ranks) for row in rows]
    across = False  # whether the parts after the first words stand under each other
    for name in sorted(ranks, key=ranks.__getitem__):
        for run in _runs(name, kept, words, rows, across):
            moved = _align_part(words, rows, plan, run, made=name in _MADE)
            across = across or (moved and name in (_NAME, _OBJECT))


def _ranks(rows: list[Row]) -> dict[str, int]:
    """The order of the parts from left to right, as the rows show it one after the other."""
    order: list[str] = []
    for row in rows:
        at = 0
        for name, _ in row.stops:
            if name in order:
                at = max(at, order.index(name) + 1)
            else:
                order.insert(at, name)
                at += 1
    return {name: rank for rank, name in enumerate(order)}


def _in_order(row: Row, ranks: dict[str, int]) -> dict[str, int]:
    """The stops of a row that stand in the order of the parts."""
    found: dict[str, int] = {}
    last = -1
    for name, index in row.stops:
        if ranks[name] > last:
            last = ranks[name]
            found[name] = index
    return found


def _runs(
    name: str, kept: list[dict[str, int]], words: list[Word], rows: list[Row], across: bool
) -> list[list[tuple[int, int]]]:
    """The rows that have a part, each with the word it begins at, in groups to be aligned.

    What is always aligned is so only in rows that follow each other, that name a kind or do not,
    and that begin with one word, unless the words behind the first ones are aligned too.
    """
    runs: list[list[tuple[int, int]]] = [[]]
    family = ("", False)
    for number, stops in enumerate(kept):
        own = ("" if across else words[rows[number].first].type, ":" in stops)
        if name in _MADE and (name not in stops or own != family):
            runs.append([])
        if name in stops:
            runs[-1].append((number, stops[name]))
            family = own
    return [run for run in runs if len(run) > 1]


def _align_part(
    words: list[Word],
    rows: list[Row],
    plan: Plan,
    run: list[tuple[int, int]],
    made: bool,
) -> bool:
    """Let one part begin at one cell in all rows of a run; says whether that moved any."""
    if not made and not any(words[index].gap > 1 for _, index in run):
        return False
    at = {number: _cell(words, rows[number].first, index, plan) for number, index in run}
    while max(at.values()) - min(at.values()) > _WIDEST:
        del at[max(at, key=lambda number: at[number])]
    target = max(at.values())
    if not made:
        target += _slack(words, rows, run, plan)
    moved = False
    for number, index in run:
        if number in at and at[number] < target:
            plan.gaps[index] += target - at[number]
            moved = True
    return moved


def _cell(words: list[Word], first: int, index: int, plan: Plan) -> int:
    """The cell a word begins at, counted from the first one of its line."""
    cell = plan.shift[first] + words[first].width
    for i in range(first + 1, index):
        cell += plan.gaps[i] + plan.split[i] + words[i].width
    return cell + plan.gaps[index] + plan.split[index]


def _slack(words: list[Word], rows: list[Row], run: list[tuple[int, int]], plan: Plan) -> int:
    """How many more blanks than needed a column is kept at: the author's, where all rows agree."""
    cells = set()
    for number, index in run:
        first = rows[number].first
        cells.add(words[index].column - words[first].column + plan.shift[first])
    return max(min(words[index].gap for _, index in run) - 1, 0) if len(cells) == 1 else 0
