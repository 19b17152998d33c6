"""Height fields on the graphics card: uploaded when first seen, given back when no longer there."""

from __future__ import annotations

from viewer import look
from viewer.draw_list import Terrain
from viewer.gl.buffers import Land
from viewer.gl.shader import Shader
from viewer.terrain import TerrainMesh


class Lands:
    """The buffers of the meshes drawn lately."""

    def __init__(self) -> None:
        self._lands: list[Land] = []

    def keep(self, terrains: tuple[Terrain, ...]) -> None:
        """Have buffers for these terrains and no others."""
        wanted = [terrain.mesh for terrain in terrains]
        for land in self._lands:
            if not any(land.mesh is mesh for mesh in wanted):
                land.delete()
        self._lands = [k for k in self._lands if any(k.mesh is mesh for mesh in wanted)]
        for mesh in wanted:
            if self._find(mesh) is None:
                self._lands.append(Land(mesh))

    def draw(self, terrains: tuple[Terrain, ...], shader: Shader) -> None:
        """Draw terrains that are kept with a shader that is in use."""
        shader.number("rock", *look.ROCK)
        shader.number("dry", *look.DRY)
        shader.number("rock_range", look.ROCK_FROM, look.ROCK_TO)
        for terrain in terrains:
            land = self._find(terrain.mesh)
            if land is not None:
                shader.number("terrain_at", *terrain.position)
                shader.number("terrain_color", *terrain.color)
                shader.number("contour", terrain.contour)
                land.draw()

    def _find(self, mesh: TerrainMesh) -> Land | None:
        return next((land for land in self._lands if land.mesh is mesh), None)
