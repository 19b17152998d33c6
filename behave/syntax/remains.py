"""What of a broken declaration is kept: its name, so that uses of it are not errors too."""

from __future__ import annotations

from collections.abc import Sequence

from behave.syntax.table import name_set
from behave.syntax.tokens import Token

_VALUED = name_set("PARAM VAR LET GUARD INPUT ZONE SENSOR")
_WITH_BLOCK = name_set("STATE MACHINE RIG SCENE ACTION")


def declared(read: Sequence[Token], bad: Token, stop: str) -> list[Token] | None:
    """Tokens that declare what a statement declares, without what is wrong with it.

    ``read`` are the statement's tokens before the bad one, ``stop`` is the terminal its line
    ends with. None where its name was not reached, or it declares nothing.
    """
    head = list(read[:1]) if read and read[0].type in ("INITIAL", "FINAL") else []
    rest = read[len(head) :]
    if len(rest) < 2 or rest[1].type != "NAME" or rest[1].index < 0:
        return None
    kind, name = rest[0].type, rest[1]
    following = rest[2].type if len(rest) > 2 else bad.type
    kept = [*head, *rest[:2]]
    if kind in _VALUED and stop == "_NL" and following != "LPAR":
        value = [Token("EQUAL", "=", name.end, name.end), Token("BROKEN", "", name.end, name.end)]
        return [*kept, *value, Token("_NL", "", name.end, name.end)]
    if kind == "EVENT" and stop == "_NL" and following != "LPAR":
        return [*kept, Token("_NL", "", name.end, name.end)]
    if kind in _WITH_BLOCK and stop == "LBRACE" and following not in ("LPAR", "LSQB"):
        return kept
    if kind == "BEHAVIOR" and stop == "LBRACE" and len(rest) > 3:
        return [*kept, *rest[2:4]] if rest[3].type == "NAME" else None
    return None
