"""What the kernels of the gaits are told about an agent: positions in ``sizes``."""

STRIDE, PACE, LIFT, SWAY, SWING, LEAN, IDLE_SWAY, BREATH, RATE = range(9)
LEG_UPPER, LEG_LOWER, HIP_HALF, ANKLE, BALL_DOWN, BALL_AHEAD, HIP_HEIGHT = range(9, 16)
