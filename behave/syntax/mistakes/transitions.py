"""Mistakes in transitions: the arrow, its target, its guard."""

from __future__ import annotations

from behave.source import Span
from behave.syntax.mistakes.saying import say
from behave.syntax.newlines import STOPS
from behave.syntax.repairs import Repair
from behave.syntax.situation import Change, Situation
from behave.syntax.table import name_set
from behave.syntax.tokens import Token
from behave.syntax.wording import found, shortened

_STARTS_VALUE = name_set("NAME QUANTITY STRING YES NO NONE LPAR LSQB MINUS NOT BECAME IN AFTER")


def other_arrow(s: Situation) -> Repair | None:
    """`=> Idle`, `--> Idle`, `- > Idle`: an arrow drawn in another way."""
    first, second = s.opening, s.statements.at(s.first + 1)
    drawn = (first.type, second.type)
    if drawn not in (("EQUAL", "GT"), ("MINUS", "ARROW"), ("MINUS", "GT")) or s.at > s.first + 1:
        return None
    change = Change(s.first, 2, (Token("ARROW", "->", first.start, second.end),))
    if not s.helps(change):
        return None
    span = Span(s.source, first.start, second.end)
    return say(
        f"an arrow is written `->`, not `{span.text}`",
        span,
        "expected `->`",
        change,
        fix=("write `->`", span, "->"),
    )


def arrow_to_nowhere(s: Situation) -> Repair | None:
    """`-> when x`, `->` alone, `-> state Idle`."""
    previous, token = s.previous, s.token
    if previous is None or previous.type not in ("ARROW", "RESUME") or s.at > s.first + 2:
        return None
    if token.type in ("STATE", "MACHINE") and s.look(1).type == "NAME":
        return say(
            f"after the arrow stands the name alone: `-> {s.look(1).text}`",
            s.span(token),
            "leave this out",
            Change(s.at, 1),
            fix=(f"remove `{token.text}`", Span(s.source, token.start, s.look(1).start), ""),
        )
    if token.type == "NAME":
        return None
    change = Change(s.at, 0, (s.made("NAME"),))
    if not s.works(change):
        return None
    return say(
        "this arrow leads nowhere: the name of a state must follow it",
        s.span(previous),
        "to which state?",
        change,
        help=("write `-> Name when …`; `-> restart` leaves and enters the same state again",),
    )


def guard_without_when(s: Situation) -> Repair | None:
    """`-> Idle timer > 2 s`, `-> Idle if timer > 2 s`."""
    token = s.token
    if s.opening.type not in ("ARROW", "NAME", "SET", "EVERY", "ON", "SENSOR"):
        return None
    if "WHEN" not in s.accepted and token.type != "IF":
        return None
    span = s.span(token)
    if token.type == "IF" and "WHEN" in s.accepted:
        change = Change(s.at, 1, (s.as_type(token, "WHEN"),))
        if s.helps(change):
            return say(
                "a condition begins with `when`, not `if`",
                span,
                "expected `when`",
                change,
                fix=("write `when`", span, "when"),
            )
    if s.opening.type != "ARROW" or token.type not in _STARTS_VALUE or _condition_follows(s):
        return None
    change = Change(s.at, 0, (s.made("WHEN"),))
    if not s.works(change):
        return None
    return say(
        f"the guard of a transition begins with `when`, found {found(token, s.table.keywords)}",
        span,
        "expected `when` before this",
        change,
        fix=("write `when` before it", Span(s.source, token.start, token.start), "when "),
    )


def _condition_follows(s: Situation) -> bool:
    """Whether a `when` stands later in the statement."""
    offset = 0
    while s.look(offset).type not in STOPS:
        if s.look(offset).type == "WHEN":
            return True
        offset += 1
    return False


def if_without_else(s: Situation) -> Repair | None:
    """`set x = 1 if y`: a value chosen by `if` needs an `else`; a condition is a `when`."""
    if s.token.type not in STOPS or "ELSE" not in s.accepted:
        return None
    for position in range(s.at - 1, s.first, -1):
        token = s.statements.at(position)
        if token.type != "IF":
            continue
        change = Change(position, 1, (s.as_type(token, "WHEN"),))
        span = s.span(token)
        if s.works(change):
            return say(
                "a value chosen with `if` needs an `else`; "
                "a condition on the statement is a `when`",
                span,
                "`if` without `else`",
                change,
                help=("write `a if c else b`, or `… when c`",),
                fix=("write `when`", span, "when"),
            )
        return None
    return None


