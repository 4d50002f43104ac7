# The compiled twin of bits.py: the same names, found in bits.h.
cdef extern from "bits.h" nogil:
    ctypedef unsigned long long Word
    ctypedef unsigned long long Word64
    ctypedef unsigned long long* Words
    ctypedef long long* Counts
    ctypedef double* Reals
    ctypedef void* Thread

    int count "batarde_count"(Word set)
    Word nth "batarde_nth"(Word set, int n)
    int lowest "batarde_lowest"(Word set)
    Word top "batarde_top"(Word set)
    Word64 wide "(Word64)"(Word64 number)
    Word squeezed "batarde_squeezed"(Word set, Word gone, Word lane)
    int byte_sum "batarde_byte_sum"(Word64 bytes)
    Word64 low "batarde_low"(Word set)
    Word64 high "batarde_high"(Word set)
    Word join "batarde_join"(Word64 low, Word64 high)

    Word64 seeded "batarde_seeded"(Word64 seed, long long index)
    Word64 advance "batarde_advance"(Word64 state)
    int below "batarde_below"(Word64 state, int bound)
    double fraction "batarde_fraction"(Word64 state)
    Word64 hashed "batarde_hashed"(Word64 hash, Word set)

    Word64 checked "batarde_checked"(Word64 check, Word set)
    Word64 hashed64 "batarde_hashed64"(Word64 hash, Word64 word)
    double log(double x)
    double exp(double x)
    double root "sqrt"(double x)

    Words grown "batarde_grown"(Words table, int size)
    Word64 plus "batarde_plus"(Word64 x, Word64 y)
    void free "batarde_free"(void* room)

cdef extern from "bits.h":
    Counts counts "batarde_counts"(long long n) except NULL
    Reals reals "batarde_reals"(long long n) except NULL
    Words words "batarde_words"(long long n) except NULL
    bytes packed "batarde_packed"(Words words, long long n)
    bytes packed_reals "batarde_packed_reals"(Reals reals, long long n)
    Words unpacked "batarde_unpacked"(bytes data) except NULL
    Reals unpacked_reals "batarde_unpacked_reals"(bytes data) except NULL
    Thread unlock "batarde_unlock"()
    void lock "batarde_lock"(Thread thread)
    bint has_fast_bits "batarde_has_fast_bits"()
