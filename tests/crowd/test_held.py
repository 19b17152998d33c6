"""Rigs that are held, not walked, are posed in lanes: to the bit what each does by its own row."""

from __future__ import annotations

import numpy as np
import pytest
from side import Side

from behave.cli.bench import crowd_beside
from behave.cli.bench_scenes import ARMS, arms, walkers
from behave.cli.files import UseReader
from behave.crowd import Crowd
from behave.crowd.agent import row_of
from behave.jit.function import lane_by_lane
from behave.native.engine import QUICK
from behave.native.packs import packed, put, rows_of
from behave.pipeline import check
from behave.resources import behaviors_path
from behave.rig import held, rig
from behave.rig.held import Held
from behave.runtime.model import Model
from behave.scenario.build import build
from behave.source import Source

DT = 1.0 / 60.0


def group_of(model: Model, agents: int):
    crowd = Crowd(model, level=QUICK, threads=1)
    crowd.populate(np.zeros(agents, np.int64), np.zeros((agents, 3)))
    return crowd, crowd.groups[0]


def stir(rows: np.ndarray, at: dict[str, int], random: np.random.Generator) -> None:
    """What actions may write: targets, goals, weights, moves, the body's turn and shift."""

    def some(share: float) -> np.ndarray:
        return np.flatnonzero(random.random(len(rows)) < share)

    for side in ("left", "right"):
        arm, wrist = f"arm[{side}]", f"wrist[{side}]"
        for path, width, spread in ((f"{arm}.target", 3, 0.3), (f"{wrist}.rotation", 4, 1.0)):
            who = some(0.3)
            own = slice(at[path], at[path] + width)
            rows[who, own] += spread * random.normal(size=(len(who), width))
        for path in (f"{arm}.weight", f"{wrist}.weight"):
            who = some(0.3)
            rows[who, at[path]] = random.choice((0.0, 0.3, 1.0, 1.5), len(who))
        for path in (f"{arm}.pinned", f"{wrist}.pinned"):
            rows[some(0.3), at[path]] = 1.0
    for path, spread in (("root.moved", 0.02), ("body.shifted", 0.1)):
        who = some(0.3)
        rows[who, at[path] : at[path] + 3] = spread * random.normal(size=(len(who), 3))
    who = some(0.3)
    rows[who, at["body.turned"]] = random.normal(size=len(who))


def test_a_pose_in_lanes_has_the_bits_of_one_by_rows() -> None:
    crowd, group = group_of(arms(0), 61)
    own, seen = group.held, crowd.surroundings.colliders()
    assert isinstance(own, Held)
    model = group.rigs.alike(61)
    at = {slot.path: slot.offset for slot in group.layout.rig.slots}
    rows = np.ascontiguousarray(rows_of(group.blocks[0].lanes, 61).T)
    random = np.random.default_rng(7)
    bends = 0
    for number in range(14):
        stir(rows, at, random)
        if number > 9:  # what makes no sense is passed over
            for path in ("arm[left].target", "wrist[right].rotation", "root.moved", "body.turned"):
                rows[random.integers(61, size=2), at[path]] = random.choice((np.nan, np.inf, 1e9))
        words = packed(rows.shape[1], 61)
        put(words, rows.T, slice(None))
        rig.pose(model, rows, seen, np.arange(61), DT)
        own.pose(words, DT)
        found = rows_of(words, 61).T
        differ = (found.view(np.int64) != rows.view(np.int64)) & ~(np.isnan(found + rows))
        assert not differ.any(), [p for p, o in at.items() if differ[:, o].any()]
        bends += int((rows[:, at["arm[left].reached"]] == 1.0).sum())
    assert 50 < bends < 14 * 61
    before = words.copy()
    own.pose(words, 0.0)
    assert words.tobytes() == before.tobytes()


