// The kernels for x86 processors with AVX2.

#if defined(__x86_64__) || defined(__i386__)

#pragma STDC FP_CONTRACT OFF

#include <immintrin.h>

#define VECTOR_BYTES 32
#define multiply_round(a, b) ((samples)_mm256_mulhrs_epi16((__m256i)(a), (__m256i)(b)))
#define multiply_pairs(a, b) ((pair_sums)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#define scaled_byte_difference(a) ((samples)_mm256_maddubs_epi16((__m256i)(a), _mm256_set1_epi16(0x7F81)))
#define interleave_low(a, b) ((samples)_mm256_unpacklo_epi16((__m256i)(a), (__m256i)(b)))
#define interleave_high(a, b) ((samples)_mm256_unpackhi_epi16((__m256i)(a), (__m256i)(b)))
#define pack_sums(a, b) ((samples)_mm256_packs_epi32((__m256i)(a), (__m256i)(b)))

#pragma clang attribute push(__attribute__((target("avx2"), min_vector_width(256))), apply_to = function)
#include "kernels_int16.h"
#include "kernels_float.h"
#pragma clang attribute pop

const blur_kernels blur_kernels_int16_avx2 = KERNEL_TABLE_INT16;
const blur_kernels blur_kernels_exact_avx2 = KERNEL_TABLE_EXACT;
const blur_kernels blur_kernels_float_avx2 = KERNEL_TABLE_FLOAT;

#endif
