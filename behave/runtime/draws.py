"""Randomness: a documented integer hash, the same on every platform and in every process.

A draw hashes four things: the run's seed, the agent's name, the place in the file and how
often that place has drawn. All arithmetic is modulo 2**64.

- ``mix`` is the output function of SplitMix64 (Steele, Lea, Flood 2014).
- an agent's name enters as FNV-1a over its UTF-8 bytes.
- a draw is ``mix(mix(mix(seed) ^ name) + place·G) + n·G`` mixed once more, with
  G = 0x9E3779B97F4A7C15; its top 53 bits over 2**53 are the number in [0, 1).
"""

from __future__ import annotations

import math

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_FNV_OFFSET = 0xCBF29CE484222325
_FNV_PRIME = 0x100000001B3


def mix(word: int) -> int:
    """SplitMix64's output function: a 64-bit word in, a well-mixed one out."""
    word = (word + _GOLDEN) & _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def hash_name(name: str) -> int:
    """FNV-1a, 64 bits, over the UTF-8 bytes of ``name``."""
    word = _FNV_OFFSET
    for byte in name.encode("utf-8"):
        word = ((word ^ byte) * _FNV_PRIME) & _MASK
    return word


def agent_key(seed: int, name: str) -> int:
    """What an agent's draws start from: the run's seed and the agent's name."""
    return mix(mix(seed & _MASK) ^ hash_name(name))


def unit_draw(key: int, place: int, number: int) -> float:
    """Draw ``number`` (from 0) of a place, uniform in [0, 1)."""
    word = mix((key + place * _GOLDEN) & _MASK)
    return (mix((word + number * _GOLDEN) & _MASK) >> 11) / 9007199254740992.0


def draw_between(key: int, place: int, number: int, low: float, high: float) -> float:
    """Draw ``number`` of a place, uniform in [low, high); ``low`` where the range is empty."""
    if not low < high:
        return low
    value = low + (high - low) * unit_draw(key, place, number)
    return value if value < high else math.nextafter(high, low)
