"""Compiling the shaders and setting their uniforms, by raw GL calls."""

from __future__ import annotations

import ctypes
from importlib import resources

import numpy as np
from numpy.typing import ArrayLike
from pyglet import gl


class ShaderError(RuntimeError):
    """A shader did not compile or link; the text is the driver's log."""


def source(name: str, *defines: str) -> str:
    """Text of a shader file; a line ``//include FILE`` is replaced by that file.

    ``defines`` are what ``#ifdef`` asks for: BOX and GLASS for solids, and QUICK for one look at
    the shadow, no shine and no nearby darkening.
    """
    folder = resources.files("viewer.gl") / "shaders"
    text = (folder / name).read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if line.startswith("//include "):
            lines.append(source(line.removeprefix("//include ").strip()))
        elif line.startswith("#version"):
            lines += [line, *(f"#define {word}" for word in defines)]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


class Shader:
    """A linked program of ``vertex`` and ``fragment`` files."""

    def __init__(self, vertex: str, fragment: str, *defines: str) -> None:
        self.name = gl.glCreateProgram()
        for kind, file in ((gl.GL_VERTEX_SHADER, vertex), (gl.GL_FRAGMENT_SHADER, fragment)):
            gl.glAttachShader(self.name, _compiled(kind, source(file, *defines), file))
        gl.glLinkProgram(self.name)
        state = gl.GLint()
        gl.glGetProgramiv(self.name, gl.GL_LINK_STATUS, state)
        if not state.value:
            raise ShaderError(f"{vertex} + {fragment}: {_log(self.name, program=True)}")
        self._places: dict[str, int] = {}

    def use(self) -> None:
        """Make it current."""
        gl.glUseProgram(self.name)

    def place(self, uniform: str) -> int:
        """Location of a uniform, -1 where the program has none of that name."""
        if uniform not in self._places:
            text = ctypes.create_string_buffer(uniform.encode())
            pointer = ctypes.cast(text, ctypes.POINTER(gl.GLchar))
            self._places[uniform] = gl.glGetUniformLocation(self.name, pointer)
        return self._places[uniform]

    def number(self, uniform: str, *values: float) -> None:
        """Set a float, vec2, vec3 or vec4."""
        setter = (gl.glUniform1f, gl.glUniform2f, gl.glUniform3f, gl.glUniform4f)[len(values) - 1]
        setter(self.place(uniform), *(float(v) for v in values))

    def whole(self, uniform: str, value: int) -> None:
        """Set an int or a sampler."""
        gl.glUniform1i(self.place(uniform), value)

    def matrix(self, uniform: str, value: ArrayLike) -> None:
        """Set a mat4 from a row-major array."""
        data = np.ascontiguousarray(np.asarray(value, dtype=np.float32).T)
        pointer = data.ctypes.data_as(ctypes.POINTER(gl.GLfloat))
        gl.glUniformMatrix4fv(self.place(uniform), 1, gl.GL_FALSE, pointer)

    def vec4_array(self, uniform: str, rows: ArrayLike) -> None:
        """Set the first elements of a vec4 array."""
        data = np.ascontiguousarray(np.asarray(rows, dtype=np.float32).reshape(-1, 4))
        if len(data):
            pointer = data.ctypes.data_as(ctypes.POINTER(gl.GLfloat))
            gl.glUniform4fv(self.place(uniform), len(data), pointer)


def _compiled(kind: int, code: str, file: str) -> int:
    name = gl.glCreateShader(kind)
    text = code.encode()
    buffer = ctypes.create_string_buffer(text)
    pointer = ctypes.cast(
        ctypes.pointer(ctypes.pointer(buffer)), ctypes.POINTER(ctypes.POINTER(gl.GLchar))
    )
    gl.glShaderSource(name, 1, pointer, gl.GLint(len(text)))
    gl.glCompileShader(name)
    state = gl.GLint()
    gl.glGetShaderiv(name, gl.GL_COMPILE_STATUS, state)
    if not state.value:
        raise ShaderError(f"{file}: {_log(name, program=False)}")
    return int(name)


def _log(name: int, *, program: bool) -> str:
    text = ctypes.create_string_buffer(4096)
    length = gl.GLsizei()
    read = gl.glGetProgramInfoLog if program else gl.glGetShaderInfoLog
    read(name, 4096, length, ctypes.cast(text, ctypes.POINTER(gl.GLchar)))
    return text.value.decode(errors="replace").strip()
