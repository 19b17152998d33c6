"""Each rule about machines: where it must speak, and the near misses where it must not."""

from __future__ import annotations

import pytest

from behave.diagnostics.diagnostic import Diagnostic
from behave.lint.policy import Settings
from behave.pipeline import check
from behave.source import Source

HEAD = """rig r {
  enum sides = left, right
  input go = key(Space)
  input walk = axis2(keys: WASD)
  bone a at (0 m, 1 m, 0 m)
}
behavior b for r {
  param reach = 1 m in 0.5 m .. 2 m
  param pause = 1 s in 0 s .. 3 s
  param fixed = 1 s
  param eager = yes
  sensor seen = nearest(root.position, within: 9 m)
  sensor wall = ray(from: root.position, along: ahead, length: 5 m)
"""
END = "\nstate Z { -> Z2 after 1 s }\nfinal state Z2 { }\n}\n"
QUIET = ("BEH0203", "BEH0401")


def findings(lines: str, end: str = END, settings: Settings | None = None) -> list[Diagnostic]:
    """What is found, names nothing reads and states nothing reaches left out."""
    source = Source("b.beh", f"{HEAD}{lines}{end}")
    reader = lambda *_: "no file"  # noqa: E731
    checked = check(source, reader, settings) if settings else check(source, reader)
    return [d for d in checked.diagnostics if d.code not in QUIET]


def found(lines: str, end: str = END) -> list[tuple[str, str]]:
    """Codes and the text they mark."""
    return [(d.code, " ".join(d.span.text.split())) for d in findings(lines, end)]


def arrow(when: str) -> str:
    """A state that is left by one condition, or after a while."""
    return f"initial state A {{ -> Z when {when}\n -> Z after 9 s }}"


# ---- 0402 dead end


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("initial state A { -> B }\nstate B { }", ["B"]),
        ("initial state A { -> B }\nfinal state B { }", []),
        ("initial state A { }", []),  # a machine that is never anywhere else rests
        ("initial state A { -> B }\nstate B { -> restart when go }", ["B"]),
        # the way out of a state around it, and of the machine, counts
        ("initial state A { -> B }\nstate B { initial state C { }\n -> A when go.pressed }", []),
        ("-> A when go.pressed\ninitial state A { -> B }\nstate B { }", []),
        # … but not where it can never fire
        ("initial state A { -> B }\nstate B { -> A on e }\nevent e", ["B"]),
        ("final state P { initial state C { -> D }\n state D { } }\ninitial state A { -> P }", []),
    ],
)
def test_dead_ends(lines: str, expected: list[str]) -> None:
    dead = [text for code, text in found(lines, "\n}\n") if code == "BEH0402"]
    assert dead == expected


# ---- 0404 starved timer


@pytest.mark.parametrize(
    ("arrows", "starved"),
    [
        ("-> restart after 1 s\n -> Z after 2 s", True),
        ("-> restart when go\n -> Z after 2 s", True),
        ("-> restart when go\n -> Z when timer > 2 s and not go", True),
        ("-> restart when timer > 1 s and go\n -> Z when timer > 2 s", True),
        # a key that goes down, or an event, lasts a tick
        ("-> restart when go.pressed\n -> Z after 2 s", False),
        ("-> restart on seen.found\n -> Z after 2 s", False),
        ("-> restart when timer > 3 s and go\n -> Z when timer > 2 s", False),
        ("-> Z after 2 s\n -> restart when go", False),
        ("-> restart when go\n -> Z when not go", False),
    ],
)
def test_starved_timers(arrows: str, starved: bool) -> None:
    codes = [code for code, _ in found(f"initial state A {{ {arrows} }}")]
    assert ("BEH0404" in codes) == starved


# ---- 0405 an arrow to where it is


def test_an_arrow_to_an_active_state() -> None:
    own = "initial state A { -> A when go\n -> Z after 9 s }"
    assert found(own) == [("BEH0405", "-> A when go")]
    up = "initial state P { initial state A { -> P after 1 s }\n -> Z when go }"
    assert found(up) == [("BEH0405", "-> P after 1 s")]
    down = "initial state P { -> A when go\n -> Z after 9 s\n initial state A { -> B after 1 s }"
    assert found(down + "\n state B { } }") == []


# ---- 0501 never true


