"""What the language means, seen in the Program it becomes."""

from __future__ import annotations

from collections.abc import Callable

from behave.ir.ops import Op
from behave.ir.program import Assign, BehaviorProgram, Form, Lerp, Node, StateRef
from behave.ir.validate import problems

Compile = Callable[[str], BehaviorProgram]


def guard_of(program: BehaviorProgram, state: int = 0, arrow: int = 0) -> Node:
    return program.machines[0].states[state].transitions[arrow].guard


def test_units_become_si_and_five_centimetres_are_exactly_0_05(program: Compile) -> None:
    made = program(
        "param a = 5 cm\nparam b = 180 deg\nparam c = 500 ms\nparam d = 60 %\nparam e = 2 min"
    )
    defaults = {p.name: p.default.data for p in made.params}
    assert defaults["a"] == 0.05
    assert defaults["b"] == 3.141592653589793
    assert defaults["c"] == 0.5
    assert defaults["d"] == 0.6
    assert defaults["e"] == 120.0


def test_times_are_compared_with_a_microsecond_and_lengths_exactly(program: Compile) -> None:
    made = program("initial state A { -> A when timer > 2 s\n -> A when root.position.y > 2 m }")
    assert guard_of(made).data == 1e-6
    assert guard_of(made, arrow=1).data == 0.0


def test_timer_is_that_of_the_state_it_is_written_in(program: Compile) -> None:
    made = program(
        "guard late = timer > 1 s\ninitial state A { -> B when timer > 1 s or late }\nstate B { }"
    )
    own, late = guard_of(made).args
    # in a state: ticks * dt + carry; in the behavior: ticks * dt
    assert own.args[0].op is Op.ADD
    assert made.slots[own.args[0].args[0].args[0].data].path == "b.A.ticks"  # type: ignore[index]
    assert late.args[0].op is Op.MUL
    assert made.slots[late.args[0].args[0].data].path == "ticks"  # type: ignore[index]


def test_after_is_timer_at_least_and_keeps_its_delay(program: Compile) -> None:
    made = program("initial state A { -> B after 2 s when moving }\nstate B { }")
    arrow = made.machines[0].states[0].transitions[0]
    assert arrow.guard.op is Op.AND
    assert arrow.guard.args[0].op is Op.GE
    assert arrow.after is not None
    assert arrow.after.data == 2.0


def test_a_let_without_arguments_is_made_once_and_shared(program: Compile) -> None:
    made = program(
        "guard far = moving_away(root.position, hips.position, margin: 1 cm)\n"
        "initial state A { -> B when far }\nstate B { -> A when far }"
    )
    assert guard_of(made, 0) is guard_of(made, 1)
    assert len(made.memory) == 1


def test_memory_belongs_to_the_state_it_is_written_in(program: Compile) -> None:
    made = program("initial state A { -> B when moving for 1 s }\nstate B { }")
    assert [c.owner for c in made.memory] == [StateRef(0, 0)]
    made = program("guard g = moving for 1 s\ninitial state A { -> B when g }\nstate B { }")
    assert [c.owner for c in made.memory] == [None]


def test_memory_follows_the_sensor_it_is_about(program: Compile) -> None:
    made = program(
        "sensor wall = nearest(hips.position, within: 2 m, layer: touchable)\n"
        "guard far = moving_away(root.position, wall.point)\n"
        "guard gone = not wall.exists for 1 s\n"
        "initial state A { -> B when far or gone }\nstate B { }"
    )
    # asking whether a sensor reads anything is not about what it reads
    assert [c.subjects for c in made.memory] == [(0,), ()]


def test_arrows_find_the_nearest_state_of_a_name(program: Compile) -> None:
    made = program(
        "initial state A { -> C\n initial state C { -> A.D }\n state D { -> C\n -> restart } }\n"
        "state C { }"
    )
    paths = [s.path for s in made.machines[0].states]
    assert paths == ["A", "A.C", "A.D", "C"]
    targets = {s.path: [paths[t.target] for t in s.transitions] for s in made.machines[0].states}
    assert targets == {"A": ["A.C"], "A.C": ["A.D"], "A.D": ["A.C", "A.D"], "C": []}
    assert made.machines[0].states[2].transitions[1].restart


def test_an_index_known_now_reads_one_slot_and_another_chooses_at_run_time(
    program: Compile,
) -> None:
    made = program(
        "var s : sides = left\nlet a = arm[right].weight\nlet b = arm[s].weight\n"
        "initial state A { -> A when a > 0.5\n -> A when b > 0.5 }"
    )
    fixed, chosen = guard_of(made).args[0], guard_of(made, arrow=1).args[0]
    assert made.slots[fixed.data].path == "arm[right].weight"  # type: ignore[index]
    assert chosen.op is Op.SLOT_AT
    assert [made.slots[i].path for i in chosen.data] == ["arm[left].weight", "arm[right].weight"]  # type: ignore[union-attr]


def test_a_target_written_in_the_world_is_pinned_and_a_local_one_is_not(program: Compile) -> None:
    made = program(
        "initial state A {\n set arm[left].target = hips.position\n"
        " set arm[left].target.local = arm[left].rest_position\n}"
    )
    world, local = made.machines[0].states[0].actions
    assert isinstance(world, Assign)
    assert isinstance(local, Assign)
    pins = [[made.slots[s.slots[0]].path for s in a.place.stores] for a in (world, local)]
    assert pins == [["arm[left].target", "arm[left].pinned"]] * 2
    assert [a.place.stores[1].value.data for a in (world, local)] == [True, False]


