"""Braces that do not pair up: indentation tells where one is missing or too many.

A parser sees a missing `}` only at the end of the file, far from its place. Where the counts of
braces differ, blocks are compared with the way their lines are indented, and the braces put
right before parsing. Balanced files are never judged by their looks.
"""

from __future__ import annotations

from itertools import pairwise

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic, Label
from behave.record import Record
from behave.source import Source, Span
from behave.syntax.newlines import CLOSING, GOES_ON_AFTER, GOES_ON_BEFORE, ONLY_STARTS, OPENING
from behave.syntax.table import name_set
from behave.syntax.tokens import TRIVIA, Token
from behave.syntax.wording import shortened

_TAB = 4
# Words that begin a statement which must have a block.
_HEADERS = name_set(
    "RIG BEHAVIOR SCENE TEST ACTION MACHINE STATE INITIAL FINAL ON WHEN EVERY FOR POSE LAYER "
    "BLEND CHOOSE ELSE"
)
_LIKE_BRACE = frozenset({"RPAR", "RSQB", "GT", "BAD_CHARACTER"})
_MOST = 20


class BraceRepair(Record):
    """A brace to put before a raw token (``text`` is `{` or `}`), or the raw token to leave out."""

    index: int
    text: str
    diagnostic: Diagnostic


class _Line(Record):
    """A statement's first line: its indentation, its first and its last token that count.

    ``head`` is the first token behind closing braces.
    """

    indent: int
    first: Token
    last: Token
    head: Token
    closes: bool


class _Open(Record):
    """An open block: its brace and the line that opened it."""

    brace: Token
    line: _Line


def balance(source: Source, raw: list[Token]) -> tuple[list[Token], tuple[Diagnostic, ...]]:
    """The tokens with their braces put right, and what was wrong; raw ones where nothing was."""
    if not _excess(raw) and not _closes_too_early(raw):
        return raw, ()
    found = by_looks(source, raw)
    if found is None:
        repairs = _by_position(source, raw)
        found = _applied(raw, repairs), _told(repairs)
    return found


def by_looks(source: Source, raw: list[Token]) -> tuple[list[Token], tuple[Diagnostic, ...]] | None:
    """The tokens with their braces where indentation says; None where it says nothing clear."""
    lines = _lines(source, raw)
    repairs = _by_indentation(source, raw, lines) if _indented(lines) else []
    # More of them than likely, and indentation says nothing.
    if not repairs or len(repairs) > _MOST:
        return None
    after = _applied(raw, repairs)
    if _excess(after) or _closes_too_early(after):
        return None
    return after, _told(repairs)


def _told(repairs: list[BraceRepair]) -> tuple[Diagnostic, ...]:
    return tuple(dict.fromkeys(r.diagnostic for r in repairs[:_MOST]))


def _excess(raw: list[Token]) -> int:
    """How many more `{` than `}` there are."""
    types = [t.type for t in raw]
    return types.count("LBRACE") - types.count("RBRACE")


def _closes_too_early(raw: list[Token]) -> bool:
    depth = 0
    for terminal in [t.type for t in raw if t.type == "LBRACE" or t.type == "RBRACE"]:
        depth += 1 if terminal == "LBRACE" else -1
        if depth < 0:
            return True
    return False


def _indented(lines: list[tuple[_Line, list[Token]]]) -> bool:
    """Whether what stands in blocks is indented, nearly always: only then do looks count."""
    inside = deeper = 0
    for (line, group), (following, _) in pairwise(lines):
        if group[-1].type == "LBRACE" and not following.closes:
            inside += 1
            deeper += following.indent > line.indent
    return deeper > 0 and inside - deeper <= max(1, 0.2 * inside)


def _applied(raw: list[Token], repairs: list[BraceRepair]) -> list[Token]:
    """The token list with the repairs made, numbered anew."""
    changes: dict[int, list[BraceRepair]] = {}
    for repair in repairs:
        changes.setdefault(repair.index, []).append(repair)
    first = min(changes, default=len(raw))
    tokens: list[Token] = []
    done = first
    for index in sorted(changes):
        tokens += raw[done:index]
        drop = False
        for repair in changes[index]:
            if not repair.text:
                drop = True
                continue
            end = repair.diagnostic.span.end
            terminal = "LBRACE" if repair.text == "{" else "RBRACE"
            tokens.append(Token(terminal, repair.text, end, end))
        done = index + drop
    tokens += raw[done:]
    moved = enumerate(tokens, first)
    return [*raw[:first], *(Token(t.type, t.text, t.start, t.end, i) for i, t in moved)]


