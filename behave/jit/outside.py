"""Names that a module of machine code and the process it runs in know each other by."""

from __future__ import annotations

import math
from typing import Any

NAME = "enter"
"""What the way in to a module is called."""

SYMBOLS = (
    *("PyObject_GetBuffer", "PyBuffer_Release", "PyLong_AsLongLong", "PyLong_FromLongLong"),
    *("PyFloat_AsDouble", "PyObject_IsTrue", "PyTuple_Size", "PyTuple_GetItem"),
    *("PyErr_Occurred", "PyErr_NoMemory", "PyMem_RawCalloc", "PyMem_RawFree", "PyFloat_FromDouble"),
    *("PyBool_FromLong", "Py_BuildValue", "PyObject_CallFunctionObjArgs", "Py_DecRef"),
    *("PyEval_SaveThread", "PyEval_RestoreThread", "PyGILState_Ensure", "PyGILState_Release"),
)
"""What compiled code calls of Python's stable interface."""

OUTSIDE = "beh_"
"""Before the name of a function of the C library, so that LLVM takes it for no one it knows."""

OUTER: dict[Any, tuple[str, int]] = {
    math.sin: ("sin", 1),
    math.cos: ("cos", 1),
    math.tan: ("tan", 1),
    math.asin: ("asin", 1),
    math.acos: ("acos", 1),
    math.atan: ("atan", 1),
    math.atan2: ("atan2", 2),
    math.exp: ("exp", 1),
    math.log: ("log", 1),
    math.pow: ("pow", 2),
    math.fmod: ("fmod", 2),
}
"""Functions of the C library: their names there, and how many floats they take."""