@pytest.mark.parametrize(
    "when",
    [
        "wall.distance < 0 m",
        "length(walk) < 0",
        "timer < 0 s",
        "distance(seen.point, root.position) < -1 cm",
        "abs(walk.x) < 0",
        "signed_angle(walk, ahead) > 181 deg",
        "aligned(walk, ahead, tolerance: -1 deg)",
        "seen.distance < 1 m and seen.distance > 2 m",
        "seen.distance < 1 m and not (seen.distance < 3 m)",
        "seen.exists and not seen.exists",
        "seen.distance < 1 m and not seen.exists",
        "wall.distance > 2.01 m and wall.distance + 1 m < 3 m",
        "2 * wall.distance < 1 m and wall.distance > 0.6 m",
        "wall.distance < reach and wall.distance > 2 m",
        "reach > 2 m",
        "wall.distance < fixed * 1 m / 1 s and wall.distance > 1 m",
        "distance(seen.point, root.position) < 1 m and distance(root.position, seen.point) > 1 m",
        "wall.distance - seen.distance > 1 mm and seen.distance >= wall.distance",
        "wall.distance in 2 m .. 1 m",
        "go and (not go or wall.distance < 0 m)",
        "not (eager or not eager)",
        "no",
    ],
)
def test_conditions_that_are_never_true(when: str) -> None:
    codes = [code for code, _ in found(arrow(when))]
    assert codes == ["BEH0501"]


@pytest.mark.parametrize(
    "when",
    [
        "seen.distance < 0 m",  # inside a collider: distances to the nearest are signed
        "wall.distance <= 0 m",
        "wall.distance <= reach and wall.distance >= 2 m",
        "reach >= 2 m",
        "eager and not go",  # a bool param may be set by a scene or a slider
        "seen.distance < 1 m and wall.distance > 2 m",
        "distance(seen.point, root.position) < 1 m and distance(wall.point, root.position) > 2 m",
        "wall.distance > 2 m or not wall.exists",
        "(wall.distance otherwise 3 m) > 4 m or go",
        "(wall.distance if go else seen.distance) < -1 m",
        "sin(walk.x * 1 rad) > 0.5",
        "timer >= pause",
    ],
)
def test_conditions_that_some_reading_satisfies(when: str) -> None:
    assert "BEH0501" not in [code for code, _ in found(arrow(when))]


def test_enums_and_variables() -> None:
    lines = "var side : sides = left\n"
    both = lines + arrow("side == left and side == right")
    assert [c for c, _ in found(both)] == ["BEH0501"]
    neither = lines + arrow("side != left and side != right")
    assert [c for c, _ in found(neither)] == ["BEH0501"]
    assert "BEH0502" in [c for c, _ in found(lines + arrow("side == left or side == right"))]
    assert found(lines + arrow("side == left")) == []


def test_only_what_holds_for_every_machine_of_an_array_is_told() -> None:
    machine = (
        "machine leg[3] {{ initial state A {{ -> B when {} }}\n state B {{ -> A after 1 s }} }}"
    )
    assert found(machine.format("index == 1 and go"), "\n}\n") == []
    (never,) = findings(machine.format("index == 7 and go"), "\n}\n")
    assert never.code == "BEH0501"


def test_the_two_parts_that_exclude_each_other_are_marked() -> None:
    (never,) = findings(arrow("go and wall.distance < 1 m and wall.distance > 2 m"))
    assert [label.span.text for label in never.secondary] == [
        "wall.distance < 1 m",
        "wall.distance > 2 m",
    ]


def test_a_param_a_scene_sets_is_not_a_constant() -> None:
    scene = "\n}\nscene s { r hero at (0 m, 0 m, 0 m) with b, fixed: 3 s }\n"
    lines = "initial state A { -> B when fixed > 2 s and go\n -> B after 9 s }\nfinal state B { }"
    assert [c for c, _ in found(lines, "\n}\n")] == ["BEH0501"]
    assert [c for c, _ in found(lines, scene)] == []


# ---- 0502 always true


@pytest.mark.parametrize(
    ("when", "always"),
    [
        ("length(walk) >= 0", True),
        ("timer >= 0 s", True),
        ("go or not go", True),
        ("reach > 0 m", True),
        ("seen.exists or not seen.exists", True),
        ("wall.distance >= 0 m or not wall.exists", True),
        ("(wall.distance otherwise 1 m) >= 0 m", True),
        ("yes", True),
        ("wall.distance >= 0 m", False),  # absent is neither
        ("wall.distance < 1 m or wall.distance >= 1 m", False),
        ("length(walk) > 0", False),
        ("reach >= 0.6 m", False),
        ("eager", False),
    ],
)
def test_conditions_that_are_always_true(when: str, always: bool) -> None:
    codes = [code for code, _ in found(f"initial state A {{ -> Z when {when} }}")]
    assert codes == (["BEH0502"] if always else [])


