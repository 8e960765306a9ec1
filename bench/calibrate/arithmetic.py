"""Formulas of figures.toml: names, numbers, + - * / and brackets, min(...) and max(...)."""

import ast
import math
import operator
from collections.abc import Callable

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_FUNCTIONS = {"min": min, "max": max}


class WrongFormula(ValueError):
    """With a sentence that says what is wrong."""


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    raise WrongFormula("a name is made of words and dots")


def _value(node: ast.expr, value_of: Callable[[str], float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.Name() | ast.Attribute():
            return value_of(_dotted(node))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, value_of), _value(right, value_of))
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_value(argument, value_of) for argument in arguments)
    raise WrongFormula("a formula has names, numbers, + - * /, min and max only")


def evaluate(formula: str, value_of: Callable[[str], float]) -> float:
    """What it comes to when a name is worth `value_of` it; nan where that divides by 0. Raises WrongFormula."""
    try:
        tree = ast.parse(formula, mode="eval")
    except (SyntaxError, ValueError) as error:
        raise WrongFormula(f"{formula!r} is no formula") from error
    try:
        return float(_value(tree.body, value_of))
    except ZeroDivisionError:
        return math.nan


def names(formula: str) -> set[str]:
    """The names in it. Raises WrongFormula."""
    found: set[str] = set()

    def note(name: str) -> float:
        found.add(name)
        return 1.0

    evaluate(formula, note)
    return found
