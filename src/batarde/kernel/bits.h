/* What the processor does better than Python: the compiled twin of bits.py, function for function.
 *
 * A Word holds one bit for each card: 64 bits for one pack, 128 for two (BATARDE_TWO_PACKS).
 * BATARDE_FAST_BITS is set for the build that is only imported where the processor has popcnt and
 * pdep; the other build runs everywhere.
 */
#ifndef BATARDE_BITS_H
#define BATARDE_BITS_H

#include <Python.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Word64;
typedef Word64 *Words;
typedef long long *Counts;
typedef double *Reals;
typedef void *Thread;

#ifdef BATARDE_TWO_PACKS
typedef unsigned __int128 Word;
#else
typedef Word64 Word;
#endif

#ifdef BATARDE_FAST_BITS
#include <immintrin.h>

static inline int batarde_count64(Word64 set) { return (int)_mm_popcnt_u64(set); }

static inline Word64 batarde_nth64(Word64 set, int n) { return _pdep_u64(1ULL << n, set); }
#else

static inline int batarde_count64(Word64 set) {
    set -= (set >> 1) & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + ((set >> 2) & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((set * 0x0101010101010101ULL) >> 56);
}

static inline Word64 batarde_nth64(Word64 set, int n) {
    while (n--) set &= set - 1;
    return set & (0 - set);
}
#endif

static inline int batarde_lowest64(Word64 set) {
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    return batarde_count64(~set & (set - 1));
#endif
}

#ifdef BATARDE_TWO_PACKS
static inline int batarde_count(Word set) {
    return batarde_count64((Word64)set) + batarde_count64((Word64)(set >> 64));
}

static inline Word batarde_nth(Word set, int n) {
    Word64 low = (Word64)set, high = (Word64)(set >> 64);
    int below = batarde_count64(low);
    if (n < below) return batarde_nth64(low, n);
    return (Word)batarde_nth64(high, n - below) << 64;
}

static inline int batarde_lowest(Word set) {
    Word64 low = (Word64)set;
    return low ? batarde_lowest64(low) : 64 + batarde_lowest64((Word64)(set >> 64));
}

static inline Word64 batarde_high(Word set) { return (Word64)(set >> 64); }

static inline Word batarde_join(Word64 low, Word64 high) { return ((Word)high << 64) | low; }
#else
#define batarde_count batarde_count64
#define batarde_nth batarde_nth64
#define batarde_lowest batarde_lowest64

static inline Word64 batarde_high(Word set) { (void)set; return 0; }

static inline Word batarde_join(Word64 low, Word64 high) { (void)high; return low; }
#endif

static inline Word batarde_top(Word set) {
#ifdef BATARDE_TWO_PACKS
    Word64 high = (Word64)(set >> 64);
    if (high) return (Word)(1ULL << (63 - __builtin_clzll(high))) << 64;
#endif
    return (Word)1 << (63 - __builtin_clzll((Word64)set));
}

/* The set without the cards of one lane that are gone, the lane closed up. */
static inline Word batarde_squeezed(Word set, Word gone, Word lane) {
#ifdef BATARDE_FAST_BITS
    int base = batarde_lowest(lane);
    Word64 kept = (Word64)((lane & ~gone) >> base);
    return (set & ~lane) | ((Word)_pext_u64((Word64)(set >> base), kept) << base);
#else
    while (gone) {
        Word card = batarde_top(gone), above = lane & ~(card - 1);
        gone ^= card;
        set = (set & ~above) | ((set >> 1) & above);
    }
    return set;
#endif
}

static inline int batarde_byte_sum(Word64 bytes) {
    return (int)((bytes * 0x0101010101010101ULL) >> 56);
}

static inline Word64 batarde_low(Word set) { return (Word64)set; }

/* Chance: a 64-bit congruential state, permuted on output (PCG XSH-RS), so that one multiplication
 * is all that the next draw waits for. */

static inline Word64 batarde_scramble(Word64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

static inline Word64 batarde_seeded(Word64 seed, long long index) {
    return batarde_scramble(batarde_scramble(seed) + (Word64)index * 0x9E3779B97F4A7C15ULL);
}

static inline Word64 batarde_advance(Word64 state) {
    return state * 6364136223846793005ULL + 1442695040888963407ULL;
}

static inline Word64 batarde_draw(Word64 state) {
    return (((state >> 22) ^ state) >> ((state >> 61) + 22)) & 0xFFFFFFFFULL;
}

static inline int batarde_below(Word64 state, int bound) {
    return (int)((batarde_draw(state) * (Word64)bound) >> 32);
}

static inline double batarde_fraction(Word64 state) {
    return (double)batarde_draw(state) / 4294967296.0;
}

static inline Word64 batarde_hashed(Word64 hash, Word set) {
#ifdef BATARDE_TWO_PACKS
    hash = (hash ^ (Word64)(set >> 64)) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 32;
#endif
    hash = (hash ^ (Word64)set) * 0xD6E8FEB86659FD93ULL;
    return hash ^ (hash >> 32);
}

static inline Word64 batarde_plus(Word64 x, Word64 y) { return x + y; }

/* A second hash, independent of the first. */
static inline Word64 batarde_checked(Word64 check, Word set) {
    check = (check ^ (check >> 29)) * 0xC2B2AE3D27D4EB4FULL + (Word64)set;
#ifdef BATARDE_TWO_PACKS
    check = (check ^ (check >> 29)) * 0xC2B2AE3D27D4EB4FULL + (Word64)(set >> 64);
#endif
    return check;
}

static inline Word64 batarde_hashed64(Word64 hash, Word64 word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93ULL;
    return hash ^ (hash >> 32);
}

/* Memory and the interpreter's lock. */

static inline void *batarde_room(long long number, size_t size) {
    void *room = number < 0 ? NULL : calloc((size_t)(number ? number : 1), size);
    if (!room) PyErr_NoMemory();
    return room;
}

static inline Counts batarde_counts(long long n) {
    return (Counts)batarde_room(n, sizeof(long long));
}

static inline Reals batarde_reals(long long n) { return (Reals)batarde_room(n, sizeof(double)); }

static inline Words batarde_words(long long n) { return (Words)batarde_room(n, sizeof(Word64)); }

static inline PyObject *batarde_packed(Words words, long long n) {
    return PyBytes_FromStringAndSize((char *)words, (Py_ssize_t)n * (Py_ssize_t)sizeof(Word64));
}

static inline PyObject *batarde_packed_reals(Reals reals, long long n) {
    return PyBytes_FromStringAndSize((char *)reals, (Py_ssize_t)n * (Py_ssize_t)sizeof(double));
}

static inline void *batarde_copied(PyObject *data, size_t size) {
    size_t number = (size_t)PyBytes_GET_SIZE(data) / size;
    void *room = batarde_room((long long)number, size);
    if (room) memcpy(room, PyBytes_AS_STRING(data), number * size);
    return room;
}

static inline Words batarde_unpacked(PyObject *data) {
    return (Words)batarde_copied(data, sizeof(Word64));
}

static inline Reals batarde_unpacked_reals(PyObject *data) {
    return (Reals)batarde_copied(data, sizeof(double));
}

/* A table of pairs of words, key and value, that has four times as much room. NULL, and the old
 * table unharmed, if there is no more memory: this runs without the interpreter's lock. */
static inline Words batarde_grown(Words table, int size) {
    Word64 number = 1ULL << size, mask = (number << 2) - 1;
    Words grown = (Words)calloc((size_t)(8 * number), sizeof(Word64));
    if (!grown) return NULL;
    for (Word64 i = 0; i < number; i++) {
        Words place = grown + 2 * (table[2 * i] & mask);
        place[0] = table[2 * i];
        place[1] = table[2 * i + 1];
    }
    free(table);
    return grown;
}

static inline void batarde_free(void *room) { free(room); }

static inline Thread batarde_unlock(void) { return PyEval_SaveThread(); }

static inline void batarde_lock(Thread thread) { PyEval_RestoreThread((PyThreadState *)thread); }

/* pdep is microcoded, and slower than the loop, on AMD processors before Zen 3. */
static inline int batarde_has_fast_bits(void) {
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("bmi") && !__builtin_cpu_is("znver1") &&
           !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
#else
    return 0;
#endif
}

#endif
