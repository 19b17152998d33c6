"""Tokens in words: what was found, what would fit. The same whatever the order of sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from behave.syntax.table import END, name_set
from behave.syntax.tokens import Token

PREPOSITIONS = name_set("TO FROM BY AT OVER ABOUT ALONG TOWARD WITH OF RATE HALF_LIFE EASE")
_VALUE = name_set("NAME QUANTITY STRING YES NO NONE LPAR LSQB MINUS NOT BECAME IN AFTER BROKEN")
_OPERATORS = name_set(
    "PLUS MINUS STAR SLASH LE GE EQ NE LT GT AND OR NOT IN FOR UNTIL OTHERWISE IF DOT LPAR LSQB "
    "DOTDOT"
)
_STATEMENTS = name_set(
    "USE LAYERS RIG BEHAVIOR SCENE TEST ENUM PARAM VAR LET INPUT ZONE SENSOR GUARD EVENT ACTION "
    "MACHINE STATE INITIAL FINAL ARROW CHOOSE ON SET WHEN EVERY FOR POSE LAYER BLEND EXPECT "
    "ALWAYS NEVER NAME LOST"
)
_NAMED = {
    "NAME": "a name",
    "QUANTITY": "a number",
    "STRING": 'a text in "quotes"',
    "_NL": "the end of the line",
    END: "the end of the file",
}
# So many of one sort are listed; beyond, the sort is named.
_FEW = 3


def found(token: Token, keywords: frozenset[str]) -> str:
    """What a message calls a token that stands in the text."""
    if token.type == END:
        return "the end of the file"
    if token.type == "_NL":
        return "`;`" if token.text == ";" else "the end of the line"
    if token.type in keywords:
        return f"the keyword `{token.text}`"
    return f"`{shortened(token.text)}`"


def shortened(text: str, limit: int = 30) -> str:
    """A text that fits into a message."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one(terminal: str, signs: Mapping[str, str]) -> str:
    """What a message calls a terminal: a sign as it is written, or a description."""
    if terminal in _NAMED:
        return _NAMED[terminal]
    if terminal == "BROKEN":
        return "a value"
    return f"`{signs[terminal]}`" if terminal in signs else terminal.lower()


def expected(accepted: Iterable[str], signs: Mapping[str, str]) -> str:
    """What could stand in a place, in words: ``a value or `)` ``."""
    rest = set(accepted) - {"LOST"}
    last: list[str] = []
    if len(rest & _STATEMENTS) > 15:
        rest -= _STATEMENTS
        last.append("a statement")
    if "BROKEN" in rest:
        rest -= _VALUE
        last.append("a value")
    elif {"PLUS", "STAR"} <= rest:
        rest -= _OPERATORS
        last.append("an operator")
    if len(rest & PREPOSITIONS) > _FEW:
        rest -= PREPOSITIONS
        last.append("a preposition such as `to` or `over`")
        if "NAME" in rest:
            rest.discard("NAME")
            last.append("a flag")
    if len([t for t in rest if signs.get(t, "").isalpha()]) > 8:
        rest = {t for t in rest if not signs.get(t, "").isalpha()}
    words = sorted(one(t, signs) for t in rest if t not in ("_NL", END))
    ends = [one(t, signs) for t in ("_NL", END) if t in rest]
    return join_or(words + last + ends)


def join_or(words: list[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
