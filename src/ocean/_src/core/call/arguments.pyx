# cython: auto_pickle=False
"""Arguments: the signature of a public function is data, and one parser reads them all.

A signature is written as the documents write it, `eye(rows [,columns [,index]] [,dtype] [,device]) -> tensor`, with the
kinds of value that its optional arguments take. Arguments up to the last required one are taken in their order; an
optional one among them only if enough remain for the required ones. The optional ones after it are told apart by kind,
in any order; one in inner brackets needs the one around it first, and several in the same brackets come together.
Keywords work everywhere, and None is not given.

Help, `inspect.signature`, stubs and error messages are written from the same data.
"""

from cpython.bool cimport PyBool_Check
from cpython.ref cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE

cimport cython

import re
from numbers import Integral, Number

from ocean._src.base.classes import attach
from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanTypeError, shown

from ocean._src.core.objects.dtypes cimport dtype, find_dtype, scalar
from ocean._src.core.objects.memory cimport device, deviceCPU, storage, stream

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
    static inline PyObject *class_of_value(PyObject *value) { return (PyObject *)Py_TYPE(value); }
    """
    PyObject** sequence_items "PySequence_Fast_ITEMS"(PyObject*) noexcept
    Py_ssize_t sequence_size "PySequence_Fast_GET_SIZE"(PyObject*) noexcept
    int set_vectorcall(object cls, Py_ssize_t offset, int is_method) except -1
    Py_ssize_t PyVectorcall_NARGS(size_t) noexcept
    object PyVectorcall_Call(object, object, object)
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    object PyMethod_New(object, object)
    PyObject* Py_TYPE "class_of_value"(PyObject*) noexcept
    Py_ssize_t tuple_size "PyTuple_GET_SIZE"(PyObject*) noexcept
    PyObject* Py_NotImplemented
    void Py_DECREF_raw "Py_DECREF"(PyObject*) noexcept

KINDS = {
    "bool": BOOLEAN, "int": INTEGER, "str": STRING, "list": SEQUENCE, "iterable": ITERABLE, "dtype": DTYPE,
    "device": DEVICE, "stream": STREAM, "storage": STORAGE, "tensor": TENSOR, "scalar": SCALAR,
    "number": BOOLEAN | INTEGER | REAL | COMPLEX | SCALAR, "any": ANYTHING,
    "axis": OTHER,
    "size": ANYTHING & ~(DTYPE | DEVICE | STREAM | STORAGE | NOTHING),
    "value": ANYTHING & ~(DTYPE | DEVICE | STREAM | STORAGE | NOTHING),
    "integers": ANYTHING & ~(BOOLEAN | TENSOR | NOTHING), "operand": ANYTHING & ~(STRING | NOTHING),
}
"""What the kinds of arguments are called."""

cdef dict ADVICE = {
    **dict.fromkeys(("max", "fmax"), "the largest element of one tensor is maximum(A [,axes])"),
    **dict.fromkeys(("min", "fmin"), "the smallest element of one tensor is minimum(A [,axes])"),
    "maximum": "the larger of two tensors, element by element, is max(A, B)",
    "minimum": "the smaller of two tensors, element by element, is min(A, B)",
    **{name: f"a size of several dimensions is a list: {name}([2,3])" for name in ("zeros", "ones", "tensor")},
    "full": "a size of several dimensions is a list: full([2,3], value)",
}
"""What to say to those who expect something else of a function than its arguments."""
cdef dict USUAL = {"dtype": "dtype", "device": "device", "stream": "stream", "storage": "storage", "inplace": "bool"}
cdef PyObject* TENSOR_CLASS = NULL


def set_tensor_class(type cls):
    """Called once by the module that defines tensors, which uses this one."""
    global TENSOR_CLASS
    TENSOR_CLASS = <PyObject*>cls


cdef unsigned int kind_of_value(PyObject* value) except 0:
    cdef PyObject* cls = Py_TYPE(value)
    cdef object each = <object>value
    if cls == TENSOR_CLASS:
        return TENSOR
    if cls == <PyObject*>dtype:
        return DTYPE
    if cls == <PyObject*>int:
        return INTEGER
    if cls == <PyObject*>bool:
        return BOOLEAN
    if cls == <PyObject*>float:
        return REAL
    if cls == <PyObject*>str:
        return STRING
    if cls == <PyObject*>list or cls == <PyObject*>tuple or cls == <PyObject*>range:
        return SEQUENCE
    if cls == <PyObject*>deviceCPU:
        return DEVICE
    if cls == <PyObject*>scalar:
        return SCALAR | (INTEGER if (<scalar>each)._dtype.isnumber and not (<scalar>each)._dtype.isfloat else 0)
    if each is None:
        return NOTHING
    if isinstance(each, device):
        return DEVICE
    if cls == <PyObject*>stream:
        return STREAM
    if cls == <PyObject*>storage:
        return STORAGE
    if isinstance(each, str):
        return STRING
    if isinstance(each, (list, tuple)):
        return SEQUENCE
    if isinstance(each, Integral):
        return INTEGER
    if isinstance(each, Number):
        return COMPLEX if isinstance(each, complex) else REAL
    return ITERABLE if hasattr(each, "__iter__") else OTHER


# --- Signatures --------------------------------------------------------------------------------------------------

@cython.final
cdef class signature:
    """The arguments of a function: their names, which are required, and the kinds of value that tell them apart."""

    def parse(self, *args, **named):
        """The value of each argument in order, None where it is not given. For functions with several signatures."""
        return PyVectorcall_Call(reader(self), args, named)

    def kind(self, str name):
        """What the values of an argument may be, in words."""
        return self.words[self.names.index(name)]

    def is_required(self, str name):
        return bool(self.needed[self.names.index(name)])

    @property
    def parameters(self):
        """The signature for `inspect`, which takes long to load."""
        import inspect

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        found = []
        optional = False
        for i, name in enumerate(self.names):
            optional = optional or not self.needed[i]
            default = self.defaults.get(name) if optional else inspect.Parameter.empty
            found.append(inspect.Parameter(name, kind, default=default))
        return inspect.Signature(found)

    def __repr__(self):
        return f"<signature {self.text}>"

    cdef object read(self, PyObject** args, Py_ssize_t count, PyObject* names, PyObject** values):
        """Fill the slots with borrowed references, NULL where there is no value.

        The result keeps converted values alive as long as the caller holds it.
        """
        cdef object kept = None
        cdef int left = self.required, cursor = 0, i, found
        cdef Py_ssize_t k, first
        cdef unsigned int kind
        cdef PyObject* value
        cdef unsigned int named = 0, passed = 0     # slots that have a name, and those for which None was given
        for i in range(self.count):
            values[i] = NULL
        if names != NULL:
            kept = self.read_named(args + count, names, values)
            for i in range(self.count):
                if values[i] != NULL:
                    named |= 1u << i
                    left -= self.needed[i]
        else:                                       # required arguments in front need no search
            while cursor < self.leading and cursor < count:
                if self.kinds[cursor] != ANYTHING and not self.kinds[cursor] & kind_of_value(args[cursor]):
                    raise self.wrong(cursor, <object>args[cursor])
                values[cursor] = args[cursor]
                if self.kinds[cursor] & (INTEGER | SCALAR) == INTEGER:
                    kept = as_integer(values + cursor, kept)
                cursor += 1
            left -= cursor
        first = cursor
        for k in range(first, count):
            found = -1
            kind = 0
            value = args[k]
            while cursor < self.ordered and found < 0:
                if values[cursor] == NULL:
                    if self.needed[cursor]:
                        if self.kinds[cursor] != ANYTHING and not self.kinds[cursor] & kind_of_value(args[k]):
                            raise self.wrong(cursor, <object>args[k])
                        left -= 1
                        found = cursor
                    elif (self.kinds[cursor] & kind_of_value(args[k])
                          and self.enough(args + k + 1, count - k - 1, cursor, left)):
                        found = cursor
                cursor += 1
            if found < 0:
                if <object>args[k] is None:
                    passed |= self.next_slot(values, passed)
                    continue
                kind = kind_of_value(value)
                if self.takes_dtype and kind & (STRING | ITERABLE | OTHER):
                    value = as_dtype(value, &kind)
                found = self.find_slot(kind, args + k + 1, count - k - 1, values, named, passed)
                if found < 0 and passed:
                    found = self.find_slot(kind, args + k + 1, count - k - 1, values, named, 0)
                if found < 0:
                    raise self.unexpected(<object>args[k], values)
            values[found] = value
            if self.kinds[found] & (INTEGER | SCALAR) == INTEGER:
                kept = as_integer(values + found, kept)
        if left:
            for i in range(self.count):
                if self.needed[i] and values[i] == NULL:
                    raise OceanTypeError(
                        f"{self.name}() is missing the argument {self.names[i]}: {self.text}{self.advice()}")
        return kept

    cdef unsigned int next_slot(self, PyObject** values, unsigned int passed) noexcept:
        """The bit of the first optional slot that is still free."""
        cdef int i
        for i in range(self.ordered, self.count):
            if values[i] == NULL and not passed >> i & 1:
                return 1u << i
        return 0

    cdef int find_slot(self, unsigned int kind, PyObject** rest, Py_ssize_t count, PyObject** values,
                       unsigned int named, unsigned int passed) except -2:
        """The optional slot of a value, or -1. Slots for which None was given are taken."""
        cdef int i, parent
        for i in range(self.ordered, self.count):
            parent = self.parent[i]
            if self.kinds[i] & kind and not passed >> i & 1 and (
                    parent < 0 or values[parent] != NULL or passed >> parent & 1):
                if named >> i & 1:
                    raise OceanTypeError(f"{self.name}() got two values for '{self.names[i]}'")
                if values[i] == NULL and self.followed(i, rest, count, values):
                    return i
        return -1

    cdef inline bint followed(self, int i, PyObject** args, Py_ssize_t count, PyObject** values) except -1:
        """Whether what must come with an argument is given as well."""
        cdef int partner = self.partner[i]
        cdef Py_ssize_t k
        if partner < 0 or values[partner] != NULL:
            return True
        for k in range(count):
            if self.kinds[partner] & kind_of_value(args[k]):
                return True
        return False

    cdef bint enough(self, PyObject** args, Py_ssize_t count, int cursor, int left) except -1:
        """Whether the required arguments after a slot are among the given ones."""
        cdef unsigned int kinds = 0
        cdef int i
        cdef Py_ssize_t k
        for i in range(cursor, self.ordered):
            if self.needed[i]:
                kinds |= self.kinds[i]
        for k in range(count):
            left -= (kinds & kind_of_value(args[k])) != 0
        return left <= 0

    cdef object read_named(self, PyObject** args, PyObject* names, PyObject** values):
        cdef object kept = None
        cdef PyObject* value
        cdef unsigned int kind
        cdef Py_ssize_t k
        cdef int i
        for k in range(PyTuple_GET_SIZE(<object>names)):
            i = self.find(<object>PyTuple_GET_ITEM(<object>names, k))
            if values[i] != NULL:
                raise OceanTypeError(f"{self.name}() got two values for '{self.names[i]}'")
            if <object>args[k] is None and not self.needed[i]:
                continue
            kind = kind_of_value(args[k])
            value = as_dtype(args[k], &kind) if self.kinds[i] == DTYPE else args[k]
            if self.kinds[i] != ANYTHING and not self.kinds[i] & kind:
                raise self.wrong(i, <object>args[k])
            values[i] = value
            if self.kinds[i] & (INTEGER | SCALAR) == INTEGER:
                kept = as_integer(values + i, kept)
        return kept

    cdef int find(self, object name) except -1:
        cdef int i
        for i in range(self.bound, self.count):
            if <object>PyTuple_GET_ITEM(self.names, i) is name:
                return i
        name = self.aliases.get(name, name)
        for i in range(self.bound, self.count):
            if self.names[i] == name:
                return i
        raise OceanTypeError(
            f"{self.name}() got an unexpected keyword argument '{name}'; it takes {self.text}{self.advice()}")

    cdef str advice(self):
        return f"; {ADVICE[self.name]}" if self.name in ADVICE else ""

    cdef object wrong(self, int i, object value):
        return OceanTypeError(f"{self.name}(): {self.names[i]} must be {self.words[i]}, got {shown(value)}")

    cdef object unexpected(self, object value, PyObject** values):
        cdef int i
        cdef list free = []
        for i in range(self.ordered, self.count):
            if values[i] == NULL:
                words = self.words[i]
                if (self.parent[i] >= 0 and values[self.parent[i]] == NULL
                        and self.kinds[i] & kind_of_value(<PyObject*>value)):
                    words = f"{words}, after {self.names[self.parent[i]]}"
                free.append(f"{self.names[i]} ({words})")
        hint = ("; an axis is given by its number or as what ocean.axis made, not by its name"
                if isinstance(value, str) and any([text.startswith("ax") for text in free]) else "")
        return OceanTypeError(
            f"{self.name}(): unexpected argument {shown(value)}; expected {', '.join(free) or 'no more'}"
            f"{hint}{self.advice()}")


cdef PyObject* as_dtype(PyObject* value, unsigned int* kind) except NULL:
    """The dtype that a value stands for, a borrowed reference, as dtypes stay; the value itself if none."""
    cdef object found = find_dtype(<object>value)
    if found is None:
        return value
    kind[0] = DTYPE
    return <PyObject*>found


cdef object as_integer(PyObject** value, object kept):
    """Replace another package's integer by Python's, which the result keeps alive."""
    cdef object found
    if Py_TYPE(value[0]) != <PyObject*>int and kind_of_value(value[0]) & INTEGER:
        found = (<object>value[0]).__index__()
        value[0] = <PyObject*>found
        return (kept, found)
    return kept


cdef object default_of(str text):
    """The value that a signature writes for an argument that is not given."""
    if text in ("True", "False"):
        return text == "True"
    return text[1:-1] if text[0] == text[-1] == "'" else int(text)


cdef object SIGNATURE = re.compile(r"(\w+)\((.*)\)(?: -> (.+))?").fullmatch
cdef object TOKENS = re.compile(r"[\[\]]|\w+(?:=[^,\[\]\s]+)?").findall


def make_signature(str text, type cls=None, dict kinds=None, dict aliases=None):
    """A signature from its text; a method of `cls` has `self` before what the text says.

    `kinds` says what each argument may be: words of KINDS joined by "or". Required arguments may be anything, unless
    it says otherwise; those called dtype, device, stream, storage and inplace have the kind of that name.
    """
    cdef signature self = signature.__new__(signature)
    cdef int i
    cdef list names = [], words = [], around = []
    parts = SIGNATURE(text)
    self.name = parts[1]
    self.returns = parts[3] or "Any"
    self.text = f"{parts[1]}({parts[2]})"
    self.aliases = aliases or {}
    self.defaults = {}
    kinds = {} if kinds is None else kinds
    if cls is not None:
        self.bound = True
        self.owner = <PyObject*>cls
        self.needed[0] = True
        self.kinds[0] = KINDS.get(cls.__name__, ANYTHING)
        self.parent[0] = self.partner[0] = -1
        names.append("self")
        words.append(cls.__name__)
    for token in TOKENS(parts[2]):
        if token == "[":
            around.append(None)
        elif token == "]":
            around.pop()
        else:
            i = len(names)
            name, _, default = token.partition("=")
            if default:
                self.defaults[name] = default_of(default)
            self.needed[i] = not around
            self.partner[i] = -1
            if around and around[-1] is not None:
                self.partner[<int>around[-1]] = i
            self.parent[i] = -1 if len(around) < 2 or around[-2] is None else around[-2]
            word = kinds.get(name) or USUAL.get(name) or ("any" if not around else None)
            self.kinds[i] = 0
            for each in word.replace(" or ", ", ").split(", "):
                self.kinds[i] |= <unsigned int>KINDS[each]
            self.takes_dtype = self.takes_dtype or self.kinds[i] == DTYPE
            if around:
                around[-1] = i
            names.append(name)
            words.append(word)
    self.count = len(names)
    self.dtype_slot = -1
    self.names = tuple(names)
    self.words = tuple(words)
    for i in range(self.count):
        if self.needed[i]:
            self.leading += self.leading == i
            self.required += 1
            self.ordered = i + 1
        elif self.kinds[i] == DTYPE and self.dtype_slot < 0 and self.parent[i] < 0 and self.partner[i] < 0:
            self.dtype_slot = i
    self.simple = self.required if self.leading == self.required else -1
    for i in range(self.bound, self.leading):
        if self.kinds[i] != ANYTHING:
            self.simple = -1
    return self


# --- Axes --------------------------------------------------------------------------------------------------------
# Functions that do not know axes have a rule: it takes the axes away, calls the function and gives axes to the result.

TENSOR_HAS_AXES = LAZY_HAS_AXES = ARRAY_HAS_AXES = NULL
LAZY_CLASS = ARRAY_CLASS = NULL


cdef inline bint has_axes(PyObject* value) noexcept:
    if Py_TYPE(value) == TENSOR_CLASS:
        return TENSOR_HAS_AXES(value)
    if Py_TYPE(value) == ARRAY_CLASS:
        return ARRAY_HAS_AXES(value)
    return Py_TYPE(value) == LAZY_CLASS and LAZY_CLASS != NULL and LAZY_HAS_AXES(value)


cdef bint any_axes(PyObject** args, Py_ssize_t count) noexcept:
    """Whether an argument, or the first tensors of a list, have axes."""
    cdef Py_ssize_t k, j
    cdef PyObject** items
    for k in range(count):
        if has_axes(args[k]):
            return True
        if Py_TYPE(args[k]) == <PyObject*>list or Py_TYPE(args[k]) == <PyObject*>tuple:
            items = sequence_items(args[k])
            for j in range(sequence_size(args[k])):
                if has_axes(items[j]):
                    return True
                if (j > 16 and Py_TYPE(items[j]) != TENSOR_CLASS and Py_TYPE(items[j]) != LAZY_CLASS
                        and Py_TYPE(items[j]) != ARRAY_CLASS):
                    break               # a long list of numbers or lists
    return False


cdef object by_rule(object rule, object function, PyObject** args, Py_ssize_t count, PyObject* names):
    cdef Py_ssize_t k
    cdef dict named = {}
    if names != NULL:
        for k in range(PyTuple_GET_SIZE(<object>names)):
            named[<object>PyTuple_GET_ITEM(<object>names, k)] = <object>args[count + k]
    return rule(function, tuple([<object>args[k] for k in range(count)]), named)


# --- Functions with a fast path ----------------------------------------------------------------------------------
# A function is written in Python, for all arguments: its signature, defaults and docstring are the public ones. A fast
# path is compiled, and takes the usual arguments: it answers NotImplemented to all others, and then Python is called.

@cython.final
cdef class fast_path:
    """The compiled half of a function: it is called with a value for each of the names, in their order."""

    def __repr__(self):
        return f"<fast path of ({', '.join(self.names)})>"


cdef fast_path fast(str names, void* run):
    """A fast path, for `pair`: `run` is a C function with an argument of type object for each name."""
    cdef fast_path self = fast_path.__new__(fast_path)
    self.names, self.run = tuple(names.split()), run
    return self


cdef tuple read_parameters(object function, parameters* into):
    """Find out what arguments a function of Python takes; the names, and what keeps them and the defaults alive."""
    cdef object code = function.__code__, names = code.co_varnames, given
    cdef int ahead = code.co_argcount, named = code.co_kwonlyargcount, i
    cdef bint several = code.co_flags & 4
    cdef dict defaults = dict(zip(names[ahead - len(function.__defaults__ or ()):], function.__defaults__ or ()))
    defaults.update(function.__kwdefaults__ or {})
    given = names[:ahead] + (names[ahead + named:ahead + named + 1] if several else ()) + names[ahead:ahead + named]
    into.count, into.ahead, into.hidden, into.several = len(given), ahead, code.co_posonlyargcount, several
    if code.co_flags & 8 or into.count > MOST_SLOTS:
        raise TypeError(f"{function.__name__}() has too many arguments for a fast path")
    if several:
        defaults[given[ahead]] = ()
    for i in range(into.count):
        into.name[i] = NULL if several and i == ahead else <PyObject*>(<tuple>given)[i]
        into.otherwise[i] = <PyObject*>defaults[given[i]] if given[i] in defaults else NULL
    return given, defaults


cdef class paired:
    """A function in two halves: a compiled fast path, if it has one, and a function of Python for all arguments, which
    gives the name, docstring and signature. If an argument has axes, the rule calls that function."""

    @property
    def __doc__(self):
        return self.general.__doc__

    def __get__(self, instance, owner):
        return self                 # with this, help() shows the text of the function and not that of the class

    def as_method(self, type cls, str name):
        """The same function as a method of a class, which `attach` puts there."""
        cdef paired made = make_paired(self.general, self.fast, cls, True, None)
        setattr(made, "__qualname__", f"{cls.__name__}.{name}")
        made.owner = None           # it takes other things as its first argument, too
        return made

    def __repr__(self):
        return f"<ocean function {self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__

    def __call__(self, *args, **named):
        return PyVectorcall_Call(self, args, named)


@cython.final
cdef class method(paired):
    """The same as a method."""

    @property
    def __doc__(self):              # each cdef class defines `__doc__` again
        return self.general.__doc__

    def __get__(self, instance, owner):
        return self if instance is None else PyMethod_New(self, instance)

    def as_method(self, type cls, str name):
        return self


cdef PyObject* call_fast(PyObject* self, PyObject** args, size_t count, PyObject* names) noexcept:
    """The fast path, and if that does not take the arguments the function of Python."""
    cdef PyObject* found = call_with_values(
        (<paired>self).fast.run, &(<paired>self).takes, args, PyVectorcall_NARGS(count), names)
    if found != Py_NotImplemented:
        return found
    Py_DECREF_raw(found)
    return (<vectorcall_fn><void*>call_general)(self, args, count, names)


cdef object call_general(object self, PyObject** args, size_t count, PyObject* names):
    """The function of Python, by the rule if an argument has axes."""
    cdef paired f = <paired>self
    cdef Py_ssize_t given = PyVectorcall_NARGS(count)
    if f.rule is not None and any_axes(args, given + (0 if names == NULL else tuple_size(names))):
        return by_rule(f.rule, f.general, args, given, names)
    if f.owner is not None and (given == 0 or not isinstance(<object>args[0], f.owner)):
        raise OceanTypeError(
            f"{f.__qualname__}() is a method of {f.owner.__name__}, and needs one as its first argument")
    return PyObject_Vectorcall(f.general, args, count, names)


cdef paired make_paired(object function, fast_path compiled_half, object owner, bint binds, str name):
    cdef paired self = method.__new__(method) if binds else paired.__new__(paired)
    self.general, self.owner = function, owner
    self.call = <vectorcall_fn><void*>call_general
    if compiled_half is not None:
        self.fast, self.kept = compiled_half, read_parameters(function, &self.takes)
        if self.fast.names != self.kept[0]:
            raise TypeError(f"{function.__name__}() takes {self.kept[0]}, and its fast path {self.fast.names}")
        self.call = call_fast
    if name is not None:
        function.__name__ = function.__qualname__ = name
    setattr(self, "__name__", function.__name__)
    setattr(self, "__qualname__", function.__qualname__ if owner is None else f"{owner.__name__}.{function.__name__}")
    setattr(self, "__module__", function.__module__ if owner is None else owner.__module__)
    setattr(self, "__wrapped__", function)
    return self


def pair(fast_path compiled_half not None, type owner=None, str name=None):
    """Give a function of Python a fast path: `@pair(compiled.zeros)`. With a class it becomes a method of it; `name` is
    its public name, if that is another one.

    The fast path is called first, with the value of each argument. If it answers NotImplemented, or the arguments are
    wrong, the function itself is called with the same arguments.
    """
    def decorate(function):
        made = make_paired(function, compiled_half, owner, owner is not None, name)
        if owner is not None:
            attach(owner, **{made.__name__: made})
        return made
    return decorate


def guard(function, rule, str name=None, bint binds=False):
    """A function with a rule for arguments that have axes; `name` is its public name, if that is another one."""
    cdef paired self
    if type(function) is routine:
        (<routine>function).rule = rule
        return function
    if isinstance(function, paired):
        (<paired>function).rule = rule
        return function
    self = make_paired(function, None, None, binds, name)
    self.rule = rule
    if function.__module__.startswith("ocean._src"):
        setattr(self, "__module__", "ocean")
    return self


# --- Functions ---------------------------------------------------------------------------------------------------

@cython.final
cdef class routine:
    """A public function: its arguments are read by its signature and handed to its body in their order."""

    @property
    def __name__(self):
        return self.takes.name

    @property
    def __doc__(self):
        more = getattr(self, "__details__", None)   # what is only worth finding out when somebody asks
        return f"{self.takes.text}: {unindented(self.text)}{'' if more is None else more()}"

    @property
    def __signature__(self):
        return self.takes.parameters

    def __get__(self, instance, owner):
        return self if instance is None else PyMethod_New(self, instance)

    def __repr__(self):
        return f"<ocean function {self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__

    def __call__(self, *args, **named):
        return PyVectorcall_Call(self, args, named)


cdef str unindented(str text):
    """A docstring without the indentation that its lines have in the source; `inspect` takes long to load."""
    cdef list lines = text.strip().split("\n")
    cdef list depths = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    cdef Py_ssize_t depth = min(depths, default=0)
    return "\n".join(lines[:1] + [line[depth:] for line in lines[1:]])


cdef object invoke(object self, PyObject** args, size_t count, PyObject* names):
    """Call a body with the value of each argument. The usual ones need no parser, and no reference is counted."""
    cdef PyObject* values[MOST_SLOTS]
    cdef PyObject* takes = <PyObject*>(<routine>self).takes
    cdef Py_ssize_t given = PyVectorcall_NARGS(count)
    cdef int i, simple = (<signature>takes).simple
    cdef PyObject* owner = (<signature>takes).owner
    if (<routine>self).rule is not None and any_axes(
            args, given + (0 if names == NULL else PyTuple_GET_SIZE(<object>names))):
        return by_rule((<routine>self).rule, self, args, given, names)
    if names == NULL and (owner == NULL or given and Py_TYPE(args[0]) == owner):
        if given == simple:
            for i in range(given):
                values[i] = args[i]
            for i in range(given, (<signature>takes).count):
                values[i] = NULL
            return call_body(<routine>self, values)
        if (given == simple + 1 and given > 0 and (<signature>takes).dtype_slot >= simple
                and Py_TYPE(args[simple]) == <PyObject*>dtype):
            for i in range(simple):
                values[i] = args[i]
            for i in range(simple, (<signature>takes).count):
                values[i] = NULL
            values[(<signature>takes).dtype_slot] = args[simple]
            return call_body(<routine>self, values)
    kept = (<signature>takes).read(args, given, names, values)
    return call_body(<routine>self, values)


cdef inline object call_body(routine self, PyObject** values):
    cdef int i
    if self.compiled != NULL:
        found = self.compiled(values)
        if found is not NotImplemented:
            return found
    for i in range(self.takes.count):
        if values[i] == NULL:
            values[i] = <PyObject*>None
    return PyObject_Vectorcall(self.body, values, self.takes.count, NULL)


def listed(*values):
    return list(values)


cdef routine reader(signature takes):
    cdef routine self = routine.__new__(routine)
    self.call = <vectorcall_fn><void*>invoke
    self.takes = takes
    self.body = listed
    return self


cdef routine make_routine(signature takes, str doc, type cls, str under):
    cdef routine self = routine.__new__(routine)
    self.call = <vectorcall_fn><void*>invoke
    self.takes = takes
    self.text = doc
    setattr(self, "__module__", "ocean")
    setattr(self, "__qualname__", takes.name if cls is None or under else f"{cls.__name__}.{takes.name}")
    if cls is not None and cls is not object:
        attach(cls, **{under or takes.name: self})
    return self


cdef routine compiled(str text, str doc, body_fn body, type cls=None, dict kinds=None, str under=None):
    """A public function with a compiled body; with a class, a method of it."""
    cdef routine self = make_routine(make_signature(text, cls, kinds), doc, cls, under)
    self.compiled = body
    return self


def public(str text, type cls=None, str under=None, dict aliases=None, tuple methods=(), **kinds):
    """Make a function public: `@public("eye(rows [,columns]) -> tensor", columns="int")`.

    With a class it becomes a method of it, `under` another name than that in the text; `object` is for methods that are
    written in their class. The classes `methods` get it as a method beside the function: `self` is its first argument.
    The function is called with a value or None for each argument, in their order.
    """
    def decorate(function):
        for each in methods:
            public(re.sub(r"\(\w+,? *(\[?),?", r"(\1", text, count=1), each, aliases=aliases, **kinds)(function)
        cdef routine self = make_routine(
            make_signature(text, cls, kinds, aliases), function.__doc__, cls, under)
        self.body = function
        setattr(self, "__wrapped__", function)
        return self
    return decorate


def completes(routine self not None):
    """The half in Python of a public function whose compiled body answers NotImplemented to some arguments: the half is
    called with a value or None for each argument, in their order. The decorated name is the public function."""
    def decorate(function):
        self.body = function
        return self
    return decorate


cdef int call_through(type cls, Py_ssize_t offset, bint is_method=False) except -1:
    """Let instances of a class be called through the function at an offset in the object (vectorcall)."""
    return set_vectorcall(cls, offset, is_method)


publish(signature, "ocean.signature")
publish(fast_path, "ocean.fast_path")
cdef paired _paired = paired.__new__(paired)
publish(paired, "ocean.paired")
publish(method, "ocean.method")
call_through(paired, <char*>&_paired.call - <char*><PyObject*>_paired)
call_through(method, <char*>&_paired.call - <char*><PyObject*>_paired, True)
publish(routine, "ocean.routine")
cdef routine _sample = reader(None)
call_through(routine, <char*>&_sample.call - <char*><PyObject*>_sample, True)
