"""Mistakes around `=`, `==`, `:=`, `+=` and chained comparisons."""

from __future__ import annotations

from behave.diagnostics.diagnostic import Label
from behave.source import Span
from behave.syntax.mistakes.saying import COMPARISONS, say
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.tokens import Token


def one_equals_sign(s: Situation) -> Repair | None:
    """`when x = 3`: comparing is `==`; `x = 3` alone needs `set`."""
    token = s.token
    if token.type == "DOT" and s.at == s.first + 1:
        offset = 0
        while s.look(offset).type not in STOPS and s.look(offset).type != "EQUAL":
            offset += 1
        token = s.look(offset)
    if token.type != "EQUAL":
        return None
    span = s.span(token)
    if s.opening.type == "NAME":
        put = Token("SET", "set", s.opening.start, s.opening.start)
        change = Change(s.first, 0, (put,))
        if s.works(change):
            place = Span(s.source, s.opening.start, s.opening.start)
            target = s.source.text[s.opening.start : token.start].strip()
            return say(
                f"to change a value write `set {target} = …`",
                s.span(s.opening),
                "`set` is missing before it",
                change,
                help=("`let` names a value that never changes, `var` declares one that does",),
                fix=("write `set` before it", place, "set "),
            )
        change = Change(s.at, 1, (s.as_type(token, "TO"),))
        if "TO" in s.accepted and s.works(change):
            return say(
                f"`{s.opening.text}` takes its goal with `to`; `=` belongs to `set`",
                span,
                "expected `to`",
                change,
                fix=("write `to`", span, "to"),
            )
    if "EQ" in s.accepted:
        change = Change(s.at, 1, (s.as_type(token, "EQ"),))
        if s.works(change):
            return say(
                "a comparison is written `==`, not `=`",
                span,
                "expected `==`",
                change,
                fix=("write `==`", span, "=="),
            )
    return None


def two_equals_signs(s: Situation) -> Repair | None:
    """`set x == 3`, `param x := 3`."""
    token, previous = s.token, s.previous
    if token.type == "EQ" and "EQUAL" in s.accepted:
        change, span = Change(s.at, 1, (s.as_type(token, "EQUAL"),)), s.span(token)
        if s.works(change):
            return say(
                "a value is given with `=`; `==` compares",
                span,
                "expected `=`",
                change,
                fix=("write `=`", span, "="),
            )
    if token.type == "COLON" and s.look(1).type == "EQUAL" and s.look(1).start == token.end:
        change, span = Change(s.at, 1), Span(s.source, token.start, s.look(1).end)
    elif token.type == "EQUAL" and previous is not None and previous.type == "COLON":
        change, span = Change(s.at - 1, 1), Span(s.source, previous.start, token.end)
    else:
        return None
    if not s.works(change):
        return None
    return say(
        "a value is given with `=`, not `:=`",
        span,
        "expected `=`",
        change,
        fix=("write `=`", span, "="),
    )


def compound_assignment(s: Situation) -> Repair | None:
    """`x += 1`."""
    token, after = s.token, s.look(1)
    if token.type not in ("PLUS", "MINUS", "STAR", "SLASH", "EQUAL"):
        return None
    operator = token if token.type != "EQUAL" else s.previous
    equal = after if token.type != "EQUAL" else token
    if operator is None or equal.type != "EQUAL" or operator.end != equal.start:
        return None
    if operator.type not in ("PLUS", "MINUS", "STAR", "SLASH"):
        return None
    return _in_place(s, operator, equal, "…")


def increment(s: Situation) -> Repair | None:
    """`x++`, `x--`."""
    token = s.token
    if token.type not in ("PLUS", "MINUS"):
        return None
    at = s.at - 1 if s.previous is not None and s.previous.type == token.type else s.at
    first, second, behind = (s.statements.at(at + n) for n in range(3))
    if first.type != second.type or first.end != second.start or at == s.first:
        return None
    ends = "\n" in s.source.text[second.end : behind.start]
    if not ends and behind.type not in STOPS:
        return None
    change = Change(at, 2, (s.made("_NL", at=at),) if ends else ())
    return _in_place(s, first, second, "1", change if s.works(change) else None)


def _in_place(
    s: Situation, operator: Token, last: Token, by: str, change: Change | None = None
) -> Repair:
    """What to write for an operator that changes what stands before it."""
    start = s.opening.end if s.opening.type == "SET" else s.opening.start
    target = s.source.text[start : operator.start].strip() or "x"
    return say(
        f"there is no `{s.source.text[operator.start : last.end]}`",
        Span(s.source, operator.start, last.end),
        "not an operator",
        change,
        help=(f"write `set {target} = {target} {operator.text} {by}`",),
    )


def chained_comparison(s: Situation) -> Repair | None:
    """`a < b < c`."""
    token = s.token
    if token.type not in COMPARISONS or token.type in s.accepted:
        return None
    start = s.at - 1
    while start > s.first and s.statements.at(start).type not in COMPARISONS:
        start -= 1
    earlier = s.statements.at(start)
    if earlier.type not in COMPARISONS:
        return None
    change: Change | None = Change(s.at, 1, (s.as_type(token, "AND"),))
    assert change is not None
    return say(
        "comparisons do not chain",
        s.span(token),
        "a second comparison",
        change if s.works(change) else None,
        help=("write `a < b and b < c`, or `b in a .. c`",),
        secondary=(Label(s.span(earlier), "the first"),),
    )
