# C types for solving.py, which stays ordinary typed Python; used only when it is compiled.
cimport cython
cimport batarde.kernel.bits as bits
from batarde.kernel.bits cimport Thread, Word, Word64, Words

cdef Word64 ONES, HIGHS, SEVENS

@cython.final
cdef class Solver:
    cdef readonly int players, size, largest
    cdef long long enough, budget
    cdef bint gave_up, is_busy
    cdef readonly long long visited
    cdef int tricks, shift, placed, turn, best_seat, hero, hero_left
    cdef Word64 mask, salt, check, held
    cdef Word cutting, ruling, bottoms, table_cards, best, following
    cdef Word lanes[4]
    cdef Word hands[128]
    cdef unsigned char origins[128]
    cdef Word sure[16]
    cdef int is_loose[16]
    cdef Word64 needs[16]
    cdef Word64 units[8]
    cdef int least[128]
    cdef Words table

    cdef void _make_room(self) noexcept
    @cython.locals(table=Words)
    cdef void _resize(self, int size, bint keeps) except *
    @cython.locals(lane=Word)
    cdef void _set_lanes(self, int trump) noexcept

    @cython.locals(closed=Word, one=Word, lane=cython.int, height=cython.int, place=cython.int)
    cdef Word _closed(self, Word members, Word everything) noexcept

    @cython.locals(found=Word)
    cdef Word _original(self, Word members) noexcept

    @cython.locals(gone=Word, lane=Word, base=cython.int, after=cython.int, j=cython.int)
    cdef void _clear(self, int depth, Word table) noexcept nogil

    @cython.locals(need=Word64, over=Word64)
    cdef void _lower_needs(self, int depth, int winner) noexcept nogil

    @cython.locals(best=Word, card=Word, contending=Word, seat=cython.int, winner=cython.int,
                   j=cython.int)
    cdef int _last_winner(self, int base, Word table, int leader) noexcept nogil

    @cython.locals(base=cython.int, j=cython.int, need=cython.int, trumps=Word, card=Word)
    cdef void _find_sure(self, int depth, Word table) noexcept nogil

    @cython.locals(base=cython.int, j=cython.int, others=Word)
    cdef bint _leader_takes_all(self, int depth, int leader) noexcept nogil

    @cython.locals(base=cython.int, left=cython.int, j=cython.int, value=Word64)
    cdef Word64 _settled(self, int depth) noexcept nogil

    cdef int _winner_after(self, int depth, int seat, int placed, Word card, Word best,
                           int best_seat, Word following, bint wins) noexcept nogil

    @cython.locals(apart=Word64, least=Word64, gaps=Word64)
    cdef Word64 _rank(self, int depth, int actor, Word64 value) noexcept nogil

    @cython.locals(base=cython.int, j=cython.int, key=Word64, rest=cython.int, need=cython.int,
                   others=cython.int, low=cython.int, high=cython.int, own=cython.int,
                   last=cython.int, taken=cython.int)
    cdef Word64 _ideal(self, int depth, int actor, int known) noexcept nogil

    @cython.locals(base=cython.int, j=cython.int, key=Word64, rest=cython.int, need=cython.int,
                   others=cython.int, low=cython.int, high=cython.int, own=cython.int,
                   last=cython.int, taken=cython.int, exact=cython.int)
    cdef bint _refuted(self, int depth, int judge, int actor, int known,
                       Word64 limit) noexcept nogil

    @cython.locals(j=cython.int, rivals=Word, seat=cython.int)
    cdef int _known_winner(self, int depth, int seat, int placed, Word best, int best_seat,
                           Word contending) noexcept nogil

    @cython.locals(j=cython.int, key=Word64, check=Word64, base=cython.int)
    cdef Word64 _key(self, int depth, int leader, Word64 about) noexcept nogil

    @cython.locals(place=Word64, grown=Words)
    cdef void _keep(self, Word64 key, Word64 value) noexcept nogil

    @cython.locals(key=Word64, check=Word64, value=Word64, found=Word64, place=Word64)
    cdef Word64 _trick(self, int depth, int leader) noexcept nogil

    @cython.locals(value=Word64, left=cython.int)
    cdef Word64 _played(self, int depth, int seat, int placed, Word table, Word card, Word best,
                        int best_seat, Word following, bint wins, int judge, Word64 limit) noexcept nogil

    @cython.locals(hand=Word, legal=Word, rise=Word, card=Word, winners=Word, group=Word,
                   later=Word, before=Word, between=Word, alike=Word, contending=Word,
                   best_rank=Word64, rank=Word64, value=Word64, best_value=Word64, ideal=Word64,
                   falling=cython.int, wants=cython.int, known=cython.int)
    cdef Word64 _turn(self, int depth, int seat, int placed, Word table, Word best, int best_seat,
                      Word following, int judge, Word64 limit) noexcept nogil

    @cython.locals(key=Word64, found=Word64, place=Word64, left=cython.int, j=cython.int,
                   low=cython.int, high=cython.int, reach=Word64, check=Word64, answer=cython.int,
                   base=cython.int)
    cdef int _force_trick(self, int depth, int leader, Word64 wanted) noexcept nogil

    @cython.locals(hand=Word, legal=Word, rise=Word, card=Word, winners=Word, alike=Word,
                   before=Word, next_best=Word, next_following=Word, winner=cython.int,
                   answer=cython.int, next_seat=cython.int)
    cdef int _force_turn(self, int depth, int seat, int placed, Word table, Word best,
                         int best_seat, Word following, Word64 wanted) noexcept nogil

    @cython.locals(hand=Word, legal=Word, rise=Word, card=Word, winners=Word, alike=Word,
                   choice=Word, value=Word64, thread=Thread, found=list)
    cpdef list values(self)

    @cython.locals(thread=Thread, answer=cython.int)
    cpdef bint can_force(self, int seat, Word64 wanted)