def test_plain_python_poses_them_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    _, group = group_of(arms(0), 9)
    assert group.held is not None
    at = {slot.path: slot.offset for slot in group.layout.rig.slots}
    rows = np.ascontiguousarray(rows_of(group.blocks[0].lanes, 9).T)
    random = np.random.default_rng(3)
    for _ in range(3):
        stir(rows, at, random)
        both = [packed(rows.shape[1], 9), packed(rows.shape[1], 9)]
        for words in both:
            put(words, rows.T, slice(None))
        group.held.pose(both[0], DT)
        with monkeypatch.context() as plain, np.errstate(all="ignore"):
            one = lane_by_lane(held.pose_packs.function, held.pose_packs.kinds)
            plain.setattr(held, "pose_packs", one)
            group.held.pose(both[1], DT)
        found = [rows_of(words, 9) for words in both]
        assert found[0].tobytes() == found[1].tobytes()
        rows = np.ascontiguousarray(found[0].T)


SCENE = """use "interaction.beh"
scene here {
  ground floor at (0 m, 0 m, 0 m), layer: ground
  box wall at (0 m, 1.25 m, 0 m), size: (0.2 m, 2.5 m, 30 m), layer: touchable
  %s
}
"""


def row_of_arms(agents: int, taller: float = 0.0) -> Model:
    """Agents with arms in a row beside a wall, nearer and farther."""
    names = "\n  ".join(
        f"humanoid h{n} at ({0.35 + 0.13 * (n % 9)} m, 0 m, {1.3 * n - 9} m) with interaction, "
        f"reset_pause: 0.2 s, height: {1.7 + taller * n} m"
        for n in range(agents)
    )
    source = Source("here.beh", SCENE % names)
    reader = UseReader(source, str(behaviors_path() / "here.beh"))

    def read(asking: Source, path: str) -> Source | str:
        found = reader(asking, path)
        if isinstance(found, str):
            return found
        if found.name.endswith("humanoid.beh"):
            return Source(found.name, ARMS)
        text = found.text.replace("capsule.center.y", "(root.position.y + 0.5 * height)")
        middle = "root.position + 0.5 * height * up"
        return Source(found.name, text.replace("capsule.center", middle))

    checked = check(source, read)
    assert checked.program is not None
    return build(checked.program, "here", dt=DT)


def test_agents_with_arms_do_what_each_does_alone() -> None:
    side = Side(row_of_arms(11), room=8)
    assert side.crowd.groups[0].held is not None
    fired = 0
    for number in range(90):
        walk = (0.0, 1.0) if number < 45 else (0.0, 0.0)
        record = side.tick({f"h{n}": {"walk": walk} for n in range(11)})
        fired += sum(len(agent.fired) for agent in record.agents.values())
    assert fired > 10


def test_walkers_keep_rows() -> None:
    _, group = group_of(walkers(0), 3)
    assert group.held is None
    assert not len(group.layout.held)


@pytest.mark.parametrize("model", [arms, walkers])
def test_words_of_the_rig_are_read_wherever_they_are(model) -> None:
    _, group = group_of(model(0), 9)
    slots = {slot.path: slot.offset for slot in group.compiled.behavior.slots}
    words = np.array([slots["hips.position"] + 1, slots["arm[left].target"]])
    found = group.rig_words(group.blocks[0], words)
    rows = np.stack([row_of(group, group.blocks[0], place) for place in range(9)])
    assert found.tolist() == rows[:, words].tolist()
    assert (found[:, 0] > 0.5).all()


def test_agents_of_several_sizes_are_posed_with_their_like() -> None:
    side = Side(row_of_arms(3, 0.1))
    assert [group.count for group in side.crowd.groups if group.held is not None] == [1, 1, 1]
    for _ in range(5):
        side.tick()


@pytest.mark.parametrize("agents", [1, 8, 9])
def test_agents_come_and_go(agents: int) -> None:
    crowd = crowd_beside(arms(4), 4, agents, 3)
    whole = [crowd[number].row for number in range(agents)]
    again = crowd_beside(crowd.model, 4, agents + 5, 3)
    for number in range(agents, agents + 5):
        again.remove(number)
    for number in range(agents):
        assert again[number].row.tobytes() == whole[number].tobytes()
