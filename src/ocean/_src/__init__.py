"""The implementation. Nothing in here is public: the public names are those of `ocean`."""

import gc
from importlib import import_module


def in_main_interpreter() -> bool:
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            interpreters = import_module(name)
        except ImportError:
            continue
        return bool(interpreters.get_current() == interpreters.get_main())
    return True


# The first interpreter that loads a compiled module keeps it, so that this comes before any of them.
if not in_main_interpreter():
    raise ImportError(
        "Ocean is for the main interpreter of a process, and was imported in a subinterpreter: its compiled modules, "
        "as NumPy's, can be loaded once. Import it in the main interpreter (for mod_wsgi: WSGIApplicationGroup "
        "%{GLOBAL})"
    )


def load(*names: str) -> None:
    """Import modules while the collector rests: they make many objects and no garbage, and looking for it takes a tenth
    of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        for name in names:
            import_module(name)
    finally:
        if collects:
            gc.enable()


load("ocean.descriptions", "ocean._src.averages", "ocean._src.axis_table", "ocean._src.exchange.protocols",
     "ocean._src.joining", "ocean._src.random")  # fmt: skip
