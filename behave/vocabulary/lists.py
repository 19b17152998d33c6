"""Words and units sorted for colouring, from the grammar and the vocabulary. Pure data."""

from __future__ import annotations

from behave.syntax.grammar import grammar_table
from behave.units import UNIT_NAMES
from behave.vocabulary.easings import EASINGS
from behave.vocabulary.keywords import KEYWORDS
from behave.vocabulary.maths import CONSTANTS
from behave.vocabulary.rig_parts import RIG_PARTS
from behave.vocabulary.table import FUNCTION_NAMES, QUERIES, ZONES
from behave.vocabulary.verbs import ACTIONS, POSE_VERBS, SCENE_SHAPES

DECLARES, OPERATES, MEANS, GUIDES = "declaration", "operator", "value", "control"

_GROUPS = {
    "declaration": DECLARES,
    "operator": OPERATES,
    "value": MEANS,
}
# Words that open a named body or transition, though what they are is said differently elsewhere.
_ALSO_DECLARE = ("action", "machine", "state", "initial", "final", "choose", "layer")

SCRIPT = ("hold", "press", "remove", "path")
"""Verbs of scenes and tests that are no things."""


def keyword_groups() -> dict[str, tuple[str, ...]]:
    """Every keyword of the grammar in one group, each group in the order of the alphabet."""
    sorts = {keyword.name: keyword.sort for keyword in KEYWORDS}
    groups: dict[str, list[str]] = {name: [] for name in (DECLARES, OPERATES, MEANS, GUIDES)}
    for word in sorted(grammar_table().words):
        group = _GROUPS.get(sorts.get(word, ""), GUIDES)
        groups[DECLARES if word in _ALSO_DECLARE else group].append(word)
    return {name: tuple(words) for name, words in groups.items()}


def functions() -> tuple[str, ...]:
    """Built-in functions, queries and zones: what a call may name."""
    return tuple(sorted({*FUNCTION_NAMES, *QUERIES, *ZONES}))


def verbs() -> tuple[str, ...]:
    """Built-in words a sentence may begin with."""
    return tuple(sorted({*ACTIONS, *POSE_VERBS, *SCENE_SHAPES, *RIG_PARTS, *SCRIPT}))


def constants() -> tuple[str, ...]:
    """Built-in names of expressions."""
    return tuple(sorted({*CONSTANTS, "timer", "index"}))


def flags() -> tuple[str, ...]:
    """Words that follow `ease`, and `chase`."""
    return tuple(sorted({*EASINGS, "chase"}))


def base_unit_pattern() -> str:
    """A regular expression of one unit with its exponent."""
    names = sorted((u for u in UNIT_NAMES if u != "%"), key=lambda u: (-len(u), u))
    return f"(?:{'|'.join(names)})(?:\\^[2-9])?"


def unit_pattern() -> str:
    """A regular expression of a unit as it may stand behind a number."""
    base = base_unit_pattern()
    return f"%|{base}(?:/{base})?|/{base}"


NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
"""A regular expression of a number without its unit."""
