"""Verdicts as text: aligned lines with marks, or one line for a trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from behave.ir.program import Node
from behave.runtime.frame import Frame
from behave.runtime.reference import Scope
from behave.runtime.verdict import Context, Shape, Verdict, verdict

_MARKS = {True: "✓", False: "✗", None: "?"}


def render(tree: Verdict) -> str:
    """The verdict as aligned lines with ✓ (holds), ✗ (fails) and ? (unknown)."""
    lines = list(_lines(tree, 0))
    width = max((len(head) for head, detail in lines if detail), default=0)
    return "\n".join(
        f"{head:<{width}}  {detail}".rstrip() if detail else head for head, detail in lines
    )


_WORDS = {Shape.ALL: "all of", Shape.ANY: "any of", Shape.NOT: "not"}


def _lines(tree: Verdict, depth: int) -> Iterator[tuple[str, str]]:
    indent, mark = "  " * depth, _MARKS[tree.holds]
    if tree.shape is Shape.ATOM:
        yield f"{indent}{mark} {tree.text}", tree.detail
        return
    yield f"{indent}{mark} {_WORDS[tree.shape]}", ""
    for child in tree.children:
        yield from _lines(child, depth + 1)


def summary(tree: Verdict) -> str:
    """The atoms that decided, on one line: ``timer > 2 s: 2.017 s > 2 s``."""
    return "; ".join(
        f"{atom.text}: {atom.detail}" if atom.detail else atom.text for atom in deciding(tree)
    )


def deciding(tree: Verdict) -> Iterator[Verdict]:
    """The atoms a verdict rests on: of an ``or`` that holds only what holds, and so on."""
    if tree.shape is Shape.ATOM:
        yield tree
        return
    settled = {Shape.ANY: True, Shape.ALL: False}.get(tree.shape)
    for child in tree.children:
        if settled is None or tree.holds is not settled or child.holds is settled:
            yield from deciding(child)


def reason(scope: Scope, guard: Node, frame: Frame, colliders: Sequence[str]) -> str:
    """Why a guard holds, on one line, for traces: ``timer > pause [2.017 s > 2 s]``.

    The guard's text comes first; in brackets the atoms that decided, each with its values.
    """
    tree = verdict(guard, Context(scope, frame, colliders))
    if tree.shape is Shape.ATOM:
        return f"{tree.text} [{tree.detail}]" if tree.detail else tree.text
    return f"{tree.text} [{summary(tree)}]"
