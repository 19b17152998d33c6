"""The closed list of primitive operations a Program is made of.

Every back end implements exactly these. A value is a float, a bool, an int (enum value,
collider or agent handle; a handle of -1 does not occur: it is absent), a vec or point
(3 floats), a rotation (x, y, z, w), or a tuple of those (lists); any value may be *absent*.
Unless a line says otherwise, an op with an absent argument is absent.
"""

from __future__ import annotations

from enum import Enum


class Op(Enum):
    """One primitive operation; the comment gives arguments, ``data`` and result."""

    # leaves
    CONST = "const"  # data: the value (float, bool, int, tuple of floats, str) or None for absent
    SLOT = "slot"  # data: slot index; absent where the slot's presence flag is 0
    SLOT_AT = "slot_at"  # args: index; data: slot indices; absent where the index is outside
    NEW = "new"  # the value being stored, inside a Store only
    DT = "dt"  # seconds a tick; inside memory updates and timers only
    RANDOM = "random"  # args: low, high; data: place number; a draw of [low, high)
    OF_AGENT = "of_agent"  # args: one; data: agent name; evaluated for that agent (tests)

    # numbers
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"  # absent where the divisor is 0
    NEG = "neg"
    ABS = "abs"
    SIGN = "sign"  # -1, 0 or 1
    MIN = "min"  # two
    MAX = "max"  # two
    ROUND = "round"  # value, step: half to even multiples of step; step <= 0: unchanged
    FLOOR = "floor"
    MOD = "mod"  # floored, sign of the divisor; absent where the divisor is 0
    SIN = "sin"
    COS = "cos"
    SQRT = "sqrt"  # of max(x, 0)

    # vecs and points
    VECTOR = "vector"  # x, y, z
    COMPONENT = "component"  # vec or point; data: 0, 1 or 2
    VADD = "vadd"
    VSUB = "vsub"
    VSCALE = "vscale"  # vec, number
    VDIV = "vdiv"  # vec, number; absent where the number is 0
    VNEG = "vneg"
    DOT = "dot"
    CROSS = "cross"
    LENGTH = "length"
    NORMALIZE = "normalize"  # zero stays zero
    VANGLE = "vangle"  # two vecs: the angle between them, 0..pi; 0 where either is zero
    SIGNED_ANGLE = "signed_angle"  # from, to, about: (-pi, pi]; 0 where either is parallel to about

    # rotations
    QMUL = "qmul"
    QINVERSE = "qinverse"
    QROTATE = "qrotate"  # rotation, vec
    AXIS_ANGLE = "axis_angle"  # axis, angle; identity for a zero axis
    LOOK = "look"  # forward, up: +z along forward, +y as near up as may be; documented fallbacks
    QANGLE = "qangle"  # two rotations: the angle between them, 0..pi

    # chains
    REACHES = "reaches"  # vec from a chain's start in its axes, its `reach` list: bool

    # decisions (Kleene: absent is unknown; a guard that is unknown does not hold)
    AND = "and"
    OR = "or"
    NOT = "not"
    LT = "lt"  # data: tolerance (1e-6 for times, else 0.0): within it counts as equal
    LE = "le"
    GT = "gt"
    GE = "ge"
    EQ = "eq"  # numbers with tolerance; bools, enums, handles exactly; vecs component by component
    NE = "ne"
    SELECT = "select"  # condition, then, otherwise: an absent condition chooses otherwise
    OTHERWISE = "otherwise"  # a where present, else b
    PRESENT = "present"  # bool, never absent
    IN_STATE = "in_state"  # data: StateRef; never absent

    # lists
    LIST = "list"
    ELEMENT = "element"  # list, index; absent outside
    CHOOSE = "choose"  # index, values …: the value at the index, the others unread; absent outside
