"""What is drawn into: a multisampled picture with its resolved copy, and the shadow map."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray
from pyglet import gl


class Picture:
    """An off-screen picture of ``width`` × ``height`` pixels with ``samples`` a pixel.

    With ``texture`` it is drawn with one sample a pixel into a texture of that name, for a pass
    that draws the resolved copy from it.
    """

    def __init__(self, width: int, height: int, samples: int = 4, *, texture: bool = False) -> None:
        self.width, self.height = width, height
        most = gl.GLint()
        gl.glGetIntegerv(gl.GL_MAX_SAMPLES, most)
        self.samples = 0 if texture else min(samples, most.value)
        self._renderbuffers: list[int] = []
        self.texture = 0
        self.drawn = self._framebuffer(self.samples)
        if texture:
            self.texture = self._texture()
        self.resolved = self._framebuffer(0) if self.samples or texture else self.drawn

    def _framebuffer(self, samples: int) -> int:
        name = gl.GLuint()
        gl.glGenFramebuffers(1, name)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name.value)
        for form, place in (
            (gl.GL_RGBA8, gl.GL_COLOR_ATTACHMENT0),
            (gl.GL_DEPTH_COMPONENT24, gl.GL_DEPTH_ATTACHMENT),
        ):
            store = gl.GLuint()
            gl.glGenRenderbuffers(1, store)
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, store.value)
            gl.glRenderbufferStorageMultisample(
                gl.GL_RENDERBUFFER, samples, form, self.width, self.height
            )
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, place, gl.GL_RENDERBUFFER, store.value)
            self._renderbuffers.append(store.value)
        if gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) != gl.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError("this GL cannot make an off-screen picture")
        return int(name.value)

    def _texture(self) -> int:
        """A texture in place of the colours of ``drawn``."""
        name = gl.GLuint()
        gl.glGenTextures(1, name)
        gl.glBindTexture(gl.GL_TEXTURE_2D, name.value)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, self.width, self.height, 0, gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE, None,
        )  # fmt: skip
        for key, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
        ):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, key, value)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, name.value, 0
        )
        if gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER) != gl.GL_FRAMEBUFFER_COMPLETE:
            raise RuntimeError("this GL cannot make an off-screen picture")
        return int(name.value)

    def bind(self) -> None:
        """Draw into it from now on."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.drawn)
        gl.glViewport(0, 0, self.width, self.height)

    def resolve(self) -> None:
        """Average the samples into the copy and bind that; the copy of a ``texture`` is to be
        drawn then."""
        if self.samples:
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.drawn)
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, self.resolved)
            size = (0, 0, self.width, self.height)
            gl.glBlitFramebuffer(*size, *size, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.resolved)
        gl.glViewport(0, 0, self.width, self.height)

    def show(self, framebuffer: int, width: int, height: int) -> None:
        """Copy the resolved picture to another framebuffer of the window."""
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.resolved)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, framebuffer)
        gl.glBlitFramebuffer(
            0, 0, self.width, self.height, 0, 0, width, height,
            gl.GL_COLOR_BUFFER_BIT, gl.GL_LINEAR,
        )  # fmt: skip
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        gl.glViewport(0, 0, width, height)

    def read(self) -> NDArray[np.uint8]:
        """The resolved picture, u1[height, width, 3], top row first."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.resolved)
        pixels = np.empty((self.height, self.width, 3), np.uint8)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        gl.glReadPixels(
            0, 0, self.width, self.height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE,
            pixels.ctypes.data_as(ctypes.c_void_p),
        )  # fmt: skip
        return np.ascontiguousarray(pixels[::-1])

    def delete(self) -> None:
        """Give the memory back."""
        for name in {self.drawn, self.resolved}:
            gl.glDeleteFramebuffers(1, gl.GLuint(name))
        if self.texture:
            gl.glDeleteTextures(1, gl.GLuint(self.texture))
        for store in self._renderbuffers:
            gl.glDeleteRenderbuffers(1, gl.GLuint(store))


class ShadowMap:
    """A square depth texture compared in hardware."""

    def __init__(self, edge: int) -> None:
        self.edge = edge
        texture = gl.GLuint()
        gl.glGenTextures(1, texture)
        self.texture = texture.value
        gl.glBindTexture(gl.GL_TEXTURE_2D, self.texture)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_DEPTH_COMPONENT24, edge, edge, 0,
            gl.GL_DEPTH_COMPONENT, gl.GL_UNSIGNED_INT, None,
        )  # fmt: skip
        for key, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE),
            (gl.GL_TEXTURE_COMPARE_FUNC, gl.GL_LEQUAL),
        ):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, key, value)
        name = gl.GLuint()
        gl.glGenFramebuffers(1, name)
        self.framebuffer = name.value
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.framebuffer)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_TEXTURE_2D, self.texture, 0
        )
        gl.glDrawBuffer(gl.GL_NONE)
        gl.glReadBuffer(gl.GL_NONE)

    def delete(self) -> None:
        """Give the memory back."""
        gl.glDeleteFramebuffers(1, gl.GLuint(self.framebuffer))
        gl.glDeleteTextures(1, gl.GLuint(self.texture))

    def bind(self) -> None:
        """Draw depths into it, cleared."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.framebuffer)
        gl.glViewport(0, 0, self.edge, self.edge)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
