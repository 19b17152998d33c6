"""Hot reload: what goes on by name, what is reported, and what does not run again."""

from __future__ import annotations

from collections.abc import Sequence

from made_programs import Arrow, Builder, Made, Run, compare, const, start

from behave.ir.ops import Op
from behave.kinds import BOOL, enum
from behave.runtime.model import Model
from behave.runtime.reload import ReloadReport, carry
from behave.runtime.state import State
from behave.runtime.tick import tick


def old_run() -> Run:
    """Ten ticks in: in Out.Two, x = 10, side = right."""
    made = Builder()
    made.enums["sides"] = ("left", "right")
    x = made.var("x")
    made.var("side", 1, enum("sides"))
    made.var("gone", 4.0)
    two = Made("Two", actions=[made.add(x, 1.0)])
    out = Made("Out", enter=[made.add(x, 100.0)], children=[Made("One", [Arrow("Out.Two")]), two])
    made.machine([Made("Start", [Arrow("Out.One")]), out])
    return start(made.program()).ticks(12)


def reloaded(builder: Builder, run: Run, **options: object) -> tuple[Model, State, ReloadReport]:
    model = start(builder.program(), **options).model  # type: ignore[arg-type]
    state, report = carry(run.model, run.state, model)
    return model, state, report


def value(model: Model, state: State, path: str) -> float:
    behavior = model.groups[0].behavior
    return float(state.rows[0][0, behavior.slots[behavior.slot_of[path]].offset])


def changed(
    states: Sequence[Made] | None = None, sides: tuple[str, ...] = ("left", "right")
) -> Builder:
    """The same behavior with another order of slots, a new variable and one gone."""
    made = Builder()
    made.enums["sides"] = sides
    made.var("fresh", 7.0)
    made.var("side", 0, enum("sides"))
    x = made.var("x")
    if states is None:
        two = Made("Two", actions=[made.add(x, 1.0)])
        out = Made("Out", enter=[made.add(x, 100.0)], children=[Made("New"), Made("One"), two])
        states = [Made("Start"), out]
    made.machine(states)
    return made


def test_states_variables_tick_and_timers_go_on_and_enter_actions_do_not_rerun() -> None:
    run = old_run()
    assert run.value("x") == 111.0
    model, state, report = reloaded(changed(), run)
    assert state.tick == run.state.tick == 12
    assert value(model, state, "x") == 111.0
    assert value(model, state, "m.Out.Two.ticks") == run.value("m.Out.Two.ticks") == 11.0
    record = tick(model, state, {})
    assert record.agents["hero"].states == {"m": "Out.Two"}
    assert value(model, state, "x") == 112.0
    assert report.vanished == ("variable gone",)
    assert report.added == ("variable fresh", "state Out.New")
    assert report.changed == ()
    assert not report.clean


def test_a_new_variable_starts_at_its_initial_value_whatever_enter_actions_say() -> None:
    made = Builder()
    made.var("x")
    fresh = made.var("fresh", 7.0)
    made.machine([Made("Start", enter=[made.set(fresh, 9.0)])])
    other = made.var("other", 1.0)
    made.machine([Made("Begin", enter=[made.set(other, 2.0)])], "new")
    model, state, report = reloaded(made, old_run())
    assert value(model, state, "fresh") == 7.0
    assert value(model, state, "other") == 2.0  # a machine that was not there is entered
    assert "machine new" in report.added


def test_an_unchanged_file_keeps_every_byte() -> None:
    run = old_run()
    again = old_run()
    state, report = carry(run.model, run.state, again.model)
    assert report.clean
    assert state.digest() == run.state.digest()


def test_a_machine_whose_state_is_gone_falls_back_to_its_nearest_ancestor() -> None:
    run = old_run()
    out = Made("Out", children=[Made("Other"), Made("One")])
    model, state, report = reloaded(changed([Made("Start"), out]), run)
    assert tick(model, state, {}).agents["hero"].states == {"m": "Out.Other"}
    assert "state Out.Two" in report.vanished
    model, state, _ = reloaded(changed([Made("Else")]), run)
    assert tick(model, state, {}).agents["hero"].states == {"m": "Else"}


def test_enum_values_go_by_name() -> None:
    run = old_run()
    model, state, _ = reloaded(changed(sides=("right", "left")), run)
    assert value(model, state, "side") == 0.0  # still right
    model, state, _ = reloaded(changed(sides=("up", "down")), run)
    assert value(model, state, "side") == 0.0


def test_a_variable_of_another_kind_is_reported_and_starts_anew() -> None:
    run = old_run()
    made = Builder()
    made.var("x", True, BOOL)
    made.machine([Made("Start")])
    model, state, report = reloaded(made, run)
    assert report.changed == ("variable x is a bool now, was a plain number",)
    assert value(model, state, "x") == 1.0


def test_params_take_the_files_value_unless_overridden() -> None:
    def with_param(default: float) -> Builder:
        made = Builder()
        made.param("pause", default, low=0.0, high=10.0)
        made.machine([Made("A")])
        return made

    run = start(with_param(2.0).program(), overrides={"made.pause": 5.0}).ticks(1)
    model, state, _ = reloaded(with_param(3.0), run)
    assert value(model, state, "pause") == 3.0
    model, state, _ = reloaded(with_param(3.0), run, overrides={"made.pause": 5.0})
    assert value(model, state, "pause") == 5.0
    assert model.overrides == {("hero", "pause")}


def test_agents_and_colliders_that_come_and_go_are_reported() -> None:
    made = Builder()
    made.machine([Made("A", [Arrow("A", compare(Op.GT, const(1.0), const(2.0)))])])
    one = start(made.program(agents=(made.agent("one"), made.agent("two", (3.0, 0, 0))))).ticks(2)
    model = start(made.program(agents=(made.agent("two"), made.agent("three", (3.0, 0, 0))))).model
    _, report = carry(one.model, one.state, model)
    assert report.vanished == ("agent one",)
    assert report.added == ("agent three",)
