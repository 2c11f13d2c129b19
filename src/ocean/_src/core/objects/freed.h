/* Freed objects of one class, which are used again without Python's allocator.
 *
 * The class clears their fields first. Only their reference count is set when they are used again. */
#ifndef OCEAN_FREED_H
#define OCEAN_FREED_H

#include <Python.h>

#define FREED_ROOM 128

typedef struct {
    int count;
    PyObject *objects[FREED_ROOM];
} freed_t;

/* Keep an object whose reference count is zero; 0 if there is no room. */
static inline int freed_keep(freed_t *freed, PyObject *self)
{
    if (freed->count == FREED_ROOM)
        return 0;
    freed->objects[freed->count++] = self;
    return 1;
}

/* The object that was kept last, with one reference; there must be one. */
static inline PyObject *freed_take(freed_t *freed)
{
    PyObject *self = freed->objects[--freed->count];
#if defined(Py_REF_DEBUG) || defined(Py_TRACE_REFS) || defined(Py_GIL_DISABLED)
    _Py_NewReference(self);
#else
    Py_SET_REFCNT(self, 1);
#endif
    return self;
}

#endif
