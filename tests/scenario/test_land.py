"""Scenes with terrain, stairs and paths: built, run, and told what is wrong with them."""

import io
import math

import numpy as np
import pytest
from made_programs import start
from PIL import Image
from written import program, written

from behave.runtime.pose import colliders_of
from behave.runtime.state import State, initial
from behave.runtime.tick import tick
from behave.scenario.build import SceneError, build
from behave.world import queries, terrain
from behave.world.shapes import HEIGHTFIELD

DOWN = (0.0, -1.0, 0.0)


def world(things, **options):
    return start(program("", things), **options).model.colliders


def test_a_seeded_field_is_the_land_of_its_seed():
    made = world(
        "heightfield hills at (1 m, -2 m, 3 m), size: (40 m, 4 m, 20 m), cell: 0.5 m, "
        "seed: 7, flat: 3 m, layer: ground"
    )
    row = made.index("hills")
    assert made.shape[row] == HEIGHTFIELD
    assert made.layer[row] == 0
    assert made.position[row].tolist() == [1, -2, 3]
    land = terrain.generated(7, 40.0, 20.0, 4.0, 0.5, 3.0)
    assert np.array_equal(made.heights_of(row), land)
    # the patch lies at half the height, here the scene's ground
    down = queries.closest(made, row, (1, 5, 3))
    assert down.distance[0] == 5.0
    coarse = world("heightfield hills at (0 m, 0 m, 0 m), size: (40 m, 4 m, 20 m), seed: 7")
    assert coarse.heights_of(1).shape == (41, 81)  # half a metre: 80 along the longer edge


def grey(array):
    data = io.BytesIO()
    Image.fromarray(array).save(data, "PNG")
    return data.getvalue()


def test_a_picture_is_read_by_the_function_handed_in():
    asked = []
    picture = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20

    def read(using, path):
        asked.append((using.name, path))
        return grey(picture)

    things = 'heightfield hills at (0 m, 0 m, 0 m), size: (6 m, 5.1 m, 4 m), file: "maps/hills.png"'
    made = build(program("", things), "stage", dt=0.01, pictures=read).colliders
    assert asked == [("written.beh", "maps/hills.png")]
    assert np.allclose(made.heights_of(1), picture[::-1, ::-1] * 0.02)
    fine = things + ", cell: 1 m"
    made = build(program("", fine), "stage", dt=0.01, pictures=read).colliders
    assert made.heights_of(1).shape == (5, 7)


@pytest.mark.parametrize(
    ("things", "message"),
    [
        ('size: (6 m, 5 m, 4 m), file: "a.png"', r'hills: the picture "a.png" cannot be read'),
        ("size: (6 m, 5 m, 4 m), seed: 1.5", "hills: `seed` must be a whole number"),
        (
            "size: (3000 m, 5 m, 3000 m), seed: 1, cell: 1 m",
            "hills: it has 9e.06 cells, more than 4000000; make",
        ),
        ("size: (6 m, 5 m, 4 m), seed: 1, flat: -1 m", "hills: its height and its flat patch"),
    ],
)
def test_what_is_wrong_with_a_field_is_told_with_its_place(things, message):
    with pytest.raises(SceneError, match=r"^written.beh:\d+: scene stage: heightfield " + message):
        world(f"heightfield hills at (0 m, 0 m, 0 m), {things}")


def test_what_a_picture_is_not_is_told():
    things = 'heightfield hills at (0 m, 0 m, 0 m), size: (6 m, 5 m, 4 m), file: "hills.png"'
    for answer, message in (
        (b"nothing", r'hills: "hills.png": it is no picture'),
        ("there is no file", "hills: there is no file"),
    ):
        with pytest.raises(SceneError, match=message):
            build(program("", things), "stage", dt=0.01, pictures=lambda *_, a=answer: a)


def test_stairs_are_boxes_from_the_lowest_up():
    made = world(
        "stairs flight at (1 m, 0 m, 2 m), steps: 4, size: (2 m, 0.8 m, 1.2 m), "
        "turn: look((1, 0, 0), up: up), layer: wall"
    )
    names = [name for name in made.names if name.startswith("flight")]
    assert names == ["flight[0]", "flight[1]", "flight[2]", "flight[3]"]
    # turned a quarter to the left it rises along +x; each step is 30 cm deep and 20 cm high
    for step, name in enumerate(names):
        x = 1 + 0.3 * step
        for share, beside in ((0.01, 0.99), (0.15, 0.0), (0.29, -0.99)):
            found = queries.ray(made, (x + share, 5, 2 + beside), DOWN, 9.0, 2)
            assert made.names[found.collider[0]] == name
            assert found.point[0, 1] == pytest.approx(0.2 * (step + 1), abs=1e-12)
    assert queries.ray(made, (0.99, 5, 2), DOWN, 9.0, 2).collider[0] == -1


