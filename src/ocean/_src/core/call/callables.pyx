# cython: auto_pickle=False
"""Public functions: objects of four classes, whose calls run a C function on the data in the object.

`function` is the class of nearly all: elementwise functions and reductions, functions with a signature, Python
functions with a fast path or an axis rule. They differ in data only. A `method` binds to the instance, which is a flag
of its class; a `ufunc` has NumPy's methods (`reduce`, `at`); a `fusion` is made from a function of the user.

A function has up to two halves. The compiled fast path takes the usual arguments, and answers NotImplemented to all
others; then the fallback `general`, a Python function, is called.
"""

from cpython.ref cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE

cimport cython

from types import FunctionType

from ocean._src.base.classes import attach
from ocean._src.base.errors import OceanTypeError
from ocean._src.core.call.arguments import make_signature
from ocean._src.core.objects.dtypes import publish

from ocean._src.core.call.arguments cimport MOST_SLOTS, any_axes, has_say, signature
from ocean._src.core.objects.dtypes cimport dtype
from ocean._src.core.objects.memory cimport RECORDERS, TRACERS
from ocean._src.core.objects.recorded cimport RECORD, holds_recorded

cdef extern from *:
    """
    /* Calls of instances go to the function in a field of the object, without a tuple of arguments. */
    static int set_vectorcall(PyObject *cls, Py_ssize_t offset, int is_method) {
        PyTypeObject *type = (PyTypeObject *)cls;
        type->tp_vectorcall_offset = offset;
        type->tp_call = PyVectorcall_Call;
        type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
        if (is_method)      /* Python finds methods quickly if their class cannot change */
            type->tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_IMMUTABLETYPE;
        PyType_Modified(type);
        return 0;
    }
    static inline PyObject *class_of(PyObject *value) { return (PyObject *)Py_TYPE(value); }
    """
    int set_vectorcall(object cls, Py_ssize_t offset, int is_method) except -1
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyVectorcall_Call(object, object, object)
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    object PyMethod_New(object, object)
    PyObject* Py_TYPE "class_of"(PyObject*) noexcept
    Py_ssize_t tuple_size "PyTuple_GET_SIZE"(PyObject*) noexcept
    PyObject* Py_NotImplemented
    void Py_DECREF_raw "Py_DECREF"(PyObject*) noexcept


cdef object COMPLETE = None


def set_documents(complete):
    """Set complete(function, text), which adds parameters and examples to what the source says of a function."""
    global COMPLETE
    COMPLETE = complete


cdef class function:
    """A public function. Like Python's built-in functions, objects of this class do not bind."""

    @property
    def __doc__(self):
        text = self.said()
        return text if COMPLETE is None or isinstance(self, fusion) else COMPLETE(self, text)

    def said(self):
        """What the source says of the function."""
        if self.takes is None:
            return self.general.__doc__
        more = getattr(self, "__details__", None)   # details are made on demand
        return f"{self.takes.text}: {unindented(self.text)}{'' if more is None else more()}"

    @__doc__.setter
    def __doc__(self, value):
        self.general.__doc__ = value

    @property
    def __signature__(self):
        if self.takes is not None:
            return self.takes.parameters
        import inspect

        made = getattr(self.general, "signed", None)    # made on demand
        found = inspect.signature(self.general) if made is None else made()
        parts = [*found.parameters.values()]
        if self.asked == 3:
            rest = [parts.pop()] if parts[-1].kind is inspect.Parameter.VAR_KEYWORD else []
            return found.replace(parameters=[
                *parts, inspect.Parameter("like", inspect.Parameter.KEYWORD_ONLY, default=None), *rest])
        if not self.asked or not isinstance(self, method):
            return found
        return inspect.Signature([                      # a method of arrays, as NumPy's are written
            inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY),
            *[each.replace(annotation=each.empty) for each in parts[1:]]])

    @property
    def __wrapped__(self):
        if self.general is None:
            raise AttributeError(f"{self.__name__}() has no half in Python", name="__wrapped__", obj=self)
        return self.general

    def __get__(self, instance, owner):
        return self                 # so that help() shows the text of the function, not that of the class

    def as_method(self, type cls, str name):
        """The same function as a method of a class, which `attach` puts there."""
        cdef method made = method.__new__(method)
        made.call, made.takes, made.fast, made.op = self.call, self.takes, self.fast, self.op
        made.compiled, made.text, made.kept, made.filled = self.compiled, self.text, self.kept, self.filled
        made.ahead, made.several, made.guarded, made.rule = self.ahead, self.several, self.guarded, self.rule
        made.asked = self.asked
        describe(made, self.general, name, cls)
        return made

    def __repr__(self):
        return f"<ocean function {self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__

    def __call__(self, *args, **named):
        return PyVectorcall_Call(self, args, named)


