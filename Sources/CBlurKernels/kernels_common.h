// What the kernels for int16_t samples and those for float samples share: the kernels for plain numbers, and function
// bodies that depend on the sample type only, as macros.

#ifndef BLUR_KERNELS_COMMON_H
#define BLUR_KERNELS_COMMON_H

#include "vector_types.h"
#include "transpose.h"

static void sum_doubles(
    double *restrict out, const double *restrict rows, ptrdiff_t step, const double *restrict weights, size_t row_count,
    size_t count) {
    for (size_t i = 0; i < count; i += 2 * DOUBLE_LANES) {
        doubles s0 = {0}, s1 = {0};
        const double *row = rows + i;
        for (size_t k = 0; k < row_count; k++, row += step) {
            doubles weight = weights[k] - (doubles){0};
            s0 += load_doubles(row) * weight;
            s1 += load_doubles(row + DOUBLE_LANES) * weight;
        }
        memcpy(out + i, &s0, sizeof s0);
        memcpy(out + i + DOUBLE_LANES, &s1, sizeof s1);
    }
}

// 3/4 of a sample and 1/4 of its neighbor.
static inline float linear_float(float here, float near) { return 0.75f * here + 0.25f * near; }

// 10/16 of a sample, 5/16 of the near and 1/16 of the far neighbor.
static inline float binomial_float(float here, float near, float far) {
    return 0.625f * here + 0.3125f * near + 0.0625f * far;
}

