# C types for playing.py, which stays ordinary typed Python; used only when it is compiled.
cimport cython
cimport batarde.kernel.bits as bits
from batarde.kernel.bits cimport Counts, Reals, Thread, Word, Word64, Words

cdef int STRIDE, POLICY_SIZE

@cython.final
cdef class Position:
    cdef readonly int players, cards, dealer, phase, turn, leader, left
    cdef readonly int author, called, trump, pack, doubled_by
    cdef readonly bint redoubled
    cdef readonly tuple dealt, calls
    cdef int bids[7]
    cdef int tricks[7]
    cdef int speaking, placed, best_seat, play_count, shift
    cdef unsigned char plays[72]
    cdef unsigned char places[72]
    cdef unsigned char numbers[128]
    cdef Word hands[7]
    cdef Word lanes[4]
    cdef Word cutting, ruling, best, contending, rising, following, pack_set, gone

    @cython.locals(member=Word, found=list)
    cdef list _numbers_in(self, Word members)
    cdef Word _playable(self) noexcept
    @cython.locals(seat=cython.int)
    cpdef list legal(self, int seat=*)
    @cython.locals(turn=cython.int, card=Word)
    cpdef apply(self, int action, int seat=*)
    @cython.locals(seat=cython.int)
    cdef void _put(self, Word card) noexcept
    cdef void _make_room(self) noexcept
    @cython.locals(other=Position, j=cython.int)
    cpdef Position copy(self)

@cython.locals(hands=Word[7], tricks=cython.int[7], hand=Word, legal=Word, rise=Word, card=Word,
               best=Word, contending=Word, rising=Word, following=Word, ruling=Word, cutting=Word,
               lanes=Word[4], state=Word64, index=cython.longlong, world=cython.longlong,
               seat=cython.int, winner=cython.int, placed=cython.int, left=cython.int,
               players=cython.int, shift=cython.int, j=cython.int, k=cython.int)
cdef void _play_randomly(Position position, Words worlds, long long world_count, Word64 seed,
                         long long first, long long last, Counts tally) noexcept nogil

@cython.locals(hands=Word[7], tricks=cython.int[7], hand=Word, legal=Word, rise=Word, card=Word,
               best=Word, contending=Word, rising=Word, following=Word, ruling=Word, cutting=Word,
               lanes=Word[4], lane=Word, unseen=Word, gone=Word, rest=Word, state=Word64,
               index=cython.longlong, world=cython.longlong,
               seat=cython.int, winner=cython.int, placed=cython.int, left=cython.int,
               players=cython.int, shift=cython.int, j=cython.int, k=cython.int, need=cython.int,
               want=cython.int, place=cython.int, over=cython.int, under=cython.int,
               length=cython.int, kind=cython.int, number=cython.int,
               total=cython.double, chosen=cython.double, shares=cython.double[24], needs=cython.int[7])
cdef void _play_by_policy(Position position, Words worlds, long long world_count, Words goals,
                          long long goal_count, Reals weights, Word64 seed, long long first, long long last, Counts tally) noexcept nogil

@cython.locals(met=Word, hand=Word, world=cython.longlong, place=cython.longlong,
               seat=cython.int, held=cython.int, players=cython.int)
cdef bint _worlds_fit(Position position, Words worlds, long long world_count) noexcept nogil

@cython.locals(hands=Words, goals=Words, policy=Reals, tally=Counts, thread=Thread,
               world_count=cython.longlong, goal_count=cython.longlong, j=cython.int)
cpdef list play_out(Position position, Word64 seed, long long first, long long last,
                    bytes worlds=*, bytes weights=*, bytes bids=*)
