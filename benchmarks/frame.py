"""What a picture of 1, 50 and 1,000 characters costs, by part, in milliseconds.

``python benchmarks/frame.py``: the tick, the draw list (scene build), uploading and drawing it at
640x360, and the panels over it. Times are the processor time of the one thread that works, waiting
not counted; with a software driver (llvmpipe) drawing runs in threads of its own, so it is told in
wall time as well. The least sample says most where other work shares the processor.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from report import Result, arguments, show  # noqa: E402

from behave.cli.files import UseReader  # noqa: E402
from behave.pipeline import check  # noqa: E402
from behave.runtime.model import Model  # noqa: E402
from behave.runtime.state import initial  # noqa: E402
from behave.runtime.tick import tick  # noqa: E402
from behave.scenario.build import build  # noqa: E402
from behave.source import Source  # noqa: E402
from viewer.app.still import Still  # noqa: E402
from viewer.canvas import open_canvas  # noqa: E402
from viewer.desk import desk_for  # noqa: E402
from viewer.playback import Playback  # noqa: E402
from viewer.session import session_of  # noqa: E402

COUNTS = (1, 50, 1000)
SIZE = (640, 360)

WALKER = """\
use "rigs/humanoid.beh"

behavior pace for humanoid {
  var since : number = 0
  initial state Standing { -> Walking when moving }
  state Walking {
    advance since by 1 /s
    -> Standing when not moving
  }
}
"""


def crowd(count: int) -> Model:
    """A scene with so many characters, in rows two metres apart, that all walk."""
    heroes, holds = [], []
    for number in range(count):
        x, z = 2 * (number % 40), 2 * (number // 40)
        heroes.append(f"  humanoid hero{number} at ({x} m, 0 m, {z} m) with pace")
        holds.append(f"  hold hero{number}.walk at (0, 1) from 0 s to 100 s")
    scene = "\n".join(["scene crowd {", "  ground floor at (0 m, 0 m, 0 m)", *heroes, *holds, "}"])
    source = Source("crowd.beh", f"{WALKER}\n{scene}\n")
    checked = check(source, UseReader(source))
    assert checked.program is not None, [finding.message for finding in checked.errors]
    return build(checked.program, "crowd", dt=1.0 / 60.0)


def sampled(
    name: str, action: Callable[[], object], repeat: int, clock: Callable[[], float] = thread_time
) -> Result:
    """Time an action ``repeat`` times, after one run that does not count."""
    action()
    samples = []
    for _ in range(repeat):
        start = clock()
        action()
        samples.append(clock() - start)
    return Result(name, tuple(samples))


def measured(count: int, repeat: int) -> list[Result]:
    """All parts of a picture of so many characters."""
    model = crowd(count)
    state = initial(model)
    for _ in range(20):
        tick(model, state, model.script.sample(state.tick, model.dt))
    playback = Playback(model)
    playback.step(2)
    desk = desk_for(*session_of(model), playback)
    canvas = open_canvas(*SIZE, print)
    frame = desk.frame()
    word = f"{count:5} "
    results = [
        sampled(
            f"{word} tick",
            lambda: tick(model, state, model.script.sample(state.tick, model.dt)),
            repeat,
        ),
        sampled(f"{word} scene", desk.frame, repeat),
        sampled(f"{word} upload and draw", lambda: canvas.draw(frame, desk.camera), repeat),
        sampled(
            f"{word} the same, wall",
            lambda: canvas.draw(frame, desk.camera),
            repeat,
            perf_counter,
        ),
    ]
    if canvas.kind != "soft":
        still = Still(desk, 1280, 720)
        results.append(sampled(f"{word} panels", lambda: still.overlay(*SIZE), repeat))
        still.close()
    canvas.close()
    return results


def main() -> None:
    parser = arguments(__doc__ or "")
    given = parser.parse_args()
    results = [result for count in COUNTS for result in measured(count, given.repeat)]
    show(results, given.json)


if __name__ == "__main__":
    main()
