"""Compiled, plain and pyrr-typed give the same bits, over random and awkward input."""

import importlib.util
import inspect
import math
import random

import numpy as np
import pytest

from behave.jit.function import Compiled
from behave.jit.kinds import declared
from behave.kernel import compiled, numbers, rotations, vectors
from behave.kernel.jit import FLOATS_OUT

AWKWARD = (0.0, 1.0, -1.0, 0.5, -0.0, 1e-9, 1e-200, 1e200, math.pi, 2.0**-30)
TYPED = {
    **{name: getattr(vectors, name) for name in ("add", "subtract", "scale", "negate", "dot")},
    **{name: getattr(vectors, name) for name in ("cross", "length", "distance", "flat", "lerp")},
    "signed_angle": vectors.signed_angle,
    "angle_between": vectors.angle_between,
    "move_towards_point": vectors.move_towards,
    "q_multiply": rotations.multiply,
    "q_inverse": rotations.inverse,
    "q_rotate": rotations.rotate,
    "q_axis_angle": rotations.axis_angle,
    "q_look": rotations.look,
    "q_slerp": rotations.slerp,
    "q_angle": rotations.angle_between,
    "q_rotate_towards": rotations.rotate_towards,
    "q_from_basis": rotations.from_basis,
    "q_shortest_arc": rotations.shortest_arc,
    "q_swing_twist": rotations.swing_twist,
    "q_forward": rotations.forward,
    "q_right": rotations.right,
    "q_up": rotations.up,
    "q_yaw": rotations.yaw,
    "clamp": numbers.clamp,
    "mix": numbers.mix,
    "sign": numbers.sign,
    "round_half_even": numbers.round_half_even,
    "wrap_angle": numbers.wrap_angle,
    "safe_acos": numbers.safe_acos,
    "move_towards": numbers.move_towards,
}


def number(source):
    return source.choice(AWKWARD) if source.random() < 0.2 else source.uniform(-3.0, 3.0)


def draw(source, annotation):
    if annotation == "float":
        return number(source)
    if annotation == "int":
        return source.randrange(3)
    if annotation == "Triple":
        return number(source), number(source), number(source)
    assert annotation == "Quadruple", annotation
    return compiled.q_normalize(tuple(number(source) for _ in range(4)))


def flat(value):
    if isinstance(value, tuple):
        return [part for item in value for part in flat(item)]
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [value]


def bits(value):
    return [x if isinstance(x, bool) else float(x).hex() for x in flat(value)]


WIDTHS = {"float": 1, "int": 1, "bool": 1, "Triple": 3, "Quadruple": 4, "tuple[float, float]": 2}
WIDTHS["tuple[Quadruple, Quadruple]"] = 8


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BEH_CACHE_DIR", str(tmp_path))


def as_machine_code(formula, folder):
    """The formula as machine code: a kernel that writes its result's numbers into an array."""
    parameters = list(inspect.signature(formula).parameters.values())
    parts = {
        "float": "found",
        "int": "found",
        "bool": "found",
        "tuple[float, float]": "found[0], found[1]",
        "Triple": "found[0], found[1], found[2]",
        "Quadruple": "found[0], found[1], found[2], found[3]",
        "tuple[Quadruple, Quadruple]": ", ".join(
            f"found[{i}][{k}]" for i in range(2) for k in range(4)
        ),
    }[formula.__annotations__["return"]]
    names = [parameter.name for parameter in parameters]
    lines = [f"def work({', '.join([*names, 'out'])}):", f"    found = formula({', '.join(names)})"]
    lines += [f"    out[{k}] = {part}" for k, part in enumerate(parts.split(", "))]
    file = folder / f"{formula.__name__}.py"
    file.write_text("\n".join(lines) + "\n")
    spec = importlib.util.spec_from_file_location(formula.__name__, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.formula = formula
    kinds = [declared(parameter.annotation, vars(compiled)) for parameter in parameters]
    work = Compiled(module.work, [*kinds, FLOATS_OUT])

    def run(*arguments):
        out = np.zeros(WIDTHS[formula.__annotations__["return"]])
        work(*arguments, out)
        return out

    return run


@pytest.mark.parametrize(
    "formula",
    compiled.ELEMENTARY + compiled.SCALARS + compiled.VECTORS + compiled.ROTATIONS,
    ids=lambda formula: formula.__name__,
)
def test_every_way_to_call_a_formula_gives_the_same_bits(formula, tmp_path):
    parameters = inspect.signature(formula).parameters.values()
    run = as_machine_code(formula, tmp_path)
    typed = TYPED.get(formula.__name__)
    source = random.Random(formula.__name__)
    for _ in range(300 if parameters else 1):
        arguments = [draw(source, parameter.annotation) for parameter in parameters]
        if formula.__name__ == "divide":
            arguments[1] = arguments[1] or 1.0
        plain = formula(*arguments)
        numbers_of = [float(x) for x in flat(plain)]
        assert bits(run(*arguments)) == bits(tuple(numbers_of)), arguments
        assert not any(isinstance(x, float) and math.isnan(x) for x in flat(plain)), arguments
        if typed is not None:
            assert bits(typed(*arguments)) == bits(plain), arguments


@pytest.mark.parametrize("formula", compiled.UNIT, ids=lambda formula: formula.__name__)
def test_formulas_of_a_direction_give_the_same_bits(formula, tmp_path):
    parameters = inspect.signature(formula).parameters.values()
    run = as_machine_code(formula, tmp_path)
    source = random.Random(formula.__name__)
    for _ in range(300):
        arguments = [draw(source, parameter.annotation) for parameter in parameters]
        for place, parameter in enumerate(parameters):
            if parameter.name == "unit":
                arguments[place] = compiled.normalize(arguments[place], (0.0, 0.0, 0.0))
        assert bits(run(*arguments)) == bits(formula(*arguments)), arguments


def test_a_direction_worked_out_once_gives_what_it_gives_each_time():
    source = random.Random(9)
    for _ in range(100):
        a, b, about = (draw(source, "Triple") for _ in range(3))
        unit = compiled.normalize(about, (0.0, 0.0, 0.0))
        angle = compiled.signed_angle(a, b, about)
        assert bits(compiled.angle_about(a, b, unit)) == bits(angle)
        assert bits(compiled.q_about(unit, angle)) == bits(compiled.q_axis_angle(about, angle))
        side = compiled.normalize(compiled.project_off(a, unit), compiled.perpendicular(unit))
        assert bits(compiled.side_of(a, unit)) == bits(side)
        either = compiled.normalize(a, compiled.normalize(b, (0.0, 1.0, 0.0)))
        assert bits(compiled.direction(a, b, (0.0, 1.0, 0.0))) == bits(either)


def test_normalize_falls_back_alike(tmp_path):
    run = as_machine_code(compiled.normalize, tmp_path)
    for vector in ((0.0, 0.0, 0.0), (math.nan, 0.0, 0.0), (math.inf, 1.0, 0.0)):
        assert tuple(run(vector, compiled.UP)) == compiled.normalize(vector, compiled.UP)
        assert compiled.normalize(vector, compiled.UP) == (0, 1, 0)
