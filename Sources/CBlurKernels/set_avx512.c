// The kernels for x86 processors with AVX-512 F, BW, DQ and VL.

#if defined(__x86_64__) || defined(__i386__)

#pragma STDC FP_CONTRACT OFF

#include <immintrin.h>

#define VECTOR_BYTES 64
#define multiply_round(a, b) ((samples)_mm512_mulhrs_epi16((__m512i)(a), (__m512i)(b)))
#define multiply_pairs(a, b) ((pair_sums)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#define scaled_byte_difference(a) ((samples)_mm512_maddubs_epi16((__m512i)(a), _mm512_set1_epi16(0x7F81)))
#define interleave_low(a, b) ((samples)_mm512_unpacklo_epi16((__m512i)(a), (__m512i)(b)))
#define interleave_high(a, b) ((samples)_mm512_unpackhi_epi16((__m512i)(a), (__m512i)(b)))
#define pack_sums(a, b) ((samples)_mm512_packs_epi32((__m512i)(a), (__m512i)(b)))

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"), min_vector_width(512))), apply_to = function)
#include "byte_table_avx512.h"
#include "kernels_int16.h"
#include "kernels_float.h"
#pragma clang attribute pop

const blur_kernels blur_kernels_int16_avx512 = KERNEL_TABLE_INT16;
const blur_kernels blur_kernels_exact_avx512 = KERNEL_TABLE_EXACT;
const blur_kernels blur_kernels_float_avx512 = KERNEL_TABLE_FLOAT;

#endif
