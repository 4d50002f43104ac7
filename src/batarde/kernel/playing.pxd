# C types for playing.py, which stays ordinary typed Python; used only when it is compiled.
cimport cython
cimport batarde.kernel.bits as bits
from batarde.kernel.bits cimport Counts, Reals, Thread, Word, Word64, Words

cdef int STRIDE, POLICY_SIZE, KEEN_SIZE, TABLES, WORTHS_SIZE
cdef int _NONE
cdef int _NEEDS_TABLE, _TABLE_TABLE, _TIME_TABLE, _TRUMPS_TABLE, _SUIT_TABLE

@cython.final
cdef class Position:
    cdef readonly int players, cards, dealer, phase, turn, leader, left
    cdef readonly int author, called, trump, pack, doubled_by
    cdef readonly bint redoubled
    cdef readonly tuple dealt, calls
    cdef int bids[7]
    cdef int tricks[7]
    cdef int voids[7]
    cdef int speaking, placed, best_seat, play_count, shift
    cdef unsigned char plays[72]
    cdef unsigned char places[72]
    cdef unsigned char numbers[128]
    cdef Word hands[7]
    cdef Word played_sets[7]
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

@cython.locals(shown=cython.int)
cdef int _shown(Word card, Word following, Word cutting, int shift) noexcept nogil

@cython.locals(unseen=Word, cutting=Word, lane=Word, held=Word, card=Word, rest=Word, players=cython.int,
               shift=cython.int, need=cython.int, want=cython.int, slack=cython.int,
               pressure=cython.int, owner=cython.int, needy=cython.int, behind=cython.int,
               trumps=cython.int, out=cython.int, suit=cython.int, place=cython.int,
               over=cython.int, under=cython.int, length=cython.int, kind=cython.int,
               low=cython.int, fresh=cython.int, threat=cython.int, height=cython.int,
               number=cython.int, j=cython.int, k=cython.int, _=cython.int)
cdef int _look(Position position, Word hand, Word legal, Word gone, Word best, Word contending,
               int placed, int left, int seat, int winner, int* needs, int* voids, bint is_keen,
               int* classes) noexcept nogil

@cython.locals(total=cython.double, j=cython.int, k=cython.int)
cdef double _weigh(Reals weights, int* classes, int count, bint is_keen, double* shares) noexcept nogil

@cython.locals(needs=cython.int[7], classes=cython.int[144], found=cython.int, j=cython.int, card=cython.int)
cpdef list looks(Position position)

@cython.final
cdef class Memory:
    cdef readonly int learner
    cdef double curiosity
    cdef long long room, mask, size
    cdef bint is_new
    cdef int depth
    cdef long long path[16]
    cdef Counts places
    cdef Words keys
    cdef Counts visits
    cdef Reals sums

    cdef void forget(self) noexcept
    cdef void begin(self) noexcept nogil
    @cython.locals(place=cython.longlong, first=cython.longlong, met=cython.longlong,
                   tried=cython.longlong, j=cython.int, chosen=cython.int, cost=cython.double,
                   usual=cython.double, curiosity=cython.double, least=cython.double,
                   share=cython.double)
    cdef int choose(self, Word64 stand, double* shares, double total, int count) noexcept nogil
    @cython.locals(j=cython.int)
    cdef void learn(self, double cost) noexcept nogil

@cython.locals(hands=Word[7], tricks=cython.int[7], hand=Word, legal=Word, rise=Word, card=Word,
               best=Word, contending=Word, rising=Word, following=Word, gone=Word, state=Word64, stand=Word64,
               index=cython.longlong, world=cython.longlong,
               seat=cython.int, winner=cython.int, placed=cython.int, left=cython.int,
               players=cython.int, j=cython.int, count=cython.int,
               total=cython.double, chosen=cython.double, shares=cython.double[24],
               classes=cython.int[144], needs=cython.int[7], voids=cython.int[7])
cdef void _play_by_policy(Position position, Words worlds, long long world_count, Words goals,
                          long long goal_count, Reals weights, bint is_keen, Word64 seed,
                          long long first, long long last, Counts tally, Counts ends,
                          long long ends_count, Memory memory, Reals stakes) noexcept nogil

@cython.locals(stand=Word64)
cdef Word64 _stand(Word hand, Word best, int placed, int winner, int need) noexcept nogil

@cython.locals(hands=Word[7], hand=Word, legal=Word, rise=Word, card=Word, one=Word,
               best=Word, contending=Word, rising=Word, following=Word, gone=Word,
               seat=cython.int, winner=cython.int, placed=cython.int,
               left=cython.int, players=cython.int, j=cython.int, count=cython.int,
               number=cython.int, total=cython.double, chance=cython.double,
               sum_of_logs=cython.double, shares=cython.double[24],
               classes=cython.int[144], needs=cython.int[7], voids=cython.int[7])
cdef double _likelihood(Position position, int own, Words worlds, long long world, Reals weights,
                        bint is_keen, double doubt) noexcept nogil

@cython.locals(hands=Words, policy=Reals, found=Reals, thread=Thread, world_count=cython.longlong,
               world=cython.longlong, is_keen=cython.bint)
cpdef list likelihoods(Position position, int seat, bytes worlds, bytes weights, double doubt)

@cython.locals(met=Word, hand=Word, world=cython.longlong, place=cython.longlong,
               seat=cython.int, held=cython.int, players=cython.int)
cdef bint _worlds_fit(Position position, Words worlds, long long world_count) noexcept nogil

@cython.locals(hands=Words, goals=Words, policy=Reals, costs=Reals, memory=Memory, tally=Counts, ends=Counts, thread=Thread,
               world_count=cython.longlong, goal_count=cython.longlong, ends_count=cython.longlong,
               is_keen=cython.bint, j=cython.longlong)
cpdef list play_out(Position position, Word64 seed, long long first, long long last,
                    bytes worlds=*, bytes weights=*, bytes bids=*, bint each=*,
                    int learner=*, bytes stakes=*, double curiosity=*)

@cython.locals(trumps=cython.int, number=cython.int, rest=Word, card=Word, lane=Word, total=cython.double)
cdef double _hand_worth(Position position, Word hand, Word cutting, Reals added) noexcept nogil

cdef Word _whole_hand(Position position, Words worlds, long long place) noexcept nogil

@cython.locals(one=Word, found=Word)
cdef Word _moved_hand(Word hand, int* moved) noexcept nogil

@cython.locals(hands=Words, world_count=cython.longlong, does_fit=cython.bint)
cdef long long _check_pricing(Position position, bytes worlds, bytes table) except -1

@cython.locals(hands=Words, added=Reals, found=Reals, hand=Word, world_count=cython.longlong,
               place=cython.longlong)
cpdef list hand_worths(Position position, bytes worlds, bytes table)

@cython.locals(hands=Words, added=Reals, found=Reals, told=Reals, moved=cython.int[128], hand=Word,
               cutting=Word, is_other=cython.bint, world_count=cython.longlong,
               world=cython.longlong, bid_count=cython.int, j=cython.int, seat=cython.int,
               total=cython.double, gap=cython.double, thread=Thread)
cpdef list bid_likelihoods(Position position, bytes worlds, bytes table, bytes bids, double doubt,
                           bytes places=*, bint cuts=*)
