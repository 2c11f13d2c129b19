"""A cache of traces and similar results of functions, by keys and by the values that guards read."""

from __future__ import annotations

from collections import deque

from ocean._src.base.hints import Any
from ocean._src.core.call.guards import guards, read_guards


class Remembered:
    """Results for functions, found by a key and by values from outside; the oldest are dropped first."""

    def __init__(self, most: int, traces: dict[Any, list[guards]] | None = None) -> None:
        self.most, self.traces = most, {} if traces is None else traces
        self.order: deque[tuple[Any, guards, Any]] = deque()

    def keep(self, key: Any, made: guards, values: Any, what: Any) -> None:
        """Store a result for a key and for the values that guards read."""
        here = self.traces.setdefault(key, [])
        same = next((each for each in here if each.same_as(made)), None)
        if same is None:
            here.insert(0, made)
            same = made
        same.table[values] = what
        self.order.append((key, same, values))
        while len(self.order) > self.most:  # other threads may do the same
            self.drop(*self.order.popleft())

    def drop(self, key: Any, made: guards, values: Any) -> None:
        made.table.pop(values, None)
        here = self.traces.get(key)
        if here is not None and not made.table:
            here[:] = [each for each in here if each is not made]
            if not here:
                self.traces.pop(key, None)

    def get(self, key: Any, roots: list[Any]) -> Any:
        """The result for a key and the roots, or None."""
        for each in self.traces.get(key, ()):
            found = read_guards(each, roots)
            if found is not None and found[0] in each.table:
                return each.table[found[0]]
        return None
