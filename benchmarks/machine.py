"""The interaction machine, decide and act, beside the same machine written by hand in C++.

``python benchmarks/machine.py``, where there is a g++. ``machine.cc`` is compiled with ``-O3
-march=native``: without branches on vectors of the processor, once doing the least, once
"careful", with the checks and reports the language demands; and as a switch over states, one agent
after another. All work on words that lie the same way, in blocks as a crowd has
them; each agent is at some moment of a run of the scene ``corridor``, so that neighbours differ.
Before anything is timed the states each of them comes to are compared. Samples are taken in turn;
numbers are nanoseconds an agent and tick, medians and least; the ratio is the median of ratios of
samples taken one after the other.
"""

from __future__ import annotations

import ctypes
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import thread_time

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from native import along  # noqa: E402
from report import arguments, versions  # noqa: E402
from tick import DT  # noqa: E402

from behave.crowd.block import Block, Scratch, lanes_of  # noqa: E402
from behave.crowd.layout import Layout, lay_out  # noqa: E402
from behave.ir.values import Group  # noqa: E402
from behave.native.calling import crowd_function  # noqa: E402
from behave.native.engine import WELL, Code, compiled, host  # noqa: E402
from behave.native.packs import PACK, put, rows_of  # noqa: E402
from behave.runtime.compiled import CompiledBehavior  # noqa: E402

SOURCE = Path(__file__).with_name("machine.cc")
ROOM = 256
"""Agents of a block."""

COUNTS = (1_000, 100_000, 1_000_000)
TOLERANCE = 1e-9
"""What the numbers of the hand-written machine may differ by: it adds up in another order."""

OURS, CAREFUL = "machine code", "SIMD by hand, careful"
BY_HAND = {
    "SIMD by hand": "simd_machine",
    CAREFUL: "careful_machine",
    "branchy by hand": "branchy_machine",
}
"""The hand-written machines by their functions."""

Step = Callable[[], None]


def names(own: CompiledBehavior, layout: Layout) -> str:
    """What machine.cc calls each word: the place of a lane word, or of a param in all."""
    lines = [f"#define DT ({DT!r})", "#define velocity_y (velocity + 1)"]
    lines += [f"#define PACK {PACK}", f"#define WORDS {layout.lanes}"]
    for slot in own.behavior.slots:
        name = re.sub(r"\W+", "_", slot.path).strip("_")
        if slot.group is Group.MEMORY:
            name = "memory_0"
        elif slot.group is Group.VARIABLE and "_" not in name:
            name += "_"
        place = slot.offset if slot.group is Group.PARAM else layout.lane[slot.offset]
        lines.append(f"#define {name} {place}")
    return "\n".join(lines) + "\n"


