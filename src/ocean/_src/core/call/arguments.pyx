# cython: auto_pickle=False
"""Arguments: the signature of a public function is data, and one parser reads them all.

A signature is written as the documents write it, `eye(rows [,columns [,index]] [,dtype] [,device]) -> tensor`, with the
kinds of value that its optional arguments take. Arguments up to the last required one are read in sequence; an optional
one among them only if enough remain for the required ones. The optional ones after it may come in any order: their
kinds distinguish them. One in inner brackets needs the one around it first, and several in the same brackets come
together. Keywords work everywhere, and None counts as not given.

Help, `inspect.signature`, stubs and error messages are written from the same data.
"""

from cpython.bool cimport PyBool_Check
from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE

cimport cython

from numbers import Integral, Number

from ocean._src.core.objects.dtypes import publish
from ocean._src.base.errors import OceanTypeError, OceanValueError, shown

from ocean._src.core.objects.dtypes cimport dtype, find_dtype, scalar
from ocean._src.core.objects.memory cimport device, deviceCPU, storage, stream

cdef extern from *:
    """
    static inline PyObject *class_of_value(PyObject *value) { return (PyObject *)Py_TYPE(value); }
    """
    PyObject** sequence_items "PySequence_Fast_ITEMS"(PyObject*) noexcept
    Py_ssize_t sequence_size "PySequence_Fast_GET_SIZE"(PyObject*) noexcept
    PyObject* Py_TYPE "class_of_value"(PyObject*) noexcept

KINDS = {
    "bool": BOOLEAN, "int": INTEGER, "str": STRING, "list": SEQUENCE, "iterable": ITERABLE, "dtype": DTYPE,
    "device": DEVICE, "stream": STREAM, "storage": STORAGE, "tensor": TENSOR, "scalar": SCALAR,
    "number": BOOLEAN | INTEGER | REAL | COMPLEX | SCALAR, "any": ANYTHING,
    "axis": OTHER | STRING,
    "size": ANYTHING & ~(DTYPE | DEVICE | STREAM | STORAGE | NOTHING),
    "value": ANYTHING & ~(DTYPE | DEVICE | STREAM | STORAGE | NOTHING),
    "integers": ANYTHING & ~(BOOLEAN | TENSOR | NOTHING), "operand": ANYTHING & ~(STRING | NOTHING),
}
"""The names of the kinds of arguments."""

cdef dict ADVICE = {
    **dict.fromkeys(("max", "fmax"), "the largest element of one tensor is maximum(A [,axes])"),
    **dict.fromkeys(("min", "fmin"), "the smallest element of one tensor is minimum(A [,axes])"),
    "maximum": "the larger of two tensors, element by element, is max(A, B)",
    "minimum": "the smaller of two tensors, element by element, is min(A, B)",
    **{name: f"a size of several dimensions is a list: {name}([2,3])" for name in ("zeros", "ones", "tensor")},
    "full": "a size of several dimensions is a list: full([2,3], value)",
}
"""Hints for calls that follow the conventions of other packages."""
cdef dict USUAL = {"dtype": "dtype", "device": "device", "stream": "stream", "storage": "storage", "inplace": "bool"}
cdef object ALL_DEVICES = None
cdef PyObject* TENSOR_CLASS = NULL


def set_tensor_class(type cls):
    """Called once by the module that defines tensors, which imports this one."""
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
    """The arguments of a function: their names, whether they are required, and the kinds that distinguish them."""

    def parse(self, *args, **named):
        """The value of each argument, None if it is not given. For functions with several signatures."""
        cdef PyObject* values[MOST_SLOTS]
        cdef list given = [*args, *named.values()]
        cdef tuple names = tuple(named)
        kept = self.read(sequence_items(<PyObject*>given), len(args), <PyObject*>names if names else NULL, values)
        return [None if values[i] == NULL else <object>values[i] for i in range(self.count)]

    def kind(self, str name):
        """The kinds of an argument in words."""
        return self.words[self.names.index(name)]

    def is_required(self, str name):
        return bool(self.needed[self.names.index(name)])

    @property
    def parameters(self):
        """The signature for `inspect`, which is slow to load."""
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
        """Fill the slots with borrowed references, NULL without a value.

        The result keeps converted values alive as long as the caller holds it.
        """
        cdef object kept = None
        cdef int left = self.required, cursor = 0, i, found
        cdef Py_ssize_t k, first
        cdef unsigned int kind
        cdef PyObject* value
        cdef unsigned int named = 0, passed = 0     # slots given by name, and slots given None
        for i in range(self.count):
            values[i] = NULL
        if names != NULL:
            kept = self.read_named(args + count, names, values)
            for i in range(self.count):
                if values[i] != NULL:
                    named |= 1u << i
                    left -= self.needed[i]
        else:                                       # leading required arguments need no search
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
                if kind & STRING and self.takes_device:
                    value = as_device(value, &kind)
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
        """The bit of the first free optional slot."""
        cdef int i
        for i in range(self.ordered, self.count):
            if values[i] == NULL and not passed >> i & 1:
                return 1u << i
        return 0

    cdef int find_slot(self, unsigned int kind, PyObject** rest, Py_ssize_t count, PyObject** values,
                       unsigned int named, unsigned int passed) except -2:
        """The optional slot of a value, or -1. Slots given None are taken."""
        cdef int i, parent
        cdef unsigned int both = OTHER | STRING     # of axes: a text is the name of one only if nothing else takes it
        if kind & STRING:
            for i in range(self.ordered, self.count):
                if self.kinds[i] & STRING and self.kinds[i] & both != both and values[i] == NULL:
                    break
            else:
                both = 0
        for i in range(self.ordered, self.count):
            parent = self.parent[i]
            if kind & STRING and both and self.kinds[i] & both == both and self.kinds[i] != ANYTHING:
                continue
            if self.kinds[i] & kind and not passed >> i & 1 and (
                    parent < 0 or values[parent] != NULL or passed >> parent & 1):
                if named >> i & 1:
                    raise OceanTypeError(f"{self.name}() got two values for '{self.names[i]}'")
                if values[i] == NULL and self.followed(i, rest, count, values):
                    return i
        return -1

    cdef inline bint followed(self, int i, PyObject** args, Py_ssize_t count, PyObject** values) except -1:
        """Whether the arguments that must come with an argument are given."""
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
            value = args[k]
            if self.kinds[i] == DTYPE:
                value = as_dtype(value, &kind)
            elif kind == STRING and self.kinds[i] & (DEVICE | STRING) == DEVICE:
                value = as_device(value, &kind)
                if kind == STRING:
                    raise no_device(<object>args[k])
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
        hint = ("; an axis has a name where the dimensions have axes (withAxes); elsewhere it is a number"
                if isinstance(value, str) and any([text.startswith("ax") for text in free]) else "")
        return OceanTypeError(
            f"{self.name}(): unexpected argument {shown(value)}; expected {', '.join(free) or 'no more'}"
            f"{hint}{self.advice()}")


