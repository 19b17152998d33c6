"""Which words make a statement, and which statements make a block."""

from __future__ import annotations

from dataclasses import dataclass, field

from behave.format.words import Word
from behave.syntax.table import END

OPENING = frozenset({"LPAR", "LSQB"})
CLOSING = frozenset({"RPAR", "RSQB"})


@dataclass(slots=True)
class Block:
    """The statements between two braces, the words ``opening`` and ``closing``.

    ``blend``: its entries are keys of a blend, which commas may separate.
    """

    opening: int
    closing: int
    blend: bool
    statements: list[Statement] = field(default_factory=list)


@dataclass(slots=True)
class Statement:
    """The words from ``first`` to ``last`` with it; ``key``: an entry of a blend."""

    first: int
    last: int
    key: bool
    blocks: list[Block] = field(default_factory=list)


def statements_of(words: list[Word]) -> list[Statement]:
    """The statements of a file that parses."""
    top = Block(-1, len(words) - 1, blend=False)
    blocks = [top]
    open_statements: list[Statement] = []  # the statement around each open block
    current: Statement | None = None
    blend, depth = False, 0
    for index, word in enumerate(words):
        if word.type == END:
            break
        if word.type == "RBRACE":
            block = blocks.pop()
            block.closing = index
            current = open_statements.pop()
            current.last = index
            blend, depth = blocks[-1].blend and current.key, 0
            if not _goes_on(words[index + 1], current.key):
                current = None
            continue
        if current is None or word.ends:
            current = Statement(index, index, key=blocks[-1].blend)
            blocks[-1].statements.append(current)
            blend, depth = False, 0
        current.last = index
        if word.type == "LBRACE":
            block = Block(index, index, blend)
            current.blocks.append(block)
            open_statements.append(current)
            blocks.append(block)
            current = None
        elif word.type == "BLEND":
            blend = True
        elif word.type in OPENING:
            depth += 1
        elif word.type in CLOSING:
            depth -= 1
        elif word.type == "COMMA" and current.key and not depth:
            current = None
    return top.statements


def _goes_on(following: Word, key: bool) -> bool:
    """Whether a statement goes on behind a block of it."""
    return following.type == "ELSE" or (key and following.type == "COMMA")
