// Vectors of samples. The including file defines VECTOR_BYTES, and comes to the kernels with the set's target chosen.

#include <string.h>

#include "blur_kernels.h"

typedef int16_t samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t unsigned_samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t half_samples __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int16_t short_samples __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int32_t pair_sums __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t sums __attribute__((vector_size(VECTOR_BYTES)));
typedef double numbers __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, SUM_LANES = VECTOR_BYTES / 4, NUMBER_LANES = VECTOR_BYTES / 8 };
_Static_assert(4 * SUM_LANES <= BLUR_SLACK, "a block may reach beyond a row's slack");
_Static_assert(2 * NUMBER_LANES <= BLUR_NUMBER_SLACK, "a block may reach beyond the numbers' slack");

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

// Constant numbers of channels, so that the compiler can turn the gathers into shuffles.
static void split(int16_t *const *out, const int16_t *restrict in, size_t channels, size_t count) {
    int16_t *restrict a = out[0], *restrict b = out[1];
    if (channels == 2) {
        for (size_t i = 0; i < count; i++) a[i] = in[2 * i], b[i] = in[2 * i + 1];
        return;
    }
    int16_t *restrict c = out[2];
    if (channels == 3) {
        for (size_t i = 0; i < count; i++) a[i] = in[3 * i], b[i] = in[3 * i + 1], c[i] = in[3 * i + 2];
        return;
    }
    int16_t *restrict d = out[3];
    for (size_t i = 0; i < count; i++)
        a[i] = in[4 * i], b[i] = in[4 * i + 1], c[i] = in[4 * i + 2], d[i] = in[4 * i + 3];
}

static inline numbers load_numbers(const double *from) {
    numbers result;
    memcpy(&result, from, sizeof result);
    return result;
}

static void sum_numbers(
    double *restrict out, const double *restrict rows, ptrdiff_t step, const double *restrict weights,
    size_t row_count, size_t count) {
    for (size_t i = 0; i < count; i += 2 * NUMBER_LANES) {
        numbers s0 = {0}, s1 = {0};
        const double *row = rows + i;
        for (size_t k = 0; k < row_count; k++, row += step) {
            numbers weight = weights[k] - (numbers){0};
            s0 += load_numbers(row) * weight;
            s1 += load_numbers(row + NUMBER_LANES) * weight;
        }
        memcpy(out + i, &s0, sizeof s0);
        memcpy(out + i + NUMBER_LANES, &s1, sizeof s1);
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

static inline int32_t quotient(float share, float one) {
    float fraction = one / (1.0f - share) - 32767.5f;
    fraction = fraction > 0 ? fraction : 0;
    return (int32_t)(fraction < 32767.0f ? fraction : 32767.0f);
}

static void divide(int16_t *restrict out, const float *restrict in, float scale, size_t count) {
    float one = 32768.0f * scale;
    for (size_t i = 0; i < count; i++) out[i] = (int16_t)quotient(in[i], one);
}

typedef uint32_t quotient_pair __attribute__((aligned(2), may_alias));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first quotient of a pair has to come first in memory");

static void divide_doubled(int16_t *restrict out, const float *restrict in, float scale, size_t count, bool binomial) {
    float near = binomial ? 0.625f : 0.75f, next = binomial ? 0.3125f : 0.25f, far = binomial ? 0.0625f : 0;
    float one = 32768.0f * scale;
    const float *before = in - 1, *after = in + 1;
    quotient_pair *restrict to = (quotient_pair *)out;
    for (size_t i = 0; i < count; i++) {
        float middle = near * in[i];
        int32_t first = quotient(middle + next * before[i] + far * after[i], one);
        int32_t second = quotient(middle + next * after[i] + far * before[i], one);
        to[i] = (uint32_t)first | (uint32_t)second << 16;
    }
}

static void reverse(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = in[count - 1 - i];
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
