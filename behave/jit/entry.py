"""The way in to a compiled function from Python: arguments checked and unpacked.

``enter`` is a function of CPython's own kind (``METH_FASTCALL``). Arrays come by the buffer
protocol, which also refuses arrays that are not in C order, and read-only ones where the function
writes. Other threads run while the function does. ``self`` is a function of Python that is called
with the number of an argument of the wrong type, -1 for too many or too few, and raises.
"""

from __future__ import annotations

from collections.abc import Sequence

from behave.jit.body import Body, result_of
from behave.jit.kinds import (
    BOOL,
    FLOAT,
    INT,
    LANES,
    MASK,
    NOTHING,
    SHORT,
    WIDTH,
    Array,
    Kind,
    Scalar,
    Tuple,
    parts_of,
    stored,
)
from behave.jit.laned_body import EVERY
from behave.jit.outside import NAME
from behave.jit.translation import Version

_FORMATS = {FLOAT: "dd", LANES: "dd", INT: "lq", BOOL: "?B", SHORT: "il"}
_ORDERED, _WRITABLE = 0x3C, 0x01  # PyBUF_C_CONTIGUOUS | PyBUF_FORMAT, PyBUF_WRITABLE
_BUFFER, _SHAPE = 0, 48  # places in a Py_buffer of 80 bytes: what it holds, how long its axes are

_TAKE = """declare i32 @PyObject_GetBuffer(ptr, ptr, i32)
declare void @PyBuffer_Release(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare double @PyFloat_AsDouble(ptr)
declare i32 @PyObject_IsTrue(ptr)
declare i64 @PyTuple_Size(ptr)
declare ptr @PyTuple_GetItem(ptr, i64)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyBool_FromLong(i32)
declare ptr @Py_BuildValue(ptr, ...)
declare ptr @PyObject_CallFunctionObjArgs(ptr, ...)
declare void @Py_DecRef(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyErr_Occurred()
@nothing = private unnamed_addr constant [1 x i8] zeroinitializer
define internal i1 @take(ptr %object, ptr %view, i32 %flags, i32 %rank, i64 %size, i8 %a, i8 %b) {
  %got = call i32 @PyObject_GetBuffer(ptr %object, ptr %view, i32 %flags)
  %held = icmp eq i32 %got, 0
  br i1 %held, label %look, label %wrong
look:
  %size.at = getelementptr i8, ptr %view, i64 24
  %item = load i64, ptr %size.at, align 8
  %sized = icmp eq i64 %item, %size
  %rank.at = getelementptr i8, ptr %view, i64 36
  %axes = load i32, ptr %rank.at, align 4
  %ranked = icmp eq i32 %axes, %rank
  %format.at = getelementptr i8, ptr %view, i64 40
  %format = load ptr, ptr %format.at, align 8
  %first = load i8, ptr %format, align 1
  %is.a = icmp eq i8 %first, %a
  %is.b = icmp eq i8 %first, %b
  %known = or i1 %is.a, %is.b
  %both = and i1 %sized, %ranked
  %all = and i1 %both, %known
  ret i1 %all
wrong:
  ret i1 false
}"""


