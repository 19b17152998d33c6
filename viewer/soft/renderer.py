"""The soft renderer: the same draw list and camera in, the same picture out, without GL."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer import look, meshes
from viewer.camera import Camera
from viewer.draw_list import SOLID, DrawList, Terrain
from viewer.soft import shade
from viewer.soft.beams import draw_beams
from viewer.soft.land import land_base, land_triangles
from viewer.soft.raster import Samples, rasterize
from viewer.soft.strips import draw_quads, draw_ribbons
from viewer.text import Atlas, quads

SHADOW_EDGE = 512
_BOX = meshes.rounded_box(1)
_CAPSULE = meshes.capsule(16, 4)

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Soup:
    """Triangles of many solids: corners and normals f8[T,3,3], local places, which solid. After
    the solids of ``rows`` come the ``terrains``."""

    place: Array
    normal: Array
    local: Array
    solid: NDArray[np.int64]
    rows: NDArray[np.void]
    is_box: NDArray[np.bool_]
    terrains: tuple[Terrain, ...] = ()


class SoftRenderer:
    """Draws pictures of ``width`` × ``height``: four samples a pixel where solids meet, one
    elsewhere."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.atlas = Atlas()
        self._image: Array = np.zeros((height, width, 3))

    def resize(self, width: int, height: int) -> None:
        """Draw pictures of another size from now on."""
        self.width, self.height = max(width, 1), max(height, 1)

    def draw(self, frame: DrawList, camera: Camera) -> None:
        """Draw the frame; ``read`` gives the picture."""
        projection = camera.view_projection(self.width / self.height)
        extent = look.shadow_extent(camera.distance)
        matrix = look.light_matrix(frame.focus, extent)
        capsules = np.concatenate([frame.capsules, frame.spheres])
        soup = _soup(frame.boxes, capsules, frame.terrains)
        hidden = frame.glass_boxes[frame.glass_boxes["material"][:, 3] > 0]
        shading = tuple(terrain for terrain in frame.terrains if terrain.mesh.shades)
        casting = _soup(
            np.concatenate([frame.boxes, hidden, frame.casting_boxes]),
            np.concatenate([capsules, frame.casting_capsules]),
            shading,
        )
        shadow = rasterize(_to_clip(casting.place, matrix), SHADOW_EDGE, SHADOW_EDGE)
        light = shade.Light(
            camera.eye,
            matrix,
            shadow.depth.reshape(SHADOW_EDGE, SHADOW_EDGE),
            2 * extent / SHADOW_EDGE * 0.7,
            frame.occluders.astype(np.float64),
            look.fog(camera.distance),
        )
        samples = rasterize(_to_clip(soup.place, projection), 2 * self.width, 2 * self.height)
        image, depth = self._shade(frame, soup, samples, light, projection)
        self._glass(image, depth, frame, projection, light)
        draw_ribbons(image, depth, frame.ribbons, projection)
        draw_beams(image, depth, frame.beams, projection, frame.time)
        rows = quads(frame, projection, (self.width, self.height), self.atlas)
        draw_quads(image, rows, self.atlas.pixels)
        self._image = image

    def read(self) -> NDArray[np.uint8]:
        """The picture last drawn, u1[height, width, 3]."""
        return (np.clip(self._image, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)

    def _shade(
        self, frame: DrawList, soup: _Soup, samples: Samples, light: shade.Light, projection: Array
    ) -> tuple[Array, Array]:
        """Film colours f8[H,W,3] and depth f8[H,W] of everything solid, the floor and the sky."""
        width, height = samples.width, samples.height
        toward = _rays(projection, width, height)
        ground, ground_depth = _ground_hits(frame, light.eye, toward, projection)
        solid = samples.triangle >= 0
        on_ground = (ground >= 0) & (ground_depth < np.where(solid, samples.depth, np.inf))
        kind = np.where(on_ground, -2 - ground, -1)
        shown = solid & ~on_ground
        kind[shown] = soup.solid[samples.triangle[shown]]
        depth = np.minimum(samples.depth, np.where(on_ground, ground_depth, np.inf))
        wanted = _wanted(kind, width, height)
        colors = np.zeros((width * height, 3))
        pick = np.flatnonzero(wanted & shown)
        colors[pick] = _shade_solids(soup, samples, pick, light, self.height)
        for number, row in enumerate(frame.grounds):
            pick = np.flatnonzero(wanted & (kind == -2 - number))
            colors[pick] = _shade_ground(row, toward, pick, width, light)
        pick = np.flatnonzero(wanted & (kind == -1))
        colors[pick] = shade.sky(toward[pick])
        return _average(colors, wanted, width, height), _nearest(depth, width, height)

    def _glass(
        self, image: Array, depth: Array, frame: DrawList, projection: Array, light: shade.Light
    ) -> None:
        """Blend see-through solids over, each one's front faces."""
        boxes, capsules = frame.glass_boxes, frame.glass_capsules
        pairs = [(boxes[k : k + 1], capsules[:0]) for k in range(len(boxes))]
        pairs += [(boxes[:0], capsules[k : k + 1]) for k in range(len(capsules))]
        for box, capsule in pairs:
            soup = _soup(box, capsule)
            samples = rasterize(_to_clip(soup.place, projection), self.width, self.height)
            hit = samples.triangle >= 0
            hit &= samples.depth <= depth.reshape(-1)
            pick = np.flatnonzero(hit)
            place = np.einsum(
                "sk,skc->sc", samples.weights[pick], soup.place[samples.triangle[pick]]
            )
            color = soup.rows["color"][0].astype(np.float64)
            base = np.broadcast_to(look.to_linear(color[:3]) * 1.35, (len(pick), 3))
            flat = image.reshape(-1, 3)
            over = look.film(shade.in_fog(light, base, place))
            flat[pick] += (over - flat[pick]) * color[3]


def _soup(
    boxes: NDArray[np.void], capsules: NDArray[np.void], terrains: tuple[Terrain, ...] = ()
) -> _Soup:
    places: list[Array] = []
    normals: list[Array] = []
    locals_: list[Array] = []
    solids: list[NDArray[np.int64]] = []
    first = 0
    for rows, mesh, put in (
        (boxes, _BOX, meshes.place_box),
        (capsules, _CAPSULE, meshes.place_capsule),
    ):
        vertices, triangles = mesh
        local, normal = put(vertices, rows["size"].astype(np.float64))
        model = rows["model"].astype(np.float64)
        axes = model[:, :, :3]
        x, y, z = axes[..., 0], axes[..., 1], axes[..., 2]
        cofactor = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=-1)
        place = np.einsum("nij,nvj->nvi", axes, local) + model[:, None, :, 3]
        turned = np.einsum("nij,nvj->nvi", cofactor, normal)
        places.append(place[:, triangles].reshape(-1, 3, 3))
        normals.append(turned[:, triangles].reshape(-1, 3, 3))
        locals_.append(local[:, triangles].reshape(-1, 3, 3))
        solids.append(np.repeat(np.arange(first, first + len(rows)), len(triangles)))
        first += len(rows)
    for terrain in terrains:
        for found, part in zip((places, normals, locals_), land_triangles(terrain), strict=True):
            found.append(part)
        solids.append(np.full(len(terrain.mesh.triangles), first))
        first += 1
    return _Soup(
        np.concatenate(places),
        np.concatenate(normals),
        np.concatenate(locals_),
        np.concatenate(solids),
        np.concatenate([boxes, capsules, np.zeros(len(terrains), SOLID)]),
        np.concatenate([np.ones(len(boxes), bool), np.zeros(first - len(boxes), bool)]),
        terrains,
    )


