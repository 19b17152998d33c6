"""How an agent holds itself this tick: what its clips and its gait say together, one array.

The first eight are the options of a clip, in the order of ``clips.OPTIONS``.
"""

from __future__ import annotations

LOWER = 0  # m: how much lower the hips are
AHEAD = 1  # m: how far the feet stand ahead of the hips
WIDTH = 2  # m: between the ankles
TOE_OUT = 3  # rad
KNEES_OUT = 4  # rad
STRIDE = 5  # share of the walk's step length
LIFT = 6  # m: how high a foot swings
SWAY = 7  # m: how far the hips shift over the foot that carries
OPTIONS = 8
CLIPPED = 8  # share of all clips together, 0 .. 1
TRUNK = 9  # share of the clips that turn hips, spine or chest
HIPS_TURN = 10  # rotation of the hips by the clips, in the body's axes
HEAD_TURN = 14  # the same of neck and head
IDLE_SWAY = 18  # m: how far the weight shifts while standing
NEAREST = 19  # m: the least distance of hip joint and ankle, the shin bent as far as it goes
DEPTH = 20  # 0 standing .. 1 in a deep crouch, for what the clips leave open
BREATH = 21  # -1 breathed out .. 1 breathed in
CHEST_SHARE = 22  # share of the clips that turn the chest
COLLAR_SHARE = 23  # the left shoulder, then the right
SIZE = 25
