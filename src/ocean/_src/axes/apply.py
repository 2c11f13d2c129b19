"""What calls the axis rule of a function, if one of its arguments has axes.

A function declares its rule where it is defined, as text: `along(axis)` is the rule `along`, and the parameter `axis`
takes axes. `refuse` is the rule of functions that do not support axes. A function without a rule knows axes itself, or
has nothing to do with them: tests/axes/test_apply.py says which those are, and why.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ocean._src.axes import matrix_rules, rules
from ocean._src.ops.axes import no_rule

RULES = rules.RULES | matrix_rules.RULES


@cache
def read_rule(text: str) -> tuple[rules.Rule, tuple[str, ...]]:
    """The rule that a text declares, and the parameters that take axes."""
    name, _, dimensions = text.removesuffix(")").partition("(")
    return RULES[name], tuple(dimensions.split(", ")) if dimensions else ()


def apply(text: str, function: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call a function by its rule."""
    if text == "refuse":
        raise no_rule(function.__name__)
    rule, dimensions = read_rule(text)
    return rule(rules.Call(function, args, named, dimensions))
