"""The tree builder: calls a rule's function as soon as the rule is complete."""

from __future__ import annotations

import bisect
import re
from typing import Any

from behave.diagnostics.catalog import LIMIT, MISPLACED
from behave.diagnostics.diagnostic import Diagnostic, Edit, Fix
from behave.diagnostics.suggest import closest
from behave.source import Source, Span
from behave.syntax import ast
from behave.syntax.expressions import EXPRESSIONS
from behave.syntax.limits import MAX_ERRORS, MAX_NESTING
from behave.syntax.pieces import Lost
from behave.syntax.statements import STATEMENTS
from behave.syntax.table import name_set
from behave.syntax.tokens import Token

_RULES = {**EXPRESSIONS, **STATEMENTS}

# A whole statement: what is left out when it holds a name that is not there.
_WHOLE = name_set(
    "use layers rig behavior scene test enum param var let input zone sensor guard event action "
    "machine state transition choose on set when every for_each pose layer blend expect always "
    "never sentence key"
)
# Words that open a block: a sentence with a block was probably meant to begin with one.
_LOOPS = name_set("while loop repeat forever until do")
_TICKS = (
    "nothing loops: what stands in a state is done on every tick, in `every 1 s { … }` less often"
)
_BLOCKS = (
    "blocks are opened by `state`, `machine`, `action`, `pose`, `on`, `when`, `every` and `for`"
)
_ENTERING = "what is done as a state is entered stands in `on enter { … }`"
_LEAVING = "what is done as a state is left stands in `on exit { … }`"
_EACH_TICK = "what is done on every tick stands in the state itself, without a block around it"
_COMPUTING = (
    "a value that is worked out is named by `let name(a, b) = …`, a condition by `guard`; steps "
    "that several places take stand in an `action`"
)
_BLOCK_HINTS = {
    **dict.fromkeys(("enter", "onenter", "entry", "onentry", "start", "onstart"), _ENTERING),
    **dict.fromkeys(("exit", "onexit", "leave", "onleave"), _LEAVING),
    **dict.fromkeys(("update", "onupdate", "tick", "ontick", "step", "fixedupdate"), _EACH_TICK),
    **dict.fromkeys(("function", "func", "def", "fn", "sub", "method"), _COMPUTING),
}
"""By what a block of another language is called, in small letters."""

_OPENERS = name_set(
    "action behavior choose every final for initial layer machine on pose rig scene state test "
    "when blend"
)


# Such a comment tells the checker something, not the reader of a tooltip.
_FOR_THE_CHECKER = re.compile(r"beh\s*:")


INITIAL = "initial"
"""Stands among the lost names where a state that may have been the initial one is lost."""

_BEGINS = re.compile(r"\bini?t\w*al\b", re.IGNORECASE)


