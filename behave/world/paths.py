"""Paths that colliders move along, by arc length: polylines and Catmull-Rom curves."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from behave.kernel.vector_formulas import Triple, length, subtract

Floats = NDArray[np.float64]
Cubic = tuple[Triple, Triple, Triple, Triple]

PARTS = 64  # stretches each piece of a curve is measured in
SAME = 1e-9  # metres: points nearer than this are one

# Gauss-Legendre rule of five points: places and weights on -1 .. 1.
_RULE = (
    (-0.9061798459386640, 0.2369268850561891),
    (-0.5384693101056831, 0.4786286704993665),
    (0.0, 0.5688888888888889),
    (0.5384693101056831, 0.4786286704993665),
    (0.9061798459386640, 0.2369268850561891),
)


@dataclass(frozen=True, eq=False)
class Path:
    """A way through space, known by the distance from its start.

    ``pieces`` are cubics in a share 0 .. 1 of each, constant term first; ``marks`` distances at
    the ends of equal shares of the pieces, from 0 to ``length``.
    """

    pieces: tuple[Cubic, ...]
    marks: tuple[float, ...]
    closed: bool

    @property
    def length(self) -> float:
        """Metres from start to end; all the way round for a closed path."""
        return self.marks[-1]


def polyline(points: ArrayLike, closed: bool = False) -> Path:
    """Straight lines from point to point f8[K, 3]; ``closed`` also from the last to the first.

    Raises ValueError where fewer than two points differ or one is not finite.
    """
    corners = _distinct(points, closed)
    after = np.roll(corners, -1, axis=0) if closed else corners[1:]
    before = corners if closed else corners[:-1]
    none = np.zeros_like(before)
    return _measured(np.stack((before, after - before, none, none), axis=1), closed, 1)


def smooth(points: ArrayLike, closed: bool = False) -> Path:
    """The uniform Catmull-Rom curve through the points f8[K, 3] (E. Catmull, R. Rom, 1974).

    An open curve begins and ends as if its first and last steps went on straight. Raises as
    ``polyline``.
    """
    corners = _distinct(points, closed)
    if closed:
        line = np.concatenate((corners[-1:], corners, corners[:2]))
    else:
        line = np.concatenate(
            (2.0 * corners[:1] - corners[1:2], corners, 2.0 * corners[-1:] - corners[-2:-1])
        )
    a, b, c, d = line[:-3], line[1:-2], line[2:-1], line[3:]
    pieces = np.stack(
        (
            b,
            0.5 * (c - a),
            a - 2.5 * b + 2.0 * c - 0.5 * d,
            0.5 * (d - a) + 1.5 * (b - c),
        ),
        axis=1,
    )
    return _measured(pieces, closed, PARTS)


def at(path: Path, distance: float) -> Triple:
    """The point a distance along: round and round a closed path, to and fro on an open one.

    Any finite distance, negative too.
    """
    whole = path.length
    if path.closed:
        distance = distance % whole
    else:
        distance = distance % (2.0 * whole)
        if distance > whole:
            distance = 2.0 * whole - distance
    parts = _parts(path)
    mark = bisect.bisect_right(path.marks, distance) - 1
    mark = min(max(mark, 0), len(path.marks) - 2)
    start, end = path.marks[mark], path.marks[mark + 1]
    piece, part = divmod(mark, parts)
    inside = (distance - start) / (end - start) if end > start else 0.0
    share = (part + inside) / parts
    if parts > 1:
        share = _by_length(path.pieces[piece], part / parts, share, distance - start)
    return _point(path.pieces[piece], share)


def nearest(path: Path, point: Sequence[float]) -> float:
    """The distance along at which a path comes nearest to a point; the first of equals."""
    x, y, z = (float(value) for value in point)
    target = (x, y, z)
    shares = [k / PARTS for k in range(PARTS + 1)]
    best, found = math.inf, 0.0
    parts = _parts(path)
    for number, piece in enumerate(path.pieces):
        away = [_away(piece, share, target) for share in shares]
        k = away.index(min(away))
        low, high = shares[max(k - 1, 0)], shares[min(k + 1, PARTS)]
        for _ in range(80):  # a ternary search narrows it to the last bits
            one, two = low + (high - low) / 3.0, high - (high - low) / 3.0
            if _away(piece, one, target) <= _away(piece, two, target):
                high = two
            else:
                low = one
        for share in (0.5 * (low + high), shares[k]):
            distance = _away(piece, share, target)
            if distance < best - SAME or best == math.inf:
                part = min(int(share * parts), parts - 1)
                start = path.marks[number * parts + part]
                best, found = distance, start + _stretch(piece, part / parts, share)
    return found


def _distinct(points: ArrayLike, closed: bool) -> Floats:
    given = np.array(points, dtype=np.float64).reshape(-1, 3)
    if not bool(np.isfinite(given).all()):
        raise ValueError("the points of a path must be finite")
    kept = [point for k, point in enumerate(given) if k == 0 or _apart(point, given[k - 1])]
    if closed and len(kept) > 1 and not _apart(kept[0], kept[-1]):
        kept.pop()
    if len(kept) < 2:
        raise ValueError("a path needs at least two points that differ")
    return np.array(kept)


def _apart(a: Floats, b: Floats) -> bool:
    return float(np.abs(a - b).max()) > SAME


def _measured(pieces: Floats, closed: bool, parts: int) -> Path:
    cubics = [(_triple(a), _triple(b), _triple(c), _triple(d)) for a, b, c, d in pieces]
    marks = [0.0]
    for piece in cubics:
        for part in range(parts):
            marks.append(marks[-1] + _stretch(piece, part / parts, (part + 1) / parts))
    return Path(tuple(cubics), tuple(marks), closed)


def _triple(row: Floats) -> Triple:
    return float(row[0]), float(row[1]), float(row[2])


def _parts(path: Path) -> int:
    return (len(path.marks) - 1) // len(path.pieces)


def _point(piece: Cubic, t: float) -> Triple:
    a, b, c, d = piece
    return (
        a[0] + t * (b[0] + t * (c[0] + t * d[0])),
        a[1] + t * (b[1] + t * (c[1] + t * d[1])),
        a[2] + t * (b[2] + t * (c[2] + t * d[2])),
    )


def _speed(piece: Cubic, t: float) -> float:
    """Metres per share at a share of a piece."""
    _, b, c, d = piece
    x = b[0] + t * (2.0 * c[0] + t * (3.0 * d[0]))
    y = b[1] + t * (2.0 * c[1] + t * (3.0 * d[1]))
    z = b[2] + t * (2.0 * c[2] + t * (3.0 * d[2]))
    return math.sqrt(x * x + y * y + z * z)


def _away(piece: Cubic, t: float, target: Triple) -> float:
    return length(subtract(_point(piece, t), target))


def _stretch(piece: Cubic, first: float, last: float) -> float:
    """Metres between two shares of a piece, by quadrature."""
    half = 0.5 * (last - first)
    total = 0.0
    for place, weight in _RULE:
        total += weight * _speed(piece, first + half * (1.0 + place))
    return total * half


def _by_length(piece: Cubic, first: float, guess: float, distance: float) -> float:
    """The share that lies ``distance`` metres after the share ``first``: Newton's method."""
    share = guess
    for _ in range(8):
        speed = _speed(piece, share)
        if not speed > 0.0:
            break
        off = _stretch(piece, first, share) - distance
        share -= off / speed
        if abs(off) <= 1e-13 * (1.0 + distance):
            break
    return share