def test_a_flight_of_stairs_is_removed_as_one():
    run = written(
        "",
        "stairs flight at (1 m, 0 m, 2 m), steps: 3, size: (2 m, 0.6 m, 1.2 m)\n"
        "remove flight at 0.5 s",
        dt=0.1,
    )
    run.ticks(5)
    assert run.state.alive[1:4].all()
    run.ticks(1)
    assert not run.state.alive[1:4].any()
    assert run.state.alive[0]


LOOP = "path loop along [(4 m, 1 m, 4 m), (-4 m, 1 m, 4 m), (-4 m, 1 m, -4 m), (4 m, 1 m, -4 m)]"


def moving(more, **options):
    return written("", f"{LOOP}{more}", **options)


def where(run, name):
    return colliders_of(run.model, run.state).position[run.model.colliders.index(name)]


def test_a_collider_goes_round_at_its_speed_and_depends_on_the_tick_alone():
    run = moving(
        ", closed: yes\nsphere ball at (4 m, 1.5 m, 4 m) along loop, radius: 0.2 m, speed: 4 m/s",
        dt=0.25,
    )
    assert np.allclose(where(run, "ball"), (4, 1.5, 4))  # keeps its 50 cm over the path
    places = []
    for _ in range(40):
        places.append(where(run, "ball").tolist())
        run.ticks(1)
    assert np.allclose(places[1], (3, 1.5, 4))
    assert np.allclose(places[9], (-4, 1.5, 3))
    assert np.allclose(places[32], places[0])  # 32 m in 8 s
    assert run.state.tick == 40
    # a state put back to an earlier tick sees the earlier place
    again = State.from_bytes(run.state.to_bytes(run.model), run.model)
    again.tick = 9
    assert np.allclose(colliders_of(run.model, again).position[1], places[9])


def test_an_open_path_is_gone_to_and_fro_and_backwards_with_a_negative_speed():
    run = moving(
        "\nbox out at (4 m, 1 m, 4 m) along loop, size: (1 m, 1 m, 1 m), speed: 4 m/s"
        "\nbox back at (-4 m, 1 m, 0 m) along loop, size: (1 m, 1 m, 1 m), speed: -2 m/s",
        dt=1.0,
    )
    assert np.allclose(where(run, "back"), (-4, 1, 0))
    run.ticks(6)
    assert np.allclose(where(run, "out"), (4, 1, -4))  # 24 m: the end
    assert np.allclose(where(run, "back"), (4, 1, 4))  # 12 m back: the start
    run.ticks(1)
    assert np.allclose(where(run, "out"), (0, 1, -4))
    assert np.allclose(where(run, "back"), (2, 1, 4))


def test_a_smooth_path_is_a_curve_at_one_pace():
    run = moving(
        ", closed: yes, smooth: yes\n"
        "sphere ball at (4 m, 1 m, 4 m) along loop, radius: 0.2 m, speed: 3 m/s",
        dt=1 / 60,
    )
    places = []
    for _ in range(120):
        places.append(where(run, "ball").copy())
        run.ticks(1)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert np.allclose(steps, 3 / 60, rtol=1e-3)
    assert max(abs(p[2]) for p in places) > 4.2  # it bulges out between the corners


@pytest.mark.parametrize(
    ("things", "message"),
    [
        ("path p along [(1 m, 0 m, 0 m), (1 m, 0 m, 0 m)]", "path p: a path needs at least two"),
    ],
)
def test_what_is_wrong_with_a_path_is_told(things, message):
    with pytest.raises(SceneError, match=message):
        world(things)


BODY = """
  zone near = sphere(radius: 0.9 m, center: root.position + 1 m * up, layer: wall)
  var came, stayed, went, seen : number = 0
  sensor seen_wall = ray(from: root.position + 1 m * up, along: ahead, length: 9 m, layer: other)
  on near.enter { set came = came + 1 }
  on near.stay { set stayed = stayed + 1 }
  on near.exit { set went = went + 1 }
  when seen_wall.exists { set seen = seen_wall.distance / 1 m }
"""


