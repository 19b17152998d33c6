"""What the mover remembers and tells the gaits: positions in ``mover.state``."""

AIR_TIME = 0  # seconds since the character last stood
GOAL_X = 1  # the velocity it is heading for, walls taken into account
GOAL_Z = 2
YAW_RATE = 3  # rad/s
LANDING = 4  # the speed at which it hit the ground this tick, else 0
ACCELERATION = 5  # m/s^2: how fast the velocity nears the one it is heading for
JUMPED = 6  # 1 on the tick of a jump
OWN = 7  # three: the velocity of walking and falling
MOVED = 10  # three: that of moves, as far as walls let them
UNCONTROLLED = 13  # 1 while the inputs are switched off
STATE_SIZE = 16
