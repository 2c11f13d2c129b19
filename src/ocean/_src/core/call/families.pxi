# Part of tensor.pyx, which imports everything used here. Families: programs with their kernels, for all calls of an
# operation with operands of certain dtypes and byte orders. Compiled code (fit.h) fits a family to sizes and strides,
# so a call with a new size costs little more than a repeated one.

cdef enum:
    UNFIT = 0               # values of `operation.fits`: the planner makes every plan;
    FITS_ELEMENTS = 1       # operands are broadcast together, and the result has their size;
    FITS_AXES = 2           # a reduction over the axes in `extra`;
    FITS_ALL = 3            # a full reduction;
    FITS_OTHERWISE = 4      # in its own way

    NONTEMPORAL = 1         # kinds of kernels of loops
    FOLD_KEPT = 1           # ... of reductions: the innermost loop is kept;
    FOLD_IN_STREAMS = 2     # long rows in several streams;
    FOLD_ABREAST = 4        # several rows at once
    FOLD_ROWS_SHIFT = 4     # from this bit on: the number of rows that are folded into one

ELEMENTS, AXES, EVERYTHING, OTHERWISE = FITS_ELEMENTS, FITS_AXES, FITS_ALL, FITS_OTHERWISE
NONTEMPORAL_KERNEL = NONTEMPORAL
KEPT_KERNEL, STREAMS_KERNEL, ABREAST_KERNEL, ROWS_SHIFT = FOLD_KEPT, FOLD_IN_STREAMS, FOLD_ABREAST, FOLD_ROWS_SHIFT


cdef struct fitted_fold:    # a reduction that was fitted to operands
    fold_t fold
    loop_t loop             # makes the result
    bint direct             # the accumulators are the result


cdef inline variant* known_variant(family self, uint64_t moves, uint32_t swaps, int kind) noexcept:
    """The kernel of a family for operands with certain moves (see nest.h), or NULL."""
    cdef int k
    cdef variant* each
    for k in range(self.count):
        each = &self.variants[k]
        if each.moves == moves and each.swaps == swaps and each.kind == kind:
            return each
    return NULL


cdef class family:
    """A program for operands of certain dtypes, and its kernels."""

    def __dealloc__(self):
        free_bytes(self.variants)

    cdef variant* kernel(self, uint64_t moves, uint32_t swaps, int kind) except NULL:
        """The kernel for operands with certain moves. The pointer is valid until the next call."""
        cdef variant* found = known_variant(self, moves, swaps, kind)
        return found if found != NULL else self.add(moves, swaps, kind)

    cdef variant* add(self, uint64_t moves, uint32_t swaps, int kind) except NULL:
        cdef variant* grown
        cdef int whole, width
        cdef size_t address
        kernel, lanes = self.compile(moves, swaps, kind)
        whole, width, address = kernel.whole, lanes, kernel.address
        self.kernels.append(kernel)
        # No Python code runs from here on: another thread would find an inconsistent table. One may have added the same
        # kernel while this one was compiled.
        grown = known_variant(self, moves, swaps, kind)
        if grown != NULL:
            return grown
        if self.count == self.room:
            grown = <variant*>realloc(self.variants, (2 * self.room + 4) * sizeof(variant))
            if grown == NULL:
                raise MemoryError
            self.variants, self.room = grown, 2 * self.room + 4
        grown = &self.variants[self.count]
        grown.moves, grown.swaps, grown.kind = moves, swaps, kind
        grown.whole, grown.lanes, grown.fn, grown.kernel = whole, width, <void*>address, <PyObject*>kernel
        self.count += 1
        return grown

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        """Fit to operands 1 to count, and a given result; returns the description of the result, or None: the planner
        has to plan."""
        raise NotImplementedError

    cdef int run(self, void* given, operand* at) except -1:
        raise NotImplementedError

    cdef plan keep(self, description result, int count, operand* at, void* given):
        """A plan for the operands that the family was fitted to."""
        raise NotImplementedError


cdef int describe_family(family self, program, compile, int serves) except -1:
    self.serves = serves
    self.program = program
    self.compile = compile
    self.kernels = []
    return 0