def test_zones_and_rays_see_a_collider_where_it_is_at_the_tick():
    things = (
        "path way along [(-3 m, 1 m, 2 m), (-3 m, 1 m, 6 m)]\n"
        "path drop along [(0 m, 4 m, 0 m), (0 m, 0 m, 0 m)]\n"
        "box wall at (0 m, 1 m, 2 m) along way, size: (9 m, 1 m, 1 m), speed: 1 m/s, layer: other\n"
        "sphere ball at (0 m, 4 m, 0 m) along drop, radius: 0.5 m, speed: 2 m/s, layer: wall\n"
    )
    run = written(BODY, things, dt=0.25)
    seen = []
    for _ in range(9):
        run.ticks(1)
        seen.append((run.value("seen"), run.value("came"), run.value("went")))
    # the wall's face is at 1.5 m and goes away at 1 m/s; its place is that at the tick's start
    assert [s for s, _, _ in seen][:4] == pytest.approx([1.5, 1.75, 2.0, 2.25])
    # the ball, 50 cm more every tick down, is within 1.4 m of the middle at 2 m: tick 4
    assert [c for _, c, _ in seen][:6] == [0, 0, 0, 0, 1, 1]
    assert run.value("stayed") == 4
    assert seen[-1][2] == 0


def test_a_standing_agent_is_pushed_aside_by_what_comes_along():
    things = (
        "path way along [(0 m, 1 m, 3 m), (0 m, 1 m, -3 m)]\n"
        "box ram at (0 m, 1 m, 3 m) along way, size: (1 m, 1 m, 1 m), speed: 2 m/s, layer: wall\n"
    )
    run = written("", things)
    gaps = []
    for _ in range(140):
        run.ticks(1)
        place = np.array(run.value("root.position"))
        ram = run.state.position[run.model.colliders.index("ram")]
        gaps.append(abs(ram[2] - place[2]) - 0.5 - 0.28)
    # the capsule (28 cm) is never deeper in than one tick's way, and is taken along
    assert min(gaps) > -2.0 / 60 - 1e-6
    assert place[2] < -1.5
    assert place[1] == pytest.approx(0.0, abs=1e-6)


def test_the_same_run_twice_gives_the_same_bytes():
    things = (
        "heightfield hills at (0 m, -1 m, 0 m), size: (20 m, 2 m, 20 m), cell: 1 m, seed: 3\n"
        f"{LOOP}, closed: yes, smooth: yes\n"
        "sphere ball at (4 m, 1 m, 4 m) along loop, radius: 0.2 m, speed: 3 m/s\n"
        "hold hero.walk at (0.3, 1, 0) from 0 s to 2 s"
    )
    digests = []
    for _ in range(2):
        run = written("", things)
        state = initial(run.model)
        for number in range(90):
            tick(run.model, state, run.model.script.sample(number, run.model.dt))
        digests.append(state.digest())
    assert digests[0] == digests[1]


def test_a_walker_keeps_to_the_land():
    things = (
        "remove floor at 0 s\n"
        "heightfield hills at (0 m, -2 m, 0 m), size: (40 m, 4 m, 40 m), cell: 1 m, seed: 5, "
        "flat: 2 m, layer: ground\n"
        "hold hero.walk at (0.5, 1, 0) from 0 s to 9 s"
    )
    run = written("", things)
    hills = run.model.colliders.index("hills")
    climbed = []
    for _ in range(480):
        run.ticks(1)
        x, y, z = run.value("root.position")
        land = queries.ray(run.model.colliders, (x, 9, z), DOWN, 99.0).point
        assert run.model.colliders.names[hills] == "hills"
        # the round foot of the capsule stands a little over a slope's point below its middle
        assert run.value("mover.grounded") == 1.0
        climbed.append(y)
        ground = queries.ray(run.model.colliders, (x, 9, z), DOWN, 99.0, 1, -1)
        names = run.model.colliders.names
        if names[ground.collider[0]] == "hills":
            assert -1e-6 < y - land[0, 1] < 0.12
    assert math.dist((x, z), (0, 0)) > 8
    assert max(climbed) - min(climbed) > 0.3


def test_what_goes_over_a_layer_keeps_its_height_over_the_ground_there():
    run = written(
        "",
        "ground low at (0 m, 0.5 m, 0 m), layer: wall"
        "\nbox table at (0 m, 1 m, 0 m), size: (2 m, 1 m, 2 m), layer: wall"
        "\nbox roof at (3 m, 9 m, 0 m), size: (1 m, 1 m, 1 m), layer: other"
        "\npath way along [(4 m, 0 m, 0 m), (-4 m, 2 m, 0 m)]"
        "\nsphere ball at (4 m, 0.25 m, 0 m) along way, radius: 0.2 m, speed: 4 m/s, over: wall",
        dt=1.0,
    )
    slope = 2.0 / np.hypot(8.0, 2.0)
    for number in range(3):
        x, y, _ = where(run, "ball")
        ground = 1.5 if abs(x) < 1.0 else 0.5  # not the roof: that is on another layer
        assert y == pytest.approx(ground + 0.25 + 4.0 * number * slope, abs=1e-9)
        run.ticks(1)
