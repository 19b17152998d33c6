"""Texts derived from the grammar itself: any construct, in any combination, of any shape.

Words come from a pool, so that many of a text's names mean something. Where a derivation stands in
the middle of a shipped file, whose names it uses, what it says is often not only well formed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lark import Lark

from behave.resources import grammar_path
from behave.syntax.grammar import grammar_table
from behave.syntax.table import UNUSED_TERMINALS
from tests.syntax.injection import tokens_of

# Stand for what did not parse; no text holds them.
_MADE_BY_RECOVERY = frozenset({"LOST", "BROKEN"})
_ITEMS = ("use", "layers", "rig", "behavior", "scene", "test", "enum", "let", "guard")
_DOING = ("set", "when", "every", "for_each", "sentence", "let")
_MEMBERS = (
    *("enum", "param", "var", "input", "zone", "sensor", "guard", "event", "action", "machine"),
    *("state", "state", "transition", "transition", "choose", "on", "pose"),
    *_DOING,
)
# What a body may hold, by what it belongs to; one in ten statements is any.
HOLDS: dict[str, tuple[str, ...]] = {
    "start": _ITEMS,
    "rig": (*_MEMBERS, *("sentence",) * 9),
    "behavior": _MEMBERS,
    "scene": ("let", "param", "sentence", "sentence"),
    "test": ("sentence", "expect", "always", "never"),
    "machine": ("state", "state", "var", "transition", "sensor", "guard", "on"),
    "state": ("transition", "transition", "state", "var", "on", "choose", *_DOING),
    "choose": ("transition",),
    "pose": ("blend_statement", "layer", *_DOING),
    "layer": ("blend_statement", "layer", *_DOING),
}
_UNITS = ("", "", " s", " m", "cm", " deg", " m/s", " /s", "%", " ms", "rad", " m^2")
_NUMBERS = ("0", "1", "2", "0.5", "3.25", "10", "1e3", "1e308", "007")
MOST_NESTED = 25


@dataclass(frozen=True)
class Words:
    """What names, quantities and texts are made from."""

    names: tuple[str, ...] = ("A", "B", "walk", "side", "timer", "人", "index", "root", "up")
    quantities: tuple[str, ...] = ()
    texts: tuple[str, ...] = ('"rigs/humanoid.beh"', '"a test"', '""')


@lru_cache(maxsize=1)
def productions() -> dict[str, list[tuple[str, ...]]]:
    """Each rule's alternatives, as Lark sees them."""

    class _Everything:
        always_accept = UNUSED_TERMINALS

        def process(self, stream: Any) -> Any:
            return stream

    lark = Lark(
        grammar_path("beh.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        start=["start", "expression"],
        postlex=_Everything(),
        maybe_placeholders=False,
    )
    found: dict[str, list[tuple[str, ...]]] = {}
    for rule in lark.rules:
        symbols = tuple(str(symbol.name) for symbol in rule.expansion)
        if not _MADE_BY_RECOVERY.intersection(symbols) and symbols != ("lost",):
            found.setdefault(str(rule.origin.name), []).append(symbols)
    return {name: [a for a in each if "broken" not in a] for name, each in found.items() if each}


@lru_cache(maxsize=1)
def depths() -> dict[str, int]:
    """How deep the shallowest derivation of each rule goes."""
    rules = productions()
    found: dict[str, int] = {}
    for depth in range(1, 60):
        for name, alternatives in rules.items():
            if name not in found and any(
                all(s not in rules or found.get(s, depth) < depth for s in a) for a in alternatives
            ):
                found[name] = depth
    return found


@dataclass
class _Derivation:
    """One text on its way.

    ``left`` is how many more choices may be made freely, ``depth`` how many constructs
    are around the next word.
    """

    draw: random.Random
    words: Words
    left: int
    depth: int = 0
    pieces: list[str] = field(default_factory=list)

    def add(self, symbol: str, place: str) -> None:
        """Append what a symbol becomes; ``place`` is the kind of body around it."""
        rules = productions()
        if symbol not in rules:
            self.pieces.append(self._word(symbol))
            return
        self.left -= 1
        inner = symbol if symbol in HOLDS else place
        nests = not symbol.startswith("_")
        self.depth += nests
        for part in self._alternative(symbol, place):
            self.add(part, inner)
        self.depth -= nests

    def _alternative(self, symbol: str, place: str) -> tuple[str, ...]:
        alternatives = productions()[symbol]
        if symbol == "_statement" and self.draw.random() < 0.9:
            kinds = [k for k in HOLDS.get(place, _MEMBERS) if self.left > 0 or k in _DOING]
            return (self.draw.choice(kinds or ["sentence" if place != "start" else "layers"]),)
        if self.left > 0 and self.depth < MOST_NESTED:
            return self.draw.choice(alternatives)
        depth = depths()
        return min(alternatives, key=lambda a: max((depth.get(s, 0) for s in a), default=0))

    def _word(self, terminal: str) -> str:
        table, draw = grammar_table(), self.draw
        if terminal == "_NL":
            return "\n"
        if terminal == "NAME":
            return draw.choice(self.words.names)
        if terminal == "STRING":
            return draw.choice(self.words.texts)
        if terminal == "QUANTITY":
            if self.words.quantities and draw.random() < 0.7:
                return draw.choice(self.words.quantities)
            return draw.choice(_NUMBERS) + draw.choice(_UNITS)
        sign = table.signs[terminal]
        return f"{sign}\n" if sign in "{}" and draw.random() < 0.8 else sign


def derived(symbol: str, draw: random.Random, words: Words, size: int, place: str = "start") -> str:
    """A text the grammar makes of a rule, of about ``size`` choices."""
    made = _Derivation(draw, words, size)
    made.add(symbol, place)
    return " ".join(made.pieces)


def derived_file(draw: random.Random, size: int, words: Words | None = None) -> str:
    """A whole file of some declarations, with the shipped rig or without."""
    kinds = draw.choices(("behavior", "scene", "test", *_ITEMS), k=draw.randint(1, 4))
    parts = ['use "rigs/humanoid.beh"\n'] if draw.random() < 0.5 else []
    parts += [derived(kind, draw, words or Words(), size, "start") for kind in kinds]
    return "".join(parts)


@lru_cache(maxsize=64)
def words_in(text: str) -> Words:
    """The words of a text, the frequent ones more often."""
    found: dict[str, list[str]] = {"NAME": [], "QUANTITY": [], "STRING": []}
    for token in tokens_of(text):
        if token.type in found:
            found[token.type].append(token.text)
    usual = Words()
    return Words(
        tuple(found["NAME"]) or usual.names,
        tuple(found["QUANTITY"]),
        tuple(found["STRING"]) or usual.texts,
    )


_OPENINGS = {
    "set": "set",
    "->": "transition",
    "guard": "guard",
    "let": "let",
    "param": "param",
    "var": "var",
    "sensor": "sensor",
    "zone": "zone",
    "input": "input",
    "when": "when",
    "every": "every",
    "on": "on",
    "expect": "expect",
    "state": "state",
}


def grafted(text: str, draw: random.Random, times: int = 3, size: int = 40) -> str:
    """A text with some one-line statements replaced or followed by derived ones."""
    words = words_in(text)
    lines = text.split("\n")
    for _ in range(times):
        at = draw.randrange(len(lines))
        line = lines[at].split("#")[0].strip()
        kind = _OPENINGS.get(line.partition(" ")[0], "sentence")
        if draw.random() < 0.2:
            kind = draw.choice(_MEMBERS)
        made = derived(kind, draw, words, draw.choice((3, size, size)), "state")
        if line and line[-1] not in "{},(" and draw.random() < 0.6:
            lines[at] = made
        else:
            lines.insert(at, made)
    return "\n".join(lines)
