// The kernels for ARM processors with NEON, which all of 64 bits have.

#ifdef __aarch64__

#include <arm_neon.h>

#define VECTOR_BYTES 16
#define multiply_round(a, b) (samples) vqrdmulhq_s16((int16x8_t)(a), (int16x8_t)(b))

#include "kernel_bodies.h"

const blur_kernels blur_kernels_neon = KERNEL_TABLE;

#endif
