"""Ways into a module for one agent that are functions of Python's own kind.

``call.NAME`` takes a context's address as an int. ``give.NAME`` belongs to one agent, whose
context's address is its ``self``, and takes what is given for the inputs as numbers: those of
``inputs.given_columns`` in order, 0 for what is not finite. It latches them and goes on as
``call.NAME``. Both give the count ``run.NAME`` does.
"""

from __future__ import annotations

from behave.native.code import ARGUMENTS
from behave.native.listing import Listing

OUTSIDE = (
    *("PyLong_AsVoidPtr", "PyLong_FromLongLong", "PyFloat_AsDouble"),
    *("PyErr_Occurred", "PyErr_SetString", "PyExc_TypeError"),
)
"""What of Python's interface is used, all of it stable."""

_DECLARED = """declare ptr @PyLong_AsVoidPtr(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyErr_Occurred()
declare void @PyErr_SetString(ptr, ptr)
@PyExc_TypeError = external global ptr"""


def write_calls(listing: Listing, ways_in: tuple[str, ...]) -> None:
    """Ways in that take the address."""
    listing.declarations["Python"] = _DECLARED
    for name in ways_in:
        listing.functions[
            f"call.{name}"
        ] = f"""define ptr @call.{name}(ptr %self, ptr %address) nounwind {{
  %context = call ptr @PyLong_AsVoidPtr(ptr %address)
  %count = call i64 @run.{name}(ptr %context)
  %result = call ptr @PyLong_FromLongLong(i64 %count)
  ret ptr %result
}}"""


def write_giving(listing: Listing, name: str, count: int) -> None:
    """The way in that takes ``count`` numbers for the inputs."""
    said = f"{count} numbers for the inputs"
    text = f"this takes {said}"
    listing.declarations[f"giving.{name}"] = (
        f'@said.{name} = private constant [{len(text) + 1} x i8] c"{text}\\00"'
    )
    lines = [
        f"define ptr @give.{name}(ptr %self, ptr %given, i64 %count) nounwind {{",
        f"  %fits = icmp eq i64 %count, {count}",
        "  br i1 %fits, label %take, label %wrong",
        "take:",
        "  %context = call ptr @PyLong_AsVoidPtr(ptr %self)",
        f"  %at = getelementptr i64, ptr %context, i64 {ARGUMENTS.index('asked')}",
        "  %asked = load ptr, ptr %at, align 8",
    ]
    odd = "false"
    for place in range(count):
        lines += [
            f"  %at{place} = getelementptr ptr, ptr %given, i64 {place}",
            f"  %object{place} = load ptr, ptr %at{place}, align 8",
            f"  %x{place} = call double @PyFloat_AsDouble(ptr %object{place})",
            f"  %odd{place} = fcmp oeq double %x{place}, -1.0",
            f"  %any{place} = or i1 {odd}, %odd{place}",
            f"  %rest{place} = fsub double %x{place}, %x{place}",
            f"  %is{place} = fcmp oeq double %rest{place}, 0.0",
            f"  %y{place} = select i1 %is{place}, double %x{place}, double 0.0",
            f"  %to{place} = getelementptr double, ptr %asked, i64 {place}",
            f"  store double %y{place}, ptr %to{place}, align 8",
        ]
        odd = f"%any{place}"
    lines += [
        f"  br i1 {odd}, label %doubt, label %go",
        "doubt:",  # -1 is given, or is how an error is told
        "  %error = call ptr @PyErr_Occurred()",
        "  %none = icmp eq ptr %error, null",
        "  br i1 %none, label %go, label %failed",
        "go:",
        "  %latched = call i64 @run.inputs(ptr %context)",
        f"  %reported = call i64 @run.{name}(ptr %context)",
        "  %result = call ptr @PyLong_FromLongLong(i64 %reported)",
        "  ret ptr %result",
        "wrong:",
        "  %kind = load ptr, ptr @PyExc_TypeError, align 8",
        f"  call void @PyErr_SetString(ptr %kind, ptr @said.{name})",
        "  ret ptr null",
        "failed:",
        "  ret ptr null",
        "}",
    ]
    listing.functions[f"give.{name}"] = "\n".join(lines)
