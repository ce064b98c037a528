// The kernels for x86 processors with AVX-512 F, BW, DQ and VL.

#if defined(__x86_64__) || defined(__i386__)

#pragma STDC FP_CONTRACT OFF

#include <immintrin.h>

#define VECTOR_BYTES 64
#define multiply_round(a, b) ((samples)_mm512_mulhrs_epi16((__m512i)(a), (__m512i)(b)))
#define multiply_pairs(a, b) ((pair_sums)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"), min_vector_width(512))), apply_to = function)
#include "vector_types.h"

#include "kernels8.h"
#include "kernels16.h"
#pragma clang attribute pop

const blur_kernels blur_kernels8_avx512 = KERNEL_TABLE8;
const blur_kernels blur_kernels16_avx512 = KERNEL_TABLE16;

#endif
