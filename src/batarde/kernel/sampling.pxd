# C types for sampling.py, which stays ordinary typed Python; used only when it is compiled.
cimport cython
cimport batarde.kernel.bits as bits
from batarde.kernel.bits cimport Reals, Thread, Word64, Words

@cython.final
cdef class Sampler:
    cdef readonly int players, seat
    cdef readonly bint is_uniform
    cdef readonly double count
    cdef int bins, levels, free_count, pool_count, open_count, states, heap_room
    cdef int bin_seat[8]
    cdef int bin_size[8]
    cdef int step[8]
    cdef int open_seat[8]
    cdef int open_size[8]
    cdef int slack[256]
    cdef int level_bins[72]
    cdef int level_place[72]
    cdef int free_place[72]
    cdef int pool_place[72]
    cdef Word64 own_low, own_high
    cdef Reals table
    cdef Reals factorials

    cdef void _make_room(self) noexcept
    @cython.locals(level=cython.int, index=cython.int, b=cython.int, held=cython.int,
                   rest=cython.int, spare=cython.int, here=cython.longlong, ways=cython.double,
                   room=cython.int[8])
    cdef void _count_worlds(self) noexcept nogil
    @cython.locals(b=cython.int, ways=cython.double)
    cdef double _free_ways(self, int* room, int spare) noexcept nogil

    @cython.locals(level=cython.int, b=cython.int, index=cython.int, there=cython.longlong,
                   share=cython.double)
    cdef double _place_uniformly(self, Word64* state, int* room, int* choice) noexcept nogil

    @cython.locals(level=cython.int, b=cython.int, subset=cython.int, wanted=cython.int, spare=cython.int,
                   total=cython.double, share=cython.double, weight=cython.double,
                   slack=cython.int[256], shares=cython.double[8], is_open=cython.int)
    cdef double _place_by_weight(self, Word64* state, int* room, int* choice) noexcept nogil

    @cython.locals(state=Word64[1], room=cython.int[8], choice=cython.int[72], pool=cython.int[72],
                   free=cython.int[72], world=cython.longlong, index=cython.longlong,
                   j=cython.int, k=cython.int, n=cython.int, b=cython.int, place=cython.int,
                   size=cython.int, seat=cython.int, weight=cython.double, one=Word64)
    cdef void _deal(self, Word64 seed, long long first, long long last, Words worlds,
                    Reals weights) noexcept nogil

    @cython.locals(worlds=Words, weights=Reals, thread=Thread, number=cython.longlong)
    cpdef tuple deal(self, Word64 seed, long long first, long long last)
