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
    floats position =
        nodes->is_exponential
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
#define WITH_NODE_COUNT(COUNT, FUNCTION, ...) \
    switch (COUNT) { \
        case 1: FUNCTION(__VA_ARGS__, 1); break; \
        case 2: FUNCTION(__VA_ARGS__, 2); break; \
        case 3: FUNCTION(__VA_ARGS__, 3); break; \
        case 4: FUNCTION(__VA_ARGS__, 4); break; \
        case 5: FUNCTION(__VA_ARGS__, 5); break; \
        default: FUNCTION(__VA_ARGS__, BLUR_GREATEST_NODE_COUNT); break; \
    }

#endif
