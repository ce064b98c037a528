// The kernels of 16-bit images that sum, resize, and rearrange rows of samples.

#ifndef BLUR_ROWS_FLOAT_H
#define BLUR_ROWS_FLOAT_H

#include "pixels_float.h"

static inline floats weight_float(int32_t weight) { return (float)weight * 0x1p-24f - (floats){0}; }

static void sum_rows_float(
    void *to, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count) {
    float *out = to;
    for (size_t i = first; i < first + count; i += 4 * FLOAT_LANES) {
        floats s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < row_count; k++) {
            const float *row = (const float *)rows[k] + i;
            floats weight = weight_float(weights[k]);
            s0 += load_floats(row) * weight;
            s1 += load_floats(row + FLOAT_LANES) * weight;
            s2 += load_floats(row + 2 * FLOAT_LANES) * weight;
            s3 += load_floats(row + 3 * FLOAT_LANES) * weight;
        }
        store_floats(out + i, s0);
        store_floats(out + i + FLOAT_LANES, s1);
        store_floats(out + i + 2 * FLOAT_LANES, s2);
        store_floats(out + i + 3 * FLOAT_LANES, s3);
    }
}

static inline floats pair_sum_float(const void *a, const void *b, size_t index) {
    return load_floats((const float *)a + index) + load_floats((const float *)b + index);
}

static void decimate_across_float(void *to, const void *const *rows, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats sum = pair_sum_float(rows[0], rows[5], i) + 5.0f * pair_sum_float(rows[1], rows[4], i);
        store_floats(out + i, (sum + 10.0f * pair_sum_float(rows[2], rows[3], i)) * (1.0f / 32));
    }
}

static void decimate_along_float(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = (const float *)from - 2;
    for (size_t i = 0; i < count; i++) {
        const float *x = in + 2 * i;
        float sum = x[0] + x[5] + 5.0f * (x[1] + x[4]);
        out[i] = (sum + 10.0f * (x[2] + x[3])) * (1.0f / 32);
    }
}

static void upsample_to_values_float(
    uint8_t *restrict to, const void *restrict from, size_t count, uint16_t rounding_bias, bool is_binomial) {
    (void)rounding_bias;
    unaligned_value *out = (unaligned_value *)to;
    const float *in = from, *before = in - 1, *after = in + 1;
    if (!is_binomial) {
        for (size_t i = 0; i < count; i++) {
            out[2 * i] = value_float(linear_float(in[i], before[i]));
            out[2 * i + 1] = value_float(linear_float(in[i], after[i]));
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = value_float(binomial_float(in[i], before[i], after[i]));
        out[2 * i + 1] = value_float(binomial_float(in[i], after[i], before[i]));
    }
}

static void interleave_float(uint8_t *restrict to, const uint8_t *restrict from, size_t step, size_t channels, size_t count) {
    INTERLEAVE(unaligned_value)
}

static void deinterleave_float(void *const *out, const void *restrict in, size_t channels, size_t count) {
    DEINTERLEAVE(float)
}

static void reverse_float(void *restrict out, const void *restrict in, size_t count) { REVERSE(float) }

static void convert_weights_float(void *restrict out, const float *restrict in, size_t count) {
    memcpy(out, in, count * sizeof(float));
}

static inline float gain_float(float inside, float scale) {
    float fraction = scale / inside - 1.0f;
    return fraction > 0 ? fraction : 0;
}

static void compute_gains_float(void *restrict to, const float *restrict in, float scale, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i++) out[i] = gain_float(in[i], scale);
}

static void compute_upsampled_gains_float(
    void *restrict to, const float *restrict in, float scale, size_t count, bool is_binomial) {
    upsample_float(to, in, count, is_binomial);
    float *out = to;
    for (size_t i = 0; i < 2 * count; i++) out[i] = gain_float(out[i], scale);
}

static void apply_gains_float(void *restrict samples, const void *restrict gains, size_t channels, size_t pixels) {
    float *to = samples;
    const float *gain = gains;
    for (size_t i = 0; i < pixels; i++) {
        float *pixel = to + i * channels;
        for (size_t c = 0; c < channels; c++) pixel[c] += pixel[c] * gain[i];
    }
}

static void add_edge_pixels_float(
    void *restrict samples, const void *restrict first_weights, const void *restrict last_weights,
    const void *restrict first, const void *restrict last, size_t channels, size_t pixels) {
    float *to = samples;
    const float *first_weight = first_weights, *last_weight = last_weights;
    for (size_t c = 0; c < channels; c++) {
        float first_sample = ((const float *)first)[c], last_sample = ((const float *)last)[c];
        for (size_t i = 0; i < pixels; i++)
            to[i * channels + c] += first_sample * first_weight[i] + last_sample * last_weight[i];
    }
}

static inline float add_float(float a, float b) { return a + b; }

static void fold_float(void *samples, size_t channels, size_t pixels, size_t outside_count, bool is_mirrored) {
    FOLD_LOOP(float, add_float)
}

static void decimate_values_across_float(void *restrict to, const uint8_t *const *rows, size_t count) {
    const unaligned_value *a = (const unaligned_value *)rows[0], *b = (const unaligned_value *)rows[1];
    const unaligned_value *c = (const unaligned_value *)rows[2], *d = (const unaligned_value *)rows[3];
    const unaligned_value *e = (const unaligned_value *)rows[4], *f = (const unaligned_value *)rows[5];
    float *out = to;
    for (size_t i = 0; i < count; i++) {
        int32_t outer = a[i] + f[i], next = b[i] + e[i], inner = c[i] + d[i];
        out[i] = (float)(outer + 5 * (next + 2 * inner)) * (1.0f / 32);
    }
}

#endif
