"""The maths of the engine: float64, one rotation convention, documented fallbacks, never NaN.

Conventions
    Right-handed axes, y up, +z ahead; a character's left is +x and its right is -x. Metres,
    seconds, radians. A rotation is a unit quaternion ``(x, y, z, w)`` that turns a vector
    actively: ``rotate(q, v) = q v q*``; ``multiply(a, b)`` turns by ``b`` first, then by ``a``.
    A positive angle turns counter-clockwise seen against the axis, so a quarter turn about +y
    takes +z (ahead) to +x (left). ``q`` and ``-q`` are the same rotation everywhere.

Layout
    ``scalar_formulas``, ``vector_formulas``, ``rotation_formulas``: the formulas, plain Python
    over floats and tuples; the only place a formula is written.
    ``elementary``: sin, cos, atan2, exp and log as sums and products, on every machine the same.
    ``vectors``, ``rotations``, ``numbers``: the same for one agent over ``pyrr.Vector3`` and
    ``pyrr.Quaternion`` (always float64). pyrr gives the types; its operations are not called,
    for several of them are wrong (long way round in slerp, NaN for zero lengths, truncation of
    integer input) and the right ones cost ten times as much as the formulas.
    ``compiled``: all of them under one name, for kernels.
    ``jit``: the decorator for those kernels. ``easing``, ``approach``: curves over time.
"""