cdef inline void view_of(description desc, view_t* into) noexcept:
    into.ndims, into.n, into.s = desc.ndims, desc.n, desc.s


cdef int check_dims(description desc) except -1:
    """Refuse more dimensions than loops: `planned` of kernels/jobs.py coalesces them before."""
    if desc.ndims > FEW_DIMS:
        raise OceanError(f"A plan has at most {FEW_DIMS} loops, got {desc.ndims} dimensions")
    return 0


cdef int64_t MOST_ELEMENTS = <int64_t>1 << 58      # elements of 16 bytes then have 64-bit addresses


cdef struct turned_view:    # an operand permuted to the axes of others
    int k
    int64_t n[FEW_DIMS]
    int64_t s[FEW_DIMS]


cdef bint turn_view(description self, object axes, turned_view* into) noexcept:
    """Permute the dimensions of an operand to the order of axes; False if they are not all of its axes."""
    cdef int d, k
    if self.axes is None or axes is None or len(<tuple>axes) != self.ndims:
        return False
    for d in range(self.ndims):
        for k in range(self.ndims):
            if (<tuple>self.axes)[k] is (<tuple>axes)[d]:
                into.n[d], into.s[d] = self.n[k], self.s[k]
                break
        else:
            return False
    return True


cdef int joint_size(operation op, int count, operand* inputs, int64_t* n, PyObject** axes) except -2:
    """The size to which inputs are broadcast, and the axes of the first input with axes; inputs with these axes in
    another order do not count. Returns the number of dimensions, or -1: the planner has to plan."""
    cdef description each
    cdef int64_t total = 1
    cdef int ndims = 0, known = -1, k, d
    cdef bint same = True
    for k in range(count):
        each = <description>inputs[k].desc
        if each.ndims == 0:
            continue
        if known < 0:
            axes[0] = <PyObject*>each.axes
        elif <PyObject*>each.axes != axes[0]:
            continue
        if known >= 0 and known != each.ndims:
            same = False
        known = each.ndims
        for d in range(each.ndims):
            if d >= ndims:
                n[d] = each.n[d]
            elif n[d] != each.n[d]:
                same = False
                if n[d] == 1:
                    n[d] = each.n[d]
                elif each.n[d] != 1:
                    return -1
        ndims = max(ndims, each.ndims)
    if same:
        return ndims
    for d in range(ndims):                          # the number of elements may exceed 64 bits
        if n[d] > 1:
            if total > MOST_ELEMENTS // n[d]:
                return -1
            total *= n[d]
    return ndims if BROADCASTING or op.weak else -1


cdef inline int64_t product_of(int ndims, const int64_t* n) noexcept:
    cdef int64_t result = 1
    cdef int d
    for d in range(ndims):
        result *= n[d]
    return result


cdef description joint_result(operation op, int count, operand* at, description out, dtype gives, int64_t* n,
                              int* dims):
    """The description of the result of operands that are broadcast together. None: the planner has to plan."""
    cdef PyObject* leading[LOOP_OPERANDS]
    cdef description each
    cdef PyObject* axes = <PyObject*>None
    cdef int ndims = joint_size(op, count, &at[1], n, &axes), leads = 0, k
    if ndims < 0 or axes != <PyObject*>None:
        return None
    dims[0] = ndims
    for k in range(1, count + 1):
        each = <description>at[k].desc
        if each.axes is not None:
            return None
        if each.ndims == ndims and each.nelem > 1 and memcmp(each.n, n, ndims * sizeof(int64_t)) == 0:
            leading[leads] = <PyObject*>each
            leads += 1
    if out is None:
        return ordered_like(gives, CPU, ndims, n, leading, leads)
    if out.axes is not None or out.ndims != ndims or memcmp(out.n, n, ndims * sizeof(int64_t)) or self_overlap(out):
        return None
    return out


# --- Loops -------------------------------------------------------------------------------------------------------

