"""Compiled once, kept between processes, made better while it runs, and left to the reference."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from made_programs import Arrow, Builder, Made, Run, const, node, start

from behave.ir.ops import Op
from behave.ir.program import Program, Turn
from behave.jit.folder import MOST_FILES, CodeFolder
from behave.kinds import TEXT
from behave.native import compiling, engine
from behave.native.compiling import MOST_KEPT, Native
from behave.native.engine import QUICK, WELL, key_of
from behave.runtime.state import initial
from behave.runtime.tick import tick
from behave.scenario.build import build


class Kept:
    """A store in memory that counts."""

    def __init__(self) -> None:
        self.pieces: dict[str, bytes] = {}
        self.written = 0

    def read(self, key: str) -> bytes | None:
        return self.pieces.get(key)

    def write(self, key: str, data: bytes) -> None:
        self.pieces[key] = data
        self.written += 1


def pendulum() -> Program:
    """Two states that take turns, and a number that grows."""
    made = Builder()
    x = made.var("x", 0.0)
    gone = made.var("gone", None)
    states = [Made("A"), Made("B")]
    active = made.lay_out("m", states)
    states[0].actions = [made.add(x, 0.1), made.set(x, made.read(gone))]
    states[0].arrows = [Arrow("B", made.timer_is("A", Op.GE, 0.1))]
    states[1].arrows = [Arrow("A", after=0.05)]
    made.machine(states, active=active)
    return made.program()


def run(program: Program, native: Native | None, count: int = 30) -> tuple[str, list[Any]]:
    """The state's digest and the records after some ticks."""
    model = build(program, "stage", dt=1 / 60, native=native)
    state = initial(model)
    records = [tick(model, state, {}) for _ in range(count)]
    return state.digest(), records


def test_reasons_and_skipped_actions_read_as_the_references() -> None:
    program = pendulum()
    right, native = run(program, None), run(program, Native(patience=None))
    assert native == right
    fired = [one for record in right[1] for one in record.agents["hero"].fired]
    assert [one.reason for one in fired][:1] == ["timer >= 0.1 s [0.1 s >= 0.1 s]"]
    assert right[1][0].agents["hero"].skipped == ("x: value absent (made.beh:1)",)


def test_better_code_takes_over_without_a_trace() -> None:
    program = pendulum()
    native = Native(patience=5)
    model = build(program, "stage", dt=1 / 60, native=native)
    other = build(program, "stage", dt=1 / 60, native=native)
    (compiled,) = native.made.values()
    quick = compiled.code
    state = initial(model)
    for _ in range(12):
        tick(model, state, {})
    native.settle()
    assert compiled.code is not quick
    again = initial(other)
    for number in range(30):
        if number >= 12:
            tick(model, state, {})
        tick(other, again, {})
    assert state.digest() == again.digest() == run(program, None)[0]


def test_the_reference_goes_on_while_a_thread_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    program = pendulum()
    right, _ = run(program, None, 20)
    reached, go_on = threading.Event(), threading.Event()

    def slowly(*given: Any) -> Any:
        reached.set()
        assert go_on.wait(30.0)
        return engine.compiled(*given)

    monkeypatch.setattr(compiling, "compiled", slowly)
    native = Native(at_once=False, patience=None)
    model = build(program, "stage", dt=1 / 60, native=native)
    step = model.groups[0].native
    assert step is not None
    assert reached.wait(30.0)
    state = initial(model)
    for number in range(20):
        assert step.is_ready() == (number > 9)
        tick(model, state, {})
        if number == 9:
            go_on.set()
            native.settle()
    assert state.digest() == right
    again = build(program, "stage", dt=1 / 60, native=native).groups[0].native
    assert again is not None
    assert again.is_ready()


def test_a_text_found_by_the_thread_leaves_all_to_the_reference() -> None:
    native = Native(at_once=False)
    program = with_a_text()
    model = build(program, "stage", dt=1 / 60, native=native)
    native.settle()
    step = model.groups[0].native
    assert step is None or not step.is_ready()
    state = initial(model)
    tick(model, state, {})
    assert Run(model, state).value("flag") == 0.0
    assert build(program, "stage", dt=1 / 60, native=native).groups[0].native is None


def test_a_short_run_never_asks_for_better_code() -> None:
    native = Native(patience=31)
    run(pendulum(), native)
    assert not native.threads


def test_the_next_process_compiles_nothing() -> None:
    kept = Kept()
    program = pendulum()
    right = run(program, None)
    assert run(program, Native(kept, patience=None)) == right
    written = kept.written
    assert written == 1
    assert run(pendulum(), Native(kept, patience=None))[0] == right[0]
    assert kept.written == written


def test_the_best_code_that_is_kept_is_used_at_once() -> None:
    kept = Kept()
    native = Native(kept, patience=1)
    right = run(pendulum(), native)
    native.settle()
    later = Native(kept, patience=1)
    assert run(pendulum(), later)[0] == right[0]
    assert not later.threads
    assert kept.written == 2


