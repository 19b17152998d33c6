"""Mistakes in values: units, points, what a preposition lacks."""

from __future__ import annotations

from behave.diagnostics.suggest import closest
from behave.source import Span
from behave.syntax.mistakes.saying import say
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.tokens import Token
from behave.syntax.wording import PREPOSITIONS, shortened
from behave.units import SPELLED_OUT, UNIT_NAMES


def bare_point(s: Situation) -> Repair | None:
    """`.5`, `1.`: a point needs digits on both sides."""
    token, after, previous = s.token, s.look(1), s.previous
    if token.type == "DOT" and after.type == "QUANTITY" and after.start == token.end:
        before = s.source.text[max(token.start - 1, 0) : token.start]
        if before.isalnum() or before == "_":
            return None  # behind a word it is a member's place, and a digit would join the word
        place = Span(s.source, token.start, after.end)
        change = Change(s.at, 1)
        fix = (f"write `0{place.text}`", Span(s.source, token.start, token.start), "0")
    elif previous is not None and previous.type == "DOT" and s.at - 2 >= s.first:
        number = s.look(-2)
        if number.type != "QUANTITY" or number.end != previous.start:
            return None
        if not s.source.text[number.start : number.end].isdecimal():
            return None  # `0.0.9`, `5 m.`: a digit more would not make a number of it
        place = Span(s.source, number.start, previous.end)
        change = Change(s.at - 1, 1)
        fix = (f"write `{place.text}0`", Span(s.source, previous.end, previous.end), "0")
    else:
        return None
    return say(
        f"`{place.text}` is not a number: digits stand on both sides of the point",
        place,
        "a digit is missing",
        change if s.works(change) else None,
        fix=fix,
    )


def place_without_brackets(s: Situation) -> Repair | None:
    """`box wall at 0 m, 1 m, 2 m`: three numbers behind a preposition."""
    previous, token = s.previous, s.token
    if previous is None or previous.type != "COMMA" or token.type not in ("QUANTITY", "MINUS"):
        return None
    start = s.at - 2
    while start > s.first and s.statements.at(start).type in ("QUANTITY", "MINUS"):
        start -= 1
    if s.statements.at(start).type not in ("AT", "TO", "FROM", "BY", "TOWARD", "EQUAL"):
        return None
    end, commas = s.at, 1
    while s.statements.at(end).type in ("QUANTITY", "MINUS", "COMMA"):
        comma = s.statements.at(end).type == "COMMA"
        if comma and s.statements.at(end + 1).type not in ("QUANTITY", "MINUS"):
            break
        commas += comma
        end += 1
    inner = tuple(s.statements.at(p) for p in range(start + 1, end))
    put = (s.made("LPAR", at=start + 1), *inner, s.made("RPAR", at=end))
    change = Change(start + 1, len(inner), put)
    if commas != 2 or not s.works(change):
        return None
    span = Span(s.source, inner[0].start, inner[-1].end)
    return say(
        f"three numbers that belong together stand in brackets: `({span.text})`",
        span,
        "no brackets",
        change,
        fix=("put brackets around them", span, f"({span.text})"),
    )


def value_missing(s: Situation) -> Repair | None:
    """`set x` alone."""
    if s.opening.type != "SET" or s.token.type not in STOPS or "EQUAL" not in s.accepted:
        return None
    if s.previous is None or s.at == s.first + 1:
        return None
    text = s.source.text[s.opening.start : s.previous.end]
    return say(
        f"`set` gives a value: `{shortened(text, 60)} = …`",
        s.gap(),
        "expected `=` and a value",
        None,
    )


def unknown_unit(s: Situation) -> Repair | None:
    """`2 px`: a number followed by a name."""
    previous, token = s.previous, s.token
    if previous is None or previous.type != "QUANTITY" or token.type != "NAME":
        return None
    if not previous.text[-1:].isdigit() or s.source.text[previous.end : token.start].strip(" \t"):
        return None
    if "\n" in s.source.text[previous.end : token.start]:
        return None
    close = SPELLED_OUT.get(token.text.casefold()) or closest(token.text, UNIT_NAMES)
    span = s.span(token)
    number = s.source.text[previous.start : previous.end]
    for terminal, text in (("QUANTITY", f"{number} {close}"), ("BROKEN", "")):
        change = Change(s.at - 1, 2, (Token(terminal, text, previous.start, token.end),))
        if (close or terminal == "BROKEN") and s.works(change):
            break
    else:
        return None
    return say(
        f"`{token.text}` is not a unit",
        span,
        f"did you mean `{close}`?" if close else "not a unit",
        change,
        help=()
        if close
        else ("units: " + ", ".join(UNIT_NAMES) + ", and quotients such as m/s and /s",),
        fix=(f"write `{close}`", span, close) if close else None,
    )


def no_goal(s: Situation) -> Repair | None:
    """`lerp x to over 2 s`: a preposition without its value."""
    previous, token = s.previous, s.token
    if previous is None or previous.type not in PREPOSITIONS or "BROKEN" not in s.accepted:
        return None
    if (
        token.type not in PREPOSITIONS
        and token.type not in STOPS
        and token.type not in ("COMMA", "WHEN")
    ):
        return None
    change = Change(s.at, 0, (s.made("BROKEN"),))
    if not s.works(change):
        return None
    verb = s.opening.text
    what = "goal" if previous.type == "TO" else "value"
    return say(
        f"this `{verb}` has no {what}: nothing stands after `{previous.text}`",
        s.gap(),
        f"expected a {'goal' if what == 'goal' else 'value'} after `{previous.text}`",
        change,
        help=("write `lerp x to 1 over 2 s`",) if verb == "lerp" else (),
    )
