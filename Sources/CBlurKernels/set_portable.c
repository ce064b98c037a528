// The kernels in portable C, for the instruction set that the compiler assumes of every processor.

#pragma STDC FP_CONTRACT OFF

#define VECTOR_BYTES 16
#include "vector_types.h"

typedef int32_t products __attribute__((vector_size(2 * VECTOR_BYTES)));

static inline samples multiply_round(samples a, samples b) {
    products product = __builtin_convertvector(a, products) * __builtin_convertvector(b, products);
    return __builtin_convertvector((product + (1 << 14)) >> 15, samples);
}

static inline pair_sums multiply_pairs(samples a, samples b) {
    pair_sums x = (pair_sums)a, y = (pair_sums)b;
    // the sign-extended halves of 32-bit lanes
    return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
}

static inline samples scaled_byte_difference(unsigned_samples a) { return (samples)((a >> 8) - (a & 255)) * 127; }

static inline samples interleave_low(samples a, samples b) {
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

static inline samples interleave_high(samples a, samples b) {
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

static inline samples pack_sums(pair_sums a, pair_sums b) {
    const pair_sums least = (pair_sums){0} + INT16_MIN, greatest = (pair_sums){0} + INT16_MAX;
    a = __builtin_elementwise_min(__builtin_elementwise_max(a, least), greatest);
    b = __builtin_elementwise_min(__builtin_elementwise_max(b, least), greatest);
    return __builtin_shufflevector((samples)a, (samples)b, 0, 2, 4, 6, 8, 10, 12, 14);
}

#include "kernels_int16.h"
#include "kernels_float.h"

const blur_kernels blur_kernels_int16_portable = KERNEL_TABLE_INT16;
const blur_kernels blur_kernels_exact_portable = KERNEL_TABLE_EXACT;
const blur_kernels blur_kernels_float_portable = KERNEL_TABLE_FLOAT;