def test_an_arrow_without_a_condition_is_no_finding() -> None:
    assert found("initial state A { -> Z }") == []
    assert found("initial state A { -> Z after 0 s }") == []


def test_taking_the_condition_out() -> None:
    (always,) = findings("initial state A { -> Z when (length(walk) >= 0) { } }")
    (fix,) = always.fixes
    assert [(e.span.text, e.text) for e in fix.edits] == [(" when (length(walk) >= 0)", "")]
    assert not fix.safe


# ---- 0503 shadowed


@pytest.mark.parametrize(
    ("first", "second", "shadowed"),
    [
        ("-> Y when go", "-> Z when go and seen.exists", True),
        ("-> Y when wall.distance < 2 m", "-> Z when wall.distance < 1 m", True),
        ("-> Y", "-> Z when go", True),
        ("-> Y when wall.distance < 1 m or go", "-> Z when go", True),
        ("-> Y when not wall.exists", "-> Z when not wall.exists and go", True),
        ("-> Y when wall.distance < 1 m", "-> Z when wall.distance < 2 m", False),
        ("-> Y when wall.distance < 1 m", "-> Z when not (wall.distance >= 1 m) or go", False),
        ("-> Y when wall.distance < reach", "-> Z when wall.distance < 0.6 m", False),
        ("-> Y when wall.distance < reach", "-> Z when wall.distance < 0.5 m", True),
        ("-> Y on seen.found when go", "-> Z when go", False),
        ("-> Y on seen.found", "-> Z on seen.found when go", True),
        ("-> Y on seen.found", "-> Z on seen.lost when go", False),
        ("-> A when go", "-> Z when go", False),  # the first never fires itself
        ("-> Y when go for 1 s", "-> Z when go", False),
        ("-> Y when go", "-> Z when (go for 1 s)", True),
    ],
)
def test_shadowed_arrows(first: str, second: str, shadowed: bool) -> None:
    lines = f"initial state A {{ {first}\n {second} }}\nstate Y {{ -> Z after 1 s }}"
    codes = [code for code, _ in found(lines)]
    assert ("BEH0503" in codes) == shadowed


def test_two_arrows_may_shadow_a_third_together() -> None:
    lines = "initial state A { -> Y when go\n -> Z when wall.exists\n -> Y when go or wall.exists }"
    assert found(lines + "\nstate Y { -> Z after 1 s }") == [
        ("BEH0503", "-> Y when go or wall.exists")
    ]


def test_outer_states_and_the_machine_come_first() -> None:
    inner = "initial state P { -> Z when go\n initial state A { -> B when go and seen.exists } "
    lines = inner + "\n state B { -> A after 1 s } }"
    (shadowed,) = (d for d in findings(lines) if d.code == "BEH0503")
    assert shadowed.secondary[0].span.text == "-> Z when go"
    machine = "-> Z when go\ninitial state A { -> B when go }\nstate B { -> A after 1 s }"
    assert ("BEH0503", "-> B when go") in found(machine)
    # to a state inside: where that is active already, the inner arrow has its turn
    into = "initial state P { -> B when go\n initial state A { -> Z when go }\n "
    into += "state B { -> Z when go } }"
    assert [text for code, text in found(into) if code == "BEH0503"] == ["-> Z when go"]


def test_what_cannot_be_reached_is_not_talked_about() -> None:
    lines = "initial state A { -> Z }\nstate Q { -> Z when go\n -> A when go }"
    assert found(lines) == []


# ---- 0504 outlived


