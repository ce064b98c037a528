// The kernels for 16-bit images, whose samples are float. Only store_pixels, upsample_to_values and their helpers round to
// values.

#include "kernels_common.h"

typedef uint16_t unaligned_value __attribute__((aligned(1), may_alias));

typedef uint16_t value_vector __attribute__((vector_size(VECTOR_BYTES / 2)));

// Pixels of four channels, with straight alpha, as many vectors as possible; returns their number.
static inline size_t load_straight_vectors_float(float *restrict out, const unaligned_value *in, size_t pixels) {
    const floats one = (floats){0} + 1.0f;
    size_t i = 0;
    for (; i + FLOAT_LANES / 4 <= pixels; i += FLOAT_LANES / 4) {
        value_vector narrow;
        memcpy(&narrow, in + 4 * i, sizeof narrow);
        floats values = __builtin_convertvector(__builtin_convertvector(narrow, pair_sums), floats);
        floats alpha = last_of_four(values) * (1.0f / 65535.0f);
        store_floats(out + 4 * i, values * three_and_last(alpha, one));
    }
    return i;
}

// Constant strides let the compiler turn the gathers into shuffles.
static inline void load_straight_float(float *restrict out, const unaligned_value *in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        float alpha = (float)in[i * channels + channels - 1] * (1.0f / 65535.0f);
        for (size_t c = 0; c + 1 < channels; c++) out[i * channels + c] = (float)in[i * channels + c] * alpha;
        out[i * channels + channels - 1] = (float)in[i * channels + channels - 1];
    }
}

static void load_pixels_float(void *restrict to, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels) {
    const unaligned_value *values = (const unaligned_value *)in;
    float *out = to;
    if (alpha != BLUR_STRAIGHT) {
        for (size_t i = 0; i < channels * pixels; i++) out[i] = (float)values[i];
    } else if (channels == 2) {
        load_straight_float(out, values, 2, pixels);
    } else {
        size_t done = load_straight_vectors_float(out, values, pixels);
        load_straight_float(out + 4 * done, values + 4 * done, 4, pixels - done);
    }
}

static inline uint16_t value_float(float sample) {
    float value = sample + 0.5f;
    return (uint16_t)(int32_t)(value < 65535.0f ? value : 65535.0f);
}

static inline uint16_t straight_value_float(float sample, float alpha) {
    // one division for all colors of a pixel
    float divisor = alpha + 0.5f < 1.0f ? INFINITY : alpha;
    return value_float(sample * (65535.0f / divisor));
}

static inline uint16_t premultiplied_value_float(float sample, float alpha) { return value_float(sample < alpha ? sample : alpha); }

// Interleaved pixels of four channels, of which the last is alpha; as many vectors as possible. Returns their number.
static inline __attribute__((always_inline)) size_t store_alpha_vectors_float(
    unaligned_value *restrict out, const float *restrict in, const bool is_straight, size_t pixels) {
    const floats one = (floats){0} + 1.0f, infinite = (floats){0} + INFINITY, greatest = (floats){0} + 65535.0f;
    size_t i = 0;
    for (; i + FLOAT_LANES / 4 <= pixels; i += FLOAT_LANES / 4) {
        floats pixel = load_floats(in + 4 * i), alpha = last_of_four(pixel);
        if (is_straight) {
            floats divisor = selected_floats(alpha + 0.5f < 1.0f, infinite, alpha);
            pixel = pixel * three_and_last(65535.0f / divisor, one);
        } else {
            pixel = selected_floats(pixel < alpha, pixel, alpha);
        }
        floats value = pixel + 0.5f;
        value = selected_floats(value < greatest, value, greatest);
        value_vector narrow = __builtin_convertvector(__builtin_convertvector(value, pair_sums), value_vector);
        memcpy(out + 4 * i, &narrow, sizeof narrow);
    }
    return i;
}

#define PLAIN_FLOAT(sample, alpha, half) value_float(sample)
#define STRAIGHT_FLOAT(sample, alpha, half) straight_value_float(sample, alpha)
#define PREMULTIPLIED_FLOAT(sample, alpha, half) premultiplied_value_float(sample, alpha)
#define LAST_FLOAT(sample, half) value_float(sample)