cdef inline int run_loop(loop_t* loop, operand* at) except -1:
    """Run a kernel over loops on the host."""
    cdef char* base[LOOP_OPERANDS]
    cdef int k
    for k in range(loop.operands - loop.indexed):
        base[k] = host_address(&at[k]) + loop.shift[k]
    if loop.indexed:
        base[loop.operands - 1] = <char*>loop.shift[loop.operands - 1]      # the index begins at 0
    return run_loop_at(loop, base)


cdef inline int run_loop_at(loop_t* loop, char** base) except -1:
    if loop.nelem < UNLOCKED:
        loop_run(loop, base)
    else:
        with nogil:
            may_stop()
            loop_run(loop, base)
        check_stop()
    return 0


@cython.final
cdef class loop_family(family):
    """The family of an elementwise program."""
    cdef int results, inputs
    cdef bint indexed
    cdef int sizes[LOOP_OPERANDS]   # bytes of an element of each operand
    cdef int64_t cost
    cdef dtype gives                # the dtype of a new result

    cdef int fit_views(self, loop_t* loop, int ndims, const int64_t* n, int64_t nelem, view_t* views,
                       uint32_t swaps) except -1:
        """Fit to operands: the results, then the inputs."""
        cdef uint64_t moves
        cdef variant* found
        cdef int k
        loop.results, loop.indexed = self.results, self.indexed
        loop.fn = loop.streamed = NULL
        loop.whole = 1
        if nelem == 0:
            loop.operands, loop.dims, loop.tiled = self.results + self.inputs + self.indexed, 1, 0
            loop.n[0] = 0
            for k in range(loop.operands):
                loop.stride[0][k] = loop.shift[k] = 0
            loop_finish(loop, 1)
            return 0
        moves = fit_loops(loop, ndims, n, views, self.results + self.inputs, self.sizes)
        found = self.kernel(moves, swaps, 0)
        loop.fn, loop.whole = <kernel_fn>found.fn, found.whole
        if nelem * self.sizes[0] >= STREAMED_BYTES and streams_out(loop, nelem, moves):
            found = self.kernel(moves, swaps, NONTEMPORAL)
            loop.streamed, loop.whole = <kernel_fn>found.fn, max(loop.whole, found.whole)
        loop_finish(loop, self.cost)
        return 0

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef int64_t n[FEW_DIMS]
        cdef view_t views[LOOP_OPERANDS]
        cdef PyObject* leading[LOOP_OPERANDS]
        cdef turned_view turned
        cdef description each, result
        cdef PyObject* shared = <PyObject*>None
        cdef uint32_t swaps = 0
        cdef int ndims = joint_size(op, count, &at[1], n, &shared), leads = 0, k, d
        cdef bint all_dense = True
        cdef object axes = <object>shared
        turned.k = 0
        if ndims < 0 or count != self.inputs:
            return None
        for k in range(1, count + 1):
            each = <description>at[k].desc
            if each.axes is not axes and each.ndims:
                if turned.k or not turn_view(each, axes, &turned):
                    return None
                turned.k = k
                swaps |= <uint32_t>each.swapped << k
                continue
            if each.ndims == ndims and each.nelem > 1 and memcmp(each.n, n, ndims * sizeof(int64_t)) == 0:
                leading[leads] = <PyObject*>each
                leads += 1
                all_dense = all_dense and is_fortran(each)
            view_of(each, &views[k])
            swaps |= <uint32_t>each.swapped << k
        if axes is not None and (leads == 0 or (out is not None and out.axes is not axes)):
            return None
        if turned.k:
            views[turned.k].ndims, views[turned.k].n, views[turned.k].s = ndims, turned.n, turned.s
        if out is None:
            if op.dense:
                result = fortran(self.gives, CPU, ndims, n)
            elif leads and all_dense and axes is None:
                result = dense_like(self.gives, <description>leading[0], ndims, n)
            else:
                result = ordered_like(self.gives, CPU, ndims, n, leading, leads)
            if axes is not None:
                result = with_axes(result, axes)
        else:
            result = out
            if out.axes is not axes and out.ndims:
                return None
            if self_overlap(out):
                return None
            if out.ndims != ndims or memcmp(out.n, n, ndims * sizeof(int64_t)):
                if ndims > out.ndims or (ndims and not (BROADCASTING or op.weak)):
                    return None
                for d in range(ndims):
                    if n[d] != out.n[d] and n[d] != 1:
                        return None
                ndims = out.ndims
                memcpy(n, out.n, ndims * sizeof(int64_t))
        view_of(result, &views[0])
        self.fit_views(<loop_t*>into, ndims, n, result.nelem, views, swaps | result.swapped)
        return result

    cdef int run(self, void* given, operand* at) except -1:
        return run_loop(<loop_t*>given, at)

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef list operands = [without_axes(result)]
        cdef turned_view turned
        cdef description each
        cdef int k
        for k in range(1, count + 1):
            each = <description>at[k].desc
            if each.axes is not None and each.axes is not result.axes and turn_view(each, result.axes, &turned):
                each = derive(without_axes(each), result.ndims, turned.n, turned.s)
            operands.append(broadcast_to(without_axes(each), result.ndims, result.n, 0))
        cdef plan kept = self.keep_loop(tuple(operands), <loop_t*>given)
        kept.result = result
        return kept

    cdef elementwise_plan keep_loop(self, tuple operands, loop_t* loop):
        cdef elementwise_plan result = elementwise_plan.__new__(elementwise_plan)
        cdef int k
        describe_plan(result, operands, CPU)
        result.family = self
        result.results = self.results
        result.loop = loop[0]
        result.kernel = None
        for k in range(self.count):
            if self.variants[k].fn == <void*>loop.fn:
                result.kernel = <object>self.variants[k].kernel
        return result

    def plan(self, operands):
        """The plan for operands of one size: the results, which have equal strides, then the inputs."""
        cdef view_t views[LOOP_OPERANDS]
        cdef loop_t loop
        cdef description each, first = operands[0]
        cdef uint32_t swaps = 0
        cdef int k = 0
        if len(operands) != self.results + self.inputs:
            raise OceanError(f"Expected {self.results + self.inputs} operands, got {len(operands)}")
        check_dims(first)
        for each in operands:
            if each.nelem != first.nelem or each.dtype.size != self.sizes[k]:
                raise OceanError(f"Expected operands of one size for\n{self.program}")
            view_of(each, &views[k])
            swaps |= <uint32_t>each.swapped << k
            k += 1
        self.fit_views(&loop, first.ndims, first.n, first.nelem, views, swaps)
        return self.keep_loop(tuple(operands), &loop)


