// The kernels for x86 processors with SSSE3.

#if defined(__x86_64__) || defined(__i386__)

#pragma STDC FP_CONTRACT OFF

#include <immintrin.h>

#define VECTOR_BYTES 16
#define multiply_round(a, b) ((samples)_mm_mulhrs_epi16((__m128i)(a), (__m128i)(b)))
#define multiply_pairs(a, b) ((pair_sums)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#define scaled_byte_difference(a) ((samples)_mm_maddubs_epi16((__m128i)(a), _mm_set1_epi16(0x7F81)))
#define interleave_low(a, b) ((samples)_mm_unpacklo_epi16((__m128i)(a), (__m128i)(b)))
#define interleave_high(a, b) ((samples)_mm_unpackhi_epi16((__m128i)(a), (__m128i)(b)))
#define pack_sums(a, b) ((samples)_mm_packs_epi32((__m128i)(a), (__m128i)(b)))

#pragma clang attribute push(__attribute__((target("ssse3"), min_vector_width(128))), apply_to = function)
#include "kernels_int16.h"
#include "kernels_float.h"
#pragma clang attribute pop

const blur_kernels blur_kernels_int16_ssse3 = KERNEL_TABLE_INT16;
const blur_kernels blur_kernels_exact_ssse3 = KERNEL_TABLE_EXACT;
const blur_kernels blur_kernels_float_ssse3 = KERNEL_TABLE_FLOAT;

#endif