class _Entry:
    """The function while it is written."""

    def __init__(self) -> None:
        self.body = Body()
        self.views: list[str] = []

    def check(self, flag: str) -> None:
        """Go on where the argument is of its type."""
        right = self.body.label("right")
        self.body.branch(flag, right, "wrong")
        self.body.start(right)

    def unpack(self, given: str, kind: Kind) -> list[str]:
        """The operands of an argument's parts."""
        if isinstance(kind, Array):
            return self._array(given, kind)
        if isinstance(kind, Tuple):
            return self._tuple(given, kind)
        return [self._number(given, kind)]

    def _array(self, given: str, kind: Array) -> list[str]:
        body = self.body
        view = body.place("[80 x i8]")
        body.entry.append(f"  call void @llvm.memset.p0.i64(ptr {view}, i8 0, i64 80, i1 0)")
        self.views.append(view)
        flags = _ORDERED | (_WRITABLE if kind.writable else 0)
        a, b = (ord(each) for each in _FORMATS[kind.item])
        laned = kind.item == LANES  # the agents are along one axis more
        size = 8 if laned else stored(kind.item)[1]
        self.check(
            body.let(
                f"call i1 @take(ptr {given}, ptr {view}, i32 {flags}, i32 {kind.rank + laned}, "
                f"i64 {size}, i8 {a}, i8 {b})"
            )
        )
        parts = [body.let(f"load ptr, ptr {self._at(view, _BUFFER)}, align 8")]
        lengths = body.let(f"load ptr, ptr {self._at(view, _SHAPE)}, align 8")
        for k in range(kind.rank):
            parts.append(body.let(f"load i64, ptr {self._at(lengths, 8 * k)}, align 8"))
        if laned:
            last = body.let(f"load i64, ptr {self._at(lengths, 8 * kind.rank)}, align 8")
            self.check(body.let(f"icmp eq i64 {last}, {WIDTH}"))
        return parts

    def _at(self, pointer: str, offset: int) -> str:
        return self.body.let(f"getelementptr i8, ptr {pointer}, i64 {offset}")

    def _tuple(self, given: str, kind: Tuple) -> list[str]:
        body = self.body
        size = body.let(f"call i64 @PyTuple_Size(ptr {given})")
        self.check(body.let(f"icmp eq i64 {size}, {len(kind.items)}"))
        parts = []
        for k, item in enumerate(kind.items):
            parts += self.unpack(body.let(f"call ptr @PyTuple_GetItem(ptr {given}, i64 {k})"), item)
        return parts

    def _number(self, given: str, kind: Scalar) -> str:
        """A number; -1 may stand for one that is none."""
        body = self.body
        if kind == FLOAT:
            found = body.let(f"call double @PyFloat_AsDouble(ptr {given})")
            doubtful = body.let(f"fcmp oeq double {found}, -1.0")
        elif kind == INT:
            found = body.let(f"call i64 @PyLong_AsLongLong(ptr {given})")
            doubtful = body.let(f"icmp eq i64 {found}, -1")
        else:
            truth = body.let(f"call i32 @PyObject_IsTrue(ptr {given})")
            found = body.let(f"icmp ne i32 {truth}, 0")
            doubtful = body.let(f"icmp eq i32 {truth}, -1")
        look, right = body.label("look"), body.label("right")
        body.branch(doubtful, look, right)
        body.start(look)
        none = body.let("call ptr @PyErr_Occurred()")
        body.branch(body.let(f"icmp eq ptr {none}, null"), right, "wrong")
        body.start(right)
        return found

    def packed(self, found: str, kind: Kind) -> str:
        """A result as an object of Python."""
        let = self.body.let
        if kind == FLOAT:
            return let(f"call ptr @PyFloat_FromDouble(double {found})")
        if kind == INT:
            return let(f"call ptr @PyLong_FromLongLong(i64 {found})")
        if kind == BOOL:
            return let(f"call ptr @PyBool_FromLong(i32 {let(f'zext i1 {found} to i32')})")
        return let("call ptr (ptr, ...) @Py_BuildValue(ptr @nothing)")

    def release(self) -> None:
        """Give back every buffer."""
        for view in self.views:
            self.body.do(f"call void @PyBuffer_Release(ptr {view})")


def entry(version: Version, kinds: Sequence[Kind]) -> str:
    """The text of ``enter`` for a function that returns nothing or one number."""
    made = _Entry()
    body = made.body
    at = body.place("i64")
    body.do(f"store i64 -1, ptr {at}, align 8")
    made.check(body.let(f"icmp eq i64 %count, {len(kinds)}"))
    operands = [f"{MASK.llvm} {EVERY}"] if version.laned else []
    for k, kind in enumerate(kinds):
        body.do(f"store i64 {k}, ptr {at}, align 8")
        place = body.let(f"getelementptr ptr, ptr %arguments, i64 {k}")
        parts = made.unpack(body.let(f"load ptr, ptr {place}, align 8"), kind)
        operands += [f"{p} {o}" for p, o in zip(parts_of(kind), parts, strict=True)]
    thread = body.let("call ptr @PyEval_SaveThread()")
    call = f"call fastcc {result_of(version.result)} @{version.name}({', '.join(operands)})"
    found = ""
    if version.result == NOTHING:
        body.do(call)
    else:
        found = body.let(call)
    body.do(f"call void @PyEval_RestoreThread(ptr {thread})")
    made.release()
    error = body.let("call ptr @PyErr_Occurred()")
    body.branch(body.let(f"icmp eq ptr {error}, null"), "well", "raised")
    body.start("well")
    body.do(f"ret ptr {made.packed(found, version.result)}")
    body.start("wrong")
    made.release()
    raised = body.let("call ptr @PyErr_Occurred()")
    body.branch(body.let(f"icmp eq ptr {raised}, null"), "tell", "raised")
    body.start("tell")
    number = body.let(f"load i64, ptr {at}, align 8")
    told = body.let(f"call ptr @PyLong_FromLongLong(i64 {number})")
    call = f"call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %self, ptr {told}, ptr null)"
    body.let(call)
    body.do(f"call void @Py_DecRef(ptr {told})")
    body.jump("raised")
    body.start("raised")
    body.do("ret ptr null")
    head = f"define ptr @{NAME}(ptr %self, ptr %arguments, i64 %count) nounwind"
    return f"{_TAKE}\n{body.text(head)}"
