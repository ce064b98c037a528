// Positions and Lagrange weights of radii between the nodes of a blur whose radius varies from pixel to pixel.

#ifndef BLUR_NODES_COMMON_H
#define BLUR_NODES_COMMON_H

#include "vector_types.h"

typedef int32_t integers __attribute__((vector_size(VECTOR_BYTES)));

static inline floats splat_float(float value) { return value - (floats){0}; }

// e to the power of x for -88 < x <= 0, to 1 part in 10^6: 2 to the power of the whole part of x / log 2, by its bits, times a
// polynomial of the rest.
static inline floats exponential_float(floats x) {
    floats scaled = x * splat_float(1.44269504f);
    integers whole = __builtin_convertvector(scaled - splat_float(0.5f), integers);
    floats rest = (scaled - __builtin_convertvector(whole, floats)) * splat_float(0.693147181f);
    floats sum = splat_float(1.0f / 720);
    sum = sum * rest + splat_float(1.0f / 120);
    sum = sum * rest + splat_float(1.0f / 24);
    sum = sum * rest + splat_float(1.0f / 6);
    sum = sum * rest + splat_float(0.5f);
    sum = sum * rest + splat_float(1);
    sum = sum * rest + splat_float(1);
    return sum * (floats)((whole + 127) << 23);
}

static inline floats node_position(floats radius, const blur_nodes *nodes) {
    floats middle = splat_float(nodes->middle);
    floats position = nodes->is_exponential
        ? exponential_float(splat_float(-0.5f) / __builtin_elementwise_max(radius * radius, splat_float(0.01f)))
        : (radius - middle) / (radius + middle);
    position = __builtin_elementwise_max(position, splat_float(nodes->low));
    return __builtin_elementwise_min(position, splat_float(nodes->high));
}

// The weight of every node at a position: the products of the distances from all other nodes, scaled. `node_count` is `nodes->count`,
// as a constant: then the weights stay in registers.
static inline __attribute__((always_inline)) void lagrange_weights(
    floats *weights, floats position, const blur_nodes *nodes, const size_t node_count) {
    floats product = splat_float(1);
    for (size_t k = 0; k < node_count; k++) {
        weights[k] = product * splat_float(nodes->scales[k]);
        product *= position - splat_float(nodes->positions[k]);
    }
    product = splat_float(1);
    for (size_t k = node_count; k-- > 0;) {
        weights[k] *= product;
        product *= position - splat_float(nodes->positions[k]);
    }
}

// Calls a function whose last parameter is a number of nodes with a constant.
#define WITH_NODE_COUNT(COUNT, FUNCTION, ...)        \
    switch (COUNT) {                                 \
        case 1: FUNCTION(__VA_ARGS__, 1); break;     \
        case 2: FUNCTION(__VA_ARGS__, 2); break;     \
        case 3: FUNCTION(__VA_ARGS__, 3); break;     \
        case 4: FUNCTION(__VA_ARGS__, 4); break;     \
        case 5: FUNCTION(__VA_ARGS__, 5); break;     \
        default: FUNCTION(__VA_ARGS__, BLUR_GREATEST_NODE_COUNT); break; \
    }

// Defines sum_symmetric for a type of samples. Blocks of up to four vectors are summed at once; TYPE is the suffix of the functions.
#define SYMMETRIC_SUMS(TYPE, SAMPLE, VECTOR, VECTOR_LANES)                                                       \
    static inline __attribute__((always_inline)) void symmetric_block_##TYPE(                                    \
        SAMPLE *out, const SAMPLE *in, ptrdiff_t tap_step, ptrdiff_t first_distance, const int32_t *weights,      \
        size_t pair_count, const size_t vectors) {                                                               \
        VECTOR sums[4] = {{0}, {0}, {0}, {0}};                                                                   \
        for (ptrdiff_t k = 0; k < (ptrdiff_t)pair_count; k++) {                                                  \
            ptrdiff_t distance = k + first_distance > 0 ? (k + first_distance) * tap_step : 0;                   \
            const SAMPLE *before = in - distance, *after = in + distance;                                        \
            VECTOR weight = weight_symmetric_##TYPE(weights[k]);                                                 \
            for (size_t v = 0; v < vectors; v++) {                                                               \
                VECTOR a, b;                                                                                     \
                memcpy(&a, before + v * VECTOR_LANES, sizeof a);                                                 \
                memcpy(&b, after + v * VECTOR_LANES, sizeof b);                                                  \
                sums[v] = add_symmetric_##TYPE(sums[v], a, b, weight);                                           \
            }                                                                                                    \
        }                                                                                                        \
        memcpy(out, sums, vectors * sizeof *sums);                                                               \
    }                                                                                                            \
                                                                                                                 \
    static void sum_symmetric_##TYPE(                                                                            \
        void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t tap_step, ptrdiff_t first_distance, \
        const int32_t *weights, size_t pair_count, size_t planes, size_t count) {                                \
        for (size_t p = 0; p < planes; p++) {                                                                    \
            SAMPLE *out = (SAMPLE *)to + p * out_step;                                                           \
            const SAMPLE *in = (const SAMPLE *)from + p * in_step;                                               \
            size_t i = 0;                                                                                        \
            for (; i + 3 * VECTOR_LANES < count; i += 4 * VECTOR_LANES)                                          \
                symmetric_block_##TYPE(out + i, in + i, tap_step, first_distance, weights, pair_count, 4);       \
            if (i + 2 * VECTOR_LANES < count)                                                                    \
                symmetric_block_##TYPE(out + i, in + i, tap_step, first_distance, weights, pair_count, 3);       \
            else if (i + VECTOR_LANES < count)                                                                   \
                symmetric_block_##TYPE(out + i, in + i, tap_step, first_distance, weights, pair_count, 2);       \
            else if (i < count)                                                                                  \
                symmetric_block_##TYPE(out + i, in + i, tap_step, first_distance, weights, pair_count, 1);       \
        }                                                                                                        \
    }