@pytest.mark.parametrize(
    ("first", "second", "outlived"),
    [
        ("-> Y when timer > 1.5 s", "-> Z when timer > 2 s", True),
        ("-> Z when timer > 2 s", "-> Y when timer > 1.5 s", True),
        ("-> Y after 1 s", "-> Z after 2 s when go", True),
        ("-> Y after fixed", "-> Z after 2 s", True),
        ("-> Y when timer > 1 s or go", "-> Z when timer > 2 s", True),
        ("-> Y when timer > 1 s and go", "-> Z when timer > 1.5 s", False),
        ("-> Y after pause", "-> Z after 2 s", False),  # the pause may be 3 s
        ("-> Y after pause", "-> Z after 4 s", True),
        ("-> Y after 1 s", "-> Z when wall.exists for 2 s", True),
        ("-> Y after 1 s", "-> Z when timer >= 1 s and go", False),  # the very tick it is left on
        ("-> Y when timer in 1 s .. 1.02 s", "-> Z when timer > 2 s", False),  # may be stepped over
        ("-> Y when timer in 1 s .. 1.2 s", "-> Z when timer > 2 s", True),
        ("-> Y on seen.found", "-> Z after 2 s", False),
    ],
)
def test_outlived_arrows(first: str, second: str, outlived: bool) -> None:
    lines = f"initial state A {{ {first}\n {second} }}\nstate Y {{ -> Z after 1 s }}"
    codes = [code for code, _ in found(lines)]
    assert ("BEH0504" in codes) == outlived


def test_a_state_lives_no_longer_than_the_one_around_it() -> None:
    lines = "initial state P { -> Z after 1 s\n initial state A { -> B after 3 s }\n state B { } }"
    assert ("BEH0504", "-> B after 3 s") in found(lines)
    # an arrow to a state inside may take the tick: then nothing is certain
    into = "initial state P { -> B when go\n -> Z when timer > 1 s and not go\n initial state A { }"
    lines = into + "\n state B { -> A when timer > 3 s } }"
    assert "BEH0504" not in [c for c, _ in found(lines)]


def test_the_length_of_a_tick_counts() -> None:
    lines = "initial state A { -> Z after 1 s\n -> Z when timer > 1.15 s and go }"
    assert "BEH0504" in [d.code for d in findings(lines)]
    slow = findings(lines, settings=Settings(dt=0.2))
    assert "BEH0504" not in [d.code for d in slow]


# ---- 0505 exact time


def test_exact_times() -> None:
    assert found(arrow("timer == 1.5 s")) == [("BEH0505", "timer == 1.5 s")]
    assert found(arrow("2 * timer == fixed")) == [("BEH0505", "2 * timer == fixed")]
    (named,) = findings("guard due = timer == 1 s\n" + arrow("due and go"))
    assert (named.code, named.fixes[0].edits[0].span.text) == ("BEH0505", "==")
    assert found(arrow("timer >= 1.5 s and go")) == []
    assert found("var due : time = 1 s\n" + arrow("due == 1 s")) == []
    assert found(arrow("wall.distance == 1 m")) == []


# ---- 0506 absence not covered


@pytest.mark.parametrize(
    ("arrows", "stuck"),
    [
        ("-> A when seen.distance > 2 m", True),
        ("-> A when seen.distance > 2 m or wall.distance > 1 m", True),
        ("-> A when not (seen.distance < 2 m)", True),
        ("-> A on seen.found", True),
        ("-> A when seen.distance > 2 m or not seen.exists", False),
        ("-> A when seen.distance > 2 m\n -> A on seen.lost", False),
        ("-> A when seen.distance > 2 m\n -> A after 5 s", False),
        ("-> A when seen.distance > 2 m or go", False),
        ("-> A when (seen.distance otherwise 3 m) > 2 m", False),
        ("-> A when not seen.exists", False),
    ],
)
def test_states_left_only_while_something_is_seen(arrows: str, stuck: bool) -> None:
    lines = f"initial state A {{ -> B when go.pressed }}\nstate B {{ {arrows} }}"
    assert ("BEH0506" in [c for c, _ in found(lines, "\n}\n")]) == stuck


def test_a_machine_may_wait_where_it_starts() -> None:
    lines = "initial state A { -> B when seen.distance < 1 m }\nstate B { -> A after 1 s }"
    assert found(lines, "\n}\n") == []


# ---- 0507 loose for


@pytest.mark.parametrize(
    ("when", "loose"),
    [
        ("go and seen.exists for 2 s", True),
        ("(go or seen.exists) and wall.exists for 2 s", True),
        ("go and (wall.exists) for 2 s", True),
        ("(go and seen.exists) for 2 s", False),
        ("go and (seen.exists for 2 s)", False),
        ("seen.exists for 2 s and go", False),
        ("seen.exists for 2 s", False),
        ("go or seen.exists for 2 s", False),
    ],
)
def test_loose_for(when: str, loose: bool) -> None:
    assert [c for c, _ in found(arrow(when))] == (["BEH0507"] if loose else [])


