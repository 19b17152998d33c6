"""``beh run``, ``beh why`` and ``beh test``: what they print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from behave.cli.timeline import wrapped
from behave.native import engine
from tests.cli.conftest import WAVE, Beh


def lines_of(path: Path) -> list[dict[str, object]]:
    """The objects of a trace."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ---- run ---------------------------------------------------------------------------------------


def test_the_timeline_names_states_times_and_reasons(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "alone", "--for", "0.4s")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    states = [(row[0], row[2], row[3]) for row in rows if row[1:2] == ["s"]]
    # 0.1 s has passed on tick 6, but `timer > 0.1 s` holds first on tick 7; 0.2 s later it is 19
    assert states == [
        ("0.000", "0", "Resting"),
        ("0.117", "7", "Waving"),
        ("0.317", "19", "Resting"),
    ]
    assert "timer > 0.1 s" in result.stdout


def test_each_agent_has_a_timeline(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "pair", "--for", "0.2s")
    assert "left_one" in result.stdout
    assert "right_one" in result.stdout


def test_without_a_scene_the_first_runs_and_is_named(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--ticks", "1")
    assert result.exit_code == 0
    assert "running scene alone; there is also: pair" in result.stderr


def test_json_is_the_timeline(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "alone", "--for", "0.4s", "--json")
    data = json.loads(result.stdout)
    assert data["scene"] == "alone"
    assert data["ticks"] == 24
    entries = data["agents"]["hero"]["wave"]
    assert [(e["tick"], e["state"]) for e in entries] == [
        (0, "Resting"),
        (7, "Waving"),
        (19, "Resting"),
    ]
    assert entries[1]["where"].startswith("wave.beh:")


def test_a_trace_has_one_whole_object_a_tick(project: Path, beh: Beh) -> None:
    words = ("run", "wave.beh", "--scene", "alone", "--ticks", "10", "--trace", "out.jsonl")
    assert beh(*words, "--probe", "2 * count", "--probe", "arm[right].weight").exit_code == 0
    trace = lines_of(project / "out.jsonl")
    assert [entry["tick"] for entry in trace] == list(range(10))
    hero = trace[7]["agents"]["hero"]
    assert hero["states"] == {"wave": "Waving"}
    assert hero["transition"]["from"] == "Resting"
    assert hero["transition"]["to"] == "Waving"
    assert hero["vars"]["count"] == 1
    assert hero["probes"]["2 * count"] == 2
    assert 0 < hero["probes"]["arm[right].weight"] <= 1
    assert "transition" not in trace[6]["agents"]["hero"]


def test_the_same_run_writes_the_same_bytes(project: Path, beh: Beh) -> None:
    words = ("run", "wave.beh", "--scene", "pair", "--ticks", "12", "--dt", "1/30")
    for name in ("one.jsonl", "two.jsonl"):
        beh(*words, "--trace", name, "--probe", "root.position")
    assert (project / "one.jsonl").read_bytes() == (project / "two.jsonl").read_bytes()


def test_a_trace_may_be_printed(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "alone", "--ticks", "3", "--trace", "-")
    assert [json.loads(line)["tick"] for line in result.stdout.splitlines()] == [0, 1, 2]


def test_what_stops_a_trace_leaves_whole_lines(
    project: Path, beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    import behave.cli.simulation as simulation

    real = simulation.tick

    def stops(model: object, state: object, inputs: object) -> object:
        if state.tick == 5:  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return real(model, state, inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(simulation, "tick", stops)
    result = beh("run", "wave.beh", "--scene", "alone", "--ticks", "20", "--trace", "out.jsonl")
    assert result.exit_code == 130
    assert [entry["tick"] for entry in lines_of(project / "out.jsonl")] == list(range(5))
    assert (project / "out.jsonl").read_bytes().endswith(b"\n")


@pytest.mark.parametrize("name", ["wave.hold", "hero.hold"])
def test_set_overrides_a_param(name: str, beh: Beh) -> None:
    words = ("run", "wave.beh", "--scene", "alone", "--for", "0.4s", "--json")
    data = json.loads(beh(*words, "--set", f"{name}=0.1s").stdout)
    assert [e["tick"] for e in data["agents"]["hero"]["wave"]] == [0, 7, 13, 20]


def test_set_takes_yes_and_no_and_rig_params(beh: Beh) -> None:
    words = ("run", "wave.beh", "--scene", "alone", "--for", "0.2s", "--json")
    data = json.loads(beh(*words, "--set", "wave.tall=no").stdout)
    assert len(data["agents"]["hero"]["wave"]) == 1
    probe = ("--probe", "height", "--set", "humanoid.height=1.6 m")
    data = json.loads(beh(*words, *probe).stdout)
    assert data["agents"]["hero"]["wave"][-1]["probes"]["height"] == 1.6


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("hold=1s", "NAME.PARAM=VALUE"),
        ("wave.hold", "NAME.PARAM=VALUE"),
        ("wave.hold=", "NAME.PARAM=VALUE"),
        ("wafe.hold=1s", "did you mean `wave`"),
        ("wave.holt=1s", "did you mean `hold`"),
        ("wave.hold=1 m", "that is a length, but wave.hold is a time"),
        ("wave.hold=1", "a plain number"),
        ("wave.hold=99s", "outside its range"),
        ("wave.hold=timer", "timer"),
        ("wave.hold=count * 1 s", "must be a constant"),
        ("wave.hold=1 s / 0", "this divides by 0, which has no value"),
        ("wave.hold=((", "--set wave.hold=(("),
        ("wave.tall=3", "a bool"),
    ],
)
def test_a_wrong_setting_says_what_would_be_right(setting: str, said: str, beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "alone", "--ticks", "1", "--set", setting)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scene", "alon"), "did you mean `alone`? It has: alone, pair"),
        (("--dt", "0"), "from 0.1 ms to 1 s"),
        (("--dt", "-1/60"), "tick length"),
        (("--dt", "nan"), "tick length"),
        (("--for", "-1"), "more than 0 s"),
        (("--for", "0s"), "more than 0 s"),
        (("--for", "3 m"), "a length"),
        (("--for", "1e9 s"), "at most 10,000,000 ticks"),
        (("--ticks", "0"), "1"),
        (("--ticks", "99999999999999999999"), "10000000"),
        (("--ticks", "3", "--for", "3s"), "give one of them"),
        (("--probe", "cownt"), "`count` is close in spelling"),
        (("--probe", "1 +"), "--probe"),
        (("--probe", "1 m + 1 s"), "--probe"),
        (("--probe", ""), "--probe"),
        (("--trace", "gone/out.jsonl"), "no folder 'gone'"),
        (("--trace", "."), "is a folder"),
        (("--trace", "-", "--json"), "give --trace a file"),
        (("--seed", "-1"), "seed"),
        (("--frames", "3"), "--frames"),
    ],
)
def test_a_wrong_flag_says_what_would_be_right(words: tuple[str, ...], said: str, beh: Beh) -> None:
    scene = () if words[0] == "--scene" else ("--scene", "alone")
    result = beh("run", "wave.beh", *scene, *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_file_without_scenes_says_so(project: Path, beh: Beh) -> None:
    (project / "bare.beh").write_text(WAVE.split("scene ")[0], encoding="utf-8")
    result = beh("run", "bare.beh")
    assert result.exit_code == 2
    assert "bare.beh has no scene to run" in result.stderr


def test_a_probe_may_fit_one_behavior_only(project: Path, beh: Beh) -> None:
    second = WAVE.split("scene ")[0].replace("wave", "nod").replace("count", "nods")
    both = WAVE.split("scene ")[0] + second.partition("\n")[2]
    scene = (
        "scene both {\n  ground floor at (0 m, 0 m, 0 m)\n"
        "  humanoid a at (0 m, 0 m, 0 m) with wave\n"
        "  humanoid b at (2 m, 0 m, 0 m) with nod\n}\n"
    )
    (project / "both.beh").write_text(both + scene, encoding="utf-8")
    result = beh("run", "both.beh", "--ticks", "1", "--trace", "-", "--probe", "nods")
    agents = json.loads(result.stdout)["agents"]
    assert agents["a"]["probes"] == {"nods": None}
    assert agents["b"]["probes"] == {"nods": 0}


# ---- why ---------------------------------------------------------------------------------------


def test_why_shows_each_operand_and_the_margin(beh: Beh) -> None:
    result = beh("why", "wave.beh", "--scene", "alone", "--at", "0.05s")
    assert result.exit_code == 0
    assert "hero at 0.050 s (tick 3), wave: Resting" in result.stdout
    assert "Resting -> Waving" in result.stdout
    assert "fires now" not in result.stdout
    assert "0.05 s, needs > 0.1 s (0.05 s off)" in result.stdout


def test_why_shows_what_the_tick_decides(beh: Beh) -> None:
    """The transition fires on tick 7, so asked for then, its guard holds."""
    result = beh("why", "wave.beh", "--scene", "alone", "--at", "0.117 s")
    assert "(tick 7), wave: Resting" in result.stdout
    assert "✗ timer" not in result.stdout
    assert "✓ timer > 0.1 s" in result.stdout
    assert "Resting -> Waving  wave.beh:10  fires now" in result.stdout


def test_why_of_one_target_and_agent(beh: Beh) -> None:
    words = ("why", "wave.beh", "--scene", "pair", "--at", "0.05s", "--agent", "right_one")
    result = beh(*words, "--to", "Resting")
    assert result.exit_code == 0
    assert "right_one at" in result.stdout
    assert "Waving -> Resting (its state is not active)" in result.stdout
    assert "Resting -> Waving" not in result.stdout


GUARDS = """\
use "rigs/humanoid.beh"

behavior wave for humanoid {
  param hold = 0.1 s in 0.05 s .. 10 s

  guard stopped = not moving
  guard rising  = velocity.y > 1 m/s
  guard let_go  = stopped or rising

  initial state Resting {
    guard early = timer < 0.05 s

    -> Waving after hold when not early
  }
  state Waving {
    -> Resting when timer > 5 s or let_go or hold > 2 s
  }
}

scene alone {
  ground   floor at (0 m, 0 m, 0 m)
  humanoid hero  at (0 m, 0 m, 0 m) with wave
}
"""


@pytest.fixture
def guards(project: Path) -> str:
    """A file with named guards."""
    (project / "guards.beh").write_text(GUARDS, encoding="utf-8")
    return "guards.beh"


def test_why_lists_named_guards_under_their_names(beh: Beh, guards: str) -> None:
    result = beh("why", guards, "--scene", "alone", "--at", "0.117 s")
    assert result.stdout == (
        "hero at 0.117 s (tick 7), wave: Waving\n"
        "\n"
        "Waving -> Resting  guards.beh:16  fires now\n"
        "  ✓ any of\n"
        "    ✗ timer > 5 s                   0.01667 s, needs > 5 s (4.983 s off)\n"
        "    ✓ let_go: any of\n"
        "      ✓ stopped: not moving         length(walk) 0 <= 0\n"
        "      ✗ rising: velocity.y > 1 m/s  0 m/s, needs > 1 m/s (1 m/s off)\n"
        "    ✗ hold > 2 s                    0.1 s, needs > 2 s (1.9 s off)\n"
    )


def test_why_counts_the_time_a_guard_has_held_from_zero(beh: Beh, project: Path) -> None:
    text = GUARDS.replace("when not early", "when moving for 0.2 s")
    (project / "held.beh").write_text(text, encoding="utf-8")
    result = beh("why", "held.beh", "--scene", "alone", "--at", "0.05 s")
    assert "moving for 0.2 s          0 s, needs >= 0.2 s (0.2 s off)" in result.stdout


def test_why_tells_after_and_guards_of_a_state(beh: Beh, guards: str) -> None:
    result = beh("why", guards, "--scene", "alone", "--at", "0 s")
    assert result.stdout == (
        "hero at 0.000 s (tick 0), wave: Resting\n"
        "\n"
        "Resting -> Waving  guards.beh:13\n"
        "  ✗ all of\n"
        "    ✗ after hold  0 s, needs >= 0.1 s (0.1 s off)\n"
        "    ✗ not early   timer 0 s, needs >= 0.05 s (0.05 s off)\n"
    )


def test_the_timeline_tells_after_and_the_guard_that_fired(beh: Beh, guards: str) -> None:
    result = beh("run", guards, "--scene", "alone", "--ticks", "8")
    assert result.stdout == (
        "guards.beh · scene alone · 8 ticks of 16.67 ms (0.1333 s)\n"
        "\n"
        "hero · wave\n"
        "   time  tick  state    why\n"
        "0.000 s     0  Resting  start\n"
        "0.100 s     6  Waving   after hold and not early"
        " [after hold: 0.1 s >= 0.1 s; not early: timer 0.1 s >= 0.05 s]\n"
        "0.117 s     7  Resting  let_go: stopped [not moving: length(walk) 0 <= 0]\n"
    )


def test_after_alone_is_told_with_its_keyword(beh: Beh) -> None:
    result = beh("run", "wave.beh", "--scene", "alone", "--ticks", "20")
    assert "Resting  after hold [0.2 s >= 0.2 s]\n" in result.stdout


def test_a_wrapped_reason_keeps_numbers_with_their_units() -> None:
    assert wrapped("distance 1.597 m > 1.595 m", 14) == ["distance", "1.597 m >", "1.595 m"]
    assert wrapped("at (0, 1, 0.25) m now", 16) == ["at (0, 1,", "0.25) m now"]
    assert wrapped("turns 180 deg/s, 5 /s or 50 %", 10) == [
        "turns",
        "180 deg/s,",
        "5 /s or",
        "50 %",
    ]
    assert wrapped("more than 5 minutes", 11) == ["more than 5", "minutes"]
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_the_timeline_has_no_trailing_spaces_and_splits_no_number_from_its_unit(
    beh: Beh, project: Path
) -> None:
    guard = " and ".join(f"hold > {number} ms" for number in range(11, 31))
    text = GUARDS.replace("after hold when not early", f"when {guard}")
    (project / "guards.beh").write_text(text, encoding="utf-8")
    result = beh("run", "guards.beh", "--scene", "alone", "--ticks", "2", "--probe", "hold")
    lines = result.stdout.splitlines()
    assert len(lines) > 8
    assert [line for line in lines if line != line.rstrip() or len(line) > 160] == []
    assert [line for line in lines if line.split()[:1] in (["s"], ["ms"])] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--at", "0.1s", "--to", "Wavin"), "did you mean `Waving`"),
        (("--at", "0.1s", "--agent", "villain"), "no agent `villain`; the scene has: hero"),
        (("--at", "-1s"), "0 s or more"),
        ((), "--at"),
    ],
)
def test_wrong_questions(words: tuple[str, ...], said: str, beh: Beh) -> None:
    result = beh("why", "wave.beh", "--scene", "alone", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# ---- test --------------------------------------------------------------------------------------


def test_tests_pass_at_every_rate(beh: Beh) -> None:
    result = beh("test", "wave.beh")
    assert result.exit_code == 0
    assert '"goes up and down" at 30 Hz' in result.stdout
    assert '"goes up and down" at 60 Hz' in result.stdout
    assert "2 passed" in result.stdout


def test_a_failure_shows_states_and_operands(project: Path, beh: Beh) -> None:
    text = WAVE.replace("within 0.2 s", "within 0.05 s")
    (project / "late.beh").write_text(text, encoding="utf-8")
    result = beh("test", "late.beh")
    assert result.exit_code == 1
    assert 'FAIL "goes up and down" at 30 Hz' in result.stdout
    assert "hero in Waving within 0.05 s" in result.stdout
    assert "2 failed" in result.stdout


def test_a_folder_of_tests_and_a_filter(project: Path, beh: Beh) -> None:
    other = WAVE.replace("goes up and down", "another")
    (project / "other.beh").write_text(other, encoding="utf-8")
    assert "4 passed" in beh("test").stdout
    result = beh("test", ".", "-k", "ANOTHER")
    assert "2 passed" in result.stdout
    assert "wave.beh" not in result.stdout


def test_nothing_to_run(project: Path, beh: Beh) -> None:
    result = beh("test", "-k", "no such")
    assert result.exit_code == 2
    assert "no test with 'no such' in the name" in result.stderr


def test_broken_files_beside_good_ones(project: Path, beh: Beh) -> None:
    (project / "broken.beh").write_text("behavior {\n", encoding="utf-8")
    result = beh("test")
    assert result.exit_code == 1
    assert "2 passed" in result.stdout
    assert "1 file has errors" in result.stderr
    assert beh("test", "broken.beh").exit_code == 1


def test_used_files_do_not_run_their_tests_twice(project: Path, beh: Beh) -> None:
    (project / "user.beh").write_text('use "wave.beh"\n', encoding="utf-8")
    assert "2 passed" in beh("test").stdout


# ---- machine code ------------------------------------------------------------------------------


def test_machine_code_traces_the_bytes_of_the_reference(beh: Beh, project: Path) -> None:
    beh("run", "wave.beh", "--scene", "pair", "--for", "0.5s", "--trace", "native.jsonl")
    given = ("--scene", "pair", "--for", "0.5s", "--trace", "plain.jsonl", "--reference")
    assert beh("run", "wave.beh", *given).exit_code == 0
    native = (project / "native.jsonl").read_bytes()
    assert native == (project / "plain.jsonl").read_bytes()
    assert b'"transition"' in native


def test_why_says_the_same_without_machine_code(beh: Beh) -> None:
    given = ("why", "wave.beh", "--scene", "pair", "--at", "0.2s")
    assert beh(*given).stdout == beh(*given, "--reference").stdout


def test_without_machine_code_a_run_says_so_and_goes_on(
    beh: Beh, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> object:
        raise RuntimeError("no target")

    given = ("run", "wave.beh", "--scene", "pair", "--for", "0.5s")
    right = beh(*given)
    monkeypatch.setattr(engine.llvm.Target, "from_default_triple", none)
    plain = beh(*given)
    assert (plain.exit_code, plain.stdout) == (0, right.stdout)
    assert plain.stderr == "beh: no machine code on this host (no target); running without it\n"
    assert beh(*given, "--reference").stderr == right.stderr == ""


def test_tests_pass_with_and_without_machine_code(beh: Beh) -> None:
    assert beh("test", "wave.beh").stdout == beh("test", "wave.beh", "--reference").stdout
