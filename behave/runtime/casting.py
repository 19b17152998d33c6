"""Sensors that move a shape through the world: ``boxcast`` and ``spherecast``."""

from __future__ import annotations

from typing import Any

import numpy as np

from behave.ir.program import Query
from behave.runtime.asking import Asked
from behave.vocabulary.queries import MOST_RETRIES
from behave.world import casts
from behave.world.casts import CastHits
from behave.world.colliders import Colliders

CASTS = (Query.BOXCAST, Query.SPHERECAST)


def ask_cast(
    query: Query, asked: Asked, colliders: Colliders, layers: np.ndarray, askers: np.ndarray
) -> CastHits:
    """What each agent's shape meets; ``layers`` and ``askers`` int64[N] as in a ray."""
    start, along, length = asked["from"], asked["along"], asked["length"]
    rest = layers, askers, whole_retries(asked["retry"]), asked["step"]
    if query is Query.BOXCAST:
        turn, half = asked["turn"], 0.5 * asked["size"]
        return casts.boxcast(colliders, start, turn, half, along, length, *rest)
    return casts.spherecast(colliders, start, along, length, asked["radius"], *rest)


def whole_retries(retry: np.ndarray) -> np.ndarray:
    """Tries after the first as int64[N]: rounded down, 0 to ``MOST_RETRIES``."""
    return np.clip(np.floor(retry), 0.0, float(MOST_RETRIES)).astype(np.int64)


def cast_values(answer: CastHits, number: int) -> dict[str, Any]:
    """What a cast reads beyond a ray, of one agent."""
    return {
        "tries": float(answer.tries[number]),
        "origin": answer.origin[number],
        "overlapping": bool(answer.inside[number]),
    }