static void store_pixels_float(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, uint16_t rounding_bias) {
    (void)rounding_bias;
    unaligned_value *to = (unaligned_value *)out;
    const float *in = samples;
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        for (size_t i = 0; i < pixels * channels; i++) to[i] = value_float(in[i]);
        return;
    }
    if (pixel_step == 4) {
        size_t done = alpha == BLUR_STRAIGHT ? store_alpha_vectors_float(to, in, true, pixels)
                                             : store_alpha_vectors_float(to, in, false, pixels);
        to += 4 * done, in += 4 * done, pixels -= done;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(float, unaligned_value, 2, channel_step, 1, PLAIN_FLOAT, LAST_FLOAT) break;
        case 3: STORE_LOOP(float, unaligned_value, 3, channel_step, 1, PLAIN_FLOAT, LAST_FLOAT) break;
        case 4: STORE_LOOP(float, unaligned_value, 4, channel_step, 1, PLAIN_FLOAT, LAST_FLOAT) break;
        case BLUR_STRAIGHT * 8 + 2:
            STORE_LOOP(float, unaligned_value, 2, channel_step, pixel_step, STRAIGHT_FLOAT, LAST_FLOAT)
            break;
        case BLUR_STRAIGHT * 8 + 4:
            STORE_LOOP(float, unaligned_value, 4, channel_step, pixel_step, STRAIGHT_FLOAT, LAST_FLOAT)
            break;
        case BLUR_PREMULTIPLIED * 8 + 2:
            STORE_LOOP(float, unaligned_value, 2, channel_step, pixel_step, PREMULTIPLIED_FLOAT, LAST_FLOAT)
            break;
        default: STORE_LOOP(float, unaligned_value, 4, channel_step, pixel_step, PREMULTIPLIED_FLOAT, LAST_FLOAT) break;
    }
}

static inline uint8_t byte_float(float sample) {
    float value = sample * (1.0f / 257) + 0.5f;
    return (uint8_t)(int32_t)(value < 255.0f ? value : 255.0f);
}

static inline uint8_t straight_byte_float(float sample, float alpha) {
    // alpha below half a step is stored as 0, and so are the colors
    return byte_float(sample * (65535.0f / (alpha < 128.5f ? INFINITY : alpha)));
}

static inline uint8_t premultiplied_byte_float(float sample, float alpha) { return byte_float(sample < alpha ? sample : alpha); }

#define PLAIN_BYTE(sample, alpha, half) byte_float(sample)
#define STRAIGHT_BYTE(sample, alpha, half) straight_byte_float(sample, alpha)
#define PREMULTIPLIED_BYTE(sample, alpha, half) premultiplied_byte_float(sample, alpha)
#define LAST_BYTE(sample, half) byte_float(sample)