class Builder:
    """Builds the nodes of one file and collects what is wrong with their use.

    ``holes`` are the offsets of names recovery made up; ``left_out`` are the places of
    statements that did not make it into the tree.
    """

    def __init__(self, source: Source, raw: list[Token]) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.holes: list[int] = []
        self.left_out: list[Span] = []
        self._comments = [t for t in raw if t.type == "COMMENT"]
        self._comment_starts = [c.start for c in self._comments]
        self._names = [t for t in raw if t.type == "NAME"]
        self._nameless = False
        self._owners: dict[int, tuple[str, int]] = {}
        self._reported: set[tuple[str, int, str]] = set()
        self.overflowed = False

    def reduce(self, rule: str, children: list[Any], start: int, end: int) -> Any:
        """The value of a completed rule."""
        span = Span(self.source, start, end)
        if self.holes and rule in _WHOLE and self._takes_hole(rule, start, end):
            self._nameless = True
            self.left_out.append(span)
            return Lost(span)
        return _RULES[rule](self, children, span)

    def _takes_hole(self, rule: str, start: int, end: int) -> bool:
        """Whether a statement is the innermost around a made-up name.

        A reduction may be taken back and made again, so the answer is kept.
        """
        taken = False
        for hole in reversed(self.holes):
            if hole < start:
                break
            if hole > end:  # of the next statement, whose first token completed this one
                continue
            taken |= self._owners.setdefault(hole, (rule, start)) == (rule, start)
        return taken

    def forget_holes(self, start: int) -> None:
        """Drop the made-up names from an offset on: their statement is left out."""
        while self.holes and self.holes[-1] >= start:
            self._owners.pop(self.holes.pop(), None)

    def too_deep(self, rule: str, start: int, end: int, place: int) -> Any:
        """The value of a rule nested deeper than allowed; ``place`` is where what is begins."""
        self.report_depth(place)
        self.overflowed = True
        span = Span(self.source, start, end)
        if rule in STATEMENTS:
            self.left_out.append(span)
            return Lost(span)
        return ast.Broken(span)

    def report_depth(self, start: int) -> None:
        """Say that the statement around an offset is nested too deep; once a line."""
        message = f"this is nested more than {MAX_NESTING} levels deep"
        place = Span(self.source, start, min(start + 1, len(self.source.text)))
        help = ("name parts of it with `let`, or split it",)
        self.report(Diagnostic(LIMIT, message, place, "too deep", help=help))

    def report(self, diagnostic: Diagnostic) -> None:
        """Add a finding; once, though a reduction may be taken back and made again."""
        key = (diagnostic.code, diagnostic.span.start, diagnostic.message)
        if key not in self._reported and len(self.diagnostics) <= MAX_ERRORS:
            self._reported.add(key)
            self.diagnostics.append(diagnostic)

    def told_about(self, span: Span) -> bool:
        """Whether a finding lies in a place already."""
        return any(span.start <= d.span.start <= span.end for d in self.diagnostics)

    def leave_out(self, span: Span) -> None:
        """Note that a statement is not in the tree."""
        self.left_out.append(span)

    def report_unknown_block(self, node: ast.Sentence, where: str) -> None:
        """A sentence with a block where none may have one."""
        verb = node.verb
        close, place = closest(verb.text, _OPENERS), verb.span
        second = node.object
        marks = close in ("initial", "final") and isinstance(second, ast.Name)
        if marks and second is not None and second.span.text.casefold() == "state":
            close, place = f"{close} state", place.to(second.span)
        fixes: tuple[Fix, ...] = ()
        hint = _BLOCK_HINTS.get(verb.text.replace("_", "").lower(), _BLOCKS)
        help: tuple[str, ...] = (_TICKS if verb.text in _LOOPS else hint,)
        if hint is not _BLOCKS:
            close = None
        if close is not None:
            fixes = (Fix(f"write `{close}`", (Edit(place, close),), safe=False),)
            help = ()
        label = f"did you mean `{close}`?" if close else "takes no block"
        self.left_out.append(node.span)
        message = f"`{place.text}` does not open a block in {where}"
        self.report(Diagnostic(MISPLACED, message, place, label, help=help, fixes=fixes))

    def lost_names(self) -> frozenset[str]:
        """The names in what was left out; an empty one where a name itself is missing."""
        spans = sorted((s.start, s.end) for s in self.left_out)
        names = {""} if self._nameless else set()
        if any(_BEGINS.search(self.source.text, start, end) for start, end in spans):
            names.add(INITIAL)
        number = 0
        for token in self._names:
            while number < len(spans) and spans[number][1] <= token.start:
                number += 1
            if number == len(spans):
                break
            if spans[number][0] <= token.start:
                names.add(token.text)
        return frozenset(names)

    def tooltip(self, span: Span) -> str:
        """The comment that trails a declaration on its last line, empty without one."""
        index = bisect.bisect_left(self._comment_starts, span.end)
        if index == len(self._comments):
            return ""
        comment = self._comments[index]
        between = self.source.text[span.end : comment.start]
        if between.strip(" \t\f\u00a0\u3000;"):
            return ""
        text = comment.text[1:].strip()
        return "" if _FOR_THE_CHECKER.match(text) else text
