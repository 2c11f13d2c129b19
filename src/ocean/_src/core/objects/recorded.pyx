# cython: auto_pickle=False
"""Recorded arrays and tensors: what a differentiated function gets in the place of its arguments.

All that happens to one goes to the recorder, which is the room `gradients`. The class is compiled so that an array can
become one in place: it has the same fields.
"""

cimport cython

cdef dict RECORD = {"barriers": frozenset()}


def set_recorder(**hooks):
    """Set what is called: call(function, args, named), operate(symbol, a, b), inplace(symbol, a, b), alone(symbol, a),
    getitem, setitem, attribute(self, name), assign_attribute, convert(self, class), text(self). For traces:
    barrier(function, args, named), for functions that are in `barriers`."""
    RECORD.update(hooks)


def make_recorded(state not None):
    """A recorded array."""
    cdef recorded self = recorded.__new__(recorded)
    self.inner = state
    return self


cdef bint holds_recorded(object value):
    """Whether a value is recorded, or a list or tuple that has one."""
    if type(value) is recorded:
        return True
    if type(value) is list or type(value) is tuple:
        for each in value:
            if holds_recorded(each):
                return True
    return False


@cython.final
@cython.no_gc
@cython.c_api_binop_methods(True)
cdef class recorded:
    """A recorded array or tensor."""

    __array_ufunc__ = None          # NumPy's operators leave theirs to this class
    __array_priority__ = 2000.0

    @property
    def __class__(self):
        return RECORD["class"](self)

    def __getattr__(self, name):
        return RECORD["attribute"](self, name)

    def __setattr__(self, name, value):
        RECORD["assign_attribute"](self, name, value)

    def __getitem__(self, key):
        return RECORD["getitem"](self, key)

    def __setitem__(self, key, value):
        RECORD["setitem"](self, key, value)

    def __len__(self):
        return RECORD["length"](self)

    def __iter__(self):
        return RECORD["iterate"](self)

    def __bool__(self):
        return RECORD["convert"](self, bool)

    def __float__(self):
        return RECORD["convert"](self, float)

    def __int__(self):
        return RECORD["convert"](self, int)

    def __index__(self):
        return RECORD["convert"](self, int)

    def __complex__(self):
        return RECORD["convert"](self, complex)

    def __add__(a, b):
        return RECORD["operate"]("+", a, b)

    def __iadd__(self, other):
        return RECORD["inplace"]("+", self, other)

    def __sub__(a, b):
        return RECORD["operate"]("-", a, b)

    def __isub__(self, other):
        return RECORD["inplace"]("-", self, other)

    def __mul__(a, b):
        return RECORD["operate"]("*", a, b)

    def __imul__(self, other):
        return RECORD["inplace"]("*", self, other)

    def __truediv__(a, b):
        return RECORD["operate"]("/", a, b)

    def __itruediv__(self, other):
        return RECORD["inplace"]("/", self, other)

    def __floordiv__(a, b):
        return RECORD["operate"]("//", a, b)

    def __ifloordiv__(self, other):
        return RECORD["inplace"]("//", self, other)

    def __mod__(a, b):
        return RECORD["operate"]("%", a, b)

    def __imod__(self, other):
        return RECORD["inplace"]("%", self, other)

    def __matmul__(a, b):
        return RECORD["operate"]("@", a, b)

    def __imatmul__(self, other):
        return RECORD["inplace"]("@", self, other)

    def __and__(a, b):
        return RECORD["operate"]("&", a, b)

    def __iand__(self, other):
        return RECORD["inplace"]("&", self, other)

    def __or__(a, b):
        return RECORD["operate"]("|", a, b)

    def __ior__(self, other):
        return RECORD["inplace"]("|", self, other)

    def __xor__(a, b):
        return RECORD["operate"]("^", a, b)

    def __ixor__(self, other):
        return RECORD["inplace"]("^", self, other)

    def __lshift__(a, b):
        return RECORD["operate"]("<<", a, b)

    def __ilshift__(self, other):
        return RECORD["inplace"]("<<", self, other)

    def __rshift__(a, b):
        return RECORD["operate"](">>", a, b)

    def __irshift__(self, other):
        return RECORD["inplace"](">>", self, other)

    def __pow__(a, b, modulo):
        return RECORD["operate"]("**", a, b)

    def __ipow__(self, other):
        return RECORD["inplace"]("**", self, other)

    def __divmod__(a, b):
        return RECORD["operate"]("//", a, b), RECORD["operate"]("%", a, b)

    def __neg__(self):
        return RECORD["alone"]("-x", self)

    def __pos__(self):
        return RECORD["alone"]("+x", self)

    def __abs__(self):
        return RECORD["alone"]("abs(x)", self)

    def __invert__(self):
        return RECORD["alone"]("~x", self)

    def __richcmp__(self, other, int relation):
        return RECORD["operate"](("<", "<=", "==", "!=", ">", ">=")[relation], self, other)

    def __hash__(self):
        return id(self) >> 4

    def __repr__(self):
        return RECORD["text"](self)
