// Vector types, loads and stores. The including file defines VECTOR_BYTES and selects the target instruction set.

#ifndef BLUR_VECTOR_TYPES_H
#define BLUR_VECTOR_TYPES_H

#include <math.h>
#include <string.h>

#include "blur_kernels.h"

typedef int16_t samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t unsigned_samples __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t short_samples __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int32_t pair_sums __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t unsigned_words __attribute__((vector_size(VECTOR_BYTES)));
typedef float floats __attribute__((vector_size(VECTOR_BYTES)));
typedef double doubles __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, FLOAT_LANES = VECTOR_BYTES / 4, DOUBLE_LANES = VECTOR_BYTES / 8 };
_Static_assert(4 * FLOAT_LANES <= BLUR_SAMPLE_PADDING, "a block of vectors exceeds a row's padding");
_Static_assert(2 * DOUBLE_LANES <= BLUR_DOUBLE_PADDING, "a block of vectors exceeds the padding of doubles");

// The elements at even and at odd indices of two vectors of 32-bit elements.
#if VECTOR_BYTES == 16
#define even_words(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define odd_words(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#elif VECTOR_BYTES == 32
#define even_words(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define odd_words(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#else
#define even_words(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define odd_words(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#endif

// Of every two 32-bit elements, the second, twice.
#if VECTOR_BYTES == 16
#define second_of_two(a) __builtin_shufflevector(a, a, 1, 1, 3, 3)
#elif VECTOR_BYTES == 32
#define second_of_two(a) __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7)
#else
#define second_of_two(a) __builtin_shufflevector(a, a, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15)
#endif

// Of every four 32-bit elements, the last, four times; and the first three of `a` with the last of `b`.
#if VECTOR_BYTES == 16
#define last_of_four(a) __builtin_shufflevector(a, a, 3, 3, 3, 3)
#define three_and_last(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 7)
#elif VECTOR_BYTES == 32
#define last_of_four(a) __builtin_shufflevector(a, a, 3, 3, 3, 3, 7, 7, 7, 7)
#define three_and_last(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 11, 4, 5, 6, 15)
#else
#define last_of_four(a) __builtin_shufflevector(a, a, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
#define three_and_last(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 19, 4, 5, 6, 23, 8, 9, 10, 27, 12, 13, 14, 31)
#endif

// Of every four samples, the last, four times.
static inline samples last_of_four_samples(samples a) {
    // the high half of every second word, in both halves of both words
    pair_sums words = (pair_sums)a, last = words & ~0xFFFF;
    last |= (pair_sums)((unsigned_words)last >> 16);
    return (samples)second_of_two(last);
}

// The elements at even and at odd indices of two vectors of samples.
static inline samples even_samples(samples a, samples b) {
    typedef uint32_t wide_samples __attribute__((vector_size(2 * VECTOR_BYTES)));
    struct {
        samples a, b;
    } both = {a, b};
    wide_samples wide;
    memcpy(&wide, &both, sizeof wide);
    return __builtin_convertvector(wide, samples);
}

static inline samples odd_samples(samples a, samples b) {
    return even_samples((samples)((pair_sums)a >> 16), (samples)((pair_sums)b >> 16));
}

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline pair_sums load_words(const void *from) {
    pair_sums result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

// Stores the elements of two vectors in turn.
static inline void store_alternating(int16_t *out, samples even, samples odd) {
    typedef uint32_t wide_pairs __attribute__((vector_size(2 * VECTOR_BYTES)));
    wide_pairs both = __builtin_convertvector((unsigned_samples)even, wide_pairs) |
                      __builtin_convertvector((unsigned_samples)odd, wide_pairs) << 16;
    memcpy(out, &both, sizeof both);
}

static inline floats load_floats(const float *from) {
    floats result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_floats(float *to, floats value) { memcpy(to, &value, sizeof value); }

// The elements of `a` where `mask` is true, and of `b` elsewhere.
static inline floats selected_floats(pair_sums mask, floats a, floats b) {
    return (floats)((mask & (pair_sums)a) | (~mask & (pair_sums)b));
}

static inline doubles load_doubles(const double *from) {
    doubles result;
    memcpy(&result, from, sizeof result);
    return result;
}

#endif
