"""The implementation. Nothing here is public: the public names are those of `ocean`."""

from importlib import import_module
from sys import version_info


def in_main_interpreter() -> bool:
    try:
        interpreters = import_module("_interpreters" if version_info >= (3, 13) else "_xxsubinterpreters")
    except ImportError:
        return True
    return bool(interpreters.get_current() == interpreters.get_main())


# Only one interpreter can load a compiled module, so check before any of them is loaded.
if not in_main_interpreter():
    raise ImportError(
        "Ocean is for the main interpreter of a process, and was imported in a subinterpreter: its compiled modules, "
        "as NumPy's, can be loaded once. Import it in the main interpreter (for mod_wsgi: WSGIApplicationGroup "
        "%{GLOBAL})"
    )
