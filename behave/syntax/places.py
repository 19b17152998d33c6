"""Which statement may stand where; a misplaced one is reported and left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from behave.diagnostics.catalog import MISPLACED
from behave.diagnostics.diagnostic import Diagnostic
from behave.record import Record, replace
from behave.source import Span
from behave.syntax import ast
from behave.syntax.pieces import Block, Build, Lost


class Place(Record):
    """A kind of body: the statements it holds, and whether its sentences may have a block.

    ``INNER`` is the body of a `when`, `every` or `for`: it keeps what any body around it might
    hold, and is looked at again once that is known.
    """

    holds: frozenset[type]
    blocks: bool = False


_STATEMENTS = (ast.Let, ast.Set, ast.When, ast.Every, ast.ForEach, ast.Sentence)
_MEMBERS = (
    ast.EnumDecl,
    ast.Param,
    ast.Var,
    ast.Input,
    ast.Zone,
    ast.Sensor,
    ast.Guard,
    ast.Event,
    ast.ActionDecl,
    ast.Machine,
    ast.StateDecl,
    ast.On,
    ast.Transition,
    ast.Choose,
    ast.Pose,
)
_ITEMS = (
    ast.Use,
    ast.Layers,
    ast.EnumDecl,
    ast.Let,
    ast.Guard,
    ast.Rig,
    ast.Behavior,
    ast.Scene,
    ast.Test,
)

FILE = Place(frozenset(_ITEMS))
MEMBERS = Place(frozenset((*_MEMBERS, *_STATEMENTS)))
BLOCK = Place(frozenset(_STATEMENTS))
RIG = Place(MEMBERS.holds, blocks=True)
CLIP_BLOCK = Place(BLOCK.holds, blocks=True)
INNER = Place(frozenset((*_STATEMENTS, ast.Blend, ast.PoseLayer)), blocks=True)
POSE = Place(frozenset((ast.Blend, ast.PoseLayer, *_STATEMENTS)))
SCENE = Place(frozenset((ast.Let, ast.Param, ast.Sentence)), blocks=True)
TEST = Place(frozenset((ast.Sentence, ast.Expect, ast.Always)))
CHOICE = Place(frozenset((ast.Transition,)))

# What a message calls each statement, and where it belongs.
_KNOWN: dict[type, tuple[str, str]] = {
    ast.Use: ("`use`", "at the top of the file"),
    ast.Layers: ("`layers`", "at the top level of the file"),
    ast.Rig: ("`rig`", "at the top level of the file"),
    ast.Behavior: ("`behavior`", "at the top level of the file"),
    ast.Scene: ("`scene`", "at the top level of the file"),
    ast.Test: ("`test`", "at the top level of the file"),
    ast.EnumDecl: ("`enum`", "at the top level, in a rig or in a behavior"),
    ast.Param: ("`param`", "in a behavior, a rig or a scene"),
    ast.Var: ("`var`", "in a behavior, a machine or a state"),
    ast.Let: ("`let`", "at the top level, in a behavior or in a block"),
    ast.Input: ("`input`", "in a rig or a behavior"),
    ast.Zone: ("`zone`", "in a behavior or a machine"),
    ast.Sensor: ("`sensor`", "in a behavior or a machine"),
    ast.Guard: ("`guard`", "at the top level, in a behavior or in a machine"),
    ast.Event: ("`event`", "in a behavior"),
    ast.ActionDecl: ("`action`", "in a behavior"),
    ast.Machine: ("`machine`", "in a behavior"),
    ast.StateDecl: ("a state", "in a behavior, a machine or another state"),
    ast.On: ("`on`", "in a behavior, a machine or a state"),
    ast.Transition: ("a transition", "in the state it leaves, not inside a block"),
    ast.Choose: ("`choose`", "in the state it leaves"),
    ast.Pose: ("`pose`", "in a behavior"),
    ast.PoseLayer: ("`layer`", "in a `pose` block"),
    ast.Blend: ("`blend`", "in a `pose` block"),
    ast.Expect: ("`expect`", "in a test"),
    ast.Always: ("`always` and `never`", "in a test"),
    ast.Set: ("`set`", "in a state, a behavior or a block"),
    ast.When: ("a `when` block", "in a state, a behavior or a block"),
    ast.Every: ("`every`", "in a state, a behavior or a block"),
    ast.ForEach: ("`for`", "in a rig, a behavior or a state"),
    ast.Sentence: ("a sentence", "in a rig, a behavior, a state, a scene or a test"),
}


def allowed(build: Build, block: Block, place: Place, where: str) -> tuple[Any, ...]:
    """The statements of a block that may stand in it; the others are reported."""
    kept: list[Any] = []
    for node in block.statements:
        if type(node) is Lost:
            continue
        if type(node) not in place.holds:
            _misplaced(build, node, f"in {where}")
        elif place is INNER:
            kept.append(node)
        elif type(node) is ast.Sentence and node.block is not None:
            if place.blocks:
                inner: Any = node.block
                body = allowed(build, inner, CLIP_BLOCK, "this block")
                kept.append(replace(node, block=body))
            else:
                _no_block(build, node, where)
        elif type(node) in _NESTING:
            kept.append(_nested(build, node, place))
        else:
            kept.append(node)
    return tuple(kept)


_NESTING: dict[type, str] = {
    ast.When: "a `when` block",
    ast.Every: "an `every` block",
    ast.ForEach: "a `for` block",
}
"""Statements whose own bodies may hold what the body around them may."""


def _nested(build: Build, node: Any, place: Place) -> Any:
    """A block inside a block, now that what stands around it is known."""
    holds = BLOCK.holds | (place.holds & INNER.holds)
    inside = Place(holds, place.blocks)
    body = allowed(build, Block(node.body, node.span), inside, _NESTING[type(node)])
    if type(node) is not ast.When:
        return replace(node, body=body)
    otherwise = allowed(build, Block(node.otherwise, node.span), inside, "an `else` block")
    return replace(node, body=body, otherwise=otherwise)


def items(build: Build, block: Block) -> tuple[Any, ...]:
    """The declarations of a file; statements that need a body around them are reported.

    A run of misplaced ones is reported once, at the first: a behavior's opening line is missing.
    """
    kept: list[Any] = []
    run = False
    for node in block.statements:
        if type(node) is Lost:
            continue
        if type(node) in FILE.holds:
            kept.append(node)
            run = False
        else:
            if not run:
                _misplaced(build, node, "at the top level of a file")
            build.leave_out(node.span)
            run = True
    return tuple(kept)


def _misplaced(build: Build, node: Any, where: str) -> None:
    build.leave_out(node.span)
    if build.told_about(_first_line(node.span)):
        return
    what, home = _KNOWN[type(node)]
    if type(node) is ast.Sentence:
        what = f"`{node.verb.text}`"
    help: Iterable[str] = (f"{what} stands {home}",)
    if type(node) is ast.Transition and "block" in where and node.target:
        target = ".".join(part.text for part in node.target)
        help = (f"write `-> {target} when …` in the state itself, with the block's condition",)
    build.report(
        Diagnostic(
            MISPLACED,
            f"{what} cannot stand {where}",
            _first_line(node.span),
            "not in this place",
            help=tuple(help),
        )
    )


def _no_block(build: Build, node: ast.Sentence, where: str) -> None:
    build.leave_out(node.span)
    if not build.told_about(_first_line(node.span)):
        build.report_unknown_block(node, where)


def _first_line(span: Span) -> Span:
    text = span.text
    end = min((i for i in (text.find("\n"), text.find("\r")) if i >= 0), default=len(text))
    return Span(span.source, span.start, span.start + len(text[:end].rstrip()))
