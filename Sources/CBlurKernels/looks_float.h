// Looks of 16-bit images: changes of samples after the blur.

#ifndef BLUR_LOOKS_FLOAT_H
#define BLUR_LOOKS_FLOAT_H

#include "looks_common.h"

enum { FULL_SCALE = 65535, STEPS_PER_VALUE = 257 };

// Makes a row of the same value, so that the loops need no condition for a missing row.
static const float *fill_float(float *values, float value, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = value;
    return values;
}

static void scale_chroma_float(float *const *planes, const float *alphas, const blur_look *look, size_t count) {
    float first = look->is_reversed ? 0.114f : 0.299f, last = look->is_reversed ? 0.299f : 0.114f;
    float gray = look->pivot * FULL_SCALE;
    for (size_t i = 0; i < count; i++) {
        float factor = 1 + look->saturation * alphas[i];
        // the same sum for both orders of the channels
        float middle = look->colors == 3 ? (first * planes[0][i] + last * planes[2][i]) + 0.587f * planes[1][i] : gray;
        for (size_t c = 0; c < look->colors; c++) planes[c][i] = middle + (planes[c][i] - middle) * factor;
    }
}

static void tint_float(
    float *plane, const float *opaque, const float *alphas, const blur_look *look, float color, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float target = color * opaque[i];
        plane[i] += (target - plane[i]) * (look->opacity * alphas[i]);
    }
}

static void add_grain_float(
    float *plane, const float *opaque, const float *alphas, const blur_look *look, const int16_t *noise, size_t count) {
    float scale = look->grain * (STEPS_PER_VALUE / BLUR_NOISE_DEVIATION);
    for (size_t i = 0; i < count; i++) {
        float added = (float)noise[i] * (scale * alphas[i]);
        plane[i] += added * (opaque[i] * (1.0f / FULL_SCALE));
    }
}

static void limit_look_float(float *plane, const float *opaque, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float value = plane[i] < opaque[i] ? plane[i] : opaque[i];
        plane[i] = value > 0 ? value : 0;
    }
}

static void fade_float(float *plane, const float *alphas, const blur_look *look, size_t count) {
    for (size_t i = 0; i < count; i++) plane[i] *= 1 - look->fade * alphas[i];
}

static void dither_float(float *plane, const float *opaque, const int16_t *noise, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float greatest = opaque[i];
        float step = greatest * (1.0f / 255), room = plane[i] < greatest - plane[i] ? plane[i] : greatest - plane[i];
        room = room < step ? room : step;
        plane[i] += (float)noise[i] * BLUR_NOISE_UNIT * (room > 0 ? room : 0);
    }
}

enum { STRIP = 256 };
_Static_assert(STRIP % LANES == 0, "a strip ends between two vectors");

typedef int16_t noise_strip[STRIP];

// Writes the noise of several colors, and that of grain.
static void make_noise(
    noise_strip *dithers, int16_t *grain, const blur_look *look, const blur_look_row *row, size_t start, size_t count) {
    const size_t first_kind = look->colors == 3 ? 0 : look->first_noise;
    for (size_t i = 0; i < count; i += LANES) {
        unsigned_samples first = first_noise_bits(row->keys, row->row_keys, start + i), second = second_noise_bits(first);
        for (size_t c = 0; c < look->colors; c++) {
            size_t color = look->colors == 3 && look->is_reversed ? 2 - c : c;
            store_samples(dithers[c] + i, byte_difference(noise_bytes(first_kind + color, first, second)));
        }
        store_samples(grain + i, byte_difference(noise_bytes(GRAIN_NOISE, first, second)));
    }
}

// Changes pixels from `start` on, at most STRIP.
static void apply_look_to_strip_float(
    void *const *planes, const blur_look *look, const blur_look_row *row, size_t start, size_t count) {
    float *colors[3];
    for (size_t c = 0; c < look->colors; c++) colors[c] = (float *)planes[c] + start;
    float all_opaque[STRIP];
    float *stored = look->has_alpha ? (float *)planes[look->colors] + start : NULL;
    const float *opaque = stored ? stored : fill_float(all_opaque, FULL_SCALE, count);
    float same_alpha[STRIP];
    const float *alphas = row->alphas ? (const float *)row->alphas + start : fill_float(same_alpha, row->alpha, count);
    // where alpha is 0, nothing but dithering has an effect
    const bool follows = row->alphas || row->alpha > 0;
    const bool scales = follows && look->saturation != 0, has_grain = follows && look->grain > 0;
    noise_strip dithers[3], grain;
    if (has_grain || look->dithers) make_noise(dithers, grain, look, row, start, count);
    if (scales) scale_chroma_float(colors, alphas, look, count);
    for (size_t c = 0; c < look->colors; c++) {
        if (follows && look->opacity > 0) tint_float(colors[c], opaque, alphas, look, look->tint[c], count);
        if (has_grain) add_grain_float(colors[c], opaque, alphas, look, grain, count);
        if (scales || has_grain) limit_look_float(colors[c], opaque, count);
    }
    if (follows && look->fade > 0 && stored) {
        for (size_t c = 0; c < look->colors; c++) fade_float(colors[c], alphas, look, count);
        fade_float(stored, alphas, look, count);
    }
    for (size_t c = 0; c < look->colors; c++) {
        if (look->dithers) dither_float(colors[c], opaque, dithers[c], count);
    }
}

static void apply_look_float(void *const *planes, const blur_look *look, const blur_look_row *row, size_t count) {
    for (size_t start = 0; start < count; start += STRIP) {
        size_t length = count - start < STRIP ? count - start : STRIP;
        apply_look_to_strip_float(planes, look, row, start, length);
    }
}

#endif