cdef class method(function):
    """A public method. It has its own class, because the class of a member determines whether it binds."""

    def __get__(self, instance, owner):
        return self if instance is None else PyMethod_New(self, instance)

    def as_method(self, type cls, str name):
        return self


@cython.final
cdef class ufunc(function):
    """An elementwise function of arrays: a fast path for arrays and numbers, and a fallback in Python."""

    @property
    def nin(self):
        """The number of operands."""
        return self.op.arity

    @property
    def nout(self):
        """The number of results."""
        return 1

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"


@cython.final
cdef class fusion(method):
    """A function whose operations are traced once and then run in as few passes as possible; see `ocean.fuse`."""

    def __getattr__(self, name):
        return getattr(self.owner, name)

    def __repr__(self):
        return f"<fused {self.general!r}>"

    def __reduce__(self):
        return self.owner.reduced()


cdef function new_function(type cls):
    """An object of one of these classes, for other compiled modules; calls of the classes make none."""
    if cls is ufunc:
        return ufunc.__new__(ufunc)
    if cls is fusion:
        return fusion.__new__(fusion)
    return method.__new__(method) if cls is method else function.__new__(function)


cdef function describe(function self, object general, str name, type cls):
    """Give a function its fallback, its name, and its place: a module, or a class."""
    self.general = general
    setattr(self, "__name__", name)
    setattr(self, "__qualname__", name if cls is None else f"{cls.__name__}.{name}")
    setattr(self, "__module__", general.__module__ if cls is None else cls.__module__)
    return self


cdef str unindented(str text):
    """A docstring without the indentation of the source; `inspect` is slow to load."""
    cdef list lines = text.strip().split("\n")
    cdef list depths = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    cdef Py_ssize_t depth = min(depths, default=0)
    return "\n".join(lines[:1] + [line[depth:] for line in lines[1:]])


# A function that does not know axes has a rule, as text: `along(axis)` is the rule, and the parameters that take axes.

cdef object APPLY = None


def set_rules(apply):
    """Set apply(rule, function, args, named), which is called if an argument has axes and the function has a rule."""
    global APPLY
    APPLY = apply


cdef object by_rule(function self, object called, PyObject** args, Py_ssize_t count, PyObject* names):
    return APPLY(self.rule, called, tuple([<object>args[k] for k in range(count)]), named_in(args, count, names))


# Functions of arrays leave a call to arguments that have a say: objects of subclasses, and with NumPy's protocols.

cdef object OVERRIDE = None


def set_override(override):
    """Set override(function, args, named), which is called if an argument of a function of arrays has a say."""
    global OVERRIDE
    OVERRIDE = override


cdef bint somebody_asks(int what, PyObject** args, Py_ssize_t given, PyObject* names) except -1:
    """Whether an argument has a say: any (1), also one in a list or tuple of arguments (2), or only `like` (3)."""
    cdef Py_ssize_t k
    if what == 3:
        return names != NULL and "like" in <tuple>names
    for k in range(given + (0 if names == NULL else tuple_size(names))):
        if has_say(<object>args[k]):
            return True
        if (what == 2 and type(<object>args[k]) is list) or (
                (what == 2 or k >= given) and type(<object>args[k]) is tuple):      # by name: `out=(a,)`
            for each in <object>args[k]:
                if has_say(each):
                    return True
    return False


