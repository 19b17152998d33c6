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


def heading(tree: Verdict) -> str:
    """What a line about a part says before its values: ``let_go: any of``, ``timer > 2 s``."""
    text = tree.text if tree.shape is Shape.ATOM else _WORDS[tree.shape]
    return f"{tree.name}: {text}" if tree.name and tree.name != text else text


def _lines(tree: Verdict, depth: int) -> Iterator[tuple[str, str]]:
    yield f"{'  ' * depth}{_MARKS[tree.holds]} {heading(tree)}", tree.detail
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
    for child in _settling(tree):
        yield from deciding(child)


def _settling(tree: Verdict) -> tuple[Verdict, ...]:
    """The parts of a group that settle it; all where one alone does not."""
    settled = {Shape.ANY: True, Shape.ALL: False}.get(tree.shape)
    if settled is None or tree.holds is not settled:
        return tree.children
    return tuple(child for child in tree.children if child.holds is settled)


def decision(tree: Verdict) -> str:
    """What a verdict rests on in the author's words: ``let_go: leaving``, ``arrived and near``.

    Of an ``or`` that holds only what holds is told; a named guard is told by its name.
    """
    if tree.shape is Shape.ATOM:
        return tree.name or tree.text
    if tree.shape is Shape.NOT:
        return tree.name or tree.text
    parts = _settling(tree)
    if len(parts) == 1:
        inner = decision(parts[0])
    else:
        inner = f" {tree.shape.value} ".join(_in_brackets(part) for part in parts)
    return f"{tree.name}: {inner}" if tree.name else inner


def _in_brackets(part: Verdict) -> str:
    """A part of several, in round brackets where it might be read together with the next."""
    text = decision(part)
    several = part.shape in (Shape.ALL, Shape.ANY) and (part.name or len(_settling(part)) > 1)
    return f"({text})" if several else text


def reason(scope: Scope, guard: Node, frame: Frame, colliders: Sequence[str]) -> str:
    """Why a guard holds, on one line, for traces: ``timer > pause [2.017 s > 2 s]``.

    First what decided, named guards by their names; in brackets the atoms, with their values:
    ``let_go: leaving [moving_away(…): 1.597 m > 1.595 m]``.
    """
    tree = verdict(guard, Context(scope, frame, colliders))
    told = decision(tree)
    atoms = tuple(deciding(tree))
    if len(atoms) == 1 and atoms[0].text == told:
        return f"{told} [{atoms[0].detail}]" if atoms[0].detail else told
    return f"{told} [{summary(tree)}]"