def test_letting_both_last() -> None:
    source = HEAD + arrow("(go or seen.exists) and (wall.exists) for 2 s") + END
    (loose,) = findings(arrow("(go or seen.exists) and (wall.exists) for 2 s"))
    (fix,) = loose.fixes
    for edit in sorted(fix.edits, key=lambda e: -e.span.start):
        source = source[: edit.span.start] + edit.text + source[edit.span.end :]
    assert "when ((go or seen.exists) and (wall.exists)) for 2 s\n" in source
    assert not fix.safe


# ---- 0601 and 0602: flapping, cycles


@pytest.mark.parametrize(
    ("there", "back", "flaps"),
    [
        ("wall.distance < 0.3 m", "wall.distance > 0.25 m", True),
        ("wall.distance < 0.25 m", "wall.distance > 0.3 m", False),
        ("wall.distance < 0.3 m", "wall.distance >= 0.3 m", False),
        ("wall.distance <= 0.3 m", "wall.distance >= 0.3 m", True),
        ("wall.distance < 0.3 m", "wall.distance > 0.25 m and timer > 1 s", False),
        ("wall.distance < 0.3 m", "wall.distance > 0.25 m for 0.2 s", False),
        ("go", "seen.exists", True),
        ("go.pressed", "seen.exists", False),  # a press lasts one tick
        ("go", "length(walk) > 2", False),  # no stick goes so far
        (
            "distance(seen.point, root.position) < 1 m",
            "distance(root.position, seen.point) > 0.5 m",
            True,
        ),
        # two distances to one thing hang together, so nothing is claimed
        ("seen.distance < 1 m", "distance(seen.point, root.position) > 2 m", False),
        ("wall.distance < reach", "wall.distance > 0.9 m", True),
        ("wall.distance < reach", "wall.distance > 1 m", False),  # 1 m is the reach
        ("seen.distance < 1 m", "not seen.exists", False),
        ("became go", "seen.exists", False),
    ],
)
def test_flapping_pairs(there: str, back: str, flaps: bool) -> None:
    lines = (
        f"initial state A {{ -> B when {there} }}\nstate B {{ -> A when {back}\n -> A after 9 s }}"
    )
    assert ("BEH0601" in [c for c, _ in found(lines, "\n}\n")]) == flaps


def test_the_reading_is_told() -> None:
    lines = "initial state A { -> B when wall.distance < 0.3 m }\n"
    lines += "state B { -> A when wall.distance > 0.25 m or not wall.exists }"
    (flap,) = findings(lines, "\n}\n")
    (reading,) = flap.witness
    assert (reading.text, reading.shown) == ("wall.distance", "0.28 m")
    assert 0.25 < reading.value < 0.3
    assert "`wall.distance` = 0.28 m" in flap.message


def test_an_arrow_tried_earlier_keeps_a_pair_from_flapping() -> None:
    lines = "initial state A { -> Z when go\n -> B when go }\nstate B { -> A when go }"
    assert "BEH0601" not in [c for c, _ in found(lines)]


def test_a_variable_the_states_write_is_no_reading() -> None:
    lines = "var n = 0\ninitial state A { on enter { set n = 0 }\n -> B when n < 2 }\n"
    assert found(lines + "state B { -> A when n < 1 }", "\n}\n") == []


def test_a_sensor_that_is_off_in_one_of_the_states_gives_no_reading() -> None:
    lines = "sensor ray2 = ray(from: root.position, along: ahead, length: 1 m) when in A\n"
    lines += "initial state A { -> B when ray2.distance < 0.5 m }\n"
    assert found(lines + "state B { -> A when not (ray2.distance >= 0.5 m) or go }", "\n}\n") != [
        ("BEH0601", "-> A when not (ray2.distance >= 0.5 m) or go")
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("initial state A { -> B }\nstate B { -> A }", ["-> A"]),
        ("initial state A { -> restart }", ["-> restart"]),
        ("initial state A { -> restart when go }", []),
        ("initial state A { -> B when go }\nstate B { -> C }\nstate C { -> A }", ["-> A"]),
        ("initial state A { -> B when go }\nstate B { -> C }\nstate C { -> A when not go }", []),
        ("initial state A { -> B }\nstate B { -> C }\nstate C { -> A after 0.1 s }", []),
        ("initial state A { -> B }\nstate B { -> C }\nstate C { -> A after pause }", []),
    ],
)
def test_cycles_without_time(lines: str, expected: list[str]) -> None:
    cycles = [text for code, text in found(lines, "\n}\n") if code == "BEH0602"]
    assert cycles == expected