cdef inline description dense_like(dtype kind, description like, int ndims, const int64_t* n):
    """The description of a new column-major tensor; `like` itself if it is that."""
    if like.dtype is kind and like._fortran == 2 and not like.swapped and like.device is CPU and like.axes is None:
        return like
    return fortran(kind, CPU, ndims, n)


def make_loop_family(program, compile, outputs, inputs, bint indexed, int64_t cost):
    """The family of an elementwise program. `outputs` and `inputs` are dtypes; `cost` is the time of an element
    relative to an addition. `compile(moves, swaps, kind)` gives a kernel, and any number."""
    cdef loop_family self = loop_family.__new__(loop_family)
    cdef dtype each
    cdef int k = 0
    if len(outputs) + len(inputs) + indexed > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands, got {len(outputs) + len(inputs)}")
    describe_family(self, program, compile, FITS_ELEMENTS)
    self.results, self.inputs, self.indexed = len(outputs), len(inputs), indexed
    for each in (*outputs, *inputs):
        self.sizes[k] = each.size
        k += 1
    self.gives = outputs[0]
    self.cost = cost
    return self


# --- Reductions --------------------------------------------------------------------------------------------------

@cython.final
cdef class finishing:
    """Makes a result of a reduction: a family, and the sources of its inputs. Sources are the numbers of accumulators,
    then the count of elements that each of them folds, then the inputs of the reduction."""
    cdef loop_family made           # the family
    cdef int count
    cdef int sources[LOOP_OPERANDS]
    cdef bint copies                # the result is the first number itself


