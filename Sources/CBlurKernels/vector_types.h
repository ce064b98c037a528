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
typedef float floats __attribute__((vector_size(VECTOR_BYTES)));
typedef double doubles __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, FLOAT_LANES = VECTOR_BYTES / 4, DOUBLE_LANES = VECTOR_BYTES / 8 };
_Static_assert(4 * FLOAT_LANES <= BLUR_SAMPLE_PADDING, "a block of vectors exceeds a row's padding");
_Static_assert(2 * DOUBLE_LANES <= BLUR_DOUBLE_PADDING, "a block of vectors exceeds the padding of doubles");

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

static inline floats load_floats(const float *from) {
    floats result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_floats(float *to, floats value) { memcpy(to, &value, sizeof value); }

static inline doubles load_doubles(const double *from) {
    doubles result;
    memcpy(&result, from, sizeof result);
    return result;
}

#endif
