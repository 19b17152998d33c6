"""``beh run --agents``: a crowd from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILE = "behaviors/interaction.beh"


def beh(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder."""
    return subprocess.run(
        [sys.executable, "-m", "behave", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def test_the_summary_counts_every_agent() -> None:
    run = beh("run", FILE, "--scene", "corridor", "--agents", "30", "--for", "2.5s", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["agents"] == 30
    assert sum(state["now"] for state in found["states"]) == 30
    first = next(one for one in found["transitions"] if one["to"] == "Engaged.Search")
    assert first["from"] == "Reset"
    assert first["times"] >= 30  # after 2 s each has gone on from Reset once, at least
    assert found["states"][0]["most"] == 30


def test_chosen_agents_are_traced(tmp_path: Path) -> None:
    out = tmp_path / "trace.jsonl"
    run = beh(
        *("run", FILE, "--scene", "corridor", "--agents", "4", "--ticks", "3"),
        *("--trace", str(out), "--trace-agent", "0", "--trace-agent", "3"),
        *("--probe", "root.position.z"),
    )
    assert run.returncode == 0, run.stderr
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["tick"] for line in lines] == [0, 1, 2]
    assert list(lines[0]["agents"]) == ["hero", "hero[3]"]
    assert lines[2]["agents"]["hero"]["probes"]["root.position.z"] > 0.0
    assert "4 agents" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--agents", "5000000000"), "is not in the range"),
        (("--agents", "10000000"), "there is room for about"),
        (("--agents", "-1"), "is not in the range"),
        (("--agents", "3", "--reference"), "leave out --reference"),
        (("--agents", "3", "--trace", "-", "--trace-agent", "3"), "numbered from 0 to 2"),
        (("--trace-agent", "3"), "give --agents too"),
        (("--agents", "3", "--dt", "0"), "a tick"),
        (("--agents", "3", "--dt=-1/60"), "a tick length"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    run = beh("run", FILE, "--scene", "corridor", "--ticks", "2", *arguments)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr


def test_a_million_agents_without_memory_for_them() -> None:
    """A small machine is made believe: nothing is taken, nothing is killed."""
    code = "import sys, behave.cli.memory as m; m.available = lambda: 2 << 30; "
    code += "from behave.cli.entry import main; main(sys.argv[1:])"
    run = subprocess.run(
        [
            *(sys.executable, "-c", code, "run", FILE, "--scene", "corridor"),
            *("--agents", "1000000", "--ticks", "1"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 2, run.stderr
    assert "1000000 agents need" in run.stderr
    assert "Traceback" not in run.stderr


def test_no_agents() -> None:
    run = beh("run", FILE, "--scene", "corridor", "--ticks", "2", "--agents", "0")
    assert run.returncode == 0
    assert "0 agents" in run.stdout