// Defines sum_symmetric_kernels for a type of samples. Samples are read once for all kernels, and blocks of a few vectors are summed at
// once, whose sums fit into the registers.
#define SYMMETRIC_KERNEL_SUMS(TYPE, SAMPLE, VECTOR, VECTOR_LANES)                                                \
    /* Adds the taps from the distance `from` to `to`, which the kernels from `first` on have. */                \
    static inline __attribute__((always_inline)) void add_kernel_taps_##TYPE(                                    \
        VECTOR sums[BLUR_GREATEST_KERNEL_COUNT][3], const SAMPLE *in, const blur_symmetric_kernel *kernels,       \
        ptrdiff_t from, ptrdiff_t to, const size_t first, const size_t kernel_count, const size_t vectors) {      \
        for (ptrdiff_t k = from; k < to; k++) {                                                                  \
            VECTOR weights[BLUR_GREATEST_KERNEL_COUNT];                                                          \
            for (size_t n = first; n < kernel_count; n++) weights[n] = weight_symmetric_##TYPE(kernels[n].weights[k]); \
            for (size_t v = 0; v < vectors; v++) {                                                               \
                VECTOR a, b;                                                                                     \
                memcpy(&a, in - k + v * VECTOR_LANES, sizeof a);                                                 \
                memcpy(&b, in + k + v * VECTOR_LANES, sizeof b);                                                 \
                for (size_t n = first; n < kernel_count; n++)                                                    \
                    sums[n][v] = add_symmetric_##TYPE(sums[n][v], a, b, weights[n]);                             \
            }                                                                                                    \
        }                                                                                                        \
    }                                                                                                            \
                                                                                                                 \
    static inline __attribute__((always_inline)) void kernels_block_##TYPE(                                      \
        void *const *out, size_t offset, const SAMPLE *in, const blur_symmetric_kernel *kernels,                 \
        const size_t kernel_count, const size_t vectors) {                                                       \
        VECTOR sums[BLUR_GREATEST_KERNEL_COUNT][3] = {{{0}}};                                                    \
        ptrdiff_t ends[BLUR_GREATEST_KERNEL_COUNT];                                                              \
        for (size_t n = 0; n < kernel_count; n++) ends[n] = (ptrdiff_t)kernels[n].pair_count;                    \
        add_kernel_taps_##TYPE(sums, in, kernels, 0, ends[0], 0, kernel_count, vectors);                         \
        if (kernel_count > 1) add_kernel_taps_##TYPE(sums, in, kernels, ends[0], ends[1], 1, kernel_count, vectors); \
        if (kernel_count > 2) add_kernel_taps_##TYPE(sums, in, kernels, ends[1], ends[2], 2, kernel_count, vectors); \
        if (kernel_count > 3) add_kernel_taps_##TYPE(sums, in, kernels, ends[2], ends[3], 3, kernel_count, vectors); \
        for (size_t n = 0; n < kernel_count; n++)                                                                \
            memcpy((SAMPLE *)out[n] + offset, sums[n], vectors * sizeof(VECTOR));                                \
    }                                                                                                            \
                                                                                                                 \
    static inline __attribute__((always_inline)) void kernels_plane_##TYPE(                                      \
        void *const *out, size_t offset, const SAMPLE *in, const blur_symmetric_kernel *kernels, size_t count,   \
        const size_t kernel_count) {                                                                             \
        /* AVX-512 has twice the registers of the other sets */                                                  \
        const size_t most = VECTOR_BYTES == 64 ? 3 : 2;                                                          \
        size_t i = 0;                                                                                            \
        for (; i + most * VECTOR_LANES < count; i += 2 * VECTOR_LANES)                                           \
            kernels_block_##TYPE(out, offset + i, in + i, kernels, kernel_count, 2);                             \
        if (i + 2 * VECTOR_LANES < count)                                                                        \
            kernels_block_##TYPE(out, offset + i, in + i, kernels, kernel_count, 3);                             \
        else if (i + VECTOR_LANES < count)                                                                       \
            kernels_block_##TYPE(out, offset + i, in + i, kernels, kernel_count, 2);                             \
        else if (i < count)                                                                                      \
            kernels_block_##TYPE(out, offset + i, in + i, kernels, kernel_count, 1);                             \
    }                                                                                                            \
                                                                                                                 \
    static void sum_symmetric_kernels_##TYPE(                                                                    \
        void *const *out, size_t out_step, const void *from, size_t in_step, const blur_symmetric_kernel *kernels, \
        size_t kernel_count, size_t planes, size_t count) {                                                      \
        for (size_t p = 0; p < planes; p++) {                                                                    \
            const SAMPLE *in = (const SAMPLE *)from + p * in_step;                                               \
            switch (kernel_count) {                                                                              \
                case 1: kernels_plane_##TYPE(out, p * out_step, in, kernels, count, 1); break;                   \
                case 2: kernels_plane_##TYPE(out, p * out_step, in, kernels, count, 2); break;                   \
                case 3: kernels_plane_##TYPE(out, p * out_step, in, kernels, count, 3); break;                   \
                default: kernels_plane_##TYPE(out, p * out_step, in, kernels, count, BLUR_GREATEST_KERNEL_COUNT); break; \
            }                                                                                                    \
        }                                                                                                        \
    }

