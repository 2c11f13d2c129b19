"""What calls the axis rule of a function, if one of its arguments has axes.

A function declares its rule where it is defined, as text: `along(axis)` is the rule `along`, and the parameter `axis`
takes axes. `refuse` is the rule of functions that do not support axes. A function without a rule knows axes itself, or
has nothing to do with them: tests/axes/test_apply.py says which those are, and why.
"""

from __future__ import annotations

from functools import cache

from ocean._src.axes import matrix_rules, rules
from ocean._src.axes.labels import LABELLED
from ocean._src.base.hints import Any
from ocean._src.core.objects.description import checked_axis
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
    if any(map(has_text, (*args, *named.values()))):
        args, named = by_name(args, named, dimensions)
    return rule(rules.Call(function, args, named, dimensions))


def has_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and any(type(each) is str for each in value))


def by_name(
    args: tuple[Any, ...], named: dict[str, Any], dimensions: tuple[str, ...]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments in which the names of axes are replaced by these axes. A text that is given by position may mean
    something else, and is an axis only if one has this name."""
    source = next((each for each in (*args, *named.values()) if getattr(each, "axes", None)), None)
    axes = source.axes if isinstance(source, LABELLED) else None
    if axes is None:
        return args, named
    names = [repr(each).rpartition(":")[0] for each in axes]

    def meant(value: Any, sure: bool) -> Any:
        if type(value) is str and (sure or names.count(value) == 1):
            return axes[checked_axis(value, len(axes), axes)]
        return type(value)([meant(each, sure) for each in value]) if type(value) in (list, tuple) else value

    return (
        tuple([meant(each, False) for each in args]),
        {name: meant(each, True) if name in (*dimensions, "axis", "axes") else each for name, each in named.items()},
    )
