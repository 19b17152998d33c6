"""Files made up for the tests: every construct of the language, in any length."""

from __future__ import annotations

import random

STATES = ("Idle", "Search", "Approach", "Touch", "等待", "Größe")


def behavior_text(seed: int, states: int = 12) -> str:
    """A behavior of about eight lines a state, the same for the same seed."""
    random_ = random.Random(seed)
    lines = [
        "# A made-up behavior.",
        'use "rigs/walker.beh"',
        "",
        "behavior sample for walker {",
        "  param near : length = 30 cm in 1 cm .. 2 m   # how close is close",
        "  param wait = 1.5 s in 0 s .. 10 s",
        "  param gain = 2 m/s",
        "  var side, other : sides = left",
        "  var reach : number[2] = [0, 3]",
        "  input steer = axis(A, D) or stick(left).x, buffer: 0.15 s",
        "  zone around = sphere(radius: 2 m, center: body.position)",
        "  sensor wall = ray(from: root.position + 1 m * up,",
        "                    along: up, length: 2 m, layer: solid) when in Search else keep",
        "  let gap(a, b) = distance(a, b) - 0.5 * near",
        "  guard close = gap(wall.point, root.position) < near and wall.exists",
        "  guard lost  = not wall.exists for 50 ms or close",
        "  event hit(power : number, where : point)",
        "  action nod(amount : angle) {",
        "    lerp head.rotation to look(down, up: root.forward) at amount",
        "  }",
        "  on wall.found { set side = nearer(wall.point, left: arm[left], right: arm[right]) }",
        "  on hit(power) when power > 2 {",
        "    set reach = [power, 1]",
        "  }",
        "",
        "  machine main {",
    ]
    names = [f"{random_.choice(STATES)}{i}" for i in range(states)]
    for i, name in enumerate(names):
        target = random_.choice(names)
        lines += [
            f"    {'initial ' if i == 0 else ''}state {name} {{",
            f"      # state number {i}",
            f"      lerp speed to {random_.randint(1, 9)} over wait ease smooth",
            "      set heading = 3 * (turn_angle + 10 deg) / 2 when close",
        ]
        for extra in random_.sample(_EXTRAS, 3):
            lines += [f"      {line}" for line in extra]
        lines += [
            f"      -> {target} when timer > {random_.randint(1, 5)} s and not lost",
            f"      -> {random_.choice(names)} after wait {{ emit hit(2, root.position) }}",
            "    }",
        ]
    lines += [
        "  }",
        "}",
        "",
        "scene yard {",
        "  box wall at (0 m, 1 m, 2 m), size: (2 m, 2 m, 0.5 m), layer: solid",
        "  walker hero at (0 m, 0 m, 0 m) with sample",
        "}",
        "",
        'test "walks up to the wall" in yard, ticks: [30 Hz, 60 Hz] {',
        "  hold hero.steer at 1 from 0 s to 2 s",
        "  expect hero.main in Idle0 within 3 s",
        "  always hero.reach[0] >= 0 during 0 s .. 2 s when hero.side == left",
        "  never hero.lost",
        "}",
    ]
    return "\n".join(lines) + "\n"


_EXTRAS: tuple[tuple[str, ...], ...] = (
    ("move by root.forward at 0.8 * gain when not close",),
    ("disable control when steer != 0",),
    ("arc foot[1].target from lifted to landing over 0.2 s, height: 5 cm",),
    ("turn head about up by off rate 2 /s",),
    (
        "when steer > 0.5 {",
        "  set side = left",
        "} else when steer < -0.5 {",
        "  set side = right",
        "}",
    ),
    ("every 0.5 s { emit hit(1, wall.point) }",),
    ("for i in 0 .. 1 { set reach = [i, reach[1]] }",),
    ("set other = left if wall.point.x > 0 m else right",),
    ("laser beam from eye.position to (wall.point otherwise root.position)",),
    ("set tilt = clamp(steer * 20 deg, -10 deg, 10 deg)",),
)
