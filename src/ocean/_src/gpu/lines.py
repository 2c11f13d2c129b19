"""Lines: in-order command queues that streams take from a pool, and the events that order work between them.

A stream takes a queue when the first work comes. Work on one line runs in order. Where it touches memory of another
line it waits for the last event of that line, and whatever comes later on that line waits for it: the host never does.
"""

from __future__ import annotations

from typing import Any


class Line:
    """The work of one stream; it has a command queue of OpenCL from the first work on."""

    __slots__ = ("__weakref__", "last", "lines", "taken", "waits")

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.taken: Any = None
        self.last: Any = None  # the event of the newest work
        self.waits: dict[int, Any] = {}  # what the next work waits for: the newest event of each other line

    @property
    def queue(self) -> Any:
        if self.taken is None:
            self.taken = self.lines.take()
        return self.taken

    def before(self, others: set[Line]) -> list[Any]:
        """The events that work waits for which touches memory of other lines."""
        events = list(self.waits.values())
        self.waits = {}
        for other in others:
            if other.last is not None:
                events.append(other.last)
            events += other.waits.values()
        return events

    def after(self, event: Any, others: set[Line]) -> None:
        """Work has been queued that touches memory of other lines."""
        self.last = event
        for other in others:
            other.waits[id(self)] = event

    def events(self) -> list[Any]:
        """What there is to wait for until everything is done."""
        return [*self.waits.values(), *([self.last] if self.last is not None else [])]

    def finish(self) -> None:
        """Wait until everything is done."""
        for event in self.events():
            event.wait()
        self.waits = {}

    def __del__(self) -> None:
        if self.taken is not None:
            self.lines.give(self.taken, self.events())


class Lines:
    """The queues of a device; those that nobody uses any more are taken again, once their work is done."""

    def __init__(self, cl: Any, context: Any, device: Any) -> None:
        self.cl, self.context, self.device = cl, context, device
        self.idle: list[tuple[Any, list[Any]]] = []
        self.complete = cl.command_execution_status.COMPLETE

    def take(self) -> Any:
        for k, (queue, events) in enumerate(self.idle):
            if self.done(events):
                del self.idle[k]
                return queue
        return self.cl.CommandQueue(self.context, self.device)

    def give(self, queue: Any, events: list[Any]) -> None:
        self.idle.append((queue, events))

    def done(self, events: list[Any]) -> bool:
        """Whether work is done or has failed."""
        return all(event.command_execution_status <= self.complete for event in events)
