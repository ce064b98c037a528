// Vectors of samples. The including file defines VECTOR_BYTES, and comes to the kernels with the set's target chosen.

#include <math.h>
#include <string.h>

#include "blur_kernels.h"

typedef int16_t samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t unsigned_samples __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t short_samples __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int32_t pair_sums __attribute__((vector_size(VECTOR_BYTES)));
typedef float floats __attribute__((vector_size(VECTOR_BYTES)));
typedef double numbers __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, FLOAT_LANES = VECTOR_BYTES / 4, NUMBER_LANES = VECTOR_BYTES / 8 };
_Static_assert(4 * FLOAT_LANES <= BLUR_SLACK, "a block may reach beyond a row's slack");
_Static_assert(2 * NUMBER_LANES <= BLUR_NUMBER_SLACK, "a block may reach beyond the numbers' slack");

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

static inline floats load_floats(const float *from) {
    floats result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_floats(float *to, floats value) { memcpy(to, &value, sizeof value); }

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

// Where a sample beyond the ends of a line lies inside it.
static inline size_t folded_place(ptrdiff_t place, ptrdiff_t count, bool mirrored) {
    ptrdiff_t period = mirrored ? 2 * count : count;
    ptrdiff_t folded = place % period;
    if (folded < 0) folded += period;
    return (size_t)(folded < count ? folded : 2 * count - 1 - folded);
}

// The body of fold; SUM adds two samples.
#define FOLD_LOOP(SAMPLE, SUM)                                                                     \
    for (ptrdiff_t place = -(ptrdiff_t)reach; place < (ptrdiff_t)(pixels + reach); place++) {      \
        if (place == 0) place = (ptrdiff_t)pixels;                                                 \
        size_t folded = folded_place(place, (ptrdiff_t)pixels, mirrored);                          \
        SAMPLE *to = (SAMPLE *)samples + folded * channels;                                        \
        const SAMPLE *from = (const SAMPLE *)samples + place * (ptrdiff_t)channels;                \
        for (size_t c = 0; c < channels; c++) to[c] = SUM(to[c], from[c]);                         \
    }

// The body of split: constant numbers of channels, so that the compiler can turn the gathers into shuffles.
#define SPLIT(SAMPLE)                                                                              \
    const SAMPLE *from = in;                                                                       \
    SAMPLE *restrict a = out[0], *restrict b = out[1];                                             \
    SAMPLE *restrict c = channels > 2 ? out[2] : b, *restrict d = channels > 3 ? out[3] : c;       \
    if (channels == 2) {                                                                           \
        for (size_t i = 0; i < count; i++) a[i] = from[2 * i], b[i] = from[2 * i + 1];             \
    } else if (channels == 3) {                                                                    \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = from[3 * i], b[i] = from[3 * i + 1], c[i] = from[3 * i + 2];                    \
    } else {                                                                                       \
        for (size_t i = 0; i < count; i++)                                                         \
            a[i] = from[4 * i], b[i] = from[4 * i + 1], c[i] = from[4 * i + 2], d[i] = from[4 * i + 3]; \
    }

// The body of reverse.
#define REVERSE(SAMPLE)                                                                            \
    SAMPLE *to = out;                                                                              \
    const SAMPLE *from = in;                                                                       \
    for (size_t i = 0; i < count; i++) to[i] = from[count - 1 - i];

// The body of interleave; planes are `step` codes apart.
#define INTERLEAVE(CODE)                                                                           \
    CODE *out = (CODE *)to;                                                                        \
    const CODE *a = (const CODE *)from, *b = a + step;                                             \
    const CODE *c = channels > 2 ? b + step : b, *d = channels > 3 ? c + step : c;                 \
    if (channels == 2) {                                                                           \
        for (size_t i = 0; i < count; i++) out[2 * i] = a[i], out[2 * i + 1] = b[i];               \
    } else if (channels == 3) {                                                                    \
        for (size_t i = 0; i < count; i++)                                                         \
            out[3 * i] = a[i], out[3 * i + 1] = b[i], out[3 * i + 2] = c[i];                       \
    } else {                                                                                       \
        for (size_t i = 0; i < count; i++)                                                         \
            out[4 * i] = a[i], out[4 * i + 1] = b[i], out[4 * i + 2] = c[i], out[4 * i + 3] = d[i]; \
    }