def _to_clip(place: Array, matrix: Array) -> Array:
    return np.asarray(place @ matrix[:, :3].T + matrix[:, 3])


def _rays(projection: Array, width: int, height: int) -> Array:
    """Directions f8[S,3] from the eye through the samples, not normalised."""
    inverse = np.linalg.inv(projection)
    x = (np.arange(width) + 0.5) / width * 2 - 1
    y = 1 - (np.arange(height) + 0.5) / height * 2
    far = inverse[:, 3] + inverse[:, 2]
    grid = (
        inverse[:, 0] * np.tile(x, height)[:, None] + inverse[:, 1] * np.repeat(y, width)[:, None]
    )
    ends, near = grid + far, grid + inverse[:, 3] - inverse[:, 2]
    return np.asarray(ends[:, :3] / ends[:, 3:] - near[:, :3] / near[:, 3:])


def _ground_hits(
    frame: DrawList, eye: Array, toward: Array, projection: Array
) -> tuple[NDArray[np.int64], Array]:
    """Which ground each sample's ray meets first (−1 none), and its clip-space depth."""
    best = np.full(len(toward), np.inf)
    which = np.full(len(toward), -1, np.int64)
    for number, row in enumerate(frame.grounds):
        normal = row["normal"].astype(np.float64)
        down = toward @ normal
        along = ((row["center"] - eye) @ normal) / np.where(np.abs(down) < 1e-9, -1e-9, down)
        flat = along[:, None] * (toward - down[:, None] * normal)
        near = np.sum(flat * flat, axis=1) < float(row["reach"]) ** 2
        hit = (along > 0.0) & (along < best) & near
        best[hit], which[hit] = along[hit], number
    place = eye + np.where(which >= 0, best, 1.0)[:, None] * toward
    z = place @ projection[2, :3] + projection[2, 3]
    w = place @ projection[3, :3] + projection[3, 3]
    return which, np.where(which >= 0, z / w, np.inf)