@cython.final
cdef class fold_family(family):
    """The family of a program that ends in reductions."""
    cdef int results, inputs        # of the plan
    cdef fold_program shape
    cdef bint indexed, idempotent
    cdef int numbers, chain
    cdef int sizes[FOLD_NUMBERS]
    cdef char initial[FOLD_NUMBERS][16]
    cdef tuple kinds                # the dtypes of the numbers
    cdef tuple gives                # ... of new results
    cdef object merge               # the kernel that merges accumulators
    cdef kernel_fn merging
    cdef tuple finishes             # a `finishing` for each result
    cdef int tensors                # inputs that are not parameters

    cdef int fit_views(self, fold_t* fold, int ndims, const int64_t* n, view_t* views, uint32_t swaps, int firsts,
                       int lasts, int64_t axes, const int* order, int ordered, view_t* result,
                       int64_t* apart) except -1:
        """Fit to the inputs of the plan."""
        cdef fold_class found
        cdef variant* kernel
        cdef uint32_t seen = 0
        cdef int k, kind
        fold.numbers, fold.indexed, fold.chain = self.numbers, self.indexed, self.chain
        fold.idempotent = self.idempotent
        memcpy(fold.size, self.sizes, self.numbers * sizeof(int))
        memcpy(fold.initial, self.initial, self.numbers * 16)
        fit_fold(fold, &found, &self.shape, ndims, n, views, firsts, lasts, axes, order, ordered, result, apart)
        for k in range(self.shape.inputs):
            seen |= (swaps >> self.shape.sources[k] & 1) << k
        kind = found.rows << FOLD_ROWS_SHIFT | (FOLD_KEPT if fold.run else 0)
        kernel = self.kernel(found.moves, seen, kind)
        fold.fold, fold.lanes = <kernel_fn>kernel.fn, kernel.lanes
        fold.merge = self.merging
        fold.streams = fold.abreast = NULL
        if found.streams:
            fold.streams = <kernel_fn>self.kernel(found.moves, seen, kind | FOLD_IN_STREAMS).fn
        if found.abreast:
            fold.abreast = <kernel_fn>self.kernel(found.moves, seen, kind | FOLD_ABREAST).fn
        fold_finish(fold)
        return 0

    cdef bint fit_finish(self, finishing how, loop_t* loop, int ndims, const int64_t* n, int64_t nelem, view_t* result,
                         bint swapped, int64_t* apart) except -1:
        """Fit the loop that makes a result; returns whether the accumulators are the result already."""
        cdef view_t views[LOOP_OPERANDS]
        cdef int64_t strides[FOLD_NUMBERS][FEW_DIMS]
        cdef int k, d, source
        if how.copies and not swapped:
            for d in range(ndims):
                if n[d] != 1 and result.s[d] != apart[d] * self.sizes[0]:
                    break
            else:
                return True
        views[0] = result[0]
        for k in range(how.count):
            source = how.sources[k]
            views[1 + k].ndims = 0
            if source < self.numbers:
                for d in range(ndims):
                    strides[source][d] = apart[d] * self.sizes[source]
                views[1 + k].ndims, views[1 + k].n, views[1 + k].s = ndims, n, strides[source]
        how.made.fit_views(loop, ndims, n, nelem, views, swapped)
        return False

    cdef description fit(self, operation op, int count, operand* at, description out, int64_t extra, void* into):
        cdef int64_t n[FEW_DIMS]
        cdef int64_t kept_n[FEW_DIMS]
        cdef int64_t kept_s[FEW_DIMS]
        cdef int64_t apart[FEW_DIMS]
        cdef int order[FEW_DIMS]
        cdef view_t views[LOOP_OPERANDS]
        cdef view_t target
        cdef PyObject* leading[LOOP_OPERANDS]
        cdef description each, whole = None, result
        cdef uint32_t swaps = 0
        cdef int leads = 0, ordered = 0, ndims, kept = 0, k, d, tensors = self.tensors // (1 + op.doubled)
        cdef int64_t axes, nelem
        cdef fitted_fold* room = <fitted_fold*>into
        cdef PyObject* axes_of = <PyObject*>None
        cdef list names
        cdef bint keepdims = extra & EXTRA_KEEPDIMS and op.fits == FITS_AXES, lies = False
        if count != self.inputs or self.results != 1:
            return None
        ndims = joint_size(op, tensors, &at[1], n, &axes_of)
        if ndims < 0 or (axes_of != <PyObject*>None and (tensors > 1 or keepdims or out is not None)):
            return None
        nelem = product_of(ndims, n)
        if nelem == 0:
            return None
        axes = extra & ((<int64_t>1 << FEW_DIMS) - 1) if op.fits == FITS_AXES and extra else (<int64_t>1 << ndims) - 1
        for k in range(1, count + 1):
            each = <description>at[k].desc
            if each.axes is not None and k > 1:
                return None
            if k <= tensors and each.ndims == ndims and memcmp(each.n, n, ndims * sizeof(int64_t)) == 0:
                if whole is None:
                    whole = each
                if each.nelem > 1:
                    leading[leads] = <PyObject*>each
                    leads += 1
                    lies = lies or not repeats(each)
            view_of(each, &views[k - 1])
            swaps |= <uint32_t>each.swapped << (k - 1)
        if op.ordered:                          # fold computed values in the order in which they would be stored
            if not lies:
                return None
            memory_order(ndims, leading, leads, order)
            for d in range(ndims):
                if n[order[d]] != 1:
                    order[ordered] = order[d]
                    ordered += 1
        for d in range(ndims):
            if keepdims or not axes >> d & 1:
                kept_n[kept] = 1 if axes >> d & 1 else n[d]
                kept_s[kept] = 0 if whole is None or whole.ndims <= d else whole.s[d]
                kept += 1
        if out is None:
            if kept > 1 and whole is not None and not op.dense:
                result = like_strides((<dtype>self.gives[0]), whole.dtype.size, kept, kept_n, kept_s)
            else:
                result = fortran(<dtype>self.gives[0], CPU, kept, kept_n)
        else:
            result = out
            if out.axes is not None or out.ndims != kept or memcmp(out.n, kept_n, kept * sizeof(int64_t)):
                return None
            if self_overlap(out):
                return None
        kept = 0
        for d in range(result.ndims):
            if not keepdims or not axes >> d & 1:
                kept_n[kept], kept_s[kept] = result.n[d], result.s[d]
                kept += 1
        target.ndims, target.n, target.s = kept, kept_n, kept_s
        self.fit_views(&room.fold, ndims, n, views, swaps, tensors, tensors * (1 + op.doubled), axes, order, ordered,
                       &target, apart)
        room.direct = self.fit_finish(<finishing>self.finishes[0], &room.loop, kept, kept_n, result.nelem, &target,
                                      result.swapped, apart)
        if axes_of != <PyObject*>None and kept:
            names = [name for d, name in enumerate(<tuple><object>axes_of) if not axes >> d & 1]
            result = with_axes(result, canonical(tuple(names)))
        return result

    cdef int run(self, void* given, operand* at) except -1:
        cdef char small[FEW_BYTES]
        cdef char* accumulators = small
        cdef memory many = None
        cdef fitted_fold* room = <fitted_fold*>given
        cdef fold_t* fold = &room.fold
        if room.direct:
            accumulators = NULL
        elif fold.bytes * fold.results > FEW_BYTES:
            many = allocate(CPU, fold.bytes * fold.results, <dtype>self.kinds[0], None)
            accumulators = many.data
        run_fold(fold, 1, self.shape.inputs, self.shape.sources, at, accumulators, None)
        if not room.direct:
            finish_fold(fold, <finishing>self.finishes[0], &room.loop, 1, &at[0], at, accumulators)
        return 0

    cdef plan keep(self, description result, int count, operand* at, void* given):
        cdef reduction_plan kept = reduction_plan.__new__(reduction_plan)
        cdef fitted_fold* room = <fitted_fold*>given
        cdef list operands = [without_axes(result)]
        cdef int k
        for k in range(1, count + 1):
            operands.append(<object>at[k].desc)
        self.describe(kept, tuple(operands), &room.fold)
        if not room.direct:
            kept.loops = <loop_t*>malloc(sizeof(loop_t))
            if kept.loops == NULL:
                raise MemoryError
            kept.loops[0] = room.loop
        return kept

    cdef int describe(self, reduction_plan kept, tuple operands, fold_t* fold) except -1:
        cdef int k
        describe_plan(kept, operands, CPU)
        kept.family = kept.shared = self
        kept.results = self.results
        kept.fold = fold[0]
        kept.loops = NULL
        kept.packs = None
        for k in range(self.count):
            if self.variants[k].fn == <void*>fold.fold:
                kept.kernel = (<object>self.variants[k].kernel, self.merge)
        return 0

    def plan(self, tuple operands not None, inputs, axes, order, packs):
        """The plan for operands: the results, which have the kept dimensions only, then the inputs, which have one
        size. The loops run over `inputs`: the same, or the copies made by `packs`, (number of the input, plan). `axes`
        are reduced; `order` has the dimensions, the fastest first, in which elements are folded.
        """
        cdef int64_t apart[FEW_DIMS]
        cdef view_t views[LOOP_OPERANDS]
        cdef view_t target
        cdef int places[FEW_DIMS]
        cdef fold_t fold
        cdef description each, first = inputs[0], result = operands[0]
        cdef reduction_plan kept = reduction_plan.__new__(reduction_plan)
        cdef int64_t bits = 0
        cdef uint32_t swaps = 0
        cdef int k = 0, ordered = 0
        cdef bint direct = False
        if len(operands) != self.results + self.inputs or len(inputs) != self.inputs:
            raise OceanError(f"Expected {self.results + self.inputs} operands, got {len(operands)}")
        check_dims(first)
        for each in inputs:
            view_of(each, &views[k])
            swaps |= <uint32_t>each.swapped << k
            k += 1
        for axis in axes:
            bits |= <int64_t>1 << axis
        for axis in order:
            places[ordered] = axis
            ordered += 1
        view_of(result, &target)
        self.fit_views(&fold, first.ndims, first.n, views, swaps, 0, 0, bits, places, ordered, &target, apart)
        self.describe(kept, operands, &fold)
        kept.loops = <loop_t*>malloc(self.results * sizeof(loop_t))
        if kept.loops == NULL:
            raise MemoryError
        for k in range(self.results):
            each = <description>operands[k]
            view_of(each, &target)
            direct = self.fit_finish(<finishing>self.finishes[k], &kept.loops[k], each.ndims, each.n, each.nelem,
                                     &target, each.swapped, apart)
        if direct and self.results == 1:
            free_bytes(kept.loops)
            kept.loops = NULL
        elif direct:
            raise OceanError("A pass with several results makes each of them from accumulators")
        kept.packs = list(packs) or None
        return kept


