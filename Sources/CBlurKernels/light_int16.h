// Between values and samples of linear light, for 8-bit images without premultiplied alpha.

#ifndef BLUR_LIGHT_INT16_H
#define BLUR_LIGHT_INT16_H

#include "samples_int16.h"

enum { WHITE_INT16 = 255 << FRACTION_BITS };

static inline void load_straight_light_int16(
    int16_t *restrict out, const uint8_t *restrict in, size_t channels, size_t pixels, const blur_light *light) {
    const int16_t *tables[3] = {light->linear[0], light->linear[1], light->linear[2]};
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *pixel = in + i * channels;
        uint32_t alpha_value = pixel[channels - 1], alpha = (alpha_value * 8421505u + 32768) >> 16;
        for (size_t c = 0; c + 1 < channels; c++)
            out[i * channels + c] = (int16_t)(((uint32_t)tables[c][pixel[c]] * alpha + (1 << 14)) >> 15);
        out[i * channels + channels - 1] = (int16_t)(alpha_value << FRACTION_BITS);
    }
}

static void load_one_curve_int16(int16_t *restrict out, const uint8_t *restrict in, size_t count, const int16_t *linear) {
    size_t i = 0;
#ifdef HAS_BYTE_TABLE
    const byte_table table = load_byte_table(linear);
    for (; i + LANES <= count; i += LANES) store_samples(out + i, (samples)look_up_bytes(&table, in + i));
#endif
    for (; i < count; i++) out[i] = linear[in[i]];
}

static void load_light_int16(
    void *restrict to, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels,
    const blur_light *light) {
    int16_t *out = to;
    const int16_t *a = light->linear[0], *b = light->linear[1], *c = light->linear[2];
    if (channels == 2) return load_straight_light_int16(out, in, 2, pixels, light);
    if (channels == 4 && alpha == BLUR_STRAIGHT) return load_straight_light_int16(out, in, 4, pixels, light);
    if (a == b && b == c) return load_one_curve_int16(out, in, channels * pixels, a);
    for (size_t i = 0; i < pixels; i++) {
        out[3 * i] = a[in[3 * i]];
        out[3 * i + 1] = b[in[3 * i + 1]];
        out[3 * i + 2] = c[in[3 * i + 2]];
    }
}

// The index of the sample of a color that is divided by alpha.
static inline uint16_t straight_index_int16(int16_t sample, int16_t alpha) {
    float quotient = (float)sample * ((float)WHITE_INT16 / (float)(alpha > 0 ? alpha : 1)) + 0.5f;
    return (uint16_t)(quotient < 32767.0f ? quotient > 0 ? quotient : 0 : 32767.0f);
}

static inline void store_straight_light_int16(
    uint8_t *restrict out, const int16_t *restrict in, size_t channel_step, size_t pixel_step, size_t channels,
    size_t pixels, const blur_light *light) {
    for (size_t i = 0; i < pixels; i++) {
        const int16_t *pixel = in + i * pixel_step;
        int16_t alpha = pixel[(channels - 1) * channel_step];
        uint8_t alpha_value = value_int16(alpha, 1 << (FRACTION_BITS - 1));
        for (size_t c = 0; c + 1 < channels; c++) {
            uint8_t value = light->values[c][straight_index_int16(pixel[c * channel_step], alpha)];
            out[i * channels + c] = alpha_value == 0 ? 0 : value;
        }
        out[i * channels + channels - 1] = alpha_value;
    }
}

static void store_light_int16(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, const blur_light *light) {
    const int16_t *in = samples;
    const uint8_t *a = light->values[0], *b = light->values[1], *c = light->values[2];
    if (alpha == BLUR_STRAIGHT && channels == 2)
        return store_straight_light_int16(out, in, channel_step, pixel_step, 2, pixels, light);
    if (alpha == BLUR_STRAIGHT) return store_straight_light_int16(out, in, channel_step, pixel_step, 4, pixels, light);
    if (channels == 1) {
        for (size_t i = 0; i < pixels; i++) out[i] = a[(uint16_t)in[i]];
        return;
    }
    const int16_t *second = in + channel_step, *third = second + channel_step;
    for (size_t i = 0; i < pixels; i++) {
        out[3 * i] = a[(uint16_t)in[i * pixel_step]];
        out[3 * i + 1] = b[(uint16_t)second[i * pixel_step]];
        out[3 * i + 2] = c[(uint16_t)third[i * pixel_step]];
    }
}

static void encode_light_int16(
    void *restrict samples, size_t step, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light) {
    int16_t *planes = samples;
    if (alpha != BLUR_STRAIGHT) {
        for (size_t c = 0; c < channels; c++)
            for (size_t i = 0; i < pixels; i++)
                planes[c * step + i] = light->encoded[c][(uint16_t)planes[c * step + i]];
        return;
    }
    const int16_t *opaque = planes + (channels - 1) * step;
    for (size_t c = 0; c + 1 < channels; c++) {
        int16_t *plane = planes + c * step;
        for (size_t i = 0; i < pixels; i++) {
            int32_t color = light->encoded[c][straight_index_int16(plane[i], opaque[i])];
            plane[i] = (int16_t)((float)color * (float)opaque[i] * (1.0f / WHITE_INT16) + 0.5f);
        }
    }
}

#endif
