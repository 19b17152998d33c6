"""Ways a crowd walks: each agent goes round a block of its own, at its own pace and phase.

A block has four sides along the axes of the world, walls' axes too, so that who passes one passes
it in parallel. All turns go the same way round and are as long as a person's; at some corners some
stand a while. Where an agent is has no say: it is pushed aside and goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SIDE = (4.0, 15.0)  # metres: length of a block's sides
PACE = (0.55, 1.0)  # of the mover's speed
METRES = 1.4  # a second at full pace, about: from lengths to times
TURN = 0.9  # seconds a corner takes
REST = (1.0, 4.0)  # seconds stood at a corner by those that stand there
RESTING = 0.3  # how many stand, at each corner of theirs
SKEW = np.radians(3.0)  # how far from the axes a block lies, at most


@dataclass(frozen=True, eq=False)
class Strolls:
    """The ways of N agents by number: sides' seconds ``sides`` f8[N,4], seconds stood after each
    ``rests`` f8[N,4], ``phase`` f8[N] of the whole round, ``pace`` f8[N], first heading ``start``
    f8[N] and the sense of all turns ``sense`` f8[N], 1 to the left."""

    sides: Array
    rests: Array
    phase: Array
    pace: Array
    start: Array
    sense: Array

    def at(self, seconds: float) -> tuple[Array, Array]:
        """Where each looks, f8[N] radians (0 is +z, positive to the left), and how fast it goes
        there, f8[N] of its speed."""
        legs = self.sides + TURN + self.rests
        ends = np.cumsum(legs, axis=1)
        time = (seconds + self.phase * ends[:, 3]) % ends[:, 3]
        leg = np.minimum((time[:, None] >= ends).sum(axis=1), 3)
        rows = np.arange(len(time))
        into = time - (ends[rows, leg] - legs[rows, leg])
        stood = self.sides[rows, leg] + self.rests[rows, leg]
        turned = np.clip((into - stood) / TURN, 0.0, 1.0)
        heading = self.start + self.sense * np.pi / 2 * (leg + turned)
        stands = (into >= self.sides[rows, leg]) & (into < stood)
        return heading, np.where(stands, 0.0, self.pace)

    def walk(self, seconds: float) -> Array:
        """What each asks its mover for, f8[N,2]: right and ahead in the world's axes."""
        heading, pace = self.at(seconds)
        return np.stack([-np.sin(heading) * pace, np.cos(heading) * pace], axis=1)


def strolls(count: int, seed: int) -> Strolls:
    """The ways of ``count`` agents; more of them have the same ways for the first ones."""
    streams = [np.random.default_rng([seed, 0x57A0, k]) for k in range(6)]

    def drawn(stream: int, low: float, high: float, wide: int = 1) -> Array:
        found = streams[stream].uniform(low, high, (count, wide))
        return found[:, 0] if wide == 1 else found

    pace = drawn(0, *PACE)
    sides = drawn(1, *SIDE, 2)[:, (0, 1, 0, 1)] / (METRES * pace[:, None])
    stands = drawn(2, 0.0, 1.0, 8)
    rests = REST[0] + (REST[1] - REST[0]) * stands[:, 4:]
    rests = np.where(stands[:, :4] < RESTING, rests, 0.0)
    ways = drawn(3, 0.0, 8.0)
    skew = drawn(4, -SKEW, SKEW)
    start = np.floor(ways % 4) * np.pi / 2 + skew
    return Strolls(sides, rests, drawn(5, 0.0, 1.0), pace, start, np.where(ways < 4, 1.0, -1.0))
