// The kernels for x86 processors with SSSE3.

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#define VECTOR_BYTES 16
#define multiply_round(a, b) (samples)_mm_mulhrs_epi16((__m128i)(a), (__m128i)(b))

#pragma clang attribute push(__attribute__((target("ssse3"), min_vector_width(128))), apply_to = function)
#include "kernel_bodies.h"
#pragma clang attribute pop

const blur_kernels blur_kernels_ssse3 = KERNEL_TABLE;

#endif
