"""Inputs: ``input jump = key(Space) or button(A), buffer: 0.1 s``."""

from __future__ import annotations

from behave.analysis import expressions
from behave.analysis.declarations import declare, declare_broken
from behave.analysis.environment import Environment
from behave.analysis.findings import shown
from behave.analysis.symbols import Field, Fixed, Reference, Thing
from behave.diagnostics import catalog
from behave.ir.program import Group, Input, InputDevice, Node
from behave.kinds import BOOL, NUMBER, VEC, number
from behave.source import Span
from behave.syntax import ast
from behave.units import TIME
from behave.vocabulary.devices import BUTTON_ALIASES, BUTTONS, KEY_GROUPS, KEYS, STICKS, known

_DEVICES = {
    "axis2": InputDevice.AXIS2,
    "stick": InputDevice.AXIS2,
    "axis": InputDevice.AXIS,
    "key": InputDevice.KEY,
    "button": InputDevice.KEY,
}


def input_declaration(env: Environment, tree: ast.Input) -> None:
    """Lay out an input's slots and declare its name."""
    _input(env, tree)
    declare_broken(env, "input", tree.name)


def _input(env: Environment, tree: ast.Input) -> None:
    sources = _sources(env, tree.value)
    if sources is None:
        return
    devices = {device for device, _ in sources}
    if len(devices) > 1:
        env.findings.add(
            catalog.WRONG_CALL,
            f"the sources of `{tree.name.text}` do not mix: some are axes, some are keys",
            tree.value.span,
            "different kinds of input",
        )
        return
    device = sources[0][0]
    bindings = tuple(b for _, bs in sources for b in bs)
    buffer = _buffer(env, tree, device)
    name, builder, span = tree.name.text, env.builder, tree.name.span
    kind = {InputDevice.AXIS2: VEC, InputDevice.AXIS: NUMBER, InputDevice.KEY: BOOL}[device]
    value = builder.slot(name, kind, Group.INPUT, span=span)
    pressed = released = waiting = -1
    fields = {"value": Field(value)}
    if device is InputDevice.KEY:
        pressed = builder.slot(f"{name}.pressed", BOOL, Group.INPUT, span=span)
        released = builder.slot(f"{name}.released", BOOL, Group.INPUT, span=span)
        waiting = builder.slot(f"{name}.waiting", number(TIME), Group.INPUT, hidden=True, span=span)
        fields |= {"pressed": Field(pressed), "released": Field(released), "held": Field(value)}
    builder.inputs.append(
        Input(name, device, bindings, buffer, value, pressed, released, waiting, span)
    )
    thing = Thing(name, "input", fields, value="value")
    declare(env, Fixed(name, "input", span, value=Reference((thing,))))


def _buffer(env: Environment, tree: ast.Input, device: InputDevice) -> Node | None:
    buffer = None
    for option in tree.options:
        if option.name.text != "buffer" or isinstance(option.value, ast.Range):
            env.findings.add(
                catalog.WRONG_CALL,
                f"an input has no option `{option.name.text}`",
                option.name.span,
                "not known",
                ("it takes `buffer:`, how long a press waits to be used",),
            )
            continue
        if device is not InputDevice.KEY:
            env.findings.add(
                catalog.WRONG_CALL,
                "only a key can wait in a buffer",
                option.span,
                "not for an axis",
            )
            continue
        buffer = expressions.of_kind(env, option.value, number(TIME), "`buffer`")
    return buffer


_Source = tuple[InputDevice, list[tuple[str, str]]]


def _sources(env: Environment, tree: ast.Expression) -> list[_Source] | None:
    """The devices joined by ``or``."""
    if isinstance(tree, ast.Binary) and tree.operator == "or":
        left, right = _sources(env, tree.left), _sources(env, tree.right)
        return left + right if left is not None and right is not None else None
    found = _source(tree)
    if found is None:
        env.findings.add(
            catalog.WRONG_CALL,
            f"`{shown(tree.span)}` is no input device",
            tree.span,
            "not a device",
            (_instead(tree), _DEVICES_HELP) if _instead(tree) else (_DEVICES_HELP,),
        )
        return None
    return [found] if _named_well(env, tree, found) else None


