"""The kernels run as plain Python with BEH_PLAIN=1 and give the same bits."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
import hashlib
import numpy as np
from behave.kernel import rotations
from behave.world import casts, colliders, kernels, queries
from behave.world.track import track

random = np.random.default_rng(41)
rows = []
for i in range(16):
    at, turn, size = random.uniform(-5, 5, 3), random.normal(size=4), random.uniform(0.3, 1.5, 3)
    rows.append(
        [
            colliders.box(f"a{i}", at, size, turn, layer=0),
            colliders.sphere(f"b{i}", at, size[0], layer=1),
            colliders.capsule(f"c{i}", at, size[0], 4 * size[1], turn, owner=i),
            colliders.plane(f"d{i}", at - (0, 9, 0), turn / 9 + (0, 0, 0, 1)),
        ][i % 4]
    )
land = random.uniform(0, 2, (7, 9))
rows += [colliders.heightfield("land", (0, -4, 0), 9, 11, land, layer=2)]
rows += [colliders.heightfield("isle", (1, 0, 2), 2.3, 3.1, land[:3, :4])]
world = colliders.build(rows)
n = 40
points, along = random.uniform(-6, 6, (n, 3)), random.normal(size=(n, 3))
turns = np.array([rotations.coerce(q) for q in random.normal(size=(n, 4))])
zone, extent = random.integers(0, 3, n), random.uniform(0.5, 2, (n, 3))
hits = queries.ray(world, points, along, 9.0, asker=2)
near = queries.nearest(world, points, 4.0, layers=random.integers(-1, 4, n))
some = queries.closest(world, random.integers(-1, 18, n), points)
touching = queries.overlaps(world, zone, points, turns, extent)
held, again = random.integers(-1, 18, n), random.random(n) < 0.5
tracked = track(world, held, touching, touching, points, again)
half, step = np.abs(extent) * random.integers(0, 2, (n, 3)), random.normal(size=(n, 3))
boxes = casts.boxcast(world, points, turns, half, along, 9.0, asker=3, retry=2, step=step)
balls = casts.spherecast(world, points, along, 9.0, half[:, 0], retry=1, step=step)
turned = np.where(np.arange(n)[:, None] % 2 == 0, (0, 0, 0, 1), (0, 0.6, 0, 0.8))
near_grid, axis = np.round(points), np.eye(3)[random.integers(0, 3, n)]
flat = casts.boxcast(world, near_grid, turned, half, axis, np.inf)
results = [getattr(found, name) for found in (boxes, balls, flat) for name in found.__slots__]
results += [getattr(found, name) for found in (boxes, balls, flat) for name in hits.__slots__]
results += [hits.collider, hits.distance, hits.point, hits.normal, hits.inside]
results += [near.collider, near.distance, near.point, near.normal, near.inside]
results += [some.distance, some.point, some.normal, some.inside, touching]
results += [tracked.collider, tracked.point, tracked.normal, tracked.distance]
digest = hashlib.sha256(b"".join((np.asarray(r) + 0.0).tobytes() for r in results))
found = (hits.collider >= 0).sum(), (near.collider >= 0).sum(), touching.sum()
found += (boxes.collider >= 0).sum(), (balls.collider >= 0).sum(), (flat.collider >= 0).sum()
print(type(kernels.ray_kernel).__name__, digest.hexdigest(), *found)
"""


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_plain_python_gives_the_bits_of_the_compiled_kernels():
    compiled = run(BEH_PLAIN="0")
    plain = run(BEH_PLAIN="1")
    assert (compiled[0], plain[0]) == ("Compiled", "function")
    assert compiled[1:] == plain[1:]
    assert all(int(count) > 10 for count in plain[2:])
