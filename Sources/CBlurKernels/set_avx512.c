// The kernels for x86 processors with AVX512.

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#define VECTOR_BYTES 64
#define multiply_round(a, b) (samples)_mm512_mulhrs_epi16((__m512i)(a), (__m512i)(b))

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"), min_vector_width(512))), apply_to = function)
#include "kernel_bodies.h"
#pragma clang attribute pop

const blur_kernels blur_kernels_avx512 = KERNEL_TABLE;

#endif
