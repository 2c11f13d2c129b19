/* The structures of the DLPack interface (dlpack.h 1.0), and their deleters. */
#ifndef OCEAN_DLPACK_H
#define OCEAN_DLPACK_H
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/* The owner that a structure keeps alive, and the number of releases before it is freed: by its deleter, and (on
   devices that most consumers do not know) by its capsule. PyTorch calls the deleter when it refuses a device, and
   leaves the capsule, which must not use a freed structure. Capsules of the host do not count, because some consumers
   remove their destructors. */
typedef struct { void *structure; PyObject *owner; int left; } Loan;

/* The deleter may be called on any thread, without the interpreter lock, and after the interpreter has ended. */
static void dl_let_one_go(Loan *loan) {
    if (Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *type, *value, *traceback, *owner = loan->owner;
        PyErr_Fetch(&type, &value, &traceback);
        loan->owner = NULL;
        if (--loan->left == 0) {
            free(loan->structure);
            free(loan);
        }
        Py_XDECREF(owner);
        PyErr_Restore(type, value, traceback);
        PyGILState_Release(state);
    }
}

static void dl_delete(DLManagedTensor *self) { dl_let_one_go(self->manager_ctx); }
static void dl_delete_versioned(DLManagedTensorVersioned *self) { dl_let_one_go(self->manager_ctx); }

/* The loan of a structure, which keeps its owner alive; NULL if there is no memory. */
static Loan *dl_lend(void *structure, PyObject *owner, int left) {
    Loan *loan = malloc(sizeof(Loan));
    if (loan) {
        Py_INCREF(owner);
        *loan = (Loan){structure, owner, left};
    }
    return loan;
}

/* Call the deleter of a structure; keeps a pending exception. */
static void dl_let_go(DLManagedTensor *old, DLManagedTensorVersioned *new) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (old && old->deleter) old->deleter(old);
    if (new && new->deleter) new->deleter(new);
    PyErr_Restore(type, value, traceback);
}

/* A consumer renames the capsule; one that still has its name was never consumed. The context is the loan, if the
   capsule counts. */
static void dl_capsule_end(PyObject *capsule) {
    Loan *loan = PyCapsule_GetContext(capsule);
    if (loan) {
        const char *name = PyCapsule_GetName(capsule);
        if (loan->left > 1 && name && strncmp(name, "used_", 5)) dl_let_one_go(loan);
        dl_let_one_go(loan);
    } else if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
        dl_let_go(NULL, PyCapsule_GetPointer(capsule, "dltensor_versioned"));
    else if (PyCapsule_IsValid(capsule, "dltensor"))
        dl_let_go(PyCapsule_GetPointer(capsule, "dltensor"), NULL);
}

static int dl_multiply_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }

#endif
