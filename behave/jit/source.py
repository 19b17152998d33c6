"""The text of a function as a tree, and what its names stand for."""

from __future__ import annotations

import ast
import linecache
import operator
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from behave.jit.digest import is_constant
from behave.jit.kinds import Kind, NotCompiled, declared

_MISSING = object()
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


@cache
def _functions(file: str) -> Mapping[int, ast.FunctionDef]:
    """The functions in a file by the line they begin in, decorators included."""
    tree = ast.parse("".join(linecache.getlines(file)), file)
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = node.decorator_list[0] if node.decorator_list else node
            found[first.lineno] = node
    return found


class Source:
    """A function's tree and names."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        code = function.__code__
        self.file = code.co_filename
        linecache.getlines(self.file, function.__globals__)  # finds it in an archive as well
        node = _functions(self.file).get(code.co_firstlineno)
        if node is None or node.name != function.__name__:
            raise NotCompiled(f"{self.file}:{code.co_firstlineno}: the text is not there")
        self.node = node
        self.names = function.__globals__
        self.parameters = [argument.arg for argument in node.args.args]
        stores = (n for n in ast.walk(node) if isinstance(n, ast.Name))
        self.assigned = {n.id for n in stores if isinstance(n.ctx, ast.Store)}
        self.locals = self.assigned | set(self.parameters)

    def promise(self, name: str) -> Kind | None:
        """The type a parameter's annotation, or that of the result (``return``), promises."""
        if name not in self.function.__annotations__:
            return None
        return declared(self.function.__annotations__[name], self.names)

    def wrong(self, node: ast.AST, message: str) -> NotCompiled:
        """An error at a place of the text."""
        return NotCompiled(f"{self.file}:{getattr(node, 'lineno', 0)}: {message}")

    def outer(self, node: ast.AST) -> Any:
        """What a name that is not the function's own stands for, or an attribute of such."""
        if isinstance(node, ast.Name) and node.id not in self.locals:
            builtins = self.names["__builtins__"]
            known = builtins if isinstance(builtins, dict) else vars(builtins)
            return self.names.get(node.id, known.get(node.id, _MISSING))
        if isinstance(node, ast.Attribute):
            owner = self.outer(node.value)
            if isinstance(owner, ModuleType):
                return getattr(owner, node.attr, _MISSING)
        return _MISSING

    def constant(self, node: ast.AST) -> Any:
        """The value of an expression that is the same in every call; None where it is not."""
        value = self._constant(node)
        return value if is_constant(value) else None

    def _constant(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._constant(node.operand)
            return -value if type(value) in (int, float) else _MISSING
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            a, b = self._constant(node.left), self._constant(node.right)
            if type(a) in (int, float) and type(b) in (int, float):
                try:
                    return _BINARY[type(node.op)](a, b)
                except ArithmeticError:
                    return _MISSING
            return _MISSING
        return self.outer(node)
