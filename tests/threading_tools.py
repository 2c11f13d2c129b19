"""Work in several Python threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable


def together(*workers: Callable[[], None]) -> None:
    """Run functions in threads of their own at the same time; the first error of any is raised."""
    errors: list[BaseException] = []
    start = threading.Barrier(len(workers))

    def run(worker: Callable[[], None]) -> None:
        try:
            start.wait()
            worker()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