_DEVICES_HELP = (
    "devices: `axis2(keys: WASD)`, `stick(left)`, `axis(A, D)`, `stick(left).x`, "
    "`key(Space)`, `button(A)`, joined by `or`"
)


def _instead(tree: ast.Expression) -> str:
    """What to write for a device that goes by another name here."""
    name = tree.span.text.partition("(")[0].partition(".")[0].strip().lower()
    return {
        "trigger": "a trigger is a button: `button(LT)` or `button(RT)`",
        "dpad": "the directional pad is a stick, `stick(dpad)`, or four buttons, `button(Up)`",
        "gamepad": "name a button of it, `button(A)`, or a stick, `stick(left)`",
        "keys": "four keys together are `axis2(keys: WASD)`, one is `key(Space)`",
    }.get(name, "")


_NAMES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "keys": ("group of keys", KEY_GROUPS, KEY_GROUPS),
    "stick": ("stick", STICKS, STICKS),
    "button": ("button", BUTTONS, (*BUTTONS, *BUTTON_ALIASES)),
    "key": ("key", KEYS, KEYS),
    "less": ("key", KEYS, KEYS),
    "more": ("key", KEYS, KEYS),
}
"""By binding: what its name is called, the names to propose, and all names it may have."""


def _named_well(env: Environment, tree: ast.Expression, found: _Source) -> bool:
    """Whether keys, buttons and sticks go by names that exist."""
    good = True
    spans = _name_spans(tree)
    for kind, name in found[1]:
        noun, offered, names = _NAMES[kind.partition(".")[0]]
        if not known(name, names):
            env.findings.undefined(noun, name, spans.get(name, tree.span), offered)
            good = False
    if len(found[1]) == 2 and found[1][0][1].lower() == found[1][1][1].lower():
        env.findings.add(
            catalog.WRONG_CALL,
            f"both ends of this axis are the key `{found[1][0][1]}`",
            tree.span,
            "it would always be 0",
            ("for example `axis(A, D)`",),
        )
        good = False
    return good


def _name_spans(tree: ast.Expression) -> dict[str, Span]:
    """Where each name of a device stands."""
    if isinstance(tree, ast.Member):
        return _name_spans(tree.of)
    if not isinstance(tree, ast.Call):
        return {}
    values = [*tree.arguments, *(a.value for a in tree.named)]
    return {v.text: v.span for v in values if isinstance(v, ast.Name)}


def _source(tree: ast.Expression) -> _Source | None:
    if isinstance(tree, ast.Member) and tree.name.text in ("x", "y"):
        inner = _source(tree.of)
        if inner is None or inner[0] is not InputDevice.AXIS2:
            return None
        return InputDevice.AXIS, [(f"{k}.{tree.name.text}", v) for k, v in inner[1]]
    if not isinstance(tree, ast.Call) or not isinstance(tree.function, ast.Name):
        return None
    name = tree.function.text
    words = [a.text for a in tree.arguments if isinstance(a, ast.Name)]
    named = {a.name.text: a.value.text for a in tree.named if isinstance(a.value, ast.Name)}
    if name not in _DEVICES or len(words) + len(named) != len(tree.arguments) + len(tree.named):
        return None
    if name == "axis2" and set(named) == {"keys"} and not words:
        return InputDevice.AXIS2, [("keys", named["keys"])]
    if name == "axis" and len(words) == 2 and not named:
        return InputDevice.AXIS, [("less", words[0]), ("more", words[1])]
    if name in ("stick", "key", "button") and len(words) == 1 and not named:
        return _DEVICES[name], [(name, words[0])]
    return None
