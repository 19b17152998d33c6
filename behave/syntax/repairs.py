"""The smallest change after which a broken statement parses, and what to say about it."""

from __future__ import annotations

from collections.abc import Iterator

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.record import Record
from behave.source import Span
from behave.syntax.newlines import CLOSING, STOPS
from behave.syntax.situation import Change, Situation
from behave.syntax.table import name_set
from behave.syntax.tokens import Token
from behave.syntax.wording import PREPOSITIONS, expected, found

_CLOSER = {"LPAR": "RPAR", "LSQB": "RSQB"}
_PUNCTUATION = name_set("COMMA COLON EQUAL LPAR LSQB RPAR RSQB")
_OPERATORS = name_set(
    "PLUS MINUS STAR SLASH LE GE EQ NE LT GT AND OR NOT IN FOR UNTIL OTHERWISE IF DOT DOTDOT"
)
_HOLES = frozenset({"NAME", "STRING"})
_NEVER_PUT = frozenset({"LOST", "$END", "RBRACE", "QUANTITY"})
# So many tokens may be skipped inside a statement.
_FAR = 24
_AFTER_SKIP = name_set("_NL LBRACE COMMA RPAR RSQB WHEN TO OVER AT BY FROM WITH AND OR THEN ELSE")


class Repair(Record):
    """The finding, and the change that makes the statement parse; None: it is left out."""

    change: Change | None
    diagnostic: Diagnostic


def search(s: Situation) -> Repair | None:
    """The cheapest change that works, None if none does."""
    if s.at == s.first and not s.alone:
        return None
    best: tuple[float, Change | None, Diagnostic] | None = None
    for cost, change, diagnostic in _candidates(s):
        if best is not None and cost >= best[0]:
            continue
        if change is None or s.works(change):
            best = (cost, change, diagnostic)
    return Repair(best[1], best[2]) if best is not None else None


def unexpected(s: Situation) -> Diagnostic:
    """What to say where no small change helps."""
    wanted = expected(s.accepted, s.table.signs)
    what = found(s.token, s.table.keywords)
    if s.at == s.first and not s.alone:
        message = f"a statement cannot begin with {what}"
        return Diagnostic(SYNTAX, message, s.here(), "not the start of a statement")
    return Diagnostic(
        SYNTAX,
        f"expected {wanted} {_behind(s)}, found {what}",
        s.here(),
        f"expected {wanted}" if len(wanted) < 40 else "not expected here",
    )


def _behind(s: Situation) -> str:
    previous = s.previous
    return f"after {found(previous, s.table.keywords)}" if previous is not None else "here"


