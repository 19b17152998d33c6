"""The LALR(1) stack machine: shifts tokens, reduces by rules, and can be asked before it moves.

Values are never changed in place, so the machine can be cut back to any earlier height.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from behave.syntax.limits import MAX_NESTING
from behave.syntax.table import ACCEPT, END, Rule, Table, name_set
from behave.syntax.tokens import Token

# Rules of expressions, which pile up in chains; one this deep may be to blame for what is around.
_CHAINS = name_set(
    "or and held_for until not became among not_among compare otherwise sum term negative "
    "member_of index_of call if_else value_if tuple list group"
)
_NOT_DEEP = (MAX_NESTING // 2, -1, -1)

_Cell = tuple[Any, int, int, int]

Keep = Callable[[str, Any, int, int, int], None]
"""Is told of each statement that is complete: rule, value, start, end, depth of the tree."""

# Marks, among the steps to take back, one that changed nothing but the top state.
_RENAMED = -1


class Reducer(Protocol):
    """What builds the tree."""

    def reduce(self, rule: str, children: list[Any], start: int, end: int) -> Any:
        """The value of a completed rule."""

    def too_deep(self, rule: str, start: int, end: int, place: int) -> Any:
        """The value in place of one nested deeper than a file may be; ``place``: what is."""


class Parts:
    """Children an inlined rule hands to its parent: those of ``before``, then ``items``."""

    __slots__ = ("before", "items")

    def __init__(self, before: Parts | None, items: tuple[Any, ...]) -> None:
        self.before = before
        self.items = items

    def flat(self) -> list[Any]:
        """All items in order."""
        groups = []
        part: Parts | None = self
        while part is not None:
            groups.append(part.items)
            part = part.before
        return [item for group in reversed(groups) for item in group]


class Stack:
    """States, and for each the cell it came with: (value, start, end, depth of the tree)."""

    def __init__(
        self, table: Table, start: str, reducer: Reducer, keep: Keep | None = None
    ) -> None:
        self.table = table
        self._keep = keep
        self.reducer = reducer
        self.states = [table.starts[start]]
        self._cells: list[_Cell] = [(None, -1, -1, 0)]
        self._end = table.ends[start]
        self._undo: list[tuple[Any, ...]] = []
        self._deepest = _NOT_DEEP

    def feed(self, token: Token) -> bool:
        """Take a token; False if it cannot stand here, and then nothing has changed."""
        states, undo = self.states, self._undo
        actions, rules = self.table.actions, self.table.rules
        terminal = token.type
        undo.clear()
        while True:
            top = states[-1]
            action = actions[top].get(terminal)
            if action is None:
                if terminal == END and top == self._end:
                    return True
                self._restore()
                return False
            if action > ACCEPT:
                states.append(action - 1)
                self._cells.append((token, token.start, token.end, 0))
                return True
            rule = rules[-action - 1]
            if rule.hands_on:
                undo.append((_RENAMED, top))
                states[-1] = self.table.renamed[states[-2], top, terminal]
            elif rule.length == 1:
                self._reduce_one(rule)
            else:
                self._reduce(rule)

    def _reduce_one(self, rule: Rule) -> None:
        """What :meth:`_reduce` does, for a rule of one child that is a value of its own."""
        states, cells = self.states, self._cells
        cell = cells[-1]
        self._undo.append((len(states) - 1, (states[-1],), (cell,)))
        value, start, end, depth = cell
        children = value.flat() if type(value) is Parts else [value] if rule.keep else []
        if rule.nests:
            value, depth = self._made(rule, children, start, end, depth + 1)
        else:
            value = self.reducer.reduce(rule.name, children, start, end)
        states[-1] = self.table.gotos[states[-2]][rule.name]
        cells[-1] = (value, start, end, depth)

    def _reduce(self, rule: Rule) -> None:
        states, cells = self.states, self._cells
        cut = len(states) - rule.length
        taken = cells[cut:]
        self._undo.append((cut, states[cut:], taken))
        if taken:
            del states[cut:], cells[cut:]
            start, end = taken[0][1], taken[-1][2]
            depth = max([cell[3] for cell in taken])
        else:
            start = end = max(cells[-1][2], 0)
            depth = 0
        if rule.inline:
            value = self._handed_up(rule.keep, taken)
        else:
            children = []
            for i in rule.keep:
                child = taken[i][0]
                if type(child) is Parts:
                    children.extend(child.flat())
                else:
                    children.append(child)
            if rule.nests:
                value, depth = self._made(rule, children, start, end, depth + 1)
            else:
                value = self.reducer.reduce(rule.name, children, start, end)
        states.append(self.table.gotos[states[-1]][rule.name])
        cells.append((value, start, end, depth))

    def _made(
        self, rule: Rule, children: list[Any], start: int, end: int, depth: int
    ) -> tuple[Any, int]:
        """The value of a rule that holds others of its like, and how deep they are nested."""
        if depth >= self._deepest[0] and rule.name in _CHAINS:
            self._deepest = (depth, start, end)
        if depth <= MAX_NESTING:
            value = self.reducer.reduce(rule.name, children, start, end)
            if self._keep is not None:
                self._keep(rule.name, value, start, end, depth)
            return value, depth
        deepest, self._deepest = self._deepest, _NOT_DEEP
        inside = start <= deepest[1] <= deepest[2] <= end
        place = deepest[1] if inside else start
        return self.reducer.too_deep(rule.name, start, end, place), 0

    @staticmethod
    def _handed_up(keep: tuple[int, ...], taken: list[_Cell]) -> Any:
        if len(keep) == 1:
            return taken[keep[0]][0]
        before: Parts | None = None
        items: list[Any] = []
        for position, i in enumerate(keep):
            child = taken[i][0]
            if type(child) is not Parts:
                items.append(child)
            elif position == 0:
                before = child
            else:
                items.extend(child.flat())
        return Parts(before, tuple(items))

    def exchange(self, rule: str, value: Any, start: int, end: int, depth: int) -> bool:
        """Put a whole statement in place of its first token, which is the last one taken."""
        state = self.table.gotos[self.states[-2]].get(rule)
        if state is None:
            return False
        self.states[-1] = state
        self._cells[-1] = (value, start, end, depth)
        return True

    def _restore(self) -> None:
        """Take back the reductions made since the last shift."""
        for done in reversed(self._undo):
            if done[0] == _RENAMED:
                self.states[-1] = done[1]
                continue
            cut, states, cells = done
            self.cut(cut)
            self.states.extend(states)
            self._cells.extend(cells)
        self._undo.clear()

    def cut(self, height: int) -> None:
        """Forget all above a height."""
        del self.states[height:], self._cells[height:]

    # ---- asking, without moving ---------------------------------------------------------

    def accepted(self) -> list[str]:
        """The terminals that can stand here, sorted."""
        possible = self.table.actions[self.states[-1]]
        return sorted(t for t in possible if run(self.table, self.states, (t,)) is None)

    def finished(self) -> Any:
        """The value of the start rule, once the end of the file has been taken."""
        return self._cells[-1][0]


def run(table: Table, states: Sequence[int], terminals: Iterable[str]) -> int | None:
    """Try terminals one after the other: how many fit before one does not, None if all do."""
    actions, gotos, rules = table.actions, table.gotos, table.rules
    stack = list(states)
    for count, terminal in enumerate(terminals):
        while True:
            action = actions[stack[-1]].get(terminal)
            if action is None:
                if terminal == END and stack[-1] in table.ends.values():
                    break
                return count
            if action > ACCEPT:
                stack.append(action - 1)
                break
            rule = rules[-action - 1]
            if rule.length:
                del stack[-rule.length :]
            stack.append(gotos[stack[-1]][rule.name])
    return None
