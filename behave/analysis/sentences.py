"""Sentences among actions: where they stand, their phrases, and what may run only every tick."""

from __future__ import annotations

from behave.analysis.environment import Environment
from behave.diagnostics import catalog
from behave.ir.program import StateRef
from behave.record import Record
from behave.syntax import ast
from behave.vocabulary.verbs import ACTIONS


class Context(Record):
    """Where statements stand: ``each_tick`` where they run every tick, else once; whose."""

    each_tick: bool
    where: str
    owner: StateRef | None
    prefix: str


def only_each_tick(env: Environment, tree: ast.Sentence, context: Context) -> bool:
    """Whether the sentence stands where it runs every tick; a finding where it does not."""
    if context.each_tick:
        return True
    verb = tree.verb.text
    passing = "lasts for one tick" if verb in SWITCHED else "needs ticks to pass"
    env.findings.add(
        catalog.MISPLACED,
        f"`{verb}` {passing}, and {context.where} runs once",
        tree.span,
        "runs once here",
        (f"put it among the state's own actions{_INSTEAD.get(verb, '')}",),
    )
    return False


SWITCHED = {"enable": True, "disable": False}
_INSTEAD = {"lerp": ", or use `set`", "advance": ", or use `set`"}


def phrases(
    env: Environment, tree: ast.Sentence, known: tuple[str, ...], flags: tuple[str, ...]
) -> dict[str, ast.Expression] | None:
    """Phrases of a sentence by preposition; None where one does not belong."""
    found: dict[str, ast.Expression] = {}
    good = True
    for phrase in tree.phrases:
        if phrase.preposition not in known or isinstance(phrase.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"`{tree.verb.text}` takes no `{phrase.preposition}`"
                if phrase.preposition not in known
                else f"`{phrase.preposition}` takes no range",
                phrase.span,
                "does not belong here",
                (f"for example `{ACTIONS[tree.verb.text][1]}`",),
            )
            good = False
        elif phrase.preposition in found:
            env.findings.given_twice(
                phrase.preposition, phrase.span, found[phrase.preposition].span
            )
            good = False
        else:
            found[phrase.preposition] = phrase.value
    strange = [flag for flag in tree.flags if flag.text not in flags]
    if strange:  # the words behind the first belong to it: `eases smooth`
        word, candidates = strange[0], (*flags, *known)
        env.findings.undefined(f"word of `{tree.verb.text}`", word.text, word.span, candidates)
        good = False
    for option in tree.options:
        name = option.name.text
        phrase_too = (f"write it without `,` and `:`: `{name} {option.value.span.text}`",)
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{tree.verb.text}` has no option `{name}`",
            option.span,
            "no option" if name in known else "not known",
            phrase_too if name in known else (),
        )
        good = False
    return found if good else None
