// Chooses the kernels of an instruction set, if the processor has it.

#include "blur_kernels.h"

extern const blur_kernels blur_kernels_int16_portable, blur_kernels_float_portable;
#if defined(__x86_64__) || defined(__i386__)
extern const blur_kernels blur_kernels_int16_ssse3, blur_kernels_float_ssse3;
extern const blur_kernels blur_kernels_int16_avx2, blur_kernels_float_avx2;
extern const blur_kernels blur_kernels_int16_avx512, blur_kernels_float_avx512;
#elif defined(__aarch64__)
extern const blur_kernels blur_kernels_int16_neon, blur_kernels_float_neon;
#endif

static bool processor_has(blur_instruction_set set) {
    switch (set) {
        case BLUR_PORTABLE: return true;
#if defined(__x86_64__) || defined(__i386__)
        case BLUR_SSSE3: return __builtin_cpu_supports("ssse3");
        case BLUR_AVX2: return __builtin_cpu_supports("avx2");
        case BLUR_AVX512:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined(__aarch64__)
        case BLUR_NEON: return true;
#endif
        default: return false;
    }
}

const blur_kernels *blur_kernels_for(blur_instruction_set set, int bits) {
    if (!processor_has(set)) return NULL;
    switch (set) {
#if defined(__x86_64__) || defined(__i386__)
        case BLUR_SSSE3: return bits == 8 ? &blur_kernels_int16_ssse3 : &blur_kernels_float_ssse3;
        case BLUR_AVX2: return bits == 8 ? &blur_kernels_int16_avx2 : &blur_kernels_float_avx2;
        case BLUR_AVX512: return bits == 8 ? &blur_kernels_int16_avx512 : &blur_kernels_float_avx512;
#elif defined(__aarch64__)
        case BLUR_NEON: return bits == 8 ? &blur_kernels_int16_neon : &blur_kernels_float_neon;
#endif
        default: return bits == 8 ? &blur_kernels_int16_portable : &blur_kernels_float_portable;
    }
}
