"""The likely first mistakes, each with a message of its own and the change that mends it."""

from __future__ import annotations

from collections.abc import Callable

from behave.syntax.mistakes import characters, equals, separators, transitions, values, words
from behave.syntax.repairs import Repair
from behave.syntax.situation import Situation


def recognise(s: Situation) -> Repair | None:
    """The mistake this is, if it is one of the known ones."""
    for mistake in _MISTAKES:
        repair = mistake(s)
        if repair is not None:
            return repair
    return None


# In the order they are asked.
_MISTAKES: tuple[Callable[[Situation], Repair | None], ...] = (
    characters.unclosed_string,
    characters.bad_number,
    characters.bad_character,
    values.bare_point,
    values.place_without_brackets,
    values.value_missing,
    values.unknown_unit,
    words.misspelt_opening,
    words.foreign_block,
    words.rig_missing,
    words.said_comparison,
    equals.compound_assignment,
    equals.increment,
    equals.one_equals_sign,
    equals.two_equals_signs,
    transitions.clause_alone,
    transitions.in_for_after,
    transitions.due_missing,
    transitions.other_arrow,
    transitions.arrow_to_nowhere,
    transitions.guard_without_when,
    transitions.if_without_else,
    transitions.guard_before_arrow,
    words.when_missing,
    transitions.arrow_missing,
    transitions.stray_arrow,
    separators.arrow_in_a_blend,
    separators.else_if,
    words.misspelt_word,
    values.no_goal,
    separators.comma_between_conditions,
    words.keyword_as_name,
    words.quoted_name,
    separators.comma_between_statements,
    separators.slashes,
    equals.chained_comparison,
)