cdef PyObject* as_dtype(PyObject* value, unsigned int* kind) except NULL:
    """The dtype for a value, or the value itself; a borrowed reference, because dtypes live forever."""
    cdef object found = find_dtype(<object>value)
    if found is None:
        return value
    kind[0] = DTYPE
    return <PyObject*>found


cdef dict DEVICE_NAMES = {}             # the devices that were asked for by name; they live forever


def set_devices(function):
    """Called once by the module that knows all devices: `function()` gives them."""
    global ALL_DEVICES
    ALL_DEVICES = function


cdef PyObject* as_device(PyObject* value, unsigned int* kind) except NULL:
    """The device with a name, or the value itself; a borrowed reference."""
    cdef object name = <object>value
    cdef PyObject* found = PyDict_GetItem(DEVICE_NAMES, name)
    if found == NULL:
        letters = (<str>name).rstrip("0123456789")
        if not (letters.isascii() and letters.isalpha() and letters.islower()):
            return value
        for each in ALL_DEVICES():
            if each.name == name:
                DEVICE_NAMES[name] = each
                found = PyDict_GetItem(DEVICE_NAMES, name)
        if found == NULL:
            return value
    kind[0] = DEVICE
    return found


def device_by_name(str name):
    """The device with a name."""
    cdef unsigned int kind = STRING
    cdef PyObject* found = as_device(<PyObject*>name, &kind)
    if kind != DEVICE:
        raise no_device(name)
    return <object>found


cdef object no_device(str name):
    return OceanValueError(
        f"There is no device {shown(name)}; there are {', '.join([each.name for each in ALL_DEVICES()])}")


cdef object as_integer(PyObject** value, object kept):
    """Replace another package's integer by an int, which the result keeps alive."""
    cdef object found
    if Py_TYPE(value[0]) != <PyObject*>int and kind_of_value(value[0]) & INTEGER:
        found = (<object>value[0]).__index__()
        value[0] = <PyObject*>found
        return (kept, found)
    return kept


cdef object default_of(str text):
    """The default value that is written in a signature."""
    if text in ("True", "False"):
        return text == "True"
    return text[1:-1] if text[0] == text[-1] == "'" else int(text)


def make_signature(str text, type cls=None, dict kinds=None, dict aliases=None):
    """A signature from its text; a method of `cls` has `self` before the arguments in the text.

    `kinds` has the kinds of arguments: words of KINDS joined by "or". By default, required arguments may be anything,
    and those called dtype, device, stream, storage and inplace have the kind of that name.
    """
    cdef signature self = signature.__new__(signature)
    cdef int i
    cdef list names = [], words = [], around = []
    called, _, returns = text.partition(" -> ")
    self.name, _, inside = called.removesuffix(")").partition("(")
    self.returns = returns or "Any"
    self.text = called
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
    for token in inside.replace(",", " ").replace("[", " [ ").replace("]", " ] ").split():
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
            self.takes_device = self.takes_device or self.kinds[i] == DEVICE
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
# Functions that do not know axes have a rule: it removes the axes, calls the function, and gives the result axes.

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


publish(signature, "ocean.signature")


# --- Arguments with a say --------------------------------------------------------------------------------------------

cdef object DECIDE = None
HAVE_SAY = {}
cdef dict SAYS = HAVE_SAY               # by class


def set_say(decide):
    """Set decide(cls): whether objects of a class have a say in what functions and operators of arrays give."""
    global DECIDE
    DECIDE = decide


cdef bint has_say(object value) except -1:
    """Whether an object has a say: one of a Python subclass of arrays, or of a class with NumPy's protocols."""
    cdef PyObject* found = PyDict_GetItem(SAYS, type(value))
    if found == NULL:
        said = DECIDE is not None and DECIDE(type(value))
        if len(SAYS) < 4096:                    # it keeps classes alive
            SAYS[type(value)] = said
        return said
    return <object>found is True


def anybody_says(tuple values not None):
    """Whether one of these objects has a say."""
    for each in values:
        if has_say(each):
            return True
    return False
