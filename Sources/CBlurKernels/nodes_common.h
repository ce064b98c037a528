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

// The weight of every node at a position: the products of the distances from all other nodes, scaled.
static inline void lagrange_weights(floats *weights, floats position, const blur_nodes *nodes) {
    floats product = splat_float(1);
    for (size_t k = 0; k < nodes->count; k++) {
        weights[k] = product * splat_float(nodes->scales[k]);
        product *= position - splat_float(nodes->positions[k]);
    }
    product = splat_float(1);
    for (size_t k = nodes->count; k-- > 0;) {
        weights[k] *= product;
        product *= position - splat_float(nodes->positions[k]);
    }
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

#endif
