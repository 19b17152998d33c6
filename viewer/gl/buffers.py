"""Vertex buffers fed from numpy arrays, and drawing many instances of one mesh."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from viewer.draw_list import BEAM, RIBBON, SOLID
from viewer.terrain import TerrainMesh
from viewer.text import QUAD


class Buffer:
    """One GL buffer; ``upload`` orphans the old contents so that the driver need not wait."""

    def __init__(self, target: int) -> None:
        name = gl.GLuint()
        gl.glGenBuffers(1, name)
        self.name, self.target, self.capacity = name.value, target, 0

    def upload(self, rows: NDArray[Any], usage: int = gl.GL_STREAM_DRAW) -> None:
        """Replace the contents."""
        data = np.ascontiguousarray(rows)
        gl.glBindBuffer(self.target, self.name)
        self.capacity = max(self.capacity, data.nbytes, 16)
        gl.glBufferData(self.target, self.capacity, None, usage)
        if data.nbytes:
            gl.glBufferSubData(self.target, 0, data.nbytes, data.ctypes.data)


def new_vertex_array() -> int:
    """A fresh vertex array, bound."""
    name = gl.GLuint()
    gl.glGenVertexArrays(1, name)
    gl.glBindVertexArray(name.value)
    return int(name.value)


def attribute(location: int, width: int, stride: int, offset: int, divisor: int = 0) -> None:
    """Describe one float attribute of the bound buffer."""
    gl.glEnableVertexAttribArray(location)
    gl.glVertexAttribPointer(
        location, width, gl.GL_FLOAT, gl.GL_FALSE, stride, ctypes.c_void_p(offset)
    )
    gl.glVertexAttribDivisor(location, divisor)


class Solids:
    """Instances of one mesh (see ``meshes``), rows of ``SOLID``."""

    def __init__(self, vertices: NDArray[np.float32], triangles: NDArray[np.uint16]) -> None:
        self.array = new_vertex_array()
        mesh = Buffer(gl.GL_ARRAY_BUFFER)
        mesh.upload(vertices, gl.GL_STATIC_DRAW)
        attribute(0, 3, 24, 0)
        attribute(1, 3, 24, 12)
        Buffer(gl.GL_ELEMENT_ARRAY_BUFFER).upload(triangles, gl.GL_STATIC_DRAW)
        self.indices = int(triangles.size)
        self.rows = Buffer(gl.GL_ARRAY_BUFFER)
        self.rows.upload(np.zeros(1, SOLID))
        for k in range(6):
            attribute(2 + k, 4, SOLID.itemsize, 16 * k, divisor=1)
        gl.glBindVertexArray(0)

    def draw(self, rows: NDArray[np.void]) -> None:
        """Draw all rows at once."""
        if len(rows) == 0:
            return
        self.rows.upload(rows)
        gl.glBindVertexArray(self.array)
        gl.glDrawElementsInstanced(
            gl.GL_TRIANGLES, self.indices, gl.GL_UNSIGNED_SHORT, None, len(rows)
        )
        gl.glBindVertexArray(0)


class Strips:
    """Instances of a four-cornered strip: ribbons and text quads."""

    def __init__(
        self, corners: list[list[float]], row: np.dtype[np.void], widths: list[int]
    ) -> None:
        self.array = new_vertex_array()
        Buffer(gl.GL_ARRAY_BUFFER).upload(np.array(corners, np.float32), gl.GL_STATIC_DRAW)
        attribute(0, 2, 8, 0)
        self.rows = Buffer(gl.GL_ARRAY_BUFFER)
        self.rows.upload(np.zeros(1, row))
        offset = 0
        for k, width in enumerate(widths):
            attribute(1 + k, width, row.itemsize, offset, divisor=1)
            offset += 4 * width
        gl.glBindVertexArray(0)

    def draw(self, rows: NDArray[np.void]) -> None:
        """Draw all rows at once, in order."""
        if len(rows) == 0:
            return
        self.rows.upload(rows)
        gl.glBindVertexArray(self.array)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(rows))
        gl.glBindVertexArray(0)


def ribbon_strips() -> Strips:
    """Strips for rows of ``RIBBON``."""
    return Strips([[0, -1], [0, 1], [1, -1], [1, 1]], RIBBON, [3, 3, 4, 4])


def beam_strips() -> Strips:
    """Strips for rows of ``BEAM``."""
    return Strips([[0, -1], [0, 1], [1, -1], [1, 1]], BEAM, [3, 3, 4, 4])


def text_strips() -> Strips:
    """Strips for rows of ``QUAD``."""
    return Strips([[0, 0], [1, 0], [0, 1], [1, 1]], QUAD, [4, 4, 4])


class Land:
    """The buffers of one terrain mesh: filled once."""

    def __init__(self, mesh: TerrainMesh) -> None:
        self.mesh = mesh
        self.array = new_vertex_array()
        self.buffers = [Buffer(gl.GL_ARRAY_BUFFER), Buffer(gl.GL_ARRAY_BUFFER)]
        for location, rows in enumerate((mesh.places, mesh.normals)):
            self.buffers[location].upload(rows, gl.GL_STATIC_DRAW)
            attribute(location, 3, 12, 0)
        corners = Buffer(gl.GL_ELEMENT_ARRAY_BUFFER)
        corners.upload(mesh.triangles, gl.GL_STATIC_DRAW)
        self.buffers.append(corners)
        gl.glBindVertexArray(0)

    def draw(self) -> None:
        """Draw its triangles."""
        gl.glBindVertexArray(self.array)
        gl.glDrawElements(gl.GL_TRIANGLES, self.mesh.triangles.size, gl.GL_UNSIGNED_INT, None)
        gl.glBindVertexArray(0)

    def delete(self) -> None:
        """Give the memory back."""
        gl.glDeleteVertexArrays(1, gl.GLuint(self.array))
        for buffer in self.buffers:
            gl.glDeleteBuffers(1, gl.GLuint(buffer.name))


class Square:
    """The square −1..1, for the floor and the sky."""

    def __init__(self) -> None:
        self.array = new_vertex_array()
        corners = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], np.float32)
        Buffer(gl.GL_ARRAY_BUFFER).upload(corners, gl.GL_STATIC_DRAW)
        attribute(0, 2, 8, 0)
        gl.glBindVertexArray(0)

    def draw(self) -> None:
        """Draw its two triangles."""
        gl.glBindVertexArray(self.array)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        gl.glBindVertexArray(0)
