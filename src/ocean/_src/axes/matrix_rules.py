"""Axis rules of linear algebra, for tensors and arrays.

A matrix with the axes K and F-1 maps vectors along F to vectors along K, as in `dot`. So its inverse has F and K-1,
and the product of both has K and K-1, like the identity. Products by position name each dimension with a letter:
equal letters are one axis, and the result has the axes of its letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocean._src.axes.labels import LABELLED, labelled, lined_up, size_of
from ocean._src.axes.rules import Call, Rule, as_pieces, each_tensor
from ocean._src.base.errors import OceanValueError
from ocean._src.base.hints import Any
from ocean._src.core.call.operands import tensor_of
from ocean._src.core.objects.array import array, as_array
from ocean._src.core.objects.axes import as_axes, axes_text, axis, is_axis, place_of, resized
from ocean._src.core.objects.description import checked_axis, integer
from ocean._src.ops.axes import Axes, batch_axes, check_twice, difference, no_rule
from ocean._src.ops.subscripts import parsed

# --- Functions of matrices ---------------------------------------------------------------------------------------


class Matrices:
    """The axes of matrices: rows, columns, and the batch dimensions, starting with the one next to the matrices."""

    def __init__(self, value: Any) -> None:
        axes = value.axes
        if len(axes) < 2:
            raise no_rule("A function of matrices")
        self.rows, self.columns, *many = (*axes[-2:], *axes[-3::-1]) if isinstance(value, array) else axes
        self.many: list[axis] = many

    def give(self, found: Any, *inside: axis) -> Any:
        """Add axes to a result: `inside` for a matrix, a vector or a number, and those of the batch."""
        if not isinstance(found, LABELLED):
            return found
        many = list(self.many)
        axes = (*many[::-1], *inside) if isinstance(found, array) else (*inside, *many)
        size = size_of(found)
        if len(size) != len(axes):
            raise no_rule("A function of matrices")
        return labelled(found, [resized(each, n) for each, n in zip(axes, size, strict=True)] or None)

    def shared(self, length: int) -> axis:
        """The axis that two factors of the matrices share."""
        found: axis = self.columns if self.columns.length == length else self.rows - 1
        return found


def of_matrices(give: Callable[[Matrices, Any, Call], Any]) -> Rule:
    def rule(call: Call) -> Any:
        call.check_first()
        if not call.axes or isinstance(call.named.get("out"), LABELLED):
            raise no_rule(call.name)
        found = call.with_values()
        return give(Matrices(call.first), found, call)

    return rule


def squares(mine: Matrices, name: str) -> None:
    """Check that matrices map vectors to vectors of the same kind: only those can be multiplied with themselves."""
    if mine.rows.axisClass is not mine.columns.axisClass:
        raise OceanValueError(
            f"{name}() multiplies matrices with themselves, whose axes {mine.rows} and {mine.columns} differ in class, "
            f"unlike H and H-1; withoutAxes() gives matrices that have none"
        )


def inverse(mine: Matrices, found: Any, call: Call) -> Any:
    return mine.give(found, mine.columns + 1, mine.rows - 1)


def same(mine: Matrices, found: Any, call: Call) -> Any:
    return mine.give(found, mine.rows, mine.columns)


def numbers(mine: Matrices, found: Any, call: Call) -> Any:
    return each_tensor(found, mine.give)


def norms(mine: Matrices, found: Any, call: Call) -> Any:
    kept = bool(call.argument("keepdims"))
    return mine.give(found, *((resized(mine.rows, 1), resized(mine.columns, 1)) if kept else ()))


def exponential(mine: Matrices, found: Any, call: Call) -> Any:
    squares(mine, call.name)
    return same(mine, found, call)


def power(mine: Matrices, found: Any, call: Call) -> Any:
    number = integer(call.argument("n"), "n")
    if number not in (-1, 1):
        squares(mine, call.name)
    return inverse(mine, found, call) if number < 0 else same(mine, found, call)


def eigenvalues(mine: Matrices, found: Any, call: Call) -> Any:
    return mine.give(found, mine.columns)


def eigenvectors(mine: Matrices, found: Any, call: Call) -> Any:
    return found._make([mine.give(found[0], mine.columns), mine.give(found[1], mine.rows, mine.columns)])


def singular_values(mine: Matrices, found: Any, call: Call) -> Any:
    return mine.give(found, mine.shared(min(mine.rows.length, mine.columns.length)))


def singular_vectors(mine: Matrices, found: Any, call: Call) -> Any:
    if not isinstance(found, tuple):
        return singular_values(mine, found, call)
    made: Any = found
    left, values, right = made
    least = min(mine.rows.length, mine.columns.length)
    between, flat = mine.shared(least), isinstance(left, array)
    columns, rows = size_of(left)[-1 if flat else 1], size_of(right)[-2 if flat else 0]
    return made._make([
        mine.give(left, mine.rows, mine.rows - 1 if columns > least else between),
        mine.give(values, between),
        mine.give(right, mine.columns + 1 if rows > least else between + 1, mine.columns),
    ])  # fmt: skip


def triangles(mine: Matrices, found: Any, call: Call) -> Any:
    mode = call.argument("mode")
    if mode == "raw":
        raise no_rule(call.name)
    whole = mine.rows.length if mode == "complete" else min(mine.rows.length, mine.columns.length)
    between = mine.rows - 1 if mode == "complete" else mine.shared(whole)
    if not isinstance(found, tuple):
        return mine.give(found, between + 1, mine.columns)
    made: Any = found
    return made._make([mine.give(found[0], mine.rows, between), mine.give(found[1], between + 1, mine.columns)])


def solutions(mine: Matrices, found: Any, call: Call) -> Any:
    """X of A X = B has the axes of the inverse of A times B."""
    sides = call.argument("x2", "b")
    inside: tuple[axis, ...] = (mine.columns + 1,)
    beside: tuple[axis, ...] = ()
    if isinstance(sides, LABELLED) and sides.axes is not None:
        vector = len(sides.axes) == 1
        theirs = None if vector else Matrices(sides)
        rows = sides.axes[0] if theirs is None else theirs.rows
        if rows.axisClass is not mine.rows.axisClass or rows.length != mine.rows.length:
            raise OceanValueError(
                f"{call.name}(): the rows of the right hand sides have the axis {rows}, and those of the matrices "
                f"{mine.rows}, which differ in {difference(rows, mine.rows)}"
            )
        if theirs is not None:
            beside = (theirs.columns,)
            mine.many = [each for each in batch_axes(call.name, mine.many, theirs.many) if each is not None]
    elif len(size_of(sides) if isinstance(sides, LABELLED) else layout_of(sides)) > 1:
        raise OceanValueError(
            f"{call.name}(): the right hand sides have no axes for dimensions of the result; give them axes by "
            "withAxes, or use withoutAxes"
        )
    inside = (*inside, *beside)
    if not isinstance(found, tuple):
        return mine.give(found, *inside)
    made: Any = found
    solution, residuals, rank, values = made
    return made._make([
        mine.give(solution, *inside),
        mine.give(residuals, *(beside or ((mine.rows,) if isinstance(residuals, array) else ()))),  # one, in an array
        mine.give(rank),
        mine.give(values, mine.shared(min(mine.rows.length, mine.columns.length))),
    ])  # fmt: skip


def layout_of(value: Any) -> tuple[int, ...]:
    found: tuple[int, ...] = tensor_of(value).size
    return found


# --- Products by position ----------------------------------------------------------------------------------------


def lettered(
    name: str, operands: Sequence[Any], letters: Sequence[Sequence[Any]], result: Sequence[Any]
) -> Axes | None:
    """The axes of a result whose dimensions have letters: each letter has the axis of the operands' dimensions with
    that letter, which must agree in class and length."""
    known: dict[Any, axis] = {}
    for value, mine in zip(operands, letters, strict=True):
        for each, letter in zip(value.axes or (), mine if value.axes else (), strict=True):
            before = known.get(letter)
            if before is None or (before.length == 1 and before.axisClass is each.axisClass):
                known[letter] = each
            elif before.axisClass is not each.axisClass or each.length not in (1, before.length):
                raise OceanValueError(
                    f"{name}(): the axes {before} and {each} go together, which differ in {difference(before, each)}; "
                    "renameAxis and withAxes say what they are, and withoutAxes() drops them"
                )
    lacking = [letter for letter in result if letter not in known]
    if len(lacking) == len(result):
        return None
    if lacking:
        raise OceanValueError(
            f"{name}(): one of the operands has no axes for dimensions of the result; give it axes by withAxes, or use "
            "withoutAxes"
        )
    axes = tuple(known[letter] for letter in result)
    check_twice(name, axes)
    return as_axes(axes)


def product_of(
    letters: Callable[[Call, list[Any]], tuple[list[list[Any]], list[Any]]], listed: bool = False
) -> Rule:
    """A rule by letters of dimensions, which depend on the call; the operands may be a list."""

    def rule(call: Call) -> Any:
        if isinstance(call.named.get("out"), LABELLED):
            raise no_rule(call.name)
        operands = operands_of(call, listed)
        found = call.with_values()
        axes = lettered(call.name, operands, *letters(call, operands))
        return labelled(found, axes) if isinstance(found, LABELLED) and axes is not None else found

    return rule


def operands_of(call: Call, listed: bool = False) -> list[Any]:
    """The two tensors or arrays of a call, or those of a list."""
    return as_pieces(list(call.first) if listed else call.args[:2])


def in_a_row(call: Call, operands: list[Any]) -> tuple[list[list[Any]], list[Any]]:
    """Chained matrix products; the first and the last factor may be vectors."""
    letters: list[list[Any]] = []
    result: list[Any] = []
    most = max(len(size_of(each)) for each in operands) - 2
    for place, each in enumerate(operands):
        count = len(size_of(each))
        pair: list[Any] = [place, place + 1]
        if count == 1:
            pair = [1] if place == 0 else [place]
        else:
            result += [0] if place == 0 else []
            result += [place + 1] if place == len(operands) - 1 else []
        rest = count - len(pair)
        many = [("...", k) for k in range(rest)]
        letters.append([*many[::-1], *pair] if isinstance(each, array) else [*pair, *many])
    many = [("...", k) for k in range(max(most, 0))]
    return letters, [*many[::-1], *result] if isinstance(operands[0], array) else [*result, *many]


def without_places(counts: list[int], gone: list[list[int]]) -> tuple[list[list[Any]], list[Any]]:
    """Letters for two operands: some dimensions are summed over, and the others follow each other."""
    letters: list[list[Any]] = [[(side, place) for place in range(count)] for side, count in enumerate(counts)]
    for number, (mine, theirs) in enumerate(zip(*gone, strict=True)):
        letters[0][mine] = letters[1][theirs] = number
    return letters, [each for part in letters for each in part if isinstance(each, tuple)]


def tensordot(call: Call) -> Any:
    """The summed dimensions are given as numbers or axes; a single axis is summed in both operands."""
    first, second = operands = operands_of(call)
    wanted = call.argument("axes")
    counts = [len(size_of(each)) for each in operands]
    if isinstance(wanted, int) or not isinstance(wanted, (list, tuple, axis)):
        number = integer(wanted, "axes")
        gone = [list(range(counts[0] - number, counts[0])), list(range(number))]
    else:
        sides: Any = (wanted, wanted) if is_axis(wanted) else wanted
        gone = [
            [checked_axis(one, len(size_of(each)), each.axes)
             for one in (side if isinstance(side, (list, tuple)) else [side])]
            for side, each in zip(sides, (first, second), strict=True)
        ]  # fmt: skip
    found = call.function(*(labelled(each, None) for each in operands), tuple(gone))
    letters, result = without_places(counts, gone)
    axes = lettered(call.name, operands, letters, result)
    return labelled(found, axes) if isinstance(found, LABELLED) and axes is not None else found


def inner_letters(call: Call, operands: list[Any]) -> tuple[list[list[Any]], list[Any]]:
    counts = [len(size_of(each)) for each in operands]
    return without_places(counts, [[count - 1] if all(counts) else [] for count in counts])  # a number scales


def outer_letters(call: Call, operands: list[Any]) -> tuple[list[list[Any]], list[Any]]:
    if any(len(size_of(each)) != 1 for each in operands):
        raise no_rule(call.name)
    return [[0], [1]], [0, 1]


def matvec_letters(call: Call, operands: list[Any]) -> tuple[list[list[Any]], list[Any]]:
    return paired(call, operands, [["r", "c"], ["c"]], ["r"])


def vecmat_letters(call: Call, operands: list[Any]) -> tuple[list[list[Any]], list[Any]]:
    return paired(call, operands, [["r"], ["r", "c"]], ["c"])


def paired(
    call: Call, operands: list[Any], last: list[list[Any]], result: list[Any]
) -> tuple[list[list[Any]], list[Any]]:
    """Letters for arrays: `last` for the last dimensions; the batch dimensions before them broadcast."""
    rests = [len(size_of(each)) - len(mine) for each, mine in zip(operands, last, strict=True)]
    if min(rests) < 0:
        raise no_rule(call.name)
    many = [("...", k) for k in range(max(rests))][::-1]
    return [
        [*many[len(many) - rest :], *mine] for rest, mine in zip(rests, last, strict=True)
    ], [*many, *result]  # fmt: skip


def einsum(call: Call) -> Any:
    """Each letter is an axis of the operands that have it."""
    if isinstance(call.named.get("out"), LABELLED):
        raise no_rule(call.name)
    operands, letters, result = parsed(tuple(call.args), lambda *values: [as_array(each) for each in values])
    axes = lettered(call.name, operands, letters, result)
    found = call.with_values()
    return labelled(found, axes) if axes is not None else found


def vecdot(call: Call) -> Any:
    """Vectors along an axis of both operands; the other axes are aligned."""
    operands = operands_of(call)
    if not call.axes or operands[1].axes is None:
        raise no_rule(call.name)
    wanted = call.argument("axis")
    which = wanted if is_axis(wanted) else call.axes[checked_axis(wanted, len(call.axes))]
    values, axes = lined_up(operands)
    place = place_of(axes, which)
    place_of(operands[1].axes, which)  # raises if the second has no such axis
    number = place - len(axes) if isinstance(operands[0], array) else place
    found = call.function(*values, axis=number)
    kept = [each for k, each in enumerate(axes) if k != place]
    return labelled(found, kept) if isinstance(found, LABELLED) and kept else found


def vdot(call: Call) -> Any:
    """All elements of both, aligned by their axes."""
    values, axes = lined_up(operands_of(call))
    if any(len(size_of(each)) != len(axes) for each in values):
        raise OceanValueError(
            f"vdot(): expected the same axes of both operands, which have {axes_text(axes)} together"
        )
    return call.function(*values)


RULES: dict[str, Rule] = {
    **{
        give.__name__: of_matrices(give)
        for give in (
            inverse, same, numbers, norms, exponential, power, eigenvalues, eigenvectors, singular_values,
            singular_vectors, triangles, solutions,
        )
    },
    "factors": product_of(in_a_row),
    "chain": product_of(in_a_row, True),
    "outer": product_of(outer_letters),
    "inner": product_of(inner_letters),
    "matvec": product_of(matvec_letters),
    "vecmat": product_of(vecmat_letters),
    **{each.__name__: each for each in (tensordot, einsum, vecdot, vdot)},
}  # fmt: skip