// Defines sum_symmetric_rows for a type of samples, after SYMMETRIC_SUMS. Two rows of results share most of the rows that they read.
#define SYMMETRIC_ROW_SUMS(TYPE, SAMPLE, VECTOR, VECTOR_LANES)                                                   \
    static inline __attribute__((always_inline)) void two_rows_##TYPE(                                           \
        SAMPLE *out, ptrdiff_t out_step, const SAMPLE *in, ptrdiff_t row_step, const int32_t *weights,            \
        ptrdiff_t pair_count, const size_t vectors) {                                                            \
        VECTOR first[4] = {{0}, {0}, {0}, {0}}, second[4] = {{0}, {0}, {0}, {0}}, before[4], after[4];           \
        memcpy(before, in + row_step, vectors * sizeof(VECTOR));                                                 \
        memcpy(after, in, vectors * sizeof(VECTOR));                                                             \
        for (ptrdiff_t k = 0; k < pair_count; k++) {                                                             \
            VECTOR weight = weight_symmetric_##TYPE(weights[k]);                                                 \
            for (size_t v = 0; v < vectors; v++) {                                                               \
                VECTOR a, b;                                                                                     \
                memcpy(&a, in - k * row_step + v * VECTOR_LANES, sizeof a);                                      \
                memcpy(&b, in + (k + 1) * row_step + v * VECTOR_LANES, sizeof b);                                \
                first[v] = add_symmetric_##TYPE(first[v], a, after[v], weight);                                  \
                second[v] = add_symmetric_##TYPE(second[v], before[v], b, weight);                               \
                before[v] = a, after[v] = b;                                                                     \
            }                                                                                                    \
        }                                                                                                        \
        memcpy(out, first, vectors * sizeof(VECTOR));                                                            \
        memcpy(out + out_step, second, vectors * sizeof(VECTOR));                                                \
    }                                                                                                            \
                                                                                                                 \
    static void sum_symmetric_rows_##TYPE(                                                                       \
        void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t first_distance, const int32_t *weights, \
        size_t pair_count, size_t rows, size_t count) {                                                          \
        /* AVX-512 has twice the registers of the other sets */                                                  \
        const size_t most = VECTOR_BYTES == 64 ? 4 : 2;                                                          \
        for (size_t r = 0; r < rows;) {                                                                          \
            SAMPLE *out = (SAMPLE *)to + r * out_step;                                                           \
            const SAMPLE *in = (const SAMPLE *)from + r * in_step;                                               \
            if (first_distance != 0 || r + 1 == rows) {                                                          \
                sum_symmetric_##TYPE(                                                                            \
                    out, 0, in, 0, (ptrdiff_t)in_step, first_distance, weights, pair_count, 1, count);           \
                r += 1;                                                                                          \
                continue;                                                                                        \
            }                                                                                                    \
            size_t i = 0;                                                                                        \
            const ptrdiff_t out_rows = (ptrdiff_t)out_step, in_rows = (ptrdiff_t)in_step, pairs = (ptrdiff_t)pair_count; \
            for (; i + (most - 1) * VECTOR_LANES < count; i += most * VECTOR_LANES)                              \
                two_rows_##TYPE(out + i, out_rows, in + i, in_rows, weights, pairs, most);                       \
            for (; i + VECTOR_LANES < count; i += 2 * VECTOR_LANES)                                              \
                two_rows_##TYPE(out + i, out_rows, in + i, in_rows, weights, pairs, 2);                          \
            if (i < count) two_rows_##TYPE(out + i, out_rows, in + i, in_rows, weights, pairs, 1);               \
            r += 2;                                                                                              \
        }                                                                                                        \
    }

#endif