cdef object asked(function self, PyObject** args, Py_ssize_t count, PyObject* names):
    return OVERRIDE(self, tuple([<object>args[k] for k in range(count)]), named_in(args, count, names))


cdef dict named_in(PyObject** args, Py_ssize_t count, PyObject* names):
    cdef Py_ssize_t k
    cdef dict named = {}
    if names != NULL:
        for k in range(PyTuple_GET_SIZE(<object>names)):
            named[<object>PyTuple_GET_ITEM(<object>names, k)] = <object>args[count + k]
    return named


# While a function is differentiated, calls with a recorded argument go to the recorder, and so do functions that make
# arrays, which may be assigned to later. While one is traced, some calls become fusion barriers (`lazy/barriers.py`).

cdef object record_call(function self, PyObject** args, Py_ssize_t count, PyObject* names):
    cdef Py_ssize_t k, named_count = 0 if names == NULL else tuple_size(names)
    cdef dict named = {}
    cdef bint recorded = RECORDERS and self.makes
    for k in range(count + named_count):
        if recorded:
            break
        recorded = RECORDERS and holds_recorded(<object>args[k])
    if not recorded and not (TRACERS and self in RECORD["barriers"]):
        return NotImplemented
    for k in range(named_count):
        named[<object>PyTuple_GET_ITEM(<object>names, k)] = <object>args[count + k]
    return RECORD["call" if recorded else "barrier"](self, tuple([<object>args[k] for k in range(count)]), named)


# --- Python functions with a fast path or an axis rule ---------------------------------------------------------------
# The Python function gives the signature, the defaults and the docstring.

@cython.final
cdef class fast_path:
    """The compiled half of a Python function: it is called with a value for each name."""

    def __repr__(self):
        return f"<fast path of ({', '.join(self.names)})>"


cdef fast_path fast(str names, void* run):
    """A fast path, for `pair`: `run` is a C function with an argument of type object for each name."""
    cdef fast_path self = fast_path.__new__(fast_path)
    self.names, self.run = tuple(names.split()), run
    return self


cdef tuple read_parameters(object python, parameters* into):
    """Read the parameters of a Python function; returns objects that keep their names and defaults alive. Others that
    it takes as `**options` never come to the fast path: their names are unknown."""
    cdef object code = python.__code__, names = code.co_varnames, given
    cdef int ahead = code.co_argcount, named = code.co_kwonlyargcount, i
    cdef bint several = code.co_flags & 4
    cdef dict defaults = dict(zip(names[ahead - len(python.__defaults__ or ()):], python.__defaults__ or ()))
    defaults.update(python.__kwdefaults__ or {})
    given = names[:ahead] + (names[ahead + named:ahead + named + 1] if several else ()) + names[ahead:ahead + named]
    into.count, into.ahead, into.hidden, into.several = len(given), ahead, code.co_posonlyargcount, several
    if into.count > MOST_SLOTS:
        raise TypeError(f"{python.__name__}() has too many arguments for a fast path")
    if several:
        defaults[given[ahead]] = ()
    for i in range(into.count):
        into.name[i] = NULL if several and i == ahead else <PyObject*>(<tuple>given)[i]
        into.otherwise[i] = <PyObject*>defaults[given[i]] if given[i] in defaults else NULL
    return given, defaults


cdef PyObject* call_fast(PyObject* self, PyObject** args, size_t count, PyObject* names) noexcept:
    """Call the fast path; if it does not take the arguments, the Python function."""
    cdef PyObject* found
    if RECORDERS or TRACERS:
        found = (<vectorcall_fn><void*>record_call)(self, args, PyVectorcall_NARGS(count), names)
        if found != Py_NotImplemented:
            return found
        Py_DECREF_raw(found)
    found = call_with_values(
        (<function>self).fast.run, &(<function>self).filled, args, PyVectorcall_NARGS(count), names)
    if found != Py_NotImplemented:
        return found
    Py_DECREF_raw(found)
    return (<vectorcall_fn><void*>call_general)(self, args, count, names)


