"""Slow, exact distances between convex shapes, made another way than the queries are.

Every shape is a centre, up to three half edges and a radius; the difference of two such shapes
is a centre, up to six half edges (a zonotope) and the sum of the radii. The point of a zonotope
nearest to any other has a share of each half edge, -1 .. 1, of which at most three are not at
an end (two, on a face; basic solutions of a linear program). All of those are tried: no
separating axes, no iteration.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from behave.world.colliders import Collider
from behave.world.shapes import BOX, CAPSULE, PLANE, SPHERE


def matrix(turn):
    """The rotation matrix of a unit quaternion (x, y, z, w), by its textbook entries."""
    x, y, z, w = turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def parts(kind, turn, size):
    """``(half edges [K, 3], radius)`` of a box, a sphere or a capsule."""
    axes = matrix(turn).T
    if kind == BOX:
        return axes * np.asarray(size)[:, None], 0.0
    if kind == SPHERE:
        return np.zeros((0, 3)), size[0]
    assert kind == CAPSULE
    return axes[1:2] * size[1], size[0]


@functools.cache
def faces(count):
    """``(free [F, K], held [F, count - K], ends [E, count - K])`` for each K of 0 .. 3."""
    found = []
    for k in range(min(count, 3) + 1):
        free = list(itertools.combinations(range(count), k))
        held = [[i for i in range(count) if i not in some] for some in free]
        ends = list(itertools.product((-1.0, 1.0), repeat=count - k))
        found.append(
            (
                np.array(free, dtype=int).reshape(len(free), k),
                np.array(held, dtype=int).reshape(len(free), count - k),
                np.array(ends).reshape(len(ends), count - k),
            )
        )
    return found


class Difference:
    """All differences of a point of a moving shape's mirror and a point of a fixed shape."""

    def __init__(self, moving, fixed):
        """Both as ``(kind, turn, size)``; a plane may only be fixed."""
        edges, self.radius = parts(*moving)
        self.plane = fixed[0] == PLANE
        if self.plane:
            self.up = matrix(fixed[1])[:, 1]
            self.edges = edges
            return
        others, radius = parts(*fixed)
        self.radius += radius
        edges = np.concatenate((edges, others))
        self.edges = edges[np.linalg.norm(edges, axis=1) > 0.0]
        count = len(self.edges)
        bases, spans, solvers = [], [], []
        for free, held, ends in faces(count):
            span = np.zeros((len(free), 3, 3))
            span[:, : free.shape[1]] = self.edges[free]
            solver = np.linalg.pinv(span.transpose(0, 2, 1))
            bases.append((ends @ self.edges[held]).reshape(-1, 3))
            spans.append(np.repeat(span, len(ends), axis=0))
            solvers.append(np.repeat(solver, len(ends), axis=0))
        self.bases, self.spans, self.solvers = map(np.concatenate, (bases, spans, solvers))

    def distance(self, offsets):
        """How far apart they are, f8[T], with the moving centre at ``offsets`` [T, 3].

        Offsets are from the fixed shape's centre. Where the cores (the shapes without their
        radius) meet it is no depth, but minus the radii.
        """
        offsets = np.atleast_2d(offsets)
        if self.plane:
            reach = np.abs(self.edges @ self.up).sum()
            return offsets @ self.up - reach - self.radius
        away = offsets[:, None, :] - self.bases
        shares = np.clip((self.solvers * away[:, :, None, :]).sum(axis=3), -1.0, 1.0)
        rest = away - (shares[..., None] * self.spans).sum(axis=2)
        return np.linalg.norm(rest, axis=2).min(axis=1) - self.radius

    def overlap(self, offset, directions):
        """The ways out along ``directions`` [M, 3]: upper bounds f8[M] of the depth."""
        if self.plane:
            return np.full(len(directions), -self.distance(offset)[0])
        reach = np.abs(directions @ self.edges.T).sum(axis=1) + self.radius
        return reach - directions @ offset

    def separation(self, offset, normal):
        """How far apart they are along ``normal``; never more than the distance."""
        reach = np.abs(self.edges @ normal).sum() + self.radius
        return normal @ offset - reach


def least(function, start, end):
    """The least value of a convex function of f8[T] on start .. end.

    The function rises and falls by no more than its argument does, as distances do: once its
    sign is sure, or the stretch left is a billionth, that is near enough.
    """
    while True:
        at = np.linspace(start, end, 9)
        values = function(at)
        best = int(np.argmin(values))
        if abs(values[best]) > at[1] - at[0] or at[1] - at[0] < 1e-9:
            return values[best]
        start, end = at[max(best - 1, 0)], at[min(best + 1, 8)]


def scattered(random, kind):
    """Any shape anywhere near: ``(kind, at, turn, size)``, the plane below."""
    at, turn = random.uniform(-3, 3, 3), unit(random.normal(size=4))
    size = random.uniform(0.1, 1.5, 3)
    if kind == PLANE:
        return kind, at - (0, 3, 0), unit(turn * 0.15 + (0, 0, 0, 1)), np.zeros(3)
    return kind, at, turn, size * np.array({BOX: (1, 1, 1), SPHERE: (1, 0, 0)}.get(kind, (1, 1, 0)))


def stacked(random, kind):
    """A shape on a grid, turned by half right angles: faces, edges and corners fall together."""
    at, size = random.integers(-3, 4, 3) * 0.5, random.integers(1, 4, 3) * 0.25
    turn = unit(TURNS[random.integers(len(TURNS))])
    if kind == PLANE:
        return kind, at, TURNS[0], np.zeros(3)
    return kind, at, turn, size * np.array({BOX: (1, 1, 1), SPHERE: (1, 0, 0)}.get(kind, (1, 1, 0)))


def unit(v):
    """``v`` at length 1."""
    return np.asarray(v) / np.linalg.norm(v)


SLANT = np.sqrt(2.0) - 1.0  # tan 22.5 degrees
TURNS = np.array([(0, 0, 0, 1), (0, 1, 0, 1), (1, 0, 0, 1), (0, SLANT, 0, 1), (SLANT, 0, 0, 1.0)])


def collider(name, kind, at, turn, size):
    """The row of such a shape."""
    return Collider(name, kind, tuple(at), tuple(turn), tuple(size))


def directions(random, count):
    """Unit vectors [count, 3] in every direction."""
    every = random.normal(size=(count, 3))
    return every / np.linalg.norm(every, axis=1, keepdims=True)


def shortest_way_out(random, difference, offset):
    """An upper bound of the depth, near it: the best of many directions, then of some near it."""
    tried = directions(random, 300)
    best = np.inf
    for spread in (0.3, 0.05, 0.01):
        ways = difference.overlap(offset, tried)
        best = min(best, ways.min())
        tried = tried[np.argmin(ways)] + random.normal(size=(60, 3)) * spread
        tried /= np.linalg.norm(tried, axis=1, keepdims=True)
    return min(best, difference.overlap(offset, tried).min())
