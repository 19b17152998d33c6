"""The renderer: one draw list and camera in, one picture out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from viewer import look, meshes
from viewer.camera import Camera
from viewer.draw_list import DrawList
from viewer.gl.buffers import Solids, Square, beam_strips, ribbon_strips, text_strips
from viewer.gl.lands import Lands
from viewer.gl.shader import Shader
from viewer.gl.target import Picture, ShadowMap
from viewer.text import ATLAS_EDGE, Atlas, quads

COARSE_BELOW, FINE_ABOVE = 12.0, 48.0  # pixels of radius: which mesh a capsule gets


class Renderer:
    """Draws into its own ``picture``; needs a current GL context of 3.3 core or newer.

    ``samples`` a pixel smooth edges; ``quick`` lights more simply, for a processor that plays
    graphics card.
    """

    def __init__(self, width: int, height: int, samples: int = 4, quick: bool = False) -> None:
        self.samples = samples
        self.picture = Picture(width, height, samples)
        self.shadow = ShadowMap(look.SHADOW_EDGE)
        self.boxes = Solids(*meshes.rounded_box())
        self.fine_capsules = Solids(*meshes.capsule(44, 11))
        self.capsules = Solids(*meshes.capsule(22, 6))
        self.coarse_capsules = Solids(*meshes.capsule(12, 3))
        self.ribbons = ribbon_strips()
        self.beams = beam_strips()
        self.lands = Lands()
        self.text = text_strips()
        self.square = Square()
        self.atlas = Atlas()
        self._atlas_version = -1
        self._atlas_texture = _grey_texture()
        self.solid_shader = Shader("solid.vert", "solid.frag", quick)
        self.depth_shader = Shader("solid.vert", "depth.frag")
        self.ground_shader = Shader("ground.vert", "ground.frag", quick)
        self.terrain_shader = Shader("terrain.vert", "terrain.frag", quick)
        self.terrain_depth_shader = Shader("terrain.vert", "depth.frag")
        self.beam_shader = Shader("beam.vert", "beam.frag")
        self.sky_shader = Shader("sky.vert", "sky.frag")
        self.ribbon_shader = Shader("ribbon.vert", "ribbon.frag")
        self.text_shader = Shader("text.vert", "text.frag")

    def resize(self, width: int, height: int) -> None:
        """Draw pictures of another size from now on."""
        if (width, height) != (self.picture.width, self.picture.height):
            self.picture.delete()
            self.picture = Picture(max(width, 1), max(height, 1), self.samples)

    def draw(self, frame: DrawList, camera: Camera) -> None:
        """Draw the frame; the result is in ``picture`` (resolved, bound)."""
        picture = self.picture
        projection = camera.view_projection(picture.width / picture.height)
        extent = look.shadow_extent(camera.distance)
        light = look.light_matrix(frame.focus, extent)
        # the nearest first: what they hide need not be lit
        capsules = _by_depth(np.concatenate([frame.capsules, frame.spheres]), projection)
        part = shadow_part(frame, capsules, light)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(gl.GL_LEQUAL)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glDisable(gl.GL_BLEND)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glDisable(gl.GL_CULL_FACE)
        self.lands.keep(frame.terrains)
        self._draw_shadows(frame, capsules, light)
        picture.bind()
        gl.glClearColor(0.5, 0.5, 0.5, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self.shadow.texture)
        for shader in (self.ground_shader, self.terrain_shader, self.solid_shader):
            shader.use()
            _set_light(shader, frame, camera, light, extent)
            shader.number("shadow_part", *part)
            shader.matrix("view_projection", projection)
        gl.glEnable(gl.GL_CULL_FACE)
        self._draw_solids(frame.boxes, capsules, projection)
        gl.glDisable(gl.GL_CULL_FACE)
        self.terrain_shader.use()
        self.lands.draw(frame.terrains, self.terrain_shader)
        self._draw_grounds(frame)
        self._draw_sky(projection)
        self._draw_glass(frame, projection)
        self._draw_ribbons(frame, projection)
        self._draw_beams(frame, projection)
        picture.resolve()
        self._draw_labels(frame, projection)
        gl.glUseProgram(0)

    def read(self) -> NDArray[np.uint8]:
        """The picture last drawn, u1[height, width, 3]."""
        return self.picture.read()

    def _draw_shadows(
        self, frame: DrawList, capsules: NDArray[np.void], light: NDArray[np.float64]
    ) -> None:
        self.shadow.bind()
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(1.2, 2.0)
        shader = self.depth_shader
        shader.use()
        shader.matrix("view_projection", light)
        shader.whole("is_capsule", 0)
        self.boxes.draw(frame.boxes)
        self.boxes.draw(frame.glass_boxes[frame.glass_boxes["material"][:, 3] > 0])
        shader.whole("is_capsule", 1)
        self.coarse_capsules.draw(capsules)
        self.terrain_depth_shader.use()
        self.terrain_depth_shader.matrix("view_projection", light)
        shading = tuple(terrain for terrain in frame.terrains if terrain.mesh.shades)
        self.lands.draw(shading, self.terrain_depth_shader)
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)

    def _draw_solids(
        self, boxes: NDArray[np.void], capsules: NDArray[np.void], projection: NDArray[np.float64]
    ) -> None:
        self.solid_shader.use()
        self.solid_shader.whole("is_capsule", 0)
        self.boxes.draw(boxes)
        self.solid_shader.whole("is_capsule", 1)
        radius = _pixel_radius(capsules, projection, self.picture.height)
        coarse, fine = radius < COARSE_BELOW, radius > FINE_ABOVE
        self.coarse_capsules.draw(capsules[coarse])
        self.capsules.draw(capsules[~coarse & ~fine])
        self.fine_capsules.draw(capsules[fine])

    def _draw_grounds(self, frame: DrawList) -> None:
        shader = self.ground_shader
        shader.use()
        for row in frame.grounds:
            across, along = _plane_axes(row["normal"].astype(np.float64))
            center = row["center"] + (frame.focus - row["center"]) @ np.stack(
                [across, along], 1
            ) @ np.stack([across, along])
            shader.number("ground_center", *center)
            shader.number("ground_across", *across)
            shader.number("ground_along", *along)
            shader.number("ground_normal", *row["normal"])
            shader.number("ground_color", *row["color"])
            shader.number("ground_grid", row["grid"])
            shader.number("ground_reach", row["reach"])
            self.square.draw()

    def _draw_sky(self, projection: NDArray[np.float64]) -> None:
        shader = self.sky_shader
        shader.use()
        shader.matrix("unproject", np.linalg.inv(projection))
        shader.number("zenith", *look.ZENITH)
        shader.number("horizon_film", *look.HORIZON)
        shader.number("nadir", *look.NADIR)
        self.square.draw()

    def _draw_glass(self, frame: DrawList, projection: NDArray[np.float64]) -> None:
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDepthMask(gl.GL_FALSE)
        gl.glEnable(gl.GL_CULL_FACE)
        self._draw_solids(frame.glass_boxes, frame.glass_capsules, projection)
        gl.glDisable(gl.GL_CULL_FACE)

    def _draw_ribbons(self, frame: DrawList, projection: NDArray[np.float64]) -> None:
        picture, shader = self.picture, self.ribbon_shader
        shader.use()
        shader.matrix("view_projection", projection)
        shader.number("viewport", picture.width, picture.height)
        shader.number("pixel_scale", picture.height / 720.0)
        shader.whole("hidden_pass", 1)  # what stands behind something, faintly
        gl.glDepthFunc(gl.GL_GREATER)
        self.ribbons.draw(frame.ribbons)
        shader.whole("hidden_pass", 0)
        gl.glDepthFunc(gl.GL_LEQUAL)
        self.ribbons.draw(frame.ribbons)
        gl.glDepthMask(gl.GL_TRUE)

    def _draw_beams(self, frame: DrawList, projection: NDArray[np.float64]) -> None:
        """Last of what stands in the world: light adds to what is behind it."""
        if len(frame.beams) == 0:
            return
        picture, shader = self.picture, self.beam_shader
        shader.use()
        shader.matrix("view_projection", projection)
        shader.number("viewport", picture.width, picture.height)
        shader.number("zoom", float(np.linalg.norm(projection[1, :3])) * picture.height / 2)
        shader.number("turn", 2 * np.pi * (frame.time % look.FLICKER_PERIOD))
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDepthMask(gl.GL_FALSE)
        self.beams.draw(frame.beams)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)

    def _draw_labels(self, frame: DrawList, projection: NDArray[np.float64]) -> None:
        size = (self.picture.width, self.picture.height)
        rows = quads(frame, projection, size, self.atlas)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._atlas_texture)
        if self._atlas_version != self.atlas.version:
            _upload_grey(self.atlas.pixels)
            self._atlas_version = self.atlas.version
        gl.glDisable(gl.GL_DEPTH_TEST)
        self.text_shader.use()
        self.text_shader.number("viewport", *size)
        self.text_shader.number("atlas_size", ATLAS_EDGE, ATLAS_EDGE)
        self.text_shader.whole("atlas", 0)
        self.text.draw(rows)


def _set_light(
    shader: Shader, frame: DrawList, camera: Camera, light: NDArray[np.float64], extent: float
) -> None:
    shader.number("eye", *camera.eye)
    shader.number("sun", *look.SUN)
    shader.number("sun_color", *look.SUN_COLOR)
    shader.number("sky_light", *look.SKY_LIGHT)
    shader.number("earth_light", *look.EARTH_LIGHT)
    shader.number("horizon", *look.unfilmed(look.HORIZON))
    shader.number("fog", *look.fog(camera.distance), look.EXPOSURE)
    shader.matrix("light", light)
    shader.number("shadow_texel", 2 * extent / look.SHADOW_EDGE, 1.0 / look.SHADOW_EDGE)
    shader.whole("shadow", 0)
    spheres = frame.occluders[: look.OCCLUDERS]
    shader.vec4_array("occluders", spheres)
    shader.whole("occluder_count", len(spheres))


def shadow_part(
    frame: DrawList, capsules: NDArray[np.void], light: NDArray[np.float64]
) -> tuple[float, float, float, float]:
    """The part of the shadow map, from x, y to x, y in shares of it, in which something throws a
    shadow; its outermost hundredth is left out, as nothing is known beyond it."""
    if any(terrain.mesh.shades for terrain in frame.terrains):
        return (0.01, 0.01, 0.99, 0.99)
    stretch = np.linalg.norm(capsules["model"][:, :, :3], axis=1).max(axis=1, initial=1.0)
    round_reach = stretch * (capsules["size"][:, :2].max(axis=1, initial=0.0)
                             + capsules["size"][:, 2])  # fmt: skip
    boxes = np.concatenate(
        [frame.boxes, frame.glass_boxes[frame.glass_boxes["material"][:, 3] > 0]]
    )
    box_reach = np.linalg.norm(boxes["size"][:, :3], axis=1)
    centers = np.concatenate([capsules["model"][:, :, 3], boxes["model"][:, :, 3]])
    if len(centers) == 0:
        return (1.0, 1.0, 0.0, 0.0)
    seen = centers @ light[:2, :3].T + light[:2, 3]
    scale = float(np.linalg.norm(light[0, :3]))
    reach = np.concatenate([round_reach, box_reach])[:, None] * scale
    edge = 8.0 / look.SHADOW_EDGE  # soft edges reach beyond what casts them
    low = ((seen - reach).min(axis=0) * 0.5 + 0.5 - edge).clip(0.01, 0.99)
    high = ((seen + reach).max(axis=0) * 0.5 + 0.5 + edge).clip(0.01, 0.99)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _by_depth(capsules: NDArray[np.void], projection: NDArray[np.float64]) -> NDArray[np.void]:
    depth = capsules["model"][:, :, 3] @ projection[3, :3]
    return capsules[np.argsort(depth, kind="stable")]


def _pixel_radius(
    capsules: NDArray[np.void], projection: NDArray[np.float64], height: int
) -> NDArray[np.float64]:
    """About how many pixels the radius of each capsule covers."""
    depth = capsules["model"][:, :, 3] @ projection[3, :3] + projection[3, 3]
    stretch = np.linalg.norm(capsules["model"][:, :, (0, 2)], axis=1).max(axis=1, initial=1.0)
    radius = capsules["size"][:, :2].max(axis=1, initial=0.0) * stretch
    return np.asarray(radius * height / np.maximum(depth, 0.05))


def _plane_axes(normal: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit axes within a plane: x and z of the world where the plane is level."""
    seed = np.array([1.0, 0.0, 0.0]) if abs(normal[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    across = seed - normal * (seed @ normal)
    across /= np.linalg.norm(across)
    return across, np.cross(across, normal)


def _grey_texture() -> int:
    name = gl.GLuint()
    gl.glGenTextures(1, name)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name.value)
    for key in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, key, gl.GL_NEAREST)
    return int(name.value)


def _upload_grey(pixels: NDArray[np.uint8]) -> None:
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_R8, pixels.shape[1], pixels.shape[0], 0, gl.GL_RED,
        gl.GL_UNSIGNED_BYTE, pixels.ctypes.data,
    )  # fmt: skip
