// Vectors of samples. The including file defines VECTOR_BYTES, and comes to the kernels with the set's target chosen.

#include <string.h>

#include "blur_kernels.h"

typedef int16_t samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t unsigned_samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t half_samples __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef uint32_t sums __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, SUM_LANES = VECTOR_BYTES / 4 };
_Static_assert(4 * SUM_LANES <= BLUR_SLACK, "a block may reach beyond a row's slack");

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

// Constant strides, so that the compiler can turn the gathers into shuffles.
#define SPLIT_BY(PARTS)                                                                            \
    for (size_t p = 0; p < PARTS; p++) {                                                           \
        int16_t *restrict to = out[p];                                                             \
        const int16_t *restrict from = in + p;                                                     \
        for (size_t i = 0; i < count; i++) to[i] = from[i * PARTS];                                \
    }

static void split(int16_t *const *out, const int16_t *in, size_t parts, size_t count) {
    switch (parts) {
        case 2: SPLIT_BY(2) break;
        case 4: SPLIT_BY(4) break;
        case 6: SPLIT_BY(6) break;
        default: SPLIT_BY(8) break;
    }
}

static void double_shares(float *restrict out, const float *restrict in, size_t count, bool binomial) {
    float near = binomial ? 0.625f : 0.75f, next = binomial ? 0.3125f : 0.25f, far = binomial ? 0.0625f : 0;
    const float *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        float middle = near * in[i];
        out[2 * i] = middle + next * before[i] + far * after[i];
        out[2 * i + 1] = middle + next * after[i] + far * before[i];
    }
}

static void divide(uint16_t *restrict out, const float *restrict in, float numerator, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (uint16_t)(int32_t)(numerator / (1.0f - in[i]) + 0.5f);
}

// Where a sample beyond the ends of a line lies inside it.
static inline size_t folded_place(ptrdiff_t place, ptrdiff_t count, bool mirrored) {
    ptrdiff_t period = mirrored ? 2 * count : count;
    ptrdiff_t folded = place % period;
    if (folded < 0) folded += period;
    return (size_t)(folded < count ? folded : 2 * count - 1 - folded);
}

// The body of fold; SUM adds two samples.
#define FOLD_LOOP(SUM)                                                                             \
    for (ptrdiff_t place = -(ptrdiff_t)reach; place < (ptrdiff_t)(pixels + reach); place++) {      \
        if (place == 0) place = (ptrdiff_t)pixels;                                                 \
        int16_t *to = samples + folded_place(place, (ptrdiff_t)pixels, mirrored) * channels;       \
        const int16_t *from = samples + place * (ptrdiff_t)channels;                               \
        for (size_t c = 0; c < channels; c++) to[c] = SUM(to[c], from[c]);                         \
    }