cdef object call_general(object self, PyObject** args, size_t count, PyObject* names):
    """Call the Python function, through the rule if an argument has axes."""
    cdef function f = <function>self
    cdef Py_ssize_t given = PyVectorcall_NARGS(count)
    if RECORDERS or TRACERS:
        found = record_call(f, args, given, names)
        if found is not NotImplemented:
            return found
    if f.rule is not None and any_axes(args, given + (0 if names == NULL else tuple_size(names))):
        return by_rule(f, f.general, args, given, names)
    if f.asked and somebody_asks(f.asked, args, given, names):
        return asked(f, args, given, names)
    if f.cls is not None and (given == 0 or not isinstance(<object>args[0], f.cls)):
        raise OceanTypeError(
            f"{f.__qualname__}() is a method of {f.cls.__name__}, and needs one as its first argument")
    return PyObject_Vectorcall(f.general, args, count, names)


cdef function make_paired(object python, fast_path compiled_half, str rule, type cls, bint binds, str name):
    cdef function self = method.__new__(method) if binds else function.__new__(function)
    self.call, self.rule, self.cls = <vectorcall_fn><void*>call_general, rule, cls
    if compiled_half is not None:
        self.fast, self.kept = compiled_half, read_parameters(python, &self.filled)
        if self.fast.names != self.kept[0]:
            raise TypeError(f"{python.__name__}() takes {self.kept[0]}, and its fast path {self.fast.names}")
        self.call = call_fast
    if name is not None:
        python.__name__ = python.__qualname__ = name
    return describe(self, python, python.__name__, cls)


def document(str module not None, dict names not None):
    """Make the plain functions of a public module functions of this class, so that their docstrings are completed."""
    for name, each in names.items():
        if type(each) is FunctionType and each.__module__ == module and name[0] != "_":
            names[name] = make_paired(each, None, None, None, False, None)


def pair(fast_path compiled_half not None, type owner=None, str name=None, str rule=None):
    """Give a Python function a fast path: `@pair(compiled.zeros)`. With a class it becomes a method of it; `name` is
    its public name, if that differs, and `rule` its axis rule.

    The fast path is called first, with the value of each argument. If it answers NotImplemented, or the arguments are
    wrong, the function itself is called with the same arguments.
    """
    def decorate(python):
        made = make_paired(python, compiled_half, rule, owner, owner is not None, name)
        if owner is not None:
            attach(owner, **{made.__name__: made})
        return made
    return decorate


def ruled(str rule not None, str name=None, bint binds=False):
    """Give a Python function an axis rule: `@ruled("along(axis)")` names the rule and the parameters that take axes.
    `name` is its public name, if that differs; `binds` is for methods that are written in their class."""
    def decorate(python):
        made = make_paired(python, None, rule, None, binds, name)
        if binds:
            made.__qualname__ = python.__qualname__
        return made
    return decorate


def asking(python not None):
    """A Python function that lets arguments with a say answer, and that can be recorded."""
    return make_paired(python, None, None, None, False, None)


# --- Functions with a signature ------------------------------------------------------------------------------------
# The signature reads the arguments, and both halves are called with a value for each.

cdef object call_parsed(object self, PyObject** args, size_t count, PyObject* names):
    """Call the halves with the value of each argument. The usual ones need no parser, and no references are counted."""
    cdef PyObject* values[MOST_SLOTS]
    cdef PyObject* takes = <PyObject*>(<function>self).takes
    cdef Py_ssize_t given = PyVectorcall_NARGS(count)
    cdef int i, simple = (<signature>takes).simple
    cdef PyObject* owner = (<signature>takes).owner
    if RECORDERS or TRACERS:
        found = record_call(<function>self, args, given, names)
        if found is not NotImplemented:
            return found
    if (<function>self).rule is not None and any_axes(
            args, given + (0 if names == NULL else PyTuple_GET_SIZE(<object>names))):
        return by_rule(<function>self, self, args, given, names)
    if names == NULL and (owner == NULL or given and Py_TYPE(args[0]) == owner):
        if given == simple:
            for i in range(given):
                values[i] = args[i]
            for i in range(given, (<signature>takes).count):
                values[i] = NULL
            return call_halves(<function>self, values)
        if (given == simple + 1 and given > 0 and (<signature>takes).dtype_slot >= simple
                and Py_TYPE(args[simple]) == <PyObject*>dtype):
            for i in range(simple):
                values[i] = args[i]
            for i in range(simple, (<signature>takes).count):
                values[i] = NULL
            values[(<signature>takes).dtype_slot] = args[simple]
            return call_halves(<function>self, values)
    kept = (<signature>takes).read(args, given, names, values)
    return call_halves(<function>self, values)