def test_a_ray_toward_a_point_goes_along_its_direction(program: Compile) -> None:
    made = program("sensor s = ray(from: hips.position, toward: root.position, length: 1 m)")
    assert [name for name, _ in made.sensors[0].arguments] == ["from", "length", "along"]
    assert dict(made.sensors[0].arguments)["along"].op is Op.NORMALIZE
    assert made.sensors[0].layers == -1


def test_layers_become_a_bit_mask(program: Compile) -> None:
    made = program("sensor s = nearest(root.position, within: 1 m, layer: [touchable, player])")
    assert made.sensors[0].layers == 0b110  # ground, touchable, player


def test_lerp_forms_and_their_amounts(program: Compile) -> None:
    made = program(
        "var x = 0 m\nvar q = root.rotation\n"
        "initial state A {\n lerp x to 1 m over 2 s ease smooth }\n"
        "state B { lerp x to 1 m over 2 s chase }\n"
        "state C { lerp x to 1 m rate 6 /s }\n"
        "state D { lerp x to 1 m half_life 100 ms }\n"
        "state E { lerp q to root.rotation at 90 deg/s }"
    )
    found = [s.actions[0] for s in made.machines[0].states]
    assert all(isinstance(a, Lerp) for a in found)
    forms = [(a.form, a.amount.data, a.ease) for a in found if isinstance(a, Lerp)]
    assert forms == [
        (Form.OVER, 2.0, "smooth"),
        (Form.CHASE, 2.0, "linear"),
        (Form.RATE, 6.0, "linear"),
        (Form.HALF_LIFE, 0.1, "linear"),
        (Form.AT, 1.5707963267948966, "linear"),
    ]
    first = found[0]
    assert isinstance(first, Lerp)
    assert first.captured in made.machines[0].states[0].captures


def test_machines_read_each_other_by_name(program: Compile) -> None:
    made = program(
        "machine one { var seen = 0\n initial state A { set seen = 1 } }\n"
        "machine two { initial state B { -> C when one.seen > 0 and one in A } state C { } }"
    )
    assert [m.name for m in made.machines] == ["one", "two"]
    assert [t.machine for t in made.turns] == [0, 1]
    assert "one.seen" in [s.path for s in made.slots]


def test_the_behaviors_own_actions_run_where_they_stand(program: Compile) -> None:
    made = program("var x = 0\nset x = 1\nmachine one { initial state A { } }\nset x = 2\n")
    assert [(t.machine, len(t.actions)) for t in made.turns] == [(-1, 1), (0, 0), (-1, 1)]


def test_loops_are_unrolled(program: Compile) -> None:
    made = program("for s in sides { lerp arm[s].weight to 0 rate 2 /s }\ninitial state A { }")
    places = [a.place.stores[0].slots for a in made.turns[0].actions if isinstance(a, Lerp)]
    assert [made.slots[p[0]].path for p in places] == ["arm[left].weight", "arm[right].weight"]


def test_a_press_that_waits_is_used_up_by_the_arrow_that_reads_it(program: Compile) -> None:
    made = program("initial state A { -> B when jump.pressed }\nstate B { }")
    assert made.machines[0].states[0].transitions[0].buffered == (1,)


def test_slots_do_not_overlap_and_the_program_keeps_its_promise(body) -> None:  # type: ignore[no-untyped-def]
    checked = body(
        "var s : sides = left\nvar p : point = none\n"
        "sensor w = nearest(root.position, within: 1 m)\n"
        "on w.found { set p = w.point }\n"
        "initial state A { every 1 s { set s = right }\n -> B on w.lost when became moving }\n"
        "state B { lerp p to w.point over 1 s\n -> resume A }"
    )
    assert checked.errors == ()
    assert problems(checked.program) == []


def test_a_test_reads_the_timer_of_an_agents_state(file) -> None:  # type: ignore[no-untyped-def]
    text = (
        "rig r { bone a at (0 m, 1 m, 0 m) }\n"
        "behavior b for r { initial state A { } }\n"
        "scene s { r hero at (0 m, 0 m, 0 m) with b }\n"
        'test "t" in s { expect hero.A.timer > 0.5 s at 1 s }\n'
    )
    checked = file(text)
    assert checked.errors == ()
    left = checked.program.tests[0].checks[0].guard.args[0]
    assert (left.op, left.data) == (Op.OF_AGENT, "hero")
    assert problems(checked.program) == []


def test_a_program_names_its_guards_and_bool_lets_by_the_nodes_its_trees_share(
    program: Compile,
) -> None:
    behavior = program(
        """
        guard stopped = not moving
        let away = 2 m
        let quick = length(walk) > 0.5
        let also_quick = quick
        guard beyond(d: length) = d > 1 m
        guard let_go = stopped or quick
        initial state A {
          guard early = timer < 1 s
          -> B when let_go and not early
        }
        state B { -> A when beyond(away) }
        """
    )
    assert [name for name, _ in behavior.guards] == [
        "moving",
        "stopped",
        "quick",
        "let_go",
        "early",
    ]
    known = dict(behavior.guards)
    guard = behavior.machines[0].states[0].transitions[0].guard
    assert guard.args[0] is known["let_go"]
    assert guard.args[1].args[0] is known["early"]
    assert known["let_go"].args == (known["stopped"], known["quick"])
    assert known["stopped"].args == (known["moving"],)
