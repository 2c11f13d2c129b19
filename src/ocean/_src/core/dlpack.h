/* The structures of the DLPack interface (dlpack.h 1.0), and their deleters. */
#ifndef OCEAN_DLPACK_H
#define OCEAN_DLPACK_H
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct { int32_t device_type, device_id; } DLDevice;
typedef struct { uint8_t code, bits; uint16_t lanes; } DLDataType;
typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
    DLTensor dl_tensor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensor *);
} DLManagedTensor;

typedef struct { uint32_t major, minor; } DLPackVersion;

typedef struct DLManagedTensorVersioned {
    DLPackVersion version;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *);
    uint64_t flags;
    DLTensor dl_tensor;
} DLManagedTensorVersioned;

/* The deleter may be called on any thread, without the interpreter lock, and after the interpreter has ended. */
static void dl_drop(void *owner) {
    if (Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        Py_XDECREF((PyObject *)owner);
        PyErr_Restore(type, value, traceback);
        PyGILState_Release(state);
    }
}

static void dl_delete(DLManagedTensor *self) {
    dl_drop(self->manager_ctx);
    free(self);
}

static void dl_delete_versioned(DLManagedTensorVersioned *self) {
    dl_drop(self->manager_ctx);
    free(self);
}

/* Call the deleter of a structure; a pending exception is kept. */
static void dl_let_go(DLManagedTensor *old, DLManagedTensorVersioned *new) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (old && old->deleter) old->deleter(old);
    if (new && new->deleter) new->deleter(new);
    PyErr_Restore(type, value, traceback);
}

/* A consumer renames the capsule; one that still has its name was never consumed. */
static void dl_capsule_end(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
        dl_let_go(NULL, PyCapsule_GetPointer(capsule, "dltensor_versioned"));
    else if (PyCapsule_IsValid(capsule, "dltensor"))
        dl_let_go(PyCapsule_GetPointer(capsule, "dltensor"), NULL);
}

static int dl_multiply_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }

#endif
