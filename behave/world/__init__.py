"""The world the characters are in: colliders on layers, and what may be asked about them.

``colliders`` holds the shapes as arrays, ``shapes`` the exact geometry of one shape and ``sweep``
of one that moves, ``queries`` and ``casts`` the batched questions, ``zones`` and ``track`` what
lasts from tick to tick. Every shape is a
closed solid; a signed distance is negative inside and the normal points out of the shape.
"""
