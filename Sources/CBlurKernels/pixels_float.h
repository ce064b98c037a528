// Loads and stores pixels in units of 16-bit values. Only these and upsample_to_values round to values.

#ifndef BLUR_PIXELS_FLOAT_H
#define BLUR_PIXELS_FLOAT_H

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

static inline void load_straight_bytes(float *restrict out, const uint8_t *restrict in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        float alpha = (float)in[i * channels + channels - 1];
        for (size_t c = 0; c + 1 < channels; c++)
            out[i * channels + c] = (float)(in[i * channels + c] * 257) * (alpha * (1.0f / 255));
        out[i * channels + channels - 1] = alpha * 257;
    }
}

static void load_bytes_float(
    float *restrict out, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels) {
    if (alpha == BLUR_STRAIGHT && channels == 2) return load_straight_bytes(out, in, 2, pixels);
    if (alpha == BLUR_STRAIGHT) return load_straight_bytes(out, in, 4, pixels);
    for (size_t i = 0; i < channels * pixels; i++) out[i] = (float)(in[i] * 257);
}

static void load_pixels_float(
    void *restrict to, const uint8_t *restrict in, size_t channels, size_t value_size, blur_alpha alpha, size_t pixels) {
    if (value_size == 1) return load_bytes_float(to, in, channels, alpha, pixels);
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

static inline uint16_t premultiplied_value_float(float sample, float alpha) {
    return value_float(sample < alpha ? sample : alpha);
}

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

static inline uint8_t byte_float(float sample) {
    float value = sample * (1.0f / 257) + 0.5f;
    return (uint8_t)(int32_t)(value < 255.0f ? value : 255.0f);
}

static inline uint8_t straight_byte_float(float sample, float alpha) {
    // alpha below half a step is stored as 0, and so are the colors
    return byte_float(sample * (65535.0f / (alpha < 128.5f ? INFINITY : alpha)));
}

static inline uint8_t premultiplied_byte_float(float sample, float alpha) {
    return byte_float(sample < alpha ? sample : alpha);
}

#define PLAIN_BYTE(sample, alpha, half) byte_float(sample)
#define STRAIGHT_BYTE(sample, alpha, half) straight_byte_float(sample, alpha)
#define PREMULTIPLIED_BYTE(sample, alpha, half) premultiplied_byte_float(sample, alpha)
#define LAST_BYTE(sample, half) byte_float(sample)

static void store_bytes_float(
    uint8_t *restrict to, const void *restrict samples, size_t channel_step, size_t channels, blur_alpha alpha,
    size_t pixels) {
    const float *in = samples;
    switch (alpha * 8 + channels) {
        case 1: STORE_LOOP(float, uint8_t, 1, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 2: STORE_LOOP(float, uint8_t, 2, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 3: STORE_LOOP(float, uint8_t, 3, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case 4: STORE_LOOP(float, uint8_t, 4, channel_step, 1, PLAIN_BYTE, LAST_BYTE) break;
        case BLUR_STRAIGHT * 8 + 2: STORE_LOOP(float, uint8_t, 2, channel_step, 1, STRAIGHT_BYTE, LAST_BYTE) break;
        case BLUR_STRAIGHT * 8 + 4: STORE_LOOP(float, uint8_t, 4, channel_step, 1, STRAIGHT_BYTE, LAST_BYTE) break;
        case BLUR_PREMULTIPLIED * 8 + 2:
            STORE_LOOP(float, uint8_t, 2, channel_step, 1, PREMULTIPLIED_BYTE, LAST_BYTE) break;
        default: STORE_LOOP(float, uint8_t, 4, channel_step, 1, PREMULTIPLIED_BYTE, LAST_BYTE) break;
    }
}

static void store_pixels_float(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    size_t value_size, blur_alpha alpha, size_t pixels, uint16_t rounding_bias) {
    (void)rounding_bias;
    if (value_size == 1) return store_bytes_float(out, samples, channel_step, channels, alpha, pixels);
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

#endif