# ---- by indentation ---------------------------------------------------------------------


def _lines(source: Source, raw: list[Token]) -> list[tuple[_Line, list[Token]]]:
    """The first lines of statements, each with all tokens up to the next one."""
    found: list[tuple[_Line, list[Token]]] = []
    group: list[Token] = []
    depth, previous, fresh = 0, "", True
    for token in raw:
        if token.type == "NEWLINE":
            fresh = True
            continue
        if token.type in TRIVIA:
            continue
        goes_on = depth > 0 or previous in GOES_ON_AFTER or token.type in GOES_ON_BEFORE
        if goes_on and fresh and group and previous != "ELSE":
            # What stands no further in than the statement is not a part of it.
            started = token.type in ONLY_STARTS or _indent(source, token) <= _indent(
                source, group[0]
            )
            goes_on = not started or token.type in GOES_ON_BEFORE
        if (fresh and not (goes_on and group)) or (token.type == "RBRACE" and fresh):
            if group:
                found.append(_line(source, group))
            group, depth = [], 0
        fresh = False
        group.append(token)
        if token.type in ("LBRACE", "RBRACE"):
            depth = 0
        depth += (token.type in OPENING) - (token.type in CLOSING and depth > 0)
        previous = token.type
    if group:
        found.append(_line(source, group))
    return found


def _indent(source: Source, token: Token) -> int:
    """How far in a token stands."""
    line, column = source.line_column(token.start)
    lead = source.line_text(line)[: column - 1]
    return len(lead.expandtabs(_TAB))


def _line(source: Source, group: list[Token]) -> tuple[_Line, list[Token]]:
    first = group[0]
    indent = _indent(source, first)
    head = next((t for t in group if t.type != "RBRACE"), first)
    return _Line(indent, first, group[-1], head, first.type == "RBRACE"), group


def _by_indentation(
    source: Source, raw: list[Token], lines: list[tuple[_Line, list[Token]]]
) -> list[BraceRepair]:
    repairs: list[BraceRepair] = []
    opened: list[_Open] = []
    before: _Line | None = None
    for line, group in lines:
        if line.closes:
            _close(source, line, opened, repairs, before)
            group = group[1:]
        elif _misspelt_close(group, line, opened):
            repairs += _instead_of_close(source, group)
            opened.pop()
            group = []
        else:
            while (
                opened
                and line.indent <= opened[-1].line.indent
                and _own_line(source, opened[-1], line)
            ):
                repairs.append(_missing_close(source, opened.pop(), line.first.index, before))
            if before is not None and _lacks_open(before, line, opened):
                repairs.append(_missing_open(source, before))
                opened.append(_Open(before.last, before))
        repairs += _within(source, line, group, opened)
        if len(repairs) > _MOST:
            return repairs
        before = line
    for block in reversed(opened):
        repairs.append(_missing_close(source, block, len(raw), before))
    return repairs


def _within(
    source: Source, line: _Line, group: list[Token], opened: list[_Open]
) -> list[BraceRepair]:
    """Pair the braces inside a line; one that stands twice, or closes an outer block, is extra."""
    repairs = []
    previous = ""
    for token in group:
        span = Span(source, token.start, token.end)
        if token.type == "LBRACE" and previous == "LBRACE":
            diagnostic = Diagnostic(SYNTAX, "`{` stands here twice", span, "once is enough")
            repairs.append(BraceRepair(token.index, "", diagnostic))
        elif token.type == "LBRACE":
            opened.append(_Open(token, line))
        elif token.type == "RBRACE":
            if not opened or (opened[-1].line is not line and opened[-1].line.indent < line.indent):
                diagnostic = Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it")
                repairs.append(BraceRepair(token.index, "", diagnostic))
            else:
                opened.pop()
        previous = token.type
        if len(repairs) > _MOST:
            break
    return repairs