def test_spoilt_code_is_made_anew() -> None:
    kept = Kept()
    right = run(pendulum(), Native(kept, patience=None))
    (key,) = kept.pieces
    for spoilt in (b"", b"machine code", kept.pieces[key][:-400]):
        kept.pieces[key] = spoilt
        assert run(pendulum(), Native(kept, patience=None))[0] == right[0]
        assert len(kept.pieces[key]) > 1000


def no_target(*_: Any) -> Any:
    raise RuntimeError("no target for this host")


def test_a_host_for_which_no_code_can_be_made_runs_by_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine.llvm.Target, "from_default_triple", no_target)
    told: list[str] = []
    native = Native(tell=told.append)
    program = pendulum()
    model = build(program, "stage", dt=1 / 60, native=native)
    assert model.groups[0].native is None
    assert run(program, native) == run(program, None)
    assert run(pendulum(), native) == run(program, None)
    assert told == ["no target for this host"]


def test_quick_code_runs_on_where_better_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    program = pendulum()
    native = Native(patience=5)
    model = build(program, "stage", dt=1 / 60, native=native)
    monkeypatch.setattr(engine.llvm.Target, "from_default_triple", no_target)
    state = initial(model)
    for _ in range(30):
        tick(model, state, {})
    native.settle()
    assert state.digest() == run(program, None)[0]


def test_code_whose_parts_lie_far_apart_gives_the_same_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is done where LLVM's newer linker is not used."""
    program = pendulum()
    keys = {key_of("a", QUICK)}
    monkeypatch.setattr(engine, "CLOSE", not engine.CLOSE)
    assert run(program, Native(patience=None)) == run(program, None)
    assert key_of("a", QUICK) not in keys


def test_a_key_tells_the_code_apart() -> None:
    assert key_of("a", QUICK) == key_of("a", QUICK)
    assert len({key_of("a", QUICK), key_of("a", WELL), key_of("b", QUICK)}) == 3


def with_a_text() -> Program:
    """A behavior native code cannot say."""
    made = Builder()
    flag = made.var("flag", 0.0)
    same = node(Op.EQ, const("a", TEXT), const("b", TEXT))
    made.turns.append(Turn(-1, (made.when(same, made.set(flag, 1.0)),)))
    return made.program()


def test_a_behavior_that_needs_a_text_runs_by_the_reference() -> None:
    model = build(with_a_text(), "stage", dt=1 / 60, native=Native())
    assert model.groups[0].native is None
    state = initial(model)
    tick(model, state, {})
    assert Run(model, state).value("flag") == 0.0


def test_behaviors_of_a_file_that_changes_often_are_not_kept_for_ever() -> None:
    native = Native(patience=None)
    made = Builder()
    made.turns.append(Turn(-1, ()))
    for _ in range(MOST_KEPT + 3):
        build(made.program(), "stage", dt=1 / 60, native=native)
    assert len(native.made) == MOST_KEPT


def test_one_behavior_is_compiled_once() -> None:
    native = Native(patience=None)
    program = pendulum()
    for _ in range(3):
        build(program, "stage", dt=1 / 60, native=native)
    build(program, "stage", dt=1 / 30, native=native)
    assert len(native.made) == 2


def test_a_state_may_be_copied_and_gone_on_from_anywhere() -> None:
    program = pendulum()
    run_ = start(program)
    native = build(program, "stage", dt=1 / 60, native=Native(patience=None))
    state = initial(native)
    copies = []
    for _ in range(10):
        copies.append(state.copy())
        tick(native, state, {})
    for copy in reversed(copies):
        tick(native, copy, {})
    run_.ticks(10)
    assert copies[-1].digest() == run_.state.digest() == state.digest()


def test_the_folder_gives_back_what_is_whole(tmp_path: Path) -> None:
    folder = CodeFolder(tmp_path / "code")
    assert folder.read("a") is None
    folder.write("a", b"machine code")
    assert folder.read("a") == b"machine code"
    (file,) = (tmp_path / "code").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert folder.read("a") is None


def test_the_folder_does_not_grow_without_end(tmp_path: Path) -> None:
    folder = CodeFolder(tmp_path)
    for number in range(MOST_FILES + 5):
        folder.write(str(number), b"x")
    assert len(list(tmp_path.iterdir())) == MOST_FILES
    assert folder.read(str(MOST_FILES + 4)) == b"x"


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way", encoding="utf-8")
    folder = CodeFolder(file / "code")
    folder.write("a", b"x")
    assert folder.read("a") is None


@pytest.mark.parametrize("level", [QUICK, WELL])
def test_both_levels_give_the_same_bits(level: int) -> None:
    program = pendulum()
    assert run(program, Native(level=level, patience=None)) == run(program, None)
