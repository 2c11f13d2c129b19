"""Docstrings of public functions: what the source says, parameters from tables, results and examples from a file.

A function says in its source what it does. Its parameters share their names with those of others, and are described
once for all of them in parameters.txt. What it returns, and examples that the tests run, are in examples.txt, and those
of methods in methods.txt. The parts are put together, in numpydoc's form, when somebody reads a docstring.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ocean._src.base.hints import Any

OPERANDS = "ABCD"
HEADING = re.compile(r"\[(ocean\.[\w.]+)\](?: (.*?): (.*))?")
SIGNATURE = re.compile(r"\A([\w.]+\([^\n]*?\)): +(?=\S)")


def complete(function: Any, text: str | None) -> str | None:
    """The docstring of a function, whose source says `text`; that alone if the function has no example."""
    name = f"{function.__module__}.{function.__qualname__}"
    entry = entries().get(name)
    if text is None:
        return None
    if entry is None:
        return of_method(function, text, name) if function.__qualname__ != function.__name__ else text
    signature, body = separated(text)
    parts = [signature, body, section("Parameters", parameters(function, name)), section("Returns", entry[0])]
    return "\n\n".join(filter(None, [*parts, section("Examples", entry[1])]))


def of_method(function: Any, text: str, name: str) -> str:
    """The docstring of a method: it has the result of the function of its name, and refers to it."""
    face = "ocean.numpy" if name.startswith("ocean.numpy.") else "ocean"
    entry = entries().get(f"{face}.{function.__name__}")
    own = of_methods().get(name) or of_methods().get(name.replace(".rtensor.", ".tensor."), ("", ""))
    signature, body = separated(text)
    try:
        described = parameters(function, name)
    except (TypeError, ValueError):  # it has no signature
        described = ""
    body, line, rest = body.partition("\n>>> ")
    parts = [signature, body.rstrip(), section("Parameters", described)]
    parts.append(section("Returns", own[0] or (entry[0] if entry is not None else "")))
    if entry is not None:
        parts.append(section("See Also", f"{face}.{function.__name__} : The function."))
    return "\n\n".join(filter(None, [*parts, section("Examples", own[1] or (line + rest).strip())]))


def separated(text: str) -> tuple[str, str]:
    """The signature that begins a docstring, if there is one, and the rest as sentences."""
    found = SIGNATURE.match(text)
    body = unindented(text[found.end() :] if found else text)
    first, blank, rest = body.partition("\n\n")
    first = first[:1].upper() + first[1:]
    return found[1] if found else "", f"{first if first.endswith(('.', ':', '?')) else first + '.'}{blank}{rest}"


def unindented(text: str) -> str:
    lines = text.strip().split("\n")
    depth = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    return "\n".join([lines[0], *(line[depth:] for line in lines[1:])])


def section(title: str, text: str) -> str:
    return f"{title}\n{'-' * len(title)}\n{text}" if text else ""


# --- Parameters --------------------------------------------------------------------------------------------------


def parameters(function: Any, name: str) -> str:
    """Each parameter with its type and what it is."""
    import inspect

    known = tables()["arrays" if name.startswith("ocean.numpy") else "tensors"]
    given = inspect.signature(function).parameters
    names = [*given] if name == f"{function.__module__}.{function.__name__}" else ["A", *given]  # a method has itself
    lines = []
    for each in given.values():
        if each.name == "self":  # functions that are methods, too; numpydoc does not count it
            continue
        stars = "*" if each.kind == each.VAR_POSITIONAL else "**" if each.kind == each.VAR_KEYWORD else ""
        optional = each.default is not each.empty
        key = f"{stars}{each.name}"
        if name.startswith("ocean.") and is_result(each.name, optional, names):
            key = "result"
        elif key == "where" and type(function).__name__ != "ufunc":
            key = "included"
        kind, words = known.get(f"{function.__name__}.{key}") or known.get(key) or ("object", "")
        lines += [f"{stars}{each.name} : {kind}{', optional' if optional else ''}", f"    {words}"]
    return "\n".join(lines)


def is_result(name: str, optional: bool, names: list[str]) -> bool:
    """Whether a parameter of a function of tensors takes the result: the last letter of A, B, C and D."""
    letters = [each for each in names if each in OPERANDS]
    return optional and name == letters[-1:][0] if name in OPERANDS and len(letters) > 1 else False


# --- Tables ------------------------------------------------------------------------------------------------------


@cache
def tables() -> dict[str, dict[str, tuple[str, str]]]:
    """The types and descriptions of parameters, for each face."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for line in lines_of("parameters.txt"):
        if line.startswith("["):
            part = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            name, kind, words = line.split(" : ", 2)
            part[name] = kind, words
    like = {"tensors": "tensor_like", "arrays": "array_like"}
    return {
        face: {name: (kind.replace("operand", word), words) for name, (kind, words) in found["both"].items()}
        | found[face]
        for face, word in like.items()
    }


@cache
def entries(file: str = "examples.txt") -> dict[str, tuple[str, str]]:
    """What functions return, and their examples."""
    found: dict[str, tuple[str, str]] = {}
    for line in lines_of(file):
        if heading := HEADING.match(line):
            name, kind, words = heading.groups()
            found[name] = f"{kind}\n    {words}" if kind else "", ""
        elif line and not line.startswith("#"):
            returned, shown = found[name]
            found[name] = returned, f"{shown}\n{line}" if shown else line
    return found


def of_methods() -> dict[str, tuple[str, str]]:
    """What methods return, where no function of that name says so, and their examples."""
    return entries("methods.txt")


def lines_of(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").split("\n")