def _candidates(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    yield from _closers(s)
    yield from _insertions(s)
    yield from _early_ends(s)
    yield from _deletions(s)
    yield from _skips(s)


def _closers(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """Close one or more open brackets, here or at an earlier line end."""
    opened = s.brackets
    for count in range(1, min(len(opened), 4) + 1):
        innermost = opened[-count:]
        put = tuple(s.made(_CLOSER[t.type]) for t in reversed(innermost))
        before = s.previous
        assert before is not None
        diagnostic = _unclosed(s, innermost[0], before, s.gap())
        left = len(opened) - count if s.token.type not in STOPS else None
        yield 2 + count / 10, Change(s.at, put=put, reopens=left), diagnostic
        if s.statements.joined(s.token):
            ended = (*put, s.made("_NL"))
            yield 2.05 + count / 10, Change(s.at, put=ended, reopens=0), diagnostic


def _insertions(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """One token that is missing before the bad one, or in its place."""
    value_missing = "BROKEN" in s.accepted
    for terminal in s.accepted:
        if terminal in _NEVER_PUT or (value_missing and terminal in _HOLES):
            continue
        put = (s.made(terminal),)
        diagnostic = _missing(s, terminal)
        if terminal == "LBRACE":
            yield from _missing_brace(s, put, diagnostic)
            continue
        cost = _cost(s, terminal)
        yield cost, Change(s.at, put=put), diagnostic
        if s.token.type not in STOPS:
            yield cost + 1.5, Change(s.at, 1, put), diagnostic


def _cost(s: Situation, terminal: str) -> float:
    """How unlikely it is that a token of a type was left out."""
    if terminal == "_NL":
        # Most names are no verbs: a statement made of one would be a second finding.
        return 6.0 if s.token.type == "NAME" else 3.2
    if terminal == "BROKEN":
        return 3.0
    if terminal in _OPERATORS:
        return 4.1
    if terminal in _PUNCTUATION:
        return 2.2
    if terminal in _HOLES:
        return 3.5
    return 3.8 if terminal in _AFTER_SKIP else 4.2


def _missing(s: Situation, terminal: str) -> Diagnostic:
    """What to say where a token of a type is missing."""
    words = [t for t in s.accepted if t in s.table.keywords and t not in PREPOSITIONS]
    if terminal in _OPERATORS or (terminal in words and len(words) > 1):
        return unexpected(s)
    what = found(s.token, s.table.keywords)
    if terminal == "_NL":
        if s.alone:
            return unexpected(s)
        return Diagnostic(
            SYNTAX,
            f"a statement ends before {what}: begin a new line or write `;` between two statements",
            s.here(),
            "expected the end of the line",
        )
    wanted = expected((terminal,), s.table.signs)
    if terminal in PREPOSITIONS:
        wanted = "a preposition such as `to` or `over`"
    return Diagnostic(
        SYNTAX,
        f"expected {wanted} {_behind(s)}, found {what}",
        s.gap() if s.token.type in STOPS else s.here(),
        "a value is missing" if terminal == "BROKEN" else f"expected {wanted}",
    )


def _missing_brace(
    s: Situation, put: tuple[Token, ...], diagnostic: Diagnostic
) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """A `{` that is missing; put there only where the file has a `}` too many for it."""
    if s.token.type == "_NL":
        if "_NL" not in s.accepted:
            diagnostic = Diagnostic(
                SYNTAX,
                f"expected `{{` {_behind(s)}: `{s.opening.text}` opens a block",
                s.gap(),
                "expected `{`",
                help=_AN_ARROW if s.opening.type == "WHEN" else (),
            )
        yield 2.5, Change(s.at, 1, put) if s.braces_short > 0 else None, diagnostic
    elif s.token.type not in STOPS and "_NL" not in s.accepted and s.at > s.first + 1:
        yield 3.6, Change(s.at, 0, put) if s.braces_short > 0 else None, diagnostic


_AN_ARROW = ("to leave the state begin with an arrow: `-> Name when …`",)


def _early_ends(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """A statement that was meant to end at an earlier line end, but went on into the next line."""
    for position in s.joins[:2]:
        before = s.statements.at(position - 1)
        place = Span(s.source, before.end, before.end)
        opened = s.brackets_at(position)
        closers = tuple(s.made(_CLOSER[t.type], at=position) for t in reversed(opened))
        end = s.made("_NL", at=position)
        broken = s.made("BROKEN", at=position)
        if opened:
            diagnostic = _unclosed(s, opened[0], before, place)
            yield 2.0, Change(position, put=(*closers, end), reopens=0), diagnostic
            yield 2.01, Change(position, put=(broken, *closers, end), reopens=0), diagnostic
        message = (
            f"expected a value after {found(before, s.table.keywords)}, found the end of the line"
        )
        diagnostic = Diagnostic(SYNTAX, message, place, "a value is missing")
        yield 2.9, Change(position, put=(broken, end), reopens=0), diagnostic


def _unclosed(s: Situation, opener: Token, before: Token, place: Span) -> Diagnostic:
    closer = s.table.signs[_CLOSER[opener.type]]
    return Diagnostic(
        SYNTAX,
        f"this `{opener.text}` is never closed: expected `{closer}` after "
        f"{found(before, s.table.keywords)}",
        place,
        f"expected `{closer}`",
        (Label(s.span(opener), "opened here"),),
    )


def _deletions(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """A token too many: the bad one or the one before."""
    token, previous = s.token, s.previous
    what = found(token, s.table.keywords)
    if token.type not in STOPS:
        if previous is not None and _same(previous, token):
            cost, message, label = 1.0, f"{what} stands here twice", "once is enough"
        elif token.type in CLOSING and not s.brackets:
            cost, message, label = 1.5, f"this {what} closes nothing", "no bracket is open"
        else:
            cost, message, label = 3.9, f"unexpected {what} {_behind(s)}", "not expected here"
        yield cost, Change(s.at, 1), Diagnostic(SYNTAX, message, s.here(), label)
    if previous is not None and s.at - 1 > s.first:
        earlier = found(previous, s.table.keywords)
        diagnostic = Diagnostic(
            SYNTAX,
            f"unexpected {earlier} before {what}",
            s.span(previous),
            "not expected here",
        )
        yield 4.6, Change(s.at - 1, 1), diagnostic


def _same(a: Token, b: Token) -> bool:
    return a.type == b.type and a.text == b.text


def _skips(s: Situation) -> Iterator[tuple[float, Change | None, Diagnostic]]:
    """Leave out several tokens up to one that fits, with a broken value for them if need be."""
    diagnostic = unexpected(s)
    broken = "BROKEN" in s.accepted
    for count in range(1 if broken else 2, _FAR):
        token = s.look(count - 1)
        if token.type in STOPS:
            return
        if s.look(count).type not in _AFTER_SKIP:
            continue
        put = (s.made("BROKEN"),) if broken else ()
        yield 5 + count / 10, Change(s.at, count, put), diagnostic