# ---- 0603 cut off


@pytest.mark.parametrize(
    ("sentence", "out", "cut"),
    [
        ("lerp x to 1 over 2 s", "after 1 s", True),
        ("lerp x to 1 over 1 s", "after 1 s", False),
        ("lerp x to 1 over 2 s chase", "after 1 s", False),
        ("lerp x to 1 rate 2 /s", "after 1 s", False),
        ("lerp x to 1 over 2 s", "after 1 s when go", False),
        ("lerp x to 1 over 2 s", "after pause", False),
        ("lerp x to 1 over pause + 4 s", "after 3 s", True),
        ("when go { lerp x to 1 over 2 s }", "after 1 s", True),
        ("lerp x to 1 over 2 s", "when timer > 1 s or go", True),
    ],
)
def test_lerps_that_are_cut_off(sentence: str, out: str, cut: bool) -> None:
    lines = f"var x = 0\ninitial state A {{ {sentence}\n -> Z {out}\n -> Z when x > 3 }}"
    assert ("BEH0603" in [c for c, _ in found(lines)]) == cut


# ---- 0605 frame-rate weight


@pytest.mark.parametrize(
    ("statement", "fixed"),
    [
        ("set x = x + (1 - x) * 0.1", "lerp x to 1 rate 6 /s"),
        ("set x = mix(x, 1, 0.25)", "lerp x to 1 rate 15 /s"),
        ("set x = 0.5 * (y - x) + x", "lerp x to y rate 30 /s"),
        ("set x = x + (1 - x) * share", "lerp x to 1 rate 60 /s * share"),
        ("set v = v + 0.1 * (ahead - v)", "lerp v to ahead rate 6 /s"),
        ("when go { set x = mix(x, 1, 0.25) }", None),
    ],
)
def test_shares_of_the_way_each_tick(statement: str, fixed: str | None) -> None:
    lines = "var x = 0\nvar y = 1\nvar v = ahead\nparam share = 0.1 in 0.05 .. 0.5\n"
    lines += f"initial state A {{ {statement}\n -> Z when x + y > 3 }}"
    (blend,) = findings(lines)
    assert blend.code == "BEH0605"
    assert [fix.edits[0].text for fix in blend.fixes] == ([] if fixed is None else [fixed])


@pytest.mark.parametrize(
    "statement",
    [
        "set x = x + 1",
        "set x = x + (1 - x)",
        "set x = y + (1 - y) * 0.1",
        "set x = x + (1 - y) * 0.1",
        "lerp x to 1 rate 6 /s",
        "on enter { set x = x + (1 - x) * 0.1 }",
        "every 0.1 s { set x = x + (1 - x) * 0.1 }",
    ],
)
def test_other_assignments(statement: str) -> None:
    lines = f"var x = 0\nvar y = 1\ninitial state A {{ {statement}\n -> Z when x + y > 3 }}"
    assert found(lines) == []


# ---- 0701 and 0702: events


def test_events_with_one_end() -> None:
    sent = "event e\ninitial state A { on enter { emit e }\n -> Z after 1 s }"
    assert found(sent) == [("BEH0701", "emit e")]
    assert found("event e\ninitial state A { -> Z on e\n -> Z after 1 s }") == [
        ("BEH0702", "-> Z on e")
    ]
    heard = "event e\nvar n = 0\non e { set n = n + 1 }\ninitial state A { -> Z when n > 0\n"
    assert [c for c, _ in found(heard + " -> Z after 1 s }")] == ["BEH0702"]
    assert found(heard + " on enter { emit e }\n -> Z after 1 s }") == []


def test_an_arrow_that_waits_for_what_nobody_sends_leads_nowhere() -> None:
    lines = "event e\ninitial state A { -> B on e\n -> Z after 1 s }\nstate B { -> Z after 1 s }"
    source = Source("b.beh", f"{HEAD}{lines}{END}")
    codes = {(d.code, d.span.text) for d in check(source, lambda *_: "no file").diagnostics}
    assert ("BEH0401", "B") in codes


