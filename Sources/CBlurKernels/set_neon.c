// The kernels for ARM processors with NEON, which all of 64 bits have.

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

#include "kernels8.h"
#include "kernels16.h"

const blur_kernels blur_kernels8_neon = KERNEL_TABLE8;
const blur_kernels blur_kernels16_neon = KERNEL_TABLE16;

#endif
