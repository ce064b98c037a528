// The kernels for 64-bit ARM processors, all of which have NEON.

#ifdef __aarch64__

#pragma STDC FP_CONTRACT OFF

#include <arm_neon.h>

#define VECTOR_BYTES 16
#define multiply_round(a, b) ((samples)vqrdmulhq_s16((int16x8_t)(a), (int16x8_t)(b)))

#include "vector_types.h"

static inline pair_sums multiply_pairs(samples a, samples b) {
    int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    return (pair_sums)vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y));
}

static inline samples scaled_byte_difference(unsigned_samples a) { return (samples)((a >> 8) - (a & 255)) * 127; }

#define interleave_low(a, b) ((samples)vzip1q_s16((int16x8_t)(a), (int16x8_t)(b)))
#define interleave_high(a, b) ((samples)vzip2q_s16((int16x8_t)(a), (int16x8_t)(b)))

static inline samples pack_sums(pair_sums a, pair_sums b) {
    return (samples)vcombine_s16(vqmovn_s32((int32x4_t)a), vqmovn_s32((int32x4_t)b));
}

#include "kernels_int16.h"
#include "kernels_float.h"

const blur_kernels blur_kernels_int16_neon = KERNEL_TABLE_INT16;
const blur_kernels blur_kernels_exact_neon = KERNEL_TABLE_EXACT;
const blur_kernels blur_kernels_float_neon = KERNEL_TABLE_FLOAT;

#endif
