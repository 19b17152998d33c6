"""The parse table: what Lark made of the grammar, as plain data a cache can hold."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from behave.record import Record

# Terminals no rule names but the token stream carries; Lark would drop them as unused.
UNUSED_TERMINALS = (
    "NEWLINE",
    "BLANK",
    "COMMENT",
    "SEMI",
    "UNCLOSED_STRING",
    "BAD_NUMBER",
    "BAD_CHARACTER",
)
END = "$END"
ACCEPT = 0


def name_set(names: str) -> frozenset[str]:
    """A set of names written as one text."""
    return frozenset(names.split())


# Rules that hold others of their like; the depth of the tree is counted at these.
_NESTING = name_set(
    "or and held_for until not became among not_among compare otherwise sum term negative "
    "member_of index_of call if_else value_if tuple list group rig behavior scene test machine "
    "state action on transition choose when every for_each sentence pose layer blend"
)


class Rule(Record):
    """One alternative of a grammar rule.

    ``keep`` lists the children the tree builder gets; ``inline`` hands them to the parent.
    ``hands_on``: its one child takes its place as it is, and only the state changes.
    ``nests``: it may hold others of its like.
    """

    name: str
    length: int
    keep: tuple[int, ...]
    inline: bool
    hands_on: bool
    nests: bool


class Renamed(dict[tuple[int, int, str], int]):
    """What becomes of a top state, over the one below it, before a terminal is taken.

    All rules that hand on their one child are applied. An expression such as `5 cm` goes through
    a dozen of them, one a level of precedence, and the same ones each time.
    """

    def __init__(
        self,
        rules: tuple[Rule, ...],
        actions: tuple[dict[str, int], ...],
        gotos: tuple[dict[str, int], ...],
    ) -> None:
        self._rules = rules
        self._actions = actions
        self._gotos = gotos

    def __missing__(self, key: tuple[int, int, str]) -> int:
        below, top, terminal = key
        while True:
            action = self._actions[top].get(terminal, ACCEPT)
            if action >= ACCEPT or not self._rules[-action - 1].hands_on:
                self[key] = top
                return top
            top = self._gotos[below][self._rules[-action - 1].name]


class Table:
    """An LALR(1) table and the lexer that goes with it.

    ``actions[state][terminal]`` is n + 1 for "shift and go to n", −(r + 1) for "reduce by rule
    r"; ``gotos[state][rule name]`` is the state after a reduction. ``words`` maps a fixed text
    (keyword) to its terminal; ``signs`` maps each terminal with a fixed text to it.
    """

    def __init__(
        self,
        pattern: str,
        words: dict[str, str],
        signs: dict[str, str],
        rules: tuple[Rule, ...],
        actions: tuple[dict[str, int], ...],
        gotos: tuple[dict[str, int], ...],
        starts: dict[str, int],
        ends: dict[str, int],
    ) -> None:
        self.pattern = pattern
        self.words = words
        self.signs = signs
        self.rules = rules
        self.actions = actions
        self.gotos = gotos
        self.starts = starts
        self.ends = ends
        self.renamed = Renamed(rules, actions, gotos)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and to_data(self) == to_data(other)

    @cached_property
    def scanner(self) -> re.Pattern[str]:
        """One pattern for all terminals; the name of the group that matched is the terminal."""
        return re.compile(self.pattern)

    @cached_property
    def pieces(self) -> re.Pattern[str]:
        """The same without groups: finds where each piece ends, several times as fast."""
        pattern = re.compile(re.sub(r"\(\?P<\w+>", "(?:", self.pattern))
        if pattern.groups:  # findall would give the groups, not the pieces
            raise ValueError("the grammar's terminals must not have groups that capture")
        return pattern

    @cached_property
    def fixed(self) -> dict[str, str]:
        """The terminal of each fixed text."""
        return {text: name for name, text in self.signs.items()}

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The terminals that are words."""
        return frozenset(self.words.values())


