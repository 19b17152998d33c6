"""A function both ways: as machine code and as plain Python, on equal arrays."""

import copy

import numpy as np

from behave.jit.function import Compiled
from behave.jit.kinds import BOOL, FLOAT, INT, SHORT, Array, Tuple


def kind_of(value):
    if isinstance(value, np.ndarray):
        item = {"f8": FLOAT, "i8": INT, "i4": SHORT, "b1": BOOL, "u1": BOOL}[value.dtype.str[1:]]
        return Array(item, value.ndim, value.flags.writeable)
    if isinstance(value, tuple):
        return Tuple(tuple(kind_of(item) for item in value))
    return {bool: BOOL, int: INT, float: FLOAT}[type(value)]


def bits(value):
    if isinstance(value, tuple):
        return tuple(bits(item) for item in value)
    return value.tobytes() if isinstance(value, np.ndarray) else value


def code(function, *arguments):
    """The function as machine code for arguments such as these, kept nowhere."""
    return Compiled(function, [kind_of(argument) for argument in arguments])


def agree(function, *arguments):
    """Run it both ways; gives the arguments as machine code left them."""
    plain, compiled = copy.deepcopy(arguments), copy.deepcopy(arguments)
    function(*plain)
    code(function, *compiled)(*compiled)
    assert [bits(a) for a in compiled] == [bits(a) for a in plain]
    return compiled
