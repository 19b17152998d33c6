"""The renderer: one draw list and camera in, one picture out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from viewer import look, meshes
from viewer.camera import Camera
from viewer.draw_list import DrawList
from viewer.gl.buffers import Solids, Square, beam_strips, ribbon_strips, text_strips
from viewer.gl.casting import casters, shadow_part, texels_of
from viewer.gl.lands import Lands
from viewer.gl.shader import Shader
from viewer.gl.target import Picture, ShadowMap
from viewer.text import ATLAS_EDGE, Atlas, quads

FROM_RADIUS = (2.0, 4.5, 12.0, 48.0)  # pixels from which a capsule's mesh is a finer one
COARSE_BOX = 24.0  # pixels of its largest half extent from which a box's edges are finer
FROM_TEXELS = (2.5, 8.0)  # the same of the shadow map, for a capsule's shadow


class Renderer:
    """Draws into its own ``picture``; needs a current GL context of 3.3 core or newer.

    ``samples`` a pixel smooth edges; ``quick`` is for a processor that plays graphics card: it
    lights more simply and smooths edges of the finished picture (``shaders/fxaa.frag``).
    """

    def __init__(self, width: int, height: int, samples: int = 4, quick: bool = False) -> None:
        self.samples, self.quick = samples, quick
        self.picture = self._picture(width, height)
        self.shadow = ShadowMap(look.shadow_edge(0.0, quick))
        self.boxes = Solids(*meshes.rounded_box())
        self.coarse_boxes = Solids(*meshes.rounded_box(1))
        self.fine_capsules = Solids(*meshes.capsule(44, 11))
        self.capsules = Solids(*meshes.capsule(22, 6))
        self.coarse_capsules = Solids(*meshes.capsule(12, 3))
        self.small_capsules = Solids(*meshes.capsule(8, 2))
        self.tiny_capsules = Solids(*meshes.capsule(5, 1))
        self.ribbons = ribbon_strips()
        self.beams = beam_strips()
        self.lands = Lands()
        self.text = text_strips()
        self.square = Square()
        self.atlas = Atlas()
        self._atlas_version = -1
        self._atlas_texture = _grey_texture()
        how = ("QUICK",) if quick else ()
        self.box_shader = Shader("solid.vert", "solid.frag", "BOX", *how)
        self.capsule_shader = Shader("solid.vert", "solid.frag", *how)
        self.glass_box_shader = Shader("solid.vert", "solid.frag", "BOX", "GLASS", *how)
        self.glass_capsule_shader = Shader("solid.vert", "solid.frag", "GLASS", *how)
        self.box_depth_shader = Shader("solid.vert", "depth.frag", "BOX")
        self.capsule_depth_shader = Shader("solid.vert", "depth.frag")
        self.ground_shader = Shader("ground.vert", "ground.frag", "FLOOR", *how)
        self.terrain_shader = Shader("terrain.vert", "terrain.frag", *how)
        self.terrain_depth_shader = Shader("terrain.vert", "depth.frag")
        self.beam_shader = Shader("beam.vert", "beam.frag")
        self.sky_shader = Shader("sky.vert", "sky.frag")
        self.ribbon_shader = Shader("ribbon.vert", "ribbon.frag")
        self.text_shader = Shader("text.vert", "text.frag")
        self.smooth_shader = Shader("fxaa.vert", "fxaa.frag") if quick else None

    def _picture(self, width: int, height: int) -> Picture:
        return Picture(max(width, 1), max(height, 1), self.samples, texture=self.quick)

    def resize(self, width: int, height: int) -> None:
        """Draw pictures of another size from now on."""
        if (width, height) != (self.picture.width, self.picture.height):
            self.picture.delete()
            self.picture = self._picture(width, height)

    def draw(self, frame: DrawList, camera: Camera, *, labels: bool = True) -> None:
        """Draw the frame; the result is in ``picture`` (resolved, bound)."""
        picture = self.picture
        projection = camera.view_projection(picture.width / picture.height)
        extent = look.shadow_extent(camera.distance)
        edge = look.shadow_edge(extent, self.quick)
        if edge != self.shadow.edge:
            self.shadow.delete()
            self.shadow = ShadowMap(edge)
        light = look.light_matrix(frame.focus, extent, edge)
        # the nearest first: what they hide need not be lit
        capsules = _by_depth(np.concatenate([frame.capsules, frame.spheres]), projection)
        casting = casters(frame, capsules, light, edge)
        part = shadow_part(frame, *casting, light, edge)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(gl.GL_LEQUAL)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glDisable(gl.GL_BLEND)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glDisable(gl.GL_CULL_FACE)
        self.lands.keep(frame.terrains)
        self._draw_shadows(frame, *casting, light)
        picture.bind()
        gl.glClearColor(0.5, 0.5, 0.5, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self.shadow.texture)
        for shader in self._lit(frame):
            shader.use()
            _set_light(shader, frame, camera, light, extent, edge)
            shader.number("shadow_part", *part)
            shader.matrix("view_projection", projection)
        gl.glEnable(gl.GL_CULL_FACE)
        self._draw_solids(frame.boxes, capsules, projection, (self.box_shader, self.capsule_shader))
        gl.glDisable(gl.GL_CULL_FACE)
        if frame.terrains:
            self.terrain_shader.use()
            self.lands.draw(frame.terrains, self.terrain_shader)
        self._draw_grounds(frame)
        self._draw_sky(projection)
        self._draw_glass(frame, projection)
        self._draw_ribbons(frame, projection)
        self._draw_beams(frame, projection)
        picture.resolve()
        self._smooth()
        if labels:
            self.draw_labels(frame, camera, picture.width, picture.height)
        gl.glUseProgram(0)

    def _lit(self, frame: DrawList) -> list[Shader]:
        """The shaders of this frame that light something."""
        found = [self.ground_shader, self.box_shader, self.capsule_shader]
        if frame.terrains:
            found.append(self.terrain_shader)
        if len(frame.glass_boxes):
            found.append(self.glass_box_shader)
        if len(frame.glass_capsules):
            found.append(self.glass_capsule_shader)
        return found

    def _smooth(self) -> None:
        """Draw the picture's copy, with its edges smoothed, from what was drawn."""
        if self.smooth_shader is None:
            return
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDisable(gl.GL_BLEND)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self.picture.texture)
        self.smooth_shader.use()
        self.smooth_shader.whole("picture", 0)
        self.smooth_shader.number("texel", 1.0 / self.picture.width, 1.0 / self.picture.height)
        self.square.draw()
        gl.glEnable(gl.GL_BLEND)

    def read(self) -> NDArray[np.uint8]:
        """The picture last drawn, u1[height, width, 3]."""
        return self.picture.read()

    def _draw_shadows(
        self,
        frame: DrawList,
        boxes: NDArray[np.void],
        capsules: NDArray[np.void],
        light: NDArray[np.float64],
    ) -> None:
        self.shadow.bind()
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(1.2, 2.0)
        self.box_depth_shader.use()
        self.box_depth_shader.matrix("view_projection", light)
        self.boxes.draw(boxes)
        self.capsule_depth_shader.use()
        self.capsule_depth_shader.matrix("view_projection", light)
        level = np.searchsorted(FROM_TEXELS, texels_of(capsules, light, self.shadow.edge))
        sizes = (self.tiny_capsules, self.small_capsules, self.coarse_capsules)
        for number, mesh in enumerate(sizes):
            mesh.draw(capsules[level == number])
        self.terrain_depth_shader.use()
        self.terrain_depth_shader.matrix("view_projection", light)
        shading = tuple(terrain for terrain in frame.terrains if terrain.mesh.shades)
        self.lands.draw(shading, self.terrain_depth_shader)
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)

    def _draw_solids(
        self,
        boxes: NDArray[np.void],
        capsules: NDArray[np.void],
        projection: NDArray[np.float64],
        shaders: tuple[Shader, Shader],
    ) -> None:
        if len(boxes):
            shaders[0].use()
            small = _pixel_size(boxes, projection, self.picture.height) < COARSE_BOX
            self.boxes.draw(boxes[~small])
            self.coarse_boxes.draw(boxes[small])
        if len(capsules):
            shaders[1].use()
            radius = _pixel_radius(capsules, projection, self.picture.height)
            level = np.searchsorted(FROM_RADIUS, radius)
            sizes = (self.tiny_capsules, self.small_capsules, self.coarse_capsules,
                     self.capsules, self.fine_capsules)  # fmt: skip
            for number, mesh in enumerate(sizes):
                mesh.draw(capsules[level == number])

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
        shaders = (self.glass_box_shader, self.glass_capsule_shader)
        self._draw_solids(frame.glass_boxes, frame.glass_capsules, projection, shaders)
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

    def draw_labels(self, frame: DrawList, camera: Camera, width: int, height: int) -> None:
        """Draw the frame's labels onto what is bound, which is of this size in pixels."""
        projection = camera.view_projection(width / height)
        size = (width, height)
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
    shader: Shader,
    frame: DrawList,
    camera: Camera,
    light: NDArray[np.float64],
    extent: float,
    edge: int,
) -> None:
    shader.number("eye", *camera.eye)
    shader.number("sun", *look.SUN)
    shader.number("sun_color", *look.SUN_COLOR)
    shader.number("sky_light", *look.SKY_LIGHT)
    shader.number("earth_light", *look.EARTH_LIGHT)
    shader.number("horizon", *look.unfilmed(look.HORIZON))
    shader.number("fog", *look.fog(camera.distance), look.EXPOSURE)
    shader.matrix("light", light)
    shader.number("shadow_texel", 2 * extent / edge, 1.0 / edge)
    shader.whole("shadow", 0)
    spheres = frame.occluders[: look.OCCLUDERS]
    shader.vec4_array("occluders", spheres)
    shader.whole("occluder_count", len(spheres))


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


def _pixel_size(
    boxes: NDArray[np.void], projection: NDArray[np.float64], height: int
) -> NDArray[np.float64]:
    """About how many pixels half of each box covers at most."""
    depth = boxes["model"][:, :, 3] @ projection[3, :3] + projection[3, 3]
    reach = np.linalg.norm(boxes["size"][:, :3], axis=1)
    return np.asarray(reach * height / np.maximum(depth - reach, 0.05))


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