def _wanted(kind: NDArray[np.int64], width: int, height: int) -> NDArray[np.bool_]:
    """Samples to shade: all four where they differ in what they show, else the first."""
    four = kind.reshape(height // 2, 2, width // 2, 2)
    same = (four == four[:, :1, :, :1]).all(axis=(1, 3), keepdims=True)
    wanted = np.broadcast_to(~same, four.shape).copy()
    wanted[:, 0, :, 0] = True
    return wanted.reshape(-1)


def _average(colors: Array, wanted: NDArray[np.bool_], width: int, height: int) -> Array:
    shape = (height // 2, 2, width // 2, 2)
    total = (colors * wanted[:, None]).reshape(*shape, 3).sum(axis=(1, 3))
    return np.asarray(total / wanted.reshape(shape).sum(axis=(1, 3))[..., None])


def _nearest(depth: Array, width: int, height: int) -> Array:
    return np.asarray(depth.reshape(height // 2, 2, width // 2, 2)[:, 0, :, 0]).copy()


def _shade_solids(
    soup: _Soup, samples: Samples, pick: NDArray[np.int64], light: shade.Light, height: int
) -> Array:
    t = samples.triangle[pick]
    weights = samples.weights[pick].astype(np.float64)
    place = np.einsum("sk,skc->sc", weights, soup.place[t])
    normal = np.einsum("sk,skc->sc", weights, soup.normal[t])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    solid = soup.solid[t]
    rows = soup.rows
    base = look.to_linear(rows["color"][solid, :3].astype(np.float64))
    material = rows["material"][solid].astype(np.float64)
    lined = np.flatnonzero(soup.is_box[solid] & (material[:, 3] > 0))
    if len(lined):
        local = np.einsum("sk,skc->sc", weights[lined], soup.local[t[lined]])
        far = np.linalg.norm(light.eye - place[lined], axis=1)
        base[lined] = _box_lines(
            base[lined], local, rows["size"][solid[lined], :3], material[lined, 3], far / height
        )
    for number, terrain in enumerate(soup.terrains, len(rows) - len(soup.terrains)):
        mine = np.flatnonzero(solid == number)
        local = np.einsum("sk,skc->sc", weights[mine], soup.local[t[mine]])
        far = np.linalg.norm(light.eye - place[mine], axis=1)
        base[mine] = land_base(terrain, place[mine], local, normal[mine], far * 0.8 / height)
    c = shade.lit(light, base, place, normal, material[:, :3])
    return look.film(shade.in_fog(light, c, place))


def _box_lines(base: Array, local: Array, half: Array, spacing: Array, grain: Array) -> Array:
    """The thin lines and lighter edges of a box's faces (see ``solid.frag``)."""
    beside = half - np.abs(local)
    away = beside > 0.0011
    pixel = (grain * 0.8 / spacing)[:, None]
    cell = (local + half) / spacing[:, None]
    line = np.where(away, np.abs((cell - 0.5) % 1.0 - 0.5) / np.maximum(pixel, 1e-5), 9.0)
    dark = np.clip(1.0 - line.min(axis=1), 0.0, 1.0) * np.clip(1.5 - 4.0 * pixel[:, 0], 0.0, 1.0)
    base = base * (1.0 - 0.16 * dark)[:, None]
    edge = np.where(away, beside, 9.0).min(axis=1)
    x = np.clip((edge - 0.012) / 0.010, 0.0, 1.0)
    light_edge = (1.0 - x * x * (3 - 2 * x))[:, None]
    return np.asarray(base * (1 - light_edge) + np.minimum(base * 1.5 + 0.04, 1.0) * light_edge)


def _shade_ground(
    row: np.void, toward: Array, pick: NDArray[np.int64], width: int, light: shade.Light
) -> Array:
    normal = row["normal"].astype(np.float64)
    seed = np.array([1.0, 0.0, 0.0]) if abs(normal[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    across = seed - normal * (seed @ normal)
    across /= np.linalg.norm(across)
    axes = np.stack([across, np.cross(across, normal)])

    def meet(samples: NDArray[np.int64]) -> Array:
        run = toward[np.clip(samples, 0, len(toward) - 1)]
        down = run @ normal
        share = ((row["center"] - light.eye) @ normal) / np.where(np.abs(down) < 1e-9, -1e-9, down)
        return np.asarray(light.eye + share[:, None] * run)

    place = meet(pick)
    base = np.repeat(look.to_linear(row["color"][None, :3].astype(np.float64)), len(pick), 0)
    if row["grid"] > 0:
        spacing = float(row["grid"])
        cell = place @ axes.T / spacing
        beside = np.abs(meet(pick + 2) @ axes.T / spacing - cell)
        below = np.abs(meet(pick + 2 * width) @ axes.T / spacing - cell)
        grain = beside + below
        tile = np.floor(cell) % 2.0
        check = np.abs(tile[:, 0] - tile[:, 1]) * np.clip(1.4 - 2.0 * grain.max(axis=1), 0.0, 1.0)
        dark = 1.0 - 0.26 * shade.lines(cell, grain, 1.0)
        dark *= 1.0 - 0.34 * shade.lines(cell / 5.0, grain / 5.0, 1.6)
        base *= ((1.0 + 0.05 * check) * dark)[:, None]
    facing = np.broadcast_to(normal, place.shape)
    c = shade.lit(light, base, place, facing, np.zeros((len(pick), 3)))
    return look.film(shade.in_fog(light, c, place))
