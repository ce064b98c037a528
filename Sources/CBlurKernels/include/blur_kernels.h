// The inner loops of the fast engine, one table of them for each instruction set.
//
// Samples are int16_t with 7 fractional bits: an 8-bit code times 128, so that 255 is 32640. Weights are fractions of
// 32768. Every set computes the same numbers to the last bit: products are rounded one by one ((a * b + 2^14) >> 15),
// averages are rounded up, sums saturate.
//
// Rows that a kernel reads or writes have BLUR_SLACK samples of memory behind their end, which may be read and
// overwritten.

#ifndef BLUR_KERNELS_H
#define BLUR_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLUR_FRACTION_BITS = 7,
    BLUR_SLACK = 128,
    BLUR_MOST_PARTS = 8,
};

typedef enum blur_instruction_set {
    BLUR_PORTABLE,
    BLUR_SSSE3,
    BLUR_AVX2,
    BLUR_AVX512,
    BLUR_NEON,
    BLUR_SET_COUNT,
} blur_instruction_set;

typedef struct blur_kernels {
    // 8-bit codes to samples.
    void (*load)(int16_t *out, const uint8_t *in, size_t count);

    // Samples to 8-bit codes, rounded; `in` is not below 0.
    void (*store)(uint8_t *out, const int16_t *in, size_t count);

    // Planes of samples to pixels of 8-bit codes; 1 to 4 planes, each `stride` samples after the one before.
    void (*store_planes)(uint8_t *out, const int16_t *in, size_t stride, size_t planes, size_t count);

    // out[i] = sum of weights[k] * rows[k][i]
    void (*sum_rows)(int16_t *out, const int16_t *const *rows, const int16_t *weights, size_t row_count, size_t count);

    // out[i] = sum of weights[k] * average(a[k][i], b[k][i]); the rows are not below 0.
    void (*sum_pairs)(
        int16_t *out, const int16_t *const *a, const int16_t *const *b, const int16_t *weights, size_t pair_count,
        size_t count);

    // out[p][i] = in[i * parts + p], for 2, 4, 6 or 8 parts
    void (*split)(int16_t *const *out, const int16_t *in, size_t parts, size_t count);

    // Twice as many samples by linear interpolation: out[2i] lies a quarter before in[i], out[2i + 1] a quarter behind.
    // Reads in[-1] to in[count].
    void (*double_linear)(int16_t *out, const int16_t *in, size_t count);

    // The same by the binomial weights 1 5 10 10 5 1.
    void (*double_binomial)(int16_t *out, const int16_t *in, size_t count);

    // Multiplies samples by factors that are fractions of 16384, at most 2.
    void (*scale)(int16_t *samples, const uint16_t *factors, size_t count);

    // Adds two numbers, each times a weight of the sample.
    void (*add_edges)(
        int16_t *samples, const uint16_t *first_weights, const uint16_t *last_weights, int16_t first, int16_t last,
        size_t count);
} blur_kernels;

// The kernels of a set, or NULL if this machine does not have it.
const blur_kernels *blur_kernels_of(blur_instruction_set set);

#endif
