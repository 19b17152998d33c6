"""What a file may be at most: bounds that keep every later stage safe, far above real use."""

MAX_BYTES = 1_000_000
MAX_NESTING = 100
MAX_ERRORS = 100