def by_hand(own: CompiledBehavior, layout: Layout, folder: Path) -> ctypes.CDLL:
    """The machines of machine.cc."""
    header, library = folder / "names.h", folder / "machine.so"
    header.write_text(names(own, layout), encoding="utf-8")
    lanes = 8 if "+avx512f" in host()[1].split(",") else layout_lanes()
    flags = ["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC"]
    command = ["g++", *flags, f"-DLANES={lanes}", "-include", str(header), str(SOURCE)]
    subprocess.run([*command, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def layout_lanes() -> int:
    """How many agents a vector of this processor holds."""
    return lanes_of(host()[1]).count


def filled(
    own: CompiledBehavior, layout: Layout, rows: np.ndarray, count: int
) -> tuple[list[Block], np.ndarray]:
    """Blocks of agents at moments of a run, and which moment each is at."""
    moments = np.random.default_rng(0).integers(0, len(rows), count)
    where = np.flatnonzero(layout.lane >= 0)
    blocks = []
    for start in range(0, count, ROOM):
        part = moments[start : start + ROOM]
        block = Block(layout, own, ROOM)
        block.count = len(part)
        put(block.lanes, rows[part][:, where].T, layout.lane[where])
        blocks.append(block)
    return blocks, moments


def ours(own: CompiledBehavior, layout: Layout, code: Code, blocks: Sequence[Block]) -> Step:
    """A tick of the blocks by machine code, in one room as a thread has it."""
    step = crowd_function(code, "step")
    room = Scratch(layout, own, ROOM)
    contexts = [room.context_of(block) for block in blocks]
    given = [
        (context.ctypes.data, 0, block.whole)
        for context, block in zip(contexts, blocks, strict=True)
    ]

    def run() -> None:
        assert room.room == ROOM
        assert contexts
        for each in given:
            step(*each)

    return run


def theirs(library: ctypes.CDLL, name: str, rows: np.ndarray, blocks: Sequence[Block]) -> Step:
    """A tick of the blocks by a machine of machine.cc."""
    function = getattr(library, name)
    pointer, number = ctypes.c_void_p, ctypes.c_long
    function.argtypes = (*[pointer] * 5, number, number)
    every = rows[0].copy()
    given = [
        (
            *(array.ctypes.data for array in (block.lanes, every)),
            *(array.ctypes.data for array in (block.fired, block.skipped, block.entered)),
            *(0, block.whole),
        )
        for block in blocks
    ]

    def run() -> None:
        assert every is not None
        for each in given:
            function(*each)

    return run


def agree(layout: Layout, a: Sequence[Block], b: Sequence[Block]) -> None:
    """Fail unless all words are the same but for rounding, and states exactly."""
    active = layout.lane[layout.behavior.slots[layout.behavior.machines[0].active].offset]
    for one, other in zip(a, b, strict=True):
        found, right = rows_of(one.lanes, one.count), rows_of(other.lanes, one.count)
        with np.errstate(invalid="ignore"):
            near = np.abs(found - right) <= TOLERANCE * np.maximum(1.0, np.abs(right))
        assert (near | (found == right)).all()
        assert (found[active] == right[active]).all()


def agree_on_reports(a: Sequence[Block], b: Sequence[Block]) -> None:
    """Fail unless the same fired, was skipped and was entered."""
    for one, other in zip(a, b, strict=True):
        pairs = ((one.fired, other.fired), (one.skipped, other.skipped))
        for found, right in (*pairs, (one.entered, other.entered)):
            assert np.array_equal(rows_of(found, one.count), rows_of(right, one.count))


def measured(
    own: CompiledBehavior, layout: Layout, rows: np.ndarray, library: ctypes.CDLL, count: int
) -> dict[str, list[float]]:
    """Nanoseconds an agent and tick, by who did it."""
    code = compiled(layout.code.text, WELL)
    blocks, _ = filled(own, layout, rows, count)
    others, _ = filled(own, layout, rows, count)
    begun = [block.lanes.copy() for block in blocks]
    steps = {OURS: ours(own, layout, code, blocks)}
    steps |= {name: theirs(library, what, rows, others) for name, what in BY_HAND.items()}
    found: dict[str, list[float]] = {name: [] for name in steps}
    repeat = max(5, min(200, 2_000_000 // count))
    for number in range(repeat):
        for name, step in steps.items():
            mine = blocks if name == OURS else others
            for block, lanes in zip(mine, begun, strict=True):
                block.lanes[:] = lanes
                block.skipped[:] = 0
            start = thread_time()
            step()
            found[name].append((thread_time() - start) / count * 1e9)
            if number == 0 and name != OURS:
                agree(layout, blocks, others)
                if name == CAREFUL:
                    agree_on_reports(blocks, others)
    return found


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__ or "")
    flags = parser.parse_args()
    if shutil.which("g++") is None:
        sys.exit("there is no g++ here")
    own, rows = along("interaction", "corridor", 900)
    lanes = lanes_of(host()[1])
    layout = lay_out(own.behavior, DT, rows[0], frozenset(), lanes, False)
    every: dict[int, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        library = by_hand(own, layout, Path(folder))
        for count in COUNTS:
            found = every[count] = measured(own, layout, rows, library, count)
            for name, samples in found.items():
                numbers = f"{statistics.median(samples):8.1f} {min(samples):8.1f} ns"
                print(f"{count:9,} agents  {name:22}{numbers}", end="")
                for other in ("SIMD by hand", CAREFUL):
                    ratio = statistics.median(
                        a / b for a, b in zip(samples, found[other], strict=True)
                    )
                    print(f"  {ratio:5.2f} x {other}", end="")
                print()
    compiler = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True)
    told = {**versions(), "g++": compiler.stdout.strip(), "processor": host()[0]}
    print(", ".join(f"{name} {number}" for name, number in told.items()))
    if flags.json is not None:
        text = json.dumps({"versions": told, "nanoseconds": every}, indent=2)
        Path(flags.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
