/* The arguments of a Python function for its fast path: a value for each, with defaults filled in.
 *
 * Nothing is packed: values are borrowed, and the fast path is called with its own number of arguments. */
#ifndef OCEAN_PARAMETERS_H
#define OCEAN_PARAMETERS_H

#include <Python.h>

#define MOST_SLOTS 12

typedef struct {
    int count;                          /* slots: positional arguments, a tuple of further ones, those by name only */
    int ahead, hidden;                  /* positional arguments, and the first of them that are positional-only */
    int several;                        /* there is a slot for the tuple */
    PyObject *name[MOST_SLOTS];         /* NULL for the tuple */
    PyObject *otherwise[MOST_SLOTS];    /* defaults, NULL for required arguments */
} parameters;

/* Put each keyword argument into its slot; 0 if it has no slot, or the slot has a value already. */
static inline int read_keywords(const parameters *takes, PyObject *const *args, PyObject *names, PyObject **values)
{
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(names); k++) {
        PyObject *name = PyTuple_GET_ITEM(names, k);
        int i = takes->hidden;
        while (i < takes->count && takes->name[i] != name)
            i++;
        if (i == takes->count)          /* another object may have the same text */
            for (i = takes->hidden; i < takes->count; i++)
                if (takes->name[i] && PyUnicode_Compare(takes->name[i], name) == 0)
                    break;
        if (i == takes->count || values[i])
            return 0;
        values[i] = args[k];
    }
    return 1;
}

/* Call a fast path. NotImplemented is its answer to arguments that it does not take, and ours to wrong ones, for which
   the Python function has the best error. */
static inline PyObject *call_with_values(
    void *run, const parameters *takes, PyObject *const *args, Py_ssize_t given, PyObject *names)
{
    PyObject *v[MOST_SLOTS], *rest = NULL, *found;
    int filled = given < takes->ahead ? (int)given : takes->ahead, i;
    if (given > takes->ahead && !takes->several)
        return Py_NewRef(Py_NotImplemented);
    for (i = 0; i < filled; i++) {
        PyObject *value = args[i];
        __asm__("" : "+r"(value));      /* else the compiler calls memcpy, which takes longer */
        v[i] = value;
    }
    if (names) {
        for (; i < takes->count; i++)
            v[i] = NULL;
        if (!read_keywords(takes, args + given, names, v))
            return Py_NewRef(Py_NotImplemented);
    }
    for (i = filled; i < takes->count; i++)
        if (!names || !v[i]) {
            v[i] = takes->otherwise[i];
            if (!v[i])
                return Py_NewRef(Py_NotImplemented);
        }
    if (given > takes->ahead) {
        rest = PyTuple_New(given - takes->ahead);
        if (!rest)
            return NULL;
        for (Py_ssize_t k = takes->ahead; k < given; k++)
            PyTuple_SET_ITEM(rest, k - takes->ahead, Py_NewRef(args[k]));
        v[takes->ahead] = rest;
    }
#define O PyObject *
    switch (takes->count) {
    case 1: found = ((O (*)(O))run)(v[0]); break;
    case 2: found = ((O (*)(O, O))run)(v[0], v[1]); break;
    case 3: found = ((O (*)(O, O, O))run)(v[0], v[1], v[2]); break;
    case 4: found = ((O (*)(O, O, O, O))run)(v[0], v[1], v[2], v[3]); break;
    case 5: found = ((O (*)(O, O, O, O, O))run)(v[0], v[1], v[2], v[3], v[4]); break;
    case 6: found = ((O (*)(O, O, O, O, O, O))run)(v[0], v[1], v[2], v[3], v[4], v[5]); break;
    case 7: found = ((O (*)(O, O, O, O, O, O, O))run)(v[0], v[1], v[2], v[3], v[4], v[5], v[6]); break;
    case 8: found = ((O (*)(O, O, O, O, O, O, O, O))run)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]); break;
    case 9:
        found = ((O (*)(O, O, O, O, O, O, O, O, O))run)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
        break;
    case 10:
        found = ((O (*)(O, O, O, O, O, O, O, O, O, O))run)(
            v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9]);
        break;
    case 11:
        found = ((O (*)(O, O, O, O, O, O, O, O, O, O, O))run)(
            v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10]);
        break;
    case 12:
        found = ((O (*)(O, O, O, O, O, O, O, O, O, O, O, O))run)(
            v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]);
        break;
    default: found = ((O (*)(void))run)();
    }
#undef O
    Py_XDECREF(rest);
    return found;
}

#endif
