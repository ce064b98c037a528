// The kernels for x86 processors with SSSE3.

#if defined(__x86_64__) || defined(__i386__)

#pragma STDC FP_CONTRACT OFF

#include <immintrin.h>

#define VECTOR_BYTES 16
#define multiply_round(a, b) ((samples)_mm_mulhrs_epi16((__m128i)(a), (__m128i)(b)))
#define multiply_pairs(a, b) ((pair_sums)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))

#pragma clang attribute push(__attribute__((target("ssse3"), min_vector_width(128))), apply_to = function)
#include "vector_types.h"

#include "kernels8.h"
#include "kernels16.h"
#pragma clang attribute pop

const blur_kernels blur_kernels8_ssse3 = KERNEL_TABLE8;
const blur_kernels blur_kernels16_ssse3 = KERNEL_TABLE16;

#endif