def fold_few_rows(int most):
    """Set the number of reduced rows that are folded at once, and return the former one. For tests."""
    global few_rows
    former = few_rows
    few_rows = most
    return former


cdef bint repeats(description self) noexcept:
    """Whether a stride of zero repeats elements."""
    cdef int d
    for d in range(self.ndims):
        if self.s[d] == 0 and self.n[d] > 1:
            return True
    return False


cdef description like_strides(dtype kind, int64_t size, int ndims, const int64_t* n, const int64_t* s):
    """The description of a new tensor in the memory order of strides; column-major if these are."""
    cdef int64_t step = size
    cdef int d
    for d in range(ndims):
        if n[d] != 1:
            if s[d] != step:
                return dense_by_strides(kind, CPU, ndims, n, s)
            step *= n[d]
    return fortran(kind, CPU, ndims, n)


cdef list pack_inputs(list packs, operand* inputs, char** base):
    """Copy inputs for the fold; returns the memory of the copies."""
    cdef list copies = []
    cdef memory many
    cdef int k
    for k, how in packs:
        many = pack_input(<plan>how, &inputs[k])
        base[k] = many.data
        copies.append(many)
    return copies


cdef inline int run_fold(fold_t* fold, int results, int inputs, const int* sources, operand* at, char* accumulators,
                  list packs) except -1:
    """Fold the inputs into accumulators (NULL: into the result)."""
    cdef char* base[LOOP_OPERANDS]
    cdef int k, m = fold.numbers
    cdef list copies = None         # holds memory until the fold has run
    for k in range(inputs):
        base[m + k] = host_address(&at[results + sources[k]])
    if packs is not None:
        copies = pack_inputs(packs, &at[results], &base[m])
    if accumulators == NULL:
        base[0] = host_address(&at[0])
    else:
        for k in range(m):
            base[k] = accumulators + fold.before[k] * fold.results
    if fold.nelem < UNLOCKED:
        k = fold_run(fold, base)
    else:
        with nogil:
            may_stop()
            k = fold_run(fold, base)
        check_stop()
    if k:
        raise OceanMemoryError("There is not enough memory for the partial results of a reduction")
    return 0