def _misspelt_close(group: list[Token], line: _Line, opened: list[_Open]) -> bool:
    """Whether a line holds some other sign where the `}` of the open block should stand."""
    return (
        bool(opened)
        and line.indent == opened[-1].line.indent
        and len(group) <= 2
        and group[-1].type in _LIKE_BRACE
    )


def _instead_of_close(source: Source, group: list[Token]) -> list[BraceRepair]:
    span = Span(source, group[0].start, group[-1].end)
    message = f"expected `}}`, found `{span.text}`"
    diagnostic = Diagnostic(SYNTAX, message, span, "expected `}`")
    removed = [BraceRepair(t.index, "", diagnostic) for t in group]
    return [*removed, BraceRepair(group[-1].index, "}", diagnostic)]


def _own_line(source: Source, block: _Open, line: _Line) -> bool:
    return source.line_column(block.brace.start)[0] < source.line_column(line.first.start)[0]


def _lacks_open(before: _Line, line: _Line, opened: list[_Open]) -> bool:
    """Whether the line before should have opened a block: this one stands further in."""
    if line.indent <= before.indent or before.head.type not in _HEADERS:
        return False
    return before.last.type not in ("LBRACE", "RBRACE") and (
        not opened or opened[-1].line is not before
    )


def _close(
    source: Source,
    line: _Line,
    opened: list[_Open],
    repairs: list[BraceRepair],
    before: _Line | None,
) -> None:
    """A line that begins with `}`: it closes the block whose first line stands as far in."""
    if any(b.line.indent == line.indent for b in opened):
        while opened[-1].line.indent > line.indent:
            repairs.append(_missing_close(source, opened.pop(), line.first.index, before))
        opened.pop()
    elif opened and opened[-1].line.indent > line.indent:
        opened.pop()
    else:
        span = Span(source, line.first.start, line.first.end)
        diagnostic = Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it")
        repairs.append(BraceRepair(line.first.index, "", diagnostic))


def _missing_close(source: Source, block: _Open, index: int, before: _Line | None) -> BraceRepair:
    brace = Span(source, block.brace.start, block.brace.end)
    header = source.text[block.line.first.start : block.brace.start].splitlines()
    what = header[0].strip() if header else block.line.first.text
    end = max(before.last.end if before is not None else 0, block.brace.end)
    diagnostic = Diagnostic(
        SYNTAX,
        f"the block of `{shortened(what, 40)}` is never closed: expected `}}`",
        Span(source, end, end),
        "expected `}` after this",
        (Label(brace, "opened here"),),
    )
    return BraceRepair(index, "}", diagnostic)


def _missing_open(source: Source, header: _Line) -> BraceRepair:
    end = header.last.end
    diagnostic = Diagnostic(
        SYNTAX,
        f"expected `{{` after `{header.last.text[:30]}`: `{header.head.text}` opens a block",
        Span(source, end, end),
        "expected `{`",
    )
    return BraceRepair(header.last.index + 1, "{", diagnostic)


# ---- by position ---------------------------------------------------------------------------


def _by_position(source: Source, raw: list[Token]) -> list[BraceRepair]:
    """Where looks do not help: what is left over when braces are paired up."""
    repairs: list[BraceRepair] = []
    opened: list[Token] = []
    for token in raw:
        if token.type == "LBRACE":
            opened.append(token)
        elif token.type == "RBRACE" and opened:
            opened.pop()
        elif token.type == "RBRACE":
            if len(repairs) < _MOST:
                span = Span(source, token.start, token.end)
                diagnostic = Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it")
            repairs.append(BraceRepair(token.index, "", diagnostic))
    if opened:
        brace = opened[-1]
        span = Span(source, brace.start, brace.end)
        more = tuple(Label(Span(source, t.start, t.end), "nor this one") for t in opened[-2:-1])
        message = "this block is never closed: expected `}`"
        diagnostic = Diagnostic(SYNTAX, message, span, "this `{` has no `}`", more)
        repairs += [BraceRepair(len(raw), "}", diagnostic) for _ in opened]
    return repairs