static void upsample_float(void *restrict to, const void *restrict from, size_t count, bool is_binomial) {
    float *out = to;
    const float *in = from, *before = in - 1, *after = in + 1;
    if (!is_binomial) {
        for (size_t i = 0; i < count; i++) {
            out[2 * i] = linear_float(in[i], before[i]);
            out[2 * i + 1] = linear_float(in[i], after[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = binomial_float(in[i], before[i], after[i]);
        out[2 * i + 1] = binomial_float(in[i], after[i], before[i]);
    }
}

// The index inside a line of `count` samples of the sample that repeats or mirrors at an index outside.
static inline size_t folded_index(ptrdiff_t index, ptrdiff_t count, bool is_mirrored) {
    ptrdiff_t period = is_mirrored ? 2 * count : count;
    ptrdiff_t folded = index % period;
    if (folded < 0) folded += period;
    return (size_t)(folded < count ? folded : 2 * count - 1 - folded);
}

// The body of fold; ADD adds two samples.
#define FOLD_LOOP(SAMPLE, ADD) \
    for (ptrdiff_t index = -(ptrdiff_t)outside_count; index < (ptrdiff_t)(pixels + outside_count); index++) { \
        if (index == 0) index = (ptrdiff_t)pixels; \
        size_t folded = folded_index(index, (ptrdiff_t)pixels, is_mirrored); \
        SAMPLE *to = (SAMPLE *)samples + folded * channels; \
        const SAMPLE *from = (const SAMPLE *)samples + index * (ptrdiff_t)channels; \
        for (size_t c = 0; c < channels; c++) to[c] = ADD(to[c], from[c]); \
    }

// The loop of store_pixels for constant numbers of channels, so that the compiler knows the strides. COLOR and LAST convert
// a color sample and the sample of the last channel to values.
#define STORE_LOOP(SAMPLE, VALUE, CHANNELS, CHANNEL_STEP, PIXEL_STEP, COLOR, LAST) \
    for (size_t i = 0; i < pixels; i++) { \
        VALUE *pixel = to + i * CHANNELS; \
        const SAMPLE *sample = in + i * PIXEL_STEP; \
        SAMPLE last = sample[(CHANNELS - 1) * CHANNEL_STEP]; \
        for (size_t c = 0; c + 1 < CHANNELS; c++) pixel[c] = COLOR(sample[c * CHANNEL_STEP], last, half); \
        pixel[CHANNELS - 1] = LAST(last, half); \
    }

// The body of deinterleave: constant numbers of channels let the compiler turn the gathers into shuffles.
#define DEINTERLEAVE(SAMPLE) \
    const SAMPLE *from = in; \
    SAMPLE *restrict a = out[0], *restrict b = out[1]; \
    SAMPLE *restrict c = channels > 2 ? out[2] : b, *restrict d = channels > 3 ? out[3] : c; \
    if (channels == 2) { \
        for (size_t i = 0; i < count; i++) a[i] = from[2 * i], b[i] = from[2 * i + 1]; \
    } else if (channels == 3) { \
        for (size_t i = 0; i < count; i++) a[i] = from[3 * i], b[i] = from[3 * i + 1], c[i] = from[3 * i + 2]; \
    } else if (channels == 4) { \
        for (size_t i = 0; i < count; i++) \
            a[i] = from[4 * i], b[i] = from[4 * i + 1], c[i] = from[4 * i + 2], d[i] = from[4 * i + 3]; \
    } else { \
        SAMPLE *restrict e = out[4]; \
        for (size_t i = 0; i < count; i++) { \
            a[i] = from[5 * i], b[i] = from[5 * i + 1], c[i] = from[5 * i + 2], d[i] = from[5 * i + 3]; \
            e[i] = from[5 * i + 4]; \
        } \
    }

// The body of interleave; planes are `step` values apart.
#define INTERLEAVE(VALUE) \
    VALUE *out = (VALUE *)to; \
    const VALUE *a = (const VALUE *)from, *b = a + step; \
    const VALUE *c = channels > 2 ? b + step : b, *d = channels > 3 ? c + step : c; \
    if (channels == 2) { \
        for (size_t i = 0; i < count; i++) out[2 * i] = a[i], out[2 * i + 1] = b[i]; \
    } else if (channels == 3) { \
        for (size_t i = 0; i < count; i++) out[3 * i] = a[i], out[3 * i + 1] = b[i], out[3 * i + 2] = c[i]; \
    } else { \
        for (size_t i = 0; i < count; i++) \
            out[4 * i] = a[i], out[4 * i + 1] = b[i], out[4 * i + 2] = c[i], out[4 * i + 3] = d[i]; \
    }

// The body of reverse.
#define REVERSE(SAMPLE) \
    SAMPLE *to = out; \
    const SAMPLE *from = in; \
    for (size_t i = 0; i < count; i++) to[i] = from[count - 1 - i];

// The kernels of a table that all types of samples have: those that sum rows of samples with weights, and the others.
#define SUM_KERNELS(SAMPLES) \
    .sum_rows = sum_rows_##SAMPLES, .decimate_across = decimate_across_##SAMPLES, .upsample = upsample_##SAMPLES, \
    .sum_symmetric = sum_symmetric_##SAMPLES, .sum_symmetric_kernels = sum_symmetric_kernels_##SAMPLES, \
    .sum_symmetric_rows = sum_symmetric_rows_##SAMPLES, .upsample_smooth = upsample_smooth_##SAMPLES

#define OTHER_KERNELS(SAMPLES) \
    .sum_doubles = sum_doubles, .transpose_pixels = transpose_pixels, .upsample_floats = upsample_float, \
    .load_pixels = load_pixels_##SAMPLES, .store_pixels = store_pixels_##SAMPLES, \
    .decimate_values_across = decimate_values_across_##SAMPLES, .decimate_along = decimate_along_##SAMPLES, \
    .deinterleave = deinterleave_##SAMPLES, .upsample_to_values = upsample_to_values_##SAMPLES, \
    .interleave = interleave_##SAMPLES, .convert_weights = convert_weights_##SAMPLES, \
    .compute_gains = compute_gains_##SAMPLES, .compute_upsampled_gains = compute_upsampled_gains_##SAMPLES, \
    .reverse = reverse_##SAMPLES, .apply_gains = apply_gains_##SAMPLES, .add_edge_pixels = add_edge_pixels_##SAMPLES, \
    .fold = fold_##SAMPLES, .compute_node_weights = compute_node_weights_##SAMPLES, \
    .combine_nodes = combine_nodes_##SAMPLES, .sum_along = sum_along_##SAMPLES, \
    .limit_samples = limit_samples_##SAMPLES, .apply_look = apply_look_##SAMPLES, \
    .resample_across = resample_across_##SAMPLES, .resample_along = resample_along_##SAMPLES

#endif