static void store_bytes_float(
    uint8_t *restrict to, const void *restrict samples, size_t channel_step, size_t channels, blur_alpha alpha, size_t pixels) {
    const float *in = samples;
    switch (alpha * 8 + channels) {
        case 1: STORE_LOOP(float, uint8_t, 1, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 2: STORE_LOOP(float, uint8_t, 2, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 3: STORE_LOOP(float, uint8_t, 3, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 4: STORE_LOOP(float, uint8_t, 4, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case BLUR_STRAIGHT * 8 + 2: STORE_LOOP(float, uint8_t, 2, channel_step, 1, STRAIGHT_BYTE, LAST_BYTE) break;
        case BLUR_STRAIGHT * 8 + 4: STORE_LOOP(float, uint8_t, 4, channel_step, 1, STRAIGHT_BYTE, LAST_BYTE) break;
        case BLUR_PREMULTIPLIED * 8 + 2: STORE_LOOP(float, uint8_t, 2, channel_step, 1, PREMULTIPLIED_BYTE, LAST_BYTE) break;
        default: STORE_LOOP(float, uint8_t, 4, channel_step, 1, PREMULTIPLIED_BYTE, LAST_BYTE) break;
    }
}

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

static void sum_pairs_float(
    void *to, const void *const *a, const void *const *b, const int32_t *weights, size_t pair_count, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i += 4 * FLOAT_LANES) {
        floats s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < pair_count; k++) {
            const void *x = a[k], *y = b[k];
            floats weight = weight_float(weights[k]) * 0.5f;
            s0 += pair_sum_float(x, y, i) * weight;
            s1 += pair_sum_float(x, y, i + FLOAT_LANES) * weight;
            s2 += pair_sum_float(x, y, i + 2 * FLOAT_LANES) * weight;
            s3 += pair_sum_float(x, y, i + 3 * FLOAT_LANES) * weight;
        }
        store_floats(out + i, s0);
        store_floats(out + i + FLOAT_LANES, s1);
        store_floats(out + i + 2 * FLOAT_LANES, s2);
        store_floats(out + i + 3 * FLOAT_LANES, s3);
    }
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

// 3/4 of a sample and 1/4 of its neighbor.
static inline float linear_float(float here, float near) { return 0.75f * here + 0.25f * near; }

// 10/16 of a sample, 5/16 of the near and 1/16 of the far neighbor.
static inline float binomial_float(float here, float near, float far) {
    return 0.625f * here + 0.3125f * near + 0.0625f * far;
}

static void upsample_linear_float(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = linear_float(in[i], before[i]);
        out[2 * i + 1] = linear_float(in[i], after[i]);
    }
}

static void upsample_binomial_float(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = binomial_float(in[i], before[i], after[i]);
        out[2 * i + 1] = binomial_float(in[i], after[i], before[i]);
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

static void deinterleave_float(void *const *out, const void *restrict in, size_t channels, size_t count) { DEINTERLEAVE(float) }

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

static void compute_upsampled_gains_float(void *restrict to, const float *restrict in, float scale, size_t count, bool is_binomial) {
    upsample_floats(to, in, count, is_binomial);
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

#include "looks_float.h"
#include "nodes_float.h"
#include "light_float.h"
#include "background_float.h"
#include "resample_float.h"

#define KERNEL_TABLE_FLOAT                                        \
    {                                                             \
        .sample_size = sizeof(float),                             \
        .unit_weight = 1 << 24,                                   \
        .load_pixels = load_pixels_float,                         \
        .store_pixels = store_pixels_float,                       \
        .load_light = load_light_float,                           \
        .store_light = store_light_float,                         \
        .encode_light = encode_light_float,                       \
        .load_background = load_background_float,                 \
        .composite_background = composite_background_float,       \
        .store_bytes = store_bytes_float,                         \
        .sum_rows = sum_rows_float,                               \
        .sum_pairs = sum_pairs_float,                             \
        .decimate_across = decimate_across_float,                 \
        .decimate_values_across = decimate_values_across_float,   \
        .decimate_along = decimate_along_float,                   \
        .deinterleave = deinterleave_float,                       \
        .upsample_linear = upsample_linear_float,                 \
        .upsample_binomial = upsample_binomial_float,             \
        .upsample_to_values = upsample_to_values_float,           \
        .interleave = interleave_float,                           \
        .sum_doubles = sum_doubles,                               \
        .transpose_pixels = transpose_pixels,                     \
        .upsample_floats = upsample_floats,                       \
        .convert_weights = convert_weights_float,                 \
        .compute_gains = compute_gains_float,                     \
        .compute_upsampled_gains = compute_upsampled_gains_float, \
        .reverse = reverse_float,                                 \
        .apply_gains = apply_gains_float,                         \
        .add_edge_pixels = add_edge_pixels_float,                 \
        .fold = fold_float,                                       \
        .compute_node_weights = compute_node_weights_float,       \
        .combine_nodes = combine_nodes_float,                     \
        .sum_symmetric = sum_symmetric_float,                     \
        .sum_symmetric_kernels = sum_symmetric_kernels_float,     \
        .sum_symmetric_rows = sum_symmetric_rows_float,           \
        .upsample_smooth = upsample_smooth_float,                 \
        .sum_along = sum_along_float,                             \
        .limit_samples = limit_samples_float,                     \
        .apply_look = apply_look_float,                           \
        .resample_across = resample_across_float,                 \
        .resample_along = resample_along_float,                   \
    }
