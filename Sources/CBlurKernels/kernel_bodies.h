// The kernels, for the instruction set that the including file has chosen. It defines
//   VECTOR_BYTES            the width of a vector
//   multiply_round(a, b)    (a * b + 2^14) >> 15 for vectors of int16_t

#include <string.h>

#include "blur_kernels.h"

typedef int16_t samples __attribute__((vector_size(VECTOR_BYTES)));
typedef uint16_t unsigned_samples __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 2, BLOCK = 4 * LANES };
_Static_assert(BLOCK <= BLUR_SLACK, "a block may reach beyond a row's slack");

static inline samples load_samples(const int16_t *from) {
    samples result;
    memcpy(&result, from, sizeof result);
    return result;
}

static inline void store_samples(int16_t *to, samples value) { memcpy(to, &value, sizeof value); }

static inline samples average(samples a, samples b) {
    unsigned_samples x = (unsigned_samples)a, y = (unsigned_samples)b;
    return (samples)((x | y) - ((x ^ y) >> 1));
}

static inline samples splat(int16_t value) { return value - (samples){0}; }

static void load(int16_t *restrict out, const uint8_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (int16_t)(in[i] << BLUR_FRACTION_BITS);
}

static inline uint8_t code(int16_t sample) {
    // 32767 is the largest sample, and 255 the code that it is rounded to
    uint16_t rounded = (uint16_t)((uint16_t)sample + (1 << (BLUR_FRACTION_BITS - 1))) >> BLUR_FRACTION_BITS;
    return (uint8_t)(rounded > 255 ? 255 : rounded);
}

static void store(uint8_t *restrict out, const int16_t *restrict in, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = code(in[i]);
}

static void store_planes(uint8_t *restrict out, const int16_t *restrict in, size_t stride, size_t planes, size_t count) {
    const int16_t *a = in, *b = in + stride, *c = in + 2 * stride, *d = in + 3 * stride;
    switch (planes) {
        case 1: store(out, in, count); break;
        case 2:
            for (size_t i = 0; i < count; i++) {
                out[2 * i] = code(a[i]);
                out[2 * i + 1] = code(b[i]);
            }
            break;
        case 3:
            for (size_t i = 0; i < count; i++) {
                out[3 * i] = code(a[i]);
                out[3 * i + 1] = code(b[i]);
                out[3 * i + 2] = code(c[i]);
            }
            break;
        default:
            for (size_t i = 0; i < count; i++) {
                out[4 * i] = code(a[i]);
                out[4 * i + 1] = code(b[i]);
                out[4 * i + 2] = code(c[i]);
                out[4 * i + 3] = code(d[i]);
            }
    }
}

static void sum_rows(
    int16_t *out, const int16_t *const *rows, const int16_t *weights, size_t row_count, size_t count) {
    for (size_t i = 0; i < count; i += BLOCK) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < row_count; k++) {
            const int16_t *row = rows[k] + i;
            samples weight = splat(weights[k]);
            s0 = __builtin_elementwise_add_sat(s0, multiply_round(load_samples(row), weight));
            s1 = __builtin_elementwise_add_sat(s1, multiply_round(load_samples(row + LANES), weight));
            s2 = __builtin_elementwise_add_sat(s2, multiply_round(load_samples(row + 2 * LANES), weight));
            s3 = __builtin_elementwise_add_sat(s3, multiply_round(load_samples(row + 3 * LANES), weight));
        }
        store_samples(out + i, s0);
        store_samples(out + i + LANES, s1);
        store_samples(out + i + 2 * LANES, s2);
        store_samples(out + i + 3 * LANES, s3);
    }
}

static inline samples weighted_pair(const int16_t *a, const int16_t *b, samples weight) {
    return multiply_round(average(load_samples(a), load_samples(b)), weight);
}

static void sum_pairs(
    int16_t *out, const int16_t *const *a, const int16_t *const *b, const int16_t *weights, size_t pair_count,
    size_t count) {
    for (size_t i = 0; i < count; i += BLOCK) {
        samples s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < pair_count; k++) {
            const int16_t *x = a[k] + i, *y = b[k] + i;
            samples weight = splat(weights[k]);
            s0 = __builtin_elementwise_add_sat(s0, weighted_pair(x, y, weight));
            s1 = __builtin_elementwise_add_sat(s1, weighted_pair(x + LANES, y + LANES, weight));
            s2 = __builtin_elementwise_add_sat(s2, weighted_pair(x + 2 * LANES, y + 2 * LANES, weight));
            s3 = __builtin_elementwise_add_sat(s3, weighted_pair(x + 3 * LANES, y + 3 * LANES, weight));
        }
        store_samples(out + i, s0);
        store_samples(out + i + LANES, s1);
        store_samples(out + i + 2 * LANES, s2);
        store_samples(out + i + 3 * LANES, s3);
    }
}

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

static inline int16_t average_of(int16_t a, int16_t b) {
    return (int16_t)(((uint32_t)(uint16_t)a + (uint16_t)b + 1) >> 1);
}

static void double_linear(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const int16_t *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = average_of(average_of(before[i], in[i]), in[i]);
        out[2 * i + 1] = average_of(average_of(after[i], in[i]), in[i]);
    }
}

static void double_binomial(int16_t *restrict out, const int16_t *restrict in, size_t count) {
    const int16_t *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        int32_t middle = 10 * in[i] + 8;
        out[2 * i] = (int16_t)((5 * before[i] + middle + after[i]) >> 4);
        out[2 * i + 1] = (int16_t)((before[i] + middle + 5 * after[i]) >> 4);
    }
}

static inline int16_t saturated(int32_t sample) { return (int16_t)(sample > INT16_MAX ? INT16_MAX : sample); }

static void scale(int16_t *restrict samples, const uint16_t *restrict factors, size_t count) {
    for (size_t i = 0; i < count; i++) samples[i] = saturated((samples[i] * factors[i] + (1 << 13)) >> 14);
}

static void add_edges(
    int16_t *restrict samples, const uint16_t *restrict first_weights, const uint16_t *restrict last_weights,
    int16_t first, int16_t last, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int32_t added = (first_weights[i] * first + (1 << 14)) >> 15;
        samples[i] = saturated(samples[i] + added + ((last_weights[i] * last + (1 << 14)) >> 15));
    }
}

#define KERNEL_TABLE                                                                               \
    {load,          store,           store_planes, sum_rows, sum_pairs, split,                     \
     double_linear, double_binomial, scale,        add_edges}
