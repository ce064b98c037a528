// Looks of 16-bit images: changes of samples after the blur.

#include "looks_common.h"

enum { FULL_SCALE = 65535, STEPS_PER_VALUE = 257 };

static inline float alpha_float(const blur_look_row *row, size_t index) {
    return row->alphas ? ((const float *)row->alphas)[index] : row->alpha;
}

static void scale_chroma_float(float *const *planes, const blur_look *look, const blur_look_row *row, size_t count) {
    float first = look->is_reversed ? 0.114f : 0.299f, last = look->is_reversed ? 0.299f : 0.114f;
    float gray = look->pivot * FULL_SCALE;
    for (size_t i = 0; i < count; i++) {
        float factor = 1 + look->saturation * alpha_float(row, i);
        float middle = look->colors == 3 ? first * planes[0][i] + 0.587f * planes[1][i] + last * planes[2][i] : gray;
        for (size_t c = 0; c < look->colors; c++) planes[c][i] = middle + (planes[c][i] - middle) * factor;
    }
}

static void tint_float(
    float *plane, const float *opaque, const blur_look *look, const blur_look_row *row, float color, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float target = color * (opaque ? opaque[i] : FULL_SCALE);
        plane[i] += (target - plane[i]) * (look->opacity * alpha_float(row, i));
    }
}

static void add_grain_float(
    float *plane, const float *opaque, const blur_look *look, const blur_look_row *row, size_t count) {
    float scale = look->grain * (STEPS_PER_VALUE / BLUR_NOISE_DEVIATION);
    for (size_t i = 0; i < count; i++) {
        float added = (float)row->grain[i] * (scale * alpha_float(row, i));
        plane[i] += opaque ? added * (opaque[i] * (1.0f / FULL_SCALE)) : added;
    }
}

static void limit_look_float(float *plane, const float *opaque, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float greatest = opaque ? opaque[i] : FULL_SCALE;
        float value = plane[i] < greatest ? plane[i] : greatest;
        plane[i] = value > 0 ? value : 0;
    }
}

static void dither_float(float *plane, const float *opaque, const int16_t *noise, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float greatest = opaque ? opaque[i] : FULL_SCALE;
        float step = greatest * (1.0f / 255), room = plane[i] < greatest - plane[i] ? plane[i] : greatest - plane[i];
        room = room < step ? room : step;
        plane[i] += (float)noise[i] * (1.0f / 256) * (room > 0 ? room : 0);
    }
}

static void apply_look_float(void *const *planes, const blur_look *look, const blur_look_row *row, size_t count) {
    float *colors[3] = {planes[0], look->colors > 1 ? planes[1] : NULL, look->colors > 2 ? planes[2] : NULL};
    const float *opaque = look->has_alpha ? planes[look->colors] : NULL;
    if (look->saturation != 0) scale_chroma_float(colors, look, row, count);
    for (size_t c = 0; c < look->colors; c++) {
        if (look->opacity > 0) tint_float(colors[c], opaque, look, row, look->tint[c], count);
        if (row->grain) add_grain_float(colors[c], opaque, look, row, count);
        if (look->saturation != 0 || row->grain) limit_look_float(colors[c], opaque, count);
        if (row->dither[c]) dither_float(colors[c], opaque, row->dither[c], count);
    }
}
