#include "sha256_blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

static bool detect_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

// Cached: in a virtual machine, `cpuid` takes longer than hashing a small file.
bool sha256_has_x86_instructions(void) {
    enum { UNKNOWN, NO, YES };
    static _Atomic int cached = UNKNOWN;
    int known = atomic_load_explicit(&cached, memory_order_relaxed);
    if (known == UNKNOWN) {
        known = detect_instructions() ? YES : NO;
        atomic_store_explicit(&cached, known, memory_order_relaxed);
    }
    return known == YES;
}

#define WITH_SHA __attribute__((target("sha,ssse3,sse4.1")))

// The SHA instructions take the state as ABEF and CDGH, with the first word in the highest lane.
WITH_SHA static void load(const uint32_t state[8], __m128i *abef, __m128i *cdgh) {
    *abef = _mm_set_epi32((int)state[0], (int)state[1], (int)state[4], (int)state[5]);
    *cdgh = _mm_set_epi32((int)state[2], (int)state[3], (int)state[6], (int)state[7]);
}

WITH_SHA static void store(uint32_t state[8], __m128i abef, __m128i cdgh) {
    uint32_t first[4], second[4];
    _mm_storeu_si128((__m128i *)first, abef);
    _mm_storeu_si128((__m128i *)second, cdgh);
    state[0] = first[3], state[1] = first[2], state[4] = first[1], state[5] = first[0];
    state[2] = second[3], state[3] = second[2], state[6] = second[1], state[7] = second[0];
}

WITH_SHA static __m128i four_words(const uint8_t *bytes) {
    const __m128i big_endian = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes), big_endian);
}

WITH_SHA void sha256_blocks_x86(uint32_t state[8], const uint8_t *bytes, size_t count) {
    __m128i abef, cdgh, w[4];
    load(state, &abef, &cdgh);
    for (size_t block = 0; block < count; block++, bytes += 64) {
        const __m128i old_abef = abef, old_cdgh = cdgh;
        for (int i = 0; i < 16; i++) {
            __m128i words;
            if (i < 4) {
                words = four_words(bytes + 16 * i);
            } else {
                // Words 4i to 4i + 3 of the message schedule, from w[t-16], w[t-15], w[t-7], and w[t-2].
                words = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
                words = _mm_add_epi32(words, _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4));
                words = _mm_sha256msg2_epu32(words, w[(i + 3) % 4]);
            }
            w[i % 4] = words;
            __m128i sums = _mm_add_epi32(words, _mm_loadu_si128((const __m128i *)(sha256_constants + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0E));
        }
        abef = _mm_add_epi32(abef, old_abef);
        cdgh = _mm_add_epi32(cdgh, old_cdgh);
    }
    store(state, abef, cdgh);
}

#else

bool sha256_has_x86_instructions(void) { return false; }

void sha256_blocks_x86(uint32_t state[8], const uint8_t *bytes, size_t count) {
    sha256_blocks_portable(state, bytes, count);
}

#endif