cdef inline int finish_fold(fold_t* fold, finishing how, loop_t* loop, int results, operand* result, operand* at,
                     char* accumulators) except -1:
    """Make a result from the accumulators."""
    cdef char* base[LOOP_OPERANDS]
    cdef char* place
    cdef int k, source, m = fold.numbers
    base[0] = host_address(result) + loop.shift[0]
    for k in range(how.count):
        source = how.sources[k]
        if source > m:
            place = host_address(&at[results + source - m - 1])
        elif source == m:
            place = <char*>&fold.count
        else:
            place = accumulators + fold.before[source] * fold.results
        base[1 + k] = place + loop.shift[1 + k]
    return run_loop_at(loop, base)


def make_fold_family(program, compile, inputs, sources, int first, bint indexed, numbers, initial, merge, int chain,
                     bint idempotent, int steps, bint wanders, finishes, outputs, int parameters):
    """The family of a program that ends in reductions.

    `inputs` are the dtypes of the inputs of the plan; the last `parameters` of them are scalars. `sources` has the
    input of the plan for each input of the program, and `first` the one that is read at its first element along the
    axes (-1: none). `numbers` are the dtypes of the numbers of accumulators, `initial` their identity elements, and
    `merge` the kernel that merges two of them. `chain` is the number of elements that a lane folds before it is merged;
    `idempotent`: elements may be folded twice. `finishes` are (family, sources, whether the result is the only number)
    for each of the results, which have the dtypes `outputs`. `compile(moves, swaps, kind)` gives a kernel and its
    vector width.
    """
    cdef fold_family self = fold_family.__new__(fold_family)
    cdef finishing how
    cdef dtype each
    cdef int k
    cdef list made = []
    describe_family(self, program, compile, FITS_AXES)
    if len(numbers) > FOLD_NUMBERS or len(numbers) + len(sources) + indexed > LOOP_OPERANDS:
        raise OceanError(f"A program has at most {LOOP_OPERANDS} operands and {FOLD_NUMBERS} accumulators")
    self.results, self.inputs, self.indexed = len(outputs), len(inputs), indexed
    self.tensors = len(inputs) - parameters
    self.numbers, self.chain, self.idempotent = len(numbers), chain, idempotent
    self.kinds, self.gives = tuple(numbers), tuple(outputs)
    for k in range(self.numbers):
        each = numbers[k]
        self.sizes[k] = each.size
        pack(each.code, initial[k], self.initial[k])
    self.shape.inputs = len(sources)
    for k in range(self.shape.inputs):
        self.shape.sources[k] = sources[k]
        self.shape.sizes[k] = (<dtype>inputs[sources[k]]).size
    self.shape.first, self.shape.steps, self.shape.wanders = first, steps, wanders
    self.merge = merge
    self.merging = <kernel_fn><size_t>merge.address
    for kind, given, copies in finishes:
        how = finishing.__new__(finishing)
        how.made, how.count, how.copies = kind, len(given), copies
        for k in range(how.count):
            how.sources[k] = given[k]
        made.append(how)
    self.finishes = tuple(made)
    return self