cdef inline object call_halves(function self, PyObject** values):
    cdef int i
    if self.compiled != NULL:
        found = self.compiled(values)
        if found is not NotImplemented:
            return found
    for i in range(self.takes.count):
        if values[i] == NULL:
            values[i] = <PyObject*>None
    return PyObject_Vectorcall(self.general, values, self.takes.count, NULL)


cdef function make_parsed(signature takes, str doc, type cls, str under):
    cdef function self = function.__new__(function) if cls is None else method.__new__(method)
    self.call, self.takes, self.text = <vectorcall_fn><void*>call_parsed, takes, doc
    setattr(self, "__name__", takes.name)
    setattr(self, "__qualname__", takes.name if cls is None or under else f"{cls.__name__}.{takes.name}")
    setattr(self, "__module__", "ocean")
    if cls is not None and cls is not object:
        attach(cls, **{under or takes.name: self})
    return self


cdef function compiled(str text, str doc, body_fn body, type cls=None, dict kinds=None, str under=None, str rule=None):
    """A public function with a compiled body; with a class, a method of it. `rule` is its axis rule."""
    cdef function self = make_parsed(make_signature(text, cls, kinds), doc, cls, under)
    self.compiled, self.rule = body, rule
    return self


cdef str without_first(str text):
    """The text of a signature without its first argument."""
    cdef str name, rest, optional
    name, _, rest = text.partition("(")
    while rest[0] not in ",[) ":
        rest = rest[1:]
    rest = rest.removeprefix(",").lstrip(" ")
    optional = rest[:1] if rest.startswith("[") else ""
    return f"{name}({optional}{rest.removeprefix(optional).removeprefix(',')}"


def public(str text, type cls=None, str under=None, dict aliases=None, tuple methods=(), str rule=None, **kinds):
    """Make a function public: `@public("eye(rows [,columns]) -> tensor", columns="int")`.

    With a class it becomes a method of it, `under` another name than that in the text; `object` is for methods that are
    written in their class. The classes `methods` also get it as a method, whose `self` is the first argument. The
    function is called with a value or None for each argument. `rule` is its axis rule.
    """
    def decorate(python):
        for each in methods:
            public(without_first(text), each, aliases=aliases, rule=rule, **kinds)(python)
        cdef function self = make_parsed(make_signature(text, cls, kinds, aliases), python.__doc__, cls, under)
        self.general, self.rule = python, rule
        return self
    return decorate


def completes(function self not None):
    """Make a Python function the fallback of a public function whose compiled body answers NotImplemented. It is called
    with a value or None for each argument. The decorated name is the public function."""
    def decorate(python):
        self.general = python
        return self
    return decorate


# --- Classes -------------------------------------------------------------------------------------------------------

cdef int call_through(type cls, Py_ssize_t offset, bint is_method=False) except -1:
    """Make calls of instances use the function at an offset in the object (vectorcall)."""
    return set_vectorcall(cls, offset, is_method)


cdef function _sample = function.__new__(function)
publish(fast_path, "ocean.fast_path")
for _class, _public in ((function, "ocean.function"), (method, "ocean.method"), (ufunc, "ocean.numpy.ufunc"),
                        (fusion, "ocean.fusion")):
    publish(_class, _public)
    if _class is not function:
        _class.__doc__ = vars(function)["__doc__"]      # instances have their own docstrings
    call_through(_class, <char*>&_sample.call - <char*><PyObject*>_sample, issubclass(_class, method))
