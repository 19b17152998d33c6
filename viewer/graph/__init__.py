"""State graphs: where states and arrows go, what they say, and how that is drawn or written.

Everything here is pure: no OpenGL, no imgui, no clock, no disk. The window's panel, ``beh graph``
and ``beh report`` draw the same shapes.
"""
