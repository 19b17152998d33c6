"""Drives the parser through a file, past its mistakes: one finding a statement, no cascade.

A statement that does not fit is mended by the smallest change that makes it parse; where none
does it is left out, and its block, if it has one, is still read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from behave.diagnostics.catalog import SYNTAX
from behave.diagnostics.diagnostic import Diagnostic
from behave.source import Source, Span
from behave.syntax.builder import Builder
from behave.syntax.limits import MAX_ERRORS, MAX_NESTING
from behave.syntax.newlines import ENDED, STOPS, Statements
from behave.syntax.remains import declared
from behave.syntax.reuse import STARTS, Reuse
from behave.syntax.stack import Stack
from behave.syntax.table import END, Table
from behave.syntax.tokens import Token
from behave.syntax.wording import PREPOSITIONS

if TYPE_CHECKING:
    from behave.syntax.situation import Change, Situation

# So many states above a statement's start only nesting can pile up: some twelve a level.
_HIGHEST = 14 * MAX_NESTING


class Driver:
    """One pass of the parser over one file, or over one expression up to its first mistake."""

    def __init__(
        self,
        table: Table,
        start: str,
        source: Source,
        statements: Statements,
        builder: Builder,
        reuse: Reuse | None = None,
    ) -> None:
        self.table = table
        self.source = source
        self.statements = statements
        self.builder = builder
        self.reuse = reuse
        self.stack = Stack(table, start, builder, self._keep if reuse is not None else None)
        self.errors = 0
        self._one_only = start == "expression"
        types = [t.type for t in statements.raw]
        self._braces_short = types.count("RBRACE") - types.count("LBRACE")
        self._position = 0
        self._first = 0
        self._height = 1
        self._told = False

    def run(self) -> Any:
        """Parse to the end of the file; the value of the start rule."""
        stack, builder = self.stack, self.builder
        tokens, at = self.statements.tokens, self.statements.at
        feed, states = stack.feed, stack.states
        previous = ""
        while True:
            position = self._position
            token = tokens[position] if position < len(tokens) else at(position)
            if previous in ENDED and self._first != position:
                self._first = position
                self._told = False
            if feed(token):
                if token.type == END:
                    return stack.finished()
                height = len(states)
                if position == self._first:
                    self._height = height - 1
                    if token.type in STARTS and self._reused(token):
                        previous = "RBRACE"
                        continue
                self._position = position + 1
                previous = token.type
                if height <= self._height + _HIGHEST and not builder.overflowed:
                    continue
                if not builder.overflowed:
                    builder.report_depth(token.start)
                self._overflow()
            else:
                self._recover(token)
            if self._one_only and self.errors:
                return None
            previous = at(self._position - 1).type if self._position else ""

    def _reused(self, token: Token) -> bool:
        """Take a statement over from an earlier text, where its first token has been taken."""
        if self.reuse is None or token.index < 0:
            return False
        found = self.reuse.find(token)
        if found is not None:
            kept, last = found
            # Where recovery has looked ahead, it may have edited what is there.
            if self._position == len(self.statements.tokens) - 1 and self.stack.exchange(
                kept.rule, kept.node, token.start, last.end, kept.depth
            ):
                self.statements.fold(self._position, last)
                self._position += 1
                return True
        told, left_out = len(self.builder.diagnostics), len(self.builder.left_out)
        self.reuse.begin(token.start, told, left_out)
        return False

    def _keep(self, rule: str, value: Any, start: int, end: int, depth: int) -> None:
        assert self.reuse is not None
        told, left_out = len(self.builder.diagnostics), len(self.builder.left_out)
        self.reuse.keep(rule, value, start, end, depth, told, left_out)

    def _overflow(self) -> None:
        """Leave out a statement that is nested too deep, without reading it to its end."""
        self.builder.overflowed = False
        self.errors += 1
        self._told = True
        if not self._one_only:
            self._leave_out()

    # ---- what to do about a token that does not fit -------------------------------------

    def _recover(self, token: Token) -> None:
        moved_on = self.statements.unfold()
        self._position += moved_on
        self._first += moved_on
        if self.errors >= MAX_ERRORS:
            self._give_up()
            return
        if self._position == self._first and token.type in STOPS and not self._one_only:
            self._stray_end(token)
            return
        if self._told or (token.type == "ELSE" and self._follows_told_block()):
            self._leave_out()
            return
        # Half of the parser is about mistakes, and most files have none.
        from behave.syntax.mistakes import recognise
        from behave.syntax.repairs import search, unexpected

        situation = self._situation()
        repair = recognise(situation) or search(situation)
        if self._one_only:
            self._report(repair.diagnostic if repair else unexpected(situation))
            return
        self._told = True
        if repair is None:
            self._report(unexpected(situation))
            self._leave_out()
            return
        self._report(repair.diagnostic)
        if repair.change is None:
            self._leave_out()
        else:
            self._apply(repair.change)

    def _situation(self) -> Situation:
        from behave.syntax.situation import Situation  # as above

        states = tuple(self.stack.states)
        begun = self._position > self._first
        return Situation(
            self.source,
            self.table,
            self.statements,
            self._first,
            self._position,
            states[: self._height] if begun else states,
            states,
            self._accepted(),
            self._braces_short,
        )

    def _accepted(self) -> tuple[str, ...]:
        """What could stand here; a transition takes each of its clauses once."""
        accepted = self.stack.accepted()
        if self.statements.at(self._first).type == "ARROW":
            had = {self.statements.at(p).type for p in range(self._first, self._position)}
            accepted = [t for t in accepted if t not in had or t not in ("WHEN", "AFTER", "ON")]
        return tuple(accepted)

    def _report(self, diagnostic: Diagnostic) -> None:
        self.builder.report(diagnostic)
        self.errors += 1
        if self.errors == MAX_ERRORS:
            message = f"{MAX_ERRORS} syntax errors: the rest of the file is not read"
            self.builder.report(Diagnostic(SYNTAX, message, diagnostic.span, "stopped here"))

    def _apply(self, change: Change) -> None:
        """Edit the tokens and go on, from the start of the statement if need be."""
        if change.reopens is not None:
            self.statements.reopen(change.at, list(change.put), change.reopens)
        else:
            self.statements.replace(change.at, change.skip, list(change.put))
        self._braces_short -= sum(t.type == "LBRACE" for t in change.put)
        self.builder.holes += [
            t.start
            for t in change.put
            if t.index < 0
            and (t.type in PREPOSITIONS or (not t.text and t.type in ("NAME", "STRING")))
        ]
        if change.at < self._position:
            self.stack.cut(self._height)
            self._position = self._first

    def _leave_out(self) -> None:
        """Go on behind the statement's end, or with its block; keep no more than its name."""
        start = self.statements.at(self._first).start
        bad = token = self.statements.at(self._position)
        read = [self.statements.at(p) for p in range(self._first, self._position)][:5]
        if read:
            self.stack.cut(self._height)
        self.builder.forget_holes(start)
        while token.type not in STOPS:
            self._position += 1
            token = self.statements.at(self._position)
        kept = declared(read, bad, token.type)
        if kept is not None and self._fed(kept):
            if token.type == "_NL":
                self._position += 1
            return
        self.stack.feed(Token("LOST", "", start, start))
        if token.type == "LBRACE" and self._holds_keys():
            token = self._over_block()
        self.builder.leave_out(Span(self.source, start, token.start))
        if token.type == "LBRACE":
            return
        self.stack.feed(Token("_NL", "", start, start))
        if self.statements.at(self._position).type == "_NL":
            self._position += 1

    def _fed(self, tokens: list[Token]) -> bool:
        """Feed a whole statement's tokens, or none of them."""
        if all(self.stack.feed(token) for token in tokens):
            return True
        self.stack.cut(self._height)
        return False

    def _follows_told_block(self) -> bool:
        """Whether an `else` stands behind a block whose first line has a finding already."""
        position = self._position - 1
        depth = 0
        while position >= 0 and self._position == self._first:
            terminal = self.statements.at(position).type
            depth += (terminal == "RBRACE") - (terminal == "LBRACE")
            if depth <= 0:
                break
            position -= 1
        brace = self.statements.at(max(position, 0))
        while position > 0 and self.statements.at(position - 1).type not in ENDED:
            position -= 1
        start = self.statements.at(max(position, 0)).start
        return self.builder.told_about(Span(self.source, start, brace.start))

    def _holds_keys(self) -> bool:
        """Whether the block that follows is a blend's: what is in it is no statement."""
        types = [self.statements.at(p).type for p in range(self._first, self._position)]
        return "BLEND" in types

    def _over_block(self) -> Token:
        """Skip a whole block; the token behind it."""
        depth = 0
        while True:
            token = self.statements.at(self._position)
            if token.type == END:
                return token
            depth += (token.type == "LBRACE") - (token.type == "RBRACE")
            if depth < 0:
                return token
            self._position += 1
            if depth == 0:
                return Token("_NL", "", token.end, token.end)

    def _stray_end(self, token: Token) -> None:
        """A brace where a statement should begin, or the end of the file inside a block."""
        span = Span(self.source, token.start, token.end)
        if token.type == END:
            end = len(self.source.text.rstrip())
            self._report(
                Diagnostic(
                    SYNTAX,
                    "a block is not closed: expected `}`",
                    Span(self.source, end, end),
                    "expected `}`",
                )
            )
            while not self.stack.feed(token):
                if not self.stack.feed(Token("RBRACE", "", token.start, token.end)):
                    self._leave_out()
            return
        if token.type == "RBRACE":
            self._report(Diagnostic(SYNTAX, "this `}` closes nothing", span, "no `{` for it"))
            self._position += 1
            return
        if token.type == "LBRACE":
            self._report(
                Diagnostic(
                    SYNTAX, "this block has no beginning", span, "a statement is missing before `{`"
                )
            )
            self.stack.feed(Token("LOST", "", token.start, token.start))
            return
        self._position += 1

    def _give_up(self) -> None:
        """Too many errors: close everything that is open, and end."""
        end = self.statements.length
        if self._position > self._first:
            self.stack.cut(self._height)
        self.builder.forget_holes(self.statements.at(self._first).start)
        self.stack.feed(Token("LOST", "", end, end))
        self.stack.feed(Token("_NL", "", end, end))
        while self.stack.feed(Token("RBRACE", "", end, end)):
            pass
        self.statements.stop(self._position)
