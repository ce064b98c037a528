#include "blur_kernels.h"

extern const blur_kernels blur_kernels_portable;
#if defined(__x86_64__) || defined(__i386__)
extern const blur_kernels blur_kernels_ssse3, blur_kernels_avx2, blur_kernels_avx512;
#elif defined(__aarch64__)
extern const blur_kernels blur_kernels_neon;
#endif

const blur_kernels *blur_kernels_of(blur_instruction_set set) {
    switch (set) {
        case BLUR_PORTABLE: return &blur_kernels_portable;
#if defined(__x86_64__) || defined(__i386__)
        case BLUR_SSSE3: return __builtin_cpu_supports("ssse3") ? &blur_kernels_ssse3 : NULL;
        case BLUR_AVX2: return __builtin_cpu_supports("avx2") ? &blur_kernels_avx2 : NULL;
        case BLUR_AVX512:
            return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq")
                ? &blur_kernels_avx512 : NULL;
#elif defined(__aarch64__)
        case BLUR_NEON: return &blur_kernels_neon;
#endif
        default: return NULL;
    }
}