def build_table(grammar: str) -> Table:
    """Let Lark analyse the grammar; takes about half a second.

    Raises lark.exceptions.LarkError for a grammar that is not LALR(1).
    """
    from lark import Lark, Token  # only where there is no cached table: the import takes 50 ms

    class _Everything:
        always_accept = UNUSED_TERMINALS

        def process(self, stream: Any) -> Any:
            return stream

    lark = Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=["start", "expression"],
        postlex=_Everything(),
        maybe_placeholders=False,
    )
    fixed = {t.name: t.pattern.value for t in lark.terminals if t.pattern.type == "str"}
    pattern, words = _lexer(lark.terminals)
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    lowered = []
    for rule in lark.rules:
        keep = tuple(
            i
            for i, symbol in enumerate(rule.expansion)
            if not symbol.is_term
            or len(rule.expansion) == 1
            or not (symbol.name in fixed or symbol.name.startswith("_"))
        )
        name = str(rule.origin.name)
        lowered.append(_rule(name, len(rule.expansion), keep, name.startswith("_")))
    parse_table = lark.parser.parser._parse_table
    numbers = _numbered(parse_table)
    actions, gotos = [], []
    for state in (parse_table.states[name] for name in numbers):
        act: dict[str, int] = {}
        go: dict[str, int] = {}
        for symbol, (action, argument) in state.items():
            if action.name == "Reduce":
                act[str(symbol)] = -(rules[argument] + 1)
            elif symbol.isupper() or isinstance(symbol, Token) or symbol in fixed:
                act[str(symbol)] = numbers[argument] + 1
            else:
                go[str(symbol)] = numbers[argument]
        actions.append(act)
        gotos.append(go)
    return Table(
        pattern,
        words,
        fixed,
        tuple(lowered),
        tuple(actions),
        tuple(gotos),
        {name: numbers[s] for name, s in parse_table.start_states.items()},
        {name: numbers[s] for name, s in parse_table.end_states.items()},
    )


def _rule(name: str, length: int, keep: tuple[int, ...], inline: bool) -> Rule:
    return Rule(name, length, keep, inline, inline and length == 1, name in _NESTING)


def _numbered(parse_table: Any) -> dict[Any, int]:
    """The states in the order they are met from the starts; Lark's own order varies."""
    numbers: dict[Any, int] = {}
    waiting = [parse_table.start_states[start] for start in sorted(parse_table.start_states)]
    for state in waiting:
        if state in numbers:
            continue
        numbers[state] = len(numbers)
        steps = sorted(parse_table.states[state].items(), key=lambda step: str(step[0]))
        waiting += [to for _, (action, to) in steps if action.name != "Reduce"]
    return numbers


def _lexer(terminals: Any) -> tuple[str, dict[str, str]]:
    """The alternation in the order Lark's basic lexer tries it, and the words NAME gives way to."""
    name = re.compile(next(t for t in terminals if t.name == "NAME").pattern.to_regexp())
    words = {
        t.pattern.value: t.name
        for t in terminals
        if t.pattern.type == "str" and name.fullmatch(t.pattern.value)
    }
    others = [t for t in terminals if t.name not in set(words.values())]
    others.sort(key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    return "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in others), words


def to_data(table: Table) -> dict[str, Any]:
    """The table as what JSON can hold."""
    return {
        "pattern": table.pattern,
        "words": table.words,
        "signs": table.signs,
        "rules": [[r.name, r.length, list(r.keep), r.inline] for r in table.rules],
        "actions": list(table.actions),
        "gotos": list(table.gotos),
        "starts": table.starts,
        "ends": table.ends,
    }


def from_data(data: dict[str, Any]) -> Table:
    """The table from :func:`to_data`; raises KeyError, TypeError or ValueError on other data."""
    return Table(
        data["pattern"],
        data["words"],
        data["signs"],
        tuple(
            _rule(name, length, tuple(keep), inline) for name, length, keep, inline in data["rules"]
        ),
        tuple(data["actions"]),
        tuple(data["gotos"]),
        data["starts"],
        data["ends"],
    )
