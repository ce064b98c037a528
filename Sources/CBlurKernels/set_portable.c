// The kernels in plain C, for whatever the compiler makes of them.

#define VECTOR_BYTES 16
#define multiply_round(a, b) multiply_round_portable(a, b)

#include <stdint.h>

typedef int16_t half_words __attribute__((vector_size(16)));
typedef int32_t words __attribute__((vector_size(32)));

static inline half_words multiply_round_portable(half_words a, half_words b) {
    words product = __builtin_convertvector(a, words) * __builtin_convertvector(b, words);
    return __builtin_convertvector((product + (1 << 14)) >> 15, half_words);
}

#include "kernel_bodies.h"

const blur_kernels blur_kernels_portable = KERNEL_TABLE;