def guard_before_arrow(s: Situation) -> Repair | None:
    """`when timer > 2 s -> Idle`: the arrow comes first."""
    if s.token.type != "ARROW" or s.opening.type not in ("WHEN", "ON", "AFTER"):
        return None
    guard = s.source.text[s.opening.start : s.token.start].strip()
    target, count = [], 1
    while s.look(count).type in ("NAME", "DOT"):
        target.append(s.look(count).text)
        count += 1
    name = "".join(target) or "State"
    whole = Span(s.source, s.opening.start, s.look(count - 1).end)
    single = target and "\n" not in whole.text
    return say(
        f"a transition begins with its arrow: `-> {name} {s.opening.text} …`",
        s.span(s.token),
        "the arrow comes first",
        None,
        fix=("put the arrow first", whole, f"-> {name} {guard}") if single else None,
    )


def arrow_missing(s: Situation) -> Repair | None:
    """`Idle after 2 s`."""
    if s.token.type not in ("AFTER", "ON") or s.opening.type != "NAME":
        return None
    start = s.opening.start
    change = Change(s.first, 0, (Token("ARROW", "->", start, start),))
    if not s.works(change):
        return None
    return say(
        f"a transition begins with an arrow: `-> {s.opening.text} {s.token.text} …`",
        s.span(s.opening),
        "expected `->` before this",
        change,
        fix=("write `->` before it", Span(s.source, start, start), "-> "),
    )


def clause_alone(s: Situation) -> Repair | None:
    """`after 3 s`: a clause without its arrow."""
    if s.token.type != "AFTER" or s.at != s.first:
        return None
    end = 1
    while s.look(end).type not in STOPS and end < 20:
        end += 1
    clause = s.source.text[s.token.start : s.look(end - 1).end]
    return say(
        f"a transition begins with its arrow: `-> Name {shortened(clause)}`",
        s.span(s.token),
        "an arrow and a state stand before this",
        None,
    )


def in_for_after(s: Situation) -> Repair | None:
    """`-> B in 2 s`."""
    if s.token.type != "IN" or s.opening.type != "ARROW" or "AFTER" not in s.accepted:
        return None
    change = Change(s.at, 1, (s.as_type(s.token, "AFTER"),))
    if s.look(1).type != "QUANTITY" or not s.works(change):
        return None
    return say(
        "how long a state lasts is said with `after`",
        s.span(s.token),
        "expected `after`",
        change,
        fix=("write `after`", s.span(s.token), "after"),
    )


def due_missing(s: Situation) -> Repair | None:
    """`expect hero in A`: by when?"""
    if s.opening.type != "EXPECT" or s.token.type not in STOPS or "WITHIN" not in s.accepted:
        return None
    text = s.source.text[s.opening.start : s.previous.end if s.previous else s.opening.end]
    return say(
        "an `expect` says when: `within 2 s`, `at 2 s` or `during 1 s .. 2 s`",
        s.gap(),
        "by when?",
        None,
        help=(f"for example `{shortened(text, 60)} within 2 s`",),
    )


def _next_statement(s: Situation) -> Repair | None:
    """`-> A after 1 s -> B`: two transitions in one line."""
    change = Change(s.at, 0, (s.made("_NL"),))
    if not s.helps(change):
        return None
    return say(
        "a statement ends before `->`: begin a new line or write `;` between two statements",
        s.span(s.token),
        "expected the end of the line",
        change,
        fix=("write `;` before it", Span(s.source, s.token.start, s.token.start), "; "),
    )


def stray_arrow(s: Situation) -> Repair | None:
    """`state A -> B {`, `set x = 1 -> B`."""
    if s.token.type != "ARROW" or s.at == s.first or s.statements.joined(s.token):
        return None
    if "_NL" in s.accepted:
        return _next_statement(s)
    if s.opening.type not in ("STATE", "INITIAL", "FINAL", "MACHINE", "BEHAVIOR"):
        return None
    return say(
        "`->` begins a transition, a line of its own inside the state it leaves",
        s.span(s.token),
        "not in this line",
        None,
    )
