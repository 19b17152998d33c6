"""Blanks between two words on one line: none or one."""

from __future__ import annotations

from behave.format.structure import CLOSING, OPENING, Statement
from behave.format.words import Word
from behave.syntax.table import name_set

_OPERANDS = name_set("NAME QUANTITY STRING YES NO NONE RPAR RSQB")
_GLUED_BEFORE = frozenset({"COMMA", "DOT", *CLOSING})
_GLUED_AFTER = frozenset({"DOT", *OPENING})
# Declarations whose names have kinds: `var side : sides`, `event hit(power : number)`.
_WITH_KIND = name_set("PARAM VAR")
_WITH_FORMALS = name_set("EVENT ACTION LET GUARD")


def gaps_of(words: list[Word], statements: list[Statement]) -> list[int]:
    """For each word how many blanks go before it where no line end does."""
    gaps = [1] * len(words)
    for statement in statements:
        _fill(words, statement, gaps)
    return gaps


def _fill(words: list[Word], statement: Statement, gaps: list[int]) -> None:
    blocks = {block.opening: block for block in statement.blocks}
    first = statement.first
    kinds = 0 if words[first].type in _WITH_KIND else 1 if _has_formals(words, first) else -1
    brackets: list[int] = []
    index = first
    while index <= statement.last:
        word = words[index]
        if word.type in CLOSING and brackets:
            brackets.pop()
        at_kind = len(brackets) == kinds and (kinds == 0 or brackets[0] == first + 2)
        if index > first:
            gaps[index] = _gap(words, index, statement, at_kind)
        if word.type == "EQUAL" and not brackets:
            kinds = -1
        elif word.type in OPENING:
            brackets.append(index)
        block = blocks.get(index)
        if block is not None:
            for inner in block.statements:
                _fill(words, inner, gaps)
            index = block.closing
            continue
        index += 1


def _has_formals(words: list[Word], first: int) -> bool:
    return words[first].type in _WITH_FORMALS and words[first + 2].type == "LPAR"


def _gap(words: list[Word], index: int, statement: Statement, at_kind: bool) -> int:
    before, word = words[index - 1], words[index]
    if word.type in _GLUED_BEFORE or before.type in _GLUED_AFTER:
        return 0
    if before.type == "MINUS" and not is_binary(words, index - 1, statement):
        return 0
    if word.type == "COLON":
        return 1 if at_kind else 0
    if word.type in OPENING:
        if index == statement.first + 1 and before.type == "NAME" and not statement.key:
            return 1 if word.gap or word.newline else 0  # a verb and its object, or an action
        return 0 if ends_operand(words, index - 1, statement) else 1
    return 1


def ends_operand(words: list[Word], index: int, statement: Statement) -> bool:
    """Whether a word may be the end of an operand; the verb of a sentence is none."""
    if index < statement.first:
        return False
    if index > statement.first and words[index - 1].type == "DOT":
        return True
    if index == statement.first and words[index].type == "NAME":
        return statement.key
    return words[index].type in _OPERANDS


def is_binary(words: list[Word], index: int, statement: Statement) -> bool:
    """Whether a minus stands between two operands."""
    return ends_operand(words, index - 1, statement)
