// Chooses the kernels of an instruction set, if the processor has it.

#include "blur_kernels.h"

extern const blur_kernels blur_kernels_int16_portable, blur_kernels_exact_portable, blur_kernels_float_portable;
#if defined(__x86_64__) || defined(__i386__)
extern const blur_kernels blur_kernels_int16_ssse3, blur_kernels_exact_ssse3, blur_kernels_float_ssse3;
extern const blur_kernels blur_kernels_int16_avx2, blur_kernels_exact_avx2, blur_kernels_float_avx2;
extern const blur_kernels blur_kernels_int16_avx512, blur_kernels_exact_avx512, blur_kernels_float_avx512;
#elif defined(__aarch64__)
extern const blur_kernels blur_kernels_int16_neon, blur_kernels_exact_neon, blur_kernels_float_neon;
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

#define CHOOSE(SET) \
    kind == BLUR_FLOATS           ? &blur_kernels_float_##SET \
    : kind == BLUR_EXACT_INTEGERS ? &blur_kernels_exact_##SET \
                                  : &blur_kernels_int16_##SET

const blur_kernels *blur_kernels_for(blur_instruction_set set, blur_sample_kind kind) {
    if (!processor_has(set)) return NULL;
    switch (set) {
#if defined(__x86_64__) || defined(__i386__)
        case BLUR_SSSE3: return CHOOSE(ssse3);
        case BLUR_AVX2: return CHOOSE(avx2);
        case BLUR_AVX512: return CHOOSE(avx512);
#elif defined(__aarch64__)
        case BLUR_NEON: return CHOOSE(neon);
#endif
        default: return CHOOSE(portable);
    }
}
