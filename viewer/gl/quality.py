"""How well pictures are drawn live: by what draws them."""

from __future__ import annotations

from typing import Any

from viewer.gl.renderer import Renderer

SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "gdi generic")
"""What drivers call themselves that let the processor play graphics card."""


def is_software(window: Any) -> bool:
    """Whether a window's context is drawn by the processor."""
    name = window.context.get_info().get_renderer().lower()
    return any(word in name for word in SOFTWARE)


def renderer_for(window: Any, width: int, height: int) -> Renderer:
    """A renderer for pictures that follow one another: four samples a pixel and soft shadows
    where there is a graphics card; else speed before smoothness."""
    slow = is_software(window)
    return Renderer(width, height, 0 if slow else 4, quick=slow)