def test_claims_wait_until_everything_is_understood() -> None:
    broken = "initial state A { -> X\n -> Z when go and seen.exists for 1 s }"
    assert [c for c, _ in found(broken)] == ["BEH0201", "BEH0507"]


def test_a_pair_that_only_rounding_makes_flap_is_not_told() -> None:
    """At 0 m alone: `2 · d <= 0 m` is moved to d by arithmetic, so its bound is not exact."""
    lines = "initial state A { -> B when 2 * wall.distance + 1 m < 1 m }\n"
    lines += "state B { -> A when wall.distance >= 0 m\n -> A after 9 s }"
    assert "BEH0601" not in [c for c, _ in found(lines, "\n}\n")]


def test_no_flapping_at_the_one_reading_that_a_sum_leaves_out() -> None:
    lines = (
        "initial state A { -> B when wall.distance <= 0 m }\n"
        "state B { -> A when 2 * wall.distance + 0.5 m < 0.5 m }"
    )
    assert "BEH0601" not in [c for c, _ in found(lines, "\n}\n")]
    assert "BEH0601" in [
        c for c, _ in found(lines.replace("0.5 m < 0.5 m", "0.5 m <= 1 m"), "\n}\n")
    ]


# ---- 0501, 0502 in blocks, actions and handlers


def inside(lines: str) -> list[Diagnostic]:
    """What is found in a state with some lines besides its arrow."""
    return findings(f"var x = 0\ninitial state A {{\n{lines}\n-> Z after 9 s }}")


@pytest.mark.parametrize(
    ("line", "marked", "what"),
    [
        ("when wall.distance < 0 m { set x = 1 }", "wall.distance < 0 m", "this block is"),
        ("when go { set x = 1 } else when reach > 3 m { set x = 2 }", "reach > 3 m", "this block"),
        ("when go { when length(walk) < 0 { set x = 1 } }", "length(walk) < 0", "this block is"),
        ("set x = 1 when x > 2 and x < 1", "x > 2 and x < 1", "this is never done"),
        ("lerp x to 1 over 1 s when timer < 0 s", "timer < 0 s", "this is never done"),
        ("every 1 s when wall.distance < 0 m { set x = 1 }", "wall.distance < 0 m", "this is"),
        ("on enter when wall.distance < 0 m { set x = 1 }", "wall.distance < 0 m", "this handler"),
        ("on wall.found when go and not go { set x = 1 }", "go and not go", "this handler never"),
        ("for i in 0 .. 2 { when x > 2 and x < i { set x = 1 } }", "x > 2 and x < i", "this block"),
    ],
)
def test_never_is_seen_in_blocks_and_handlers(line: str, marked: str, what: str) -> None:
    (finding,) = inside(line)
    assert (finding.code, finding.span.text) == ("BEH0501", marked)
    assert what in finding.message


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("when reach > 0 m { set x = 1 } else { set x = 2 }", "reach > 0 m"),
        ("set x = 1 when timer >= 0 s", "timer >= 0 s"),
        ("on wall.found when go or not go { set x = 1 }", "go or not go"),
        ("for i in 0 .. 2 { when length(walk) >= 0 - i { set x = 1 } }", "length(walk) >= 0 - i"),
    ],
)
def test_always_is_seen_in_blocks_and_handlers(line: str, marked: str) -> None:
    (finding,) = inside(line)
    assert (finding.code, finding.span.text) == ("BEH0502", marked)
    assert finding.fixes == ()


@pytest.mark.parametrize(
    "line",
    [
        "when eager { set x = 1 }",  # a param that another run may set
        "when wall.distance < 1 m { set x = 1 } else { set x = 2 }",
        "when wall.distance >= 0 m { set x = 1 } else { set x = 2 }",  # it may see nothing
        "when reach < 2 m { set x = 1 }",  # a param may be at the end of its range
        "for i in 0 .. 2 { when i == 1 { set x = 1 } }",  # one turn does it
        "for i in 0 .. 2 { when x > 1 and x < i { set x = 1 } }",  # the last turn may
        "on exit when timer > 0.5 s { set x = 1 }",
    ],
)
def test_blocks_that_may_be_done_or_not_are_left_alone(line: str) -> None:
    assert inside(line) == []


def test_what_cannot_be_is_called_as_it_is_called_there() -> None:
    (finding,) = inside("set x = 1 when timer < 0 s")
    assert finding.label == "`timer` is never negative"
