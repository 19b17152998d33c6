"""Where lines break: which blocks stay on one line, which statements go over several.

A statement that fits is put on one line. One that does not keeps the line ends it was written
with, at the places where they read well; where those do not help it is broken anew. A block
written on one line stays there while it fits. Where a comment silences findings of a line
(``# beh: ignore[…]``) line ends stay as they are, so that it goes on speaking for the same words.
"""

from __future__ import annotations

import re
from itertools import pairwise

from behave.format.flow import INDENT, LENGTH, LONGEST, Flow, Plan
from behave.format.spacing import is_binary
from behave.format.structure import CLOSING, OPENING, Block, Statement
from behave.format.words import Word
from behave.syntax.table import name_set

_GOOD_AFTER = name_set("COMMA PLUS STAR SLASH OTHERWISE LE GE EQ NE LT GT AND OR IF ELSE DOTDOT")
_GOOD_BEFORE = name_set("AND OR OTHERWISE ELSE")

_DIRECTIVE = re.compile(r"#+\s*beh\s*:")

Chunk = tuple[int, int, bool]
"""The words from the first to the last with it; whether a block on lines of its own follows."""


def settle(words: list[Word], statements: list[Statement], gaps: list[int]) -> Plan:
    """Decide about every line end of a file."""
    count = len(words)
    plan = Plan(gaps, [False] * count, [False] * count, [False] * count, [0] * count)
    ends = [0] * count  # the cell each word ends at with the whole file on one line
    column = 0
    for index, word in enumerate(words):
        column += gaps[index] + word.width + (1 if word.ends and word.type != "RBRACE" else 0)
        ends[index] = column
    breaks = _Breaks(words, plan, ends)
    breaks.body(statements, 0)
    return plan


def chunks(statement: Statement, plan: Plan) -> list[Chunk]:
    """The parts of a statement between its blocks that stand on lines of their own."""
    found: list[Chunk] = []
    first = statement.first
    for block in statement.blocks:
        if plan.broken[block.closing]:
            found.append((first, block.opening, True))
            first = block.closing
    found.append((first, statement.last, False))
    return found


class _Breaks:
    """The decisions about one file, made statement by statement."""

    def __init__(self, words: list[Word], plan: Plan, ends: list[int]) -> None:
        self.words = words
        self.plan = plan
        self.ends = ends
        self.flow = Flow(words, plan)

    def body(self, statements: list[Statement], indent: int) -> None:
        """Every statement of a block, or of the file, on a line of its own."""
        for statement in statements:
            self.plan.broken[statement.first] = True
            self._statement(statement, indent)

    def _statement(self, statement: Statement, indent: int) -> None:
        for block in statement.blocks:
            self._set(block, inline=self._written_inline(block))
        for first, last, _ in chunks(statement, self.plan):
            inside = [b for b in statement.blocks if first <= b.opening and b.closing <= last]
            if not self._may_stay(first, last, indent, inside):
                for block in inside:
                    self._set(block, inline=False)
        for first, last, header in chunks(statement, self.plan):
            self._chunk(statement, first, last, indent, header)
        for block in statement.blocks:
            if self.plan.broken[block.closing]:
                self.body(block.statements, indent + INDENT)
                self._line_up(block)

    def _line_up(self, block: Block) -> None:
        """Put the keys of a blend without a minus under the digits of those with one."""
        firsts = [s.first for s in block.statements]
        negative = {i for i in firsts if self.words[i].type == "MINUS"}
        opened = any(self.plan.broken[b.closing] for s in block.statements for b in s.blocks)
        if block.blend and negative and not opened:
            for index in firsts:
                self.plan.shift[index] = 0 if index in negative else 1

    def _written_inline(self, block: Block) -> bool:
        inside = self.words[block.opening + 1 : block.closing + 1]
        if any(word.comments for word in inside):
            return False
        return not block.statements or not any(word.newline for word in inside)

    def _set(self, block: Block, inline: bool) -> None:
        """Put a block on one line with what is before it, or on lines of its own."""
        inline = inline or not (block.statements or self.words[block.closing].comments)
        self.plan.broken[block.closing] = not inline
        if not inline:
            return
        for before, statement in pairwise(block.statements):
            last = self.words[before.last].type
            self.plan.split[statement.first] = last not in ("RBRACE", "COMMA")
        for statement in block.statements:
            self.plan.broken[statement.first] = False
            for inner in statement.blocks:
                self._set(inner, inline=True)

    def _may_stay(self, first: int, last: int, indent: int, inside: list[Block]) -> bool:
        """Whether the blocks written on one line can stay there."""
        if not any(block.statements for block in inside):
            return True
        if self._pinned(first, last):
            return True
        width = indent + self._width(first, last)
        between = self.words[first + 1 : last + 1]
        if any(word.comments for word in between):
            return False
        return width <= LENGTH or (width <= LONGEST and not any(w.newline for w in between))

    def _width(self, first: int, last: int) -> int:
        return self.ends[last] - self.ends[first] + self.words[first].width

    def _chunk(
        self, statement: Statement, first: int, last: int, indent: int, header: bool
    ) -> None:
        words, plan = self.words, self.plan
        forced = [i for i in range(first + 1, last + 1) if words[i].comments]
        hanging = self._hanging(first, last)
        width = indent + self._width(first, last)
        if width <= LENGTH and not forced and not hanging and not self._pinned(first, last):
            return
        for index in forced:
            plan.broken[index] = True
        for index in range(first + 1, last + 1):
            if words[index].newline and self._reads_well(statement, index):
                plan.broken[index] = True
        for opening, closing in hanging:
            plan.hanging[opening] = True
            plan.broken[opening + 1] = plan.broken[closing] = True
        if self._pinned(first, last):
            for index in range(first + 1, last + 1):
                plan.broken[index] = words[index].newline
            return
        lines = self.flow.chunk(first, last, indent, header)
        if all(line.end <= LONGEST for line in lines):
            return
        for opening, _ in hanging:
            plan.hanging[opening] = False
        for index in range(first + 1, last + 1):
            plan.broken[index] = False
        self.flow.fit(first, last, indent, header)

    def _pinned(self, first: int, last: int) -> bool:
        """Whether a comment that silences findings speaks for a line of the chunk."""
        words = self.words
        comments = [c for word in words[first + 1 : last + 1] for c in word.comments]
        comments += [c for c in words[first].comments if not c.trailing]
        comments += [c for c in words[last + 1].comments if c.trailing]
        return any(_DIRECTIVE.match(comment.text) for comment in comments)

    def _hanging(self, first: int, last: int) -> list[tuple[int, int]]:
        """The brackets written with their contents on lines of their own, each with its end."""
        words = self.words
        found: list[tuple[int, int]] = []
        open_brackets: list[list[int]] = []  # the word, and how many commas lie in it
        for index in range(first, last + 1):
            terminal = words[index].type
            if terminal in OPENING:
                open_brackets.append([index, 0])
            elif terminal == "COMMA" and open_brackets:
                open_brackets[-1][1] += 1
            elif terminal in CLOSING and open_brackets:
                opening, commas = open_brackets.pop()
                if commas and words[opening + 1].newline:
                    found.append((opening, index))
        return found

    def _reads_well(self, statement: Statement, index: int) -> bool:
        """Whether a line end that was written before a word may stay there."""
        before, word = self.words[index - 1], self.words[index]
        if word.type == "LBRACE" or before.type == "RBRACE":
            return False
        if before.type == "MINUS":
            return is_binary(self.words, index - 1, statement)
        return before.type in _GOOD_AFTER or word.type in _GOOD_BEFORE
