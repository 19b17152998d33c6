"""How large a tree of nodes is once it is evaluated: shared parts count each time."""

from __future__ import annotations

from behave.ir.nodes import inner_first
from behave.ir.program import Node

LARGEST_SIZE = 20_000
LARGEST_DEPTH = 250
"""Bounds of one expression, so that a file of bounded size runs in bounded time and depth."""


def too_large(root: Node) -> bool:
    """Whether a tree has more operations or levels than an expression may have."""
    size, depth = measure(root)
    return size > LARGEST_SIZE or depth > LARGEST_DEPTH


def measure(root: Node) -> tuple[int, int]:
    """Operations and levels of a tree, without recursion and in time linear in its nodes."""
    known: dict[int, tuple[int, int]] = {}
    for node in inner_first(root, known):
        parts = [known[id(a)] for a in node.args]
        known[id(node)] = (1 + sum(s for s, _ in parts), 1 + max((d for _, d in parts), default=0))
    return known[id(root)]
