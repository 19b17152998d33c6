"""Where a rig's places lie in an agent's row."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from behave.ir.program import BehaviorProgram


class Offsets:
    """Offsets of slots by path; -1 for a place the program does not have."""

    def __init__(self, program: BehaviorProgram) -> None:
        self._by_path = {slot.path: slot.offset for slot in program.slots}

    def __getitem__(self, path: str) -> int:
        return self._by_path.get(path, -1)

    def all(self, paths: Iterable[str]) -> NDArray[np.int64]:
        """The offsets of several paths, in order."""
        return np.array([self[path] for path in paths], dtype=np.int64)
