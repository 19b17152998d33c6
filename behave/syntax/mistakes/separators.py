"""Mistakes between statements and around comments."""

from __future__ import annotations

from behave.source import Span
from behave.syntax.mistakes.saying import say
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.tokens import Token

_LONGEST = 60


def comma_between_statements(s: Situation) -> Repair | None:
    """`set x = 1, set y = 2` and `f(a; b)`."""
    token = s.token
    if token.type == "COMMA" and "_NL" in s.accepted:
        change = Change(s.at, 1, (s.made("_NL"),))
        if s.works(change):
            return say(
                "statements are separated by `;` or a line end, not by `,`",
                s.span(token),
                "expected `;`",
                change,
                fix=("write `;`", s.span(token), ";"),
            )
    previous = s.previous
    if previous is not None and previous.type == "COMMA" and token.type in s.table.keywords:
        change = Change(s.at - 1, 1, (s.made("_NL", at=s.at - 1),))
        if s.works(change):
            return say(
                "statements are separated by `;` or a line end, not by `,`",
                s.span(previous),
                "expected `;`",
                change,
                fix=("write `;`", s.span(previous), ";"),
            )
    if token.type == "_NL" and token.text == ";" and "COMMA" in s.accepted:
        change = Change(s.at, 1, (s.made("COMMA"),))
        if s.works(change):
            return say(
                "`;` ends a statement; here stands `,`",
                s.here(),
                "expected `,`",
                change,
                fix=("write `,`", s.here(), ","),
            )
    return None


def comma_between_conditions(s: Situation) -> Repair | None:
    """`-> B when near, seen` and `when a, b and c {`: conditions are joined by words."""
    if s.accepted != ("COLON",) or s.at - 2 <= s.first or s.look(-2).type != "COMMA":
        return None
    first = s.at - 2
    if not any(s.statements.at(p).type == "WHEN" for p in range(s.first, first)):
        return None
    put: list[Token] = []
    position = first
    while s.statements.at(position).type not in STOPS and len(put) < _LONGEST:
        token = s.statements.at(position)
        option = s.statements.at(position + 2).type == "COLON"
        put.append(s.as_type(token, "AND") if token.type == "COMMA" and not option else token)
        position += 1
    change = Change(first, len(put), tuple(put))
    if not s.works(change):
        return None
    span = s.span(s.statements.at(first))
    doubled = s.statements.at(first + 1).type in ("AND", "OR")
    return say(
        "conditions are joined by `and`, not by `,`",
        span,
        "expected `and`",
        change,
        help=("where one of them is enough, write `or`",),
        fix=None if doubled else ("write ` and`", span, " and"),
    )


def arrow_in_a_blend(s: Situation) -> Repair | None:
    """`blend speed { 0 -> idle, 1 -> walk }`, `0 = idle`: a key is followed by `:`."""
    token = s.token
    if token.type not in ("ARROW", "EQUAL") or "COLON" not in s.accepted or s.at == s.first:
        return None
    put: list[Token] = []
    while s.look(len(put)).type not in STOPS and len(put) < _LONGEST:
        here = s.look(len(put))
        put.append(s.as_type(here, "COLON") if here.type == token.type else here)
    change = Change(s.at, len(put), tuple(put))
    if not s.works(change):
        return None
    span = s.span(token)
    return say(
        f"in a blend a key is followed by `:`, not by `{token.text}`",
        span,
        "expected `:`",
        change,
        fix=("write `:`", span, ":"),
    )


def else_if(s: Situation) -> Repair | None:
    """`else if c {`."""
    previous, token = s.previous, s.token
    if token.type != "IF" or previous is None or previous.type != "ELSE":
        return None
    span = s.span(token)
    return say(
        "write `else when`, not `else if`",
        span,
        "expected `when`",
        Change(s.at, 1, (s.as_type(token, "WHEN"),)),
        fix=("write `when`", span, "when"),
    )


def slashes(s: Situation) -> Repair | None:
    """`// a comment`, `/* a comment */`."""
    token, previous = s.token, s.previous
    if (
        token.type == "SLASH"
        and s.look(1).type in ("SLASH", "STAR")
        and s.look(1).start == token.end
    ):
        start = s.at
    elif token.type in ("SLASH", "STAR") and previous is not None and previous.type == "SLASH":
        if previous.end != token.start:
            return None
        start = s.at - 1
    else:
        return None
    first = s.statements.at(start)
    line = s.source.line_column(first.start)[0]
    count = 0
    while True:
        here = s.statements.at(start + count)
        if (here.index < 0 and here.type != "_NL") or here.type == "$END":
            break
        if s.source.line_column(here.start)[0] != line or here.type == "_NL":
            break
        count += 1
    span = Span(s.source, first.start, first.start + 2)
    change = Change(start, count)
    return say(
        f"a comment begins with `#`, not `{span.text}`",
        span,
        "expected `#`",
        change if s.works(change) else None,
        fix=("write `#`", span, "#"),
    )
