// Between values and samples of linear light, for images of 8 or 16 bits. Included by kernels_float.h.

static inline float light_segment(const blur_segment *segments, float sample) {
    if (!segments) return sample;
    if (sample < 0x1p-32f) return 0;
    sample = sample < 65535.0f ? sample : 65535.0f;
    uint32_t bits;
    memcpy(&bits, &sample, sizeof bits);
    const blur_segment *segment = segments + ((bits >> 15) - BLUR_LEAST_SEGMENT);
    uint32_t start_bits = bits & 0xFFFF8000u;
    float start;
    memcpy(&start, &start_bits, sizeof start);
    return segment->value + (sample - start) * segment->slope;
}

static inline uint16_t light_value(const uint8_t *values, size_t index, size_t value_size) {
    return value_size == 1 ? values[index] : ((const unaligned_value *)values)[index];
}

static inline float fraction_of_alpha(uint16_t color, uint16_t alpha) {
    float fraction = alpha > 0 ? (float)color * (65535.0f / (float)alpha) + 0.5f : 0;
    return fraction < 65535.0f ? fraction : 65535.0f;
}

static inline __attribute__((always_inline)) void load_light_values(
    float *restrict out, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light,
    const size_t value_size) {
    const float unit = value_size == 1 ? 1.0f / 255 : 1.0f / 65535;
    const size_t colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    for (size_t i = 0; i < pixels; i++) {
        uint16_t last = light_value(in, i * channels + channels - 1, value_size);
        float opaque = alpha == BLUR_NO_ALPHA ? 1 : (float)last * unit;
        for (size_t c = 0; c < colors; c++) {
            uint16_t value = light_value(in, i * channels + c, value_size);
            if (alpha == BLUR_PREMULTIPLIED) value = (uint16_t)fraction_of_alpha(value, last);
            out[i * channels + c] = ((const float *)light->linear[c])[value] * opaque;
        }
        if (alpha != BLUR_NO_ALPHA) out[i * channels + channels - 1] = (float)last * (value_size == 1 ? 257.0f : 1.0f);
    }
}

static void load_light_float(
    void *restrict out, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels,
    const blur_light *light) {
    const bool is_small = light->value_size == 1;
    if (is_small && alpha == BLUR_NO_ALPHA && channels == 3)
        return load_light_values(out, in, 3, BLUR_NO_ALPHA, pixels, light, 1);
    if (is_small && alpha == BLUR_STRAIGHT && channels == 4)
        return load_light_values(out, in, 4, BLUR_STRAIGHT, pixels, light, 1);
    if (is_small) return load_light_values(out, in, channels, alpha, pixels, light, 1);
    load_light_values(out, in, channels, alpha, pixels, light, 2);
}

// The encoded sample of a color: divided by alpha, encoded, and multiplied again if it stays premultiplied.
static inline float encoded_light(const blur_segment *segments, float sample, float alpha, blur_alpha kind, bool keeps_alpha) {
    if (kind == BLUR_NO_ALPHA) return light_segment(segments, sample);
    float color = alpha >= 0x1p-12f ? light_segment(segments, sample * (65535.0f / alpha)) : 0;
    return keeps_alpha ? color * (alpha * (1.0f / 65535)) : color;
}

static inline void store_light_value(uint8_t *out, size_t index, float sample, size_t value_size) {
    if (value_size == 2) {
        ((unaligned_value *)out)[index] = value_float(sample);
    } else {
        float value = sample * (1.0f / 257) + 0.5f;
        out[index] = (uint8_t)(value < 255.0f ? value : 255.0f);
    }
}

// Constants let the compiler drop the conditions from the loop.
static inline __attribute__((always_inline)) void store_light_values(
    uint8_t *restrict out, const float *restrict in, size_t channel_step, size_t pixel_step, size_t channels,
    const blur_alpha alpha, size_t pixels, const blur_light *light, const size_t value_size) {
    const size_t colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    // alpha below half a step is stored as 0, and so are the colors
    const float least = value_size == 1 ? 128.5f : 0.5f;
    for (size_t i = 0; i < pixels; i++) {
        const float *pixel = in + i * pixel_step;
        float opaque = pixel[(channels - 1) * channel_step];
        bool is_visible = alpha == BLUR_NO_ALPHA || opaque >= least;
        for (size_t c = 0; c < colors; c++) {
            float color = encoded_light(light->segments[c], pixel[c * channel_step], opaque, alpha, alpha == BLUR_PREMULTIPLIED);
            store_light_value(out, i * channels + c, is_visible ? color : 0, value_size);
        }
        if (alpha != BLUR_NO_ALPHA) store_light_value(out, i * channels + channels - 1, opaque, value_size);
    }
}

static void store_light_float(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, const blur_light *light) {
    const bool is_small = light->value_size == 1;
    if (alpha == BLUR_NO_ALPHA && channels == 3 && is_small) {
        store_light_values(out, samples, channel_step, pixel_step, 3, BLUR_NO_ALPHA, pixels, light, 1);
    } else if (alpha == BLUR_NO_ALPHA && is_small) {
        store_light_values(out, samples, channel_step, pixel_step, channels, BLUR_NO_ALPHA, pixels, light, 1);
    } else if (alpha == BLUR_NO_ALPHA) {
        store_light_values(out, samples, channel_step, pixel_step, channels, BLUR_NO_ALPHA, pixels, light, 2);
    } else if (is_small) {
        store_light_values(out, samples, channel_step, pixel_step, channels, alpha, pixels, light, 1);
    } else {
        store_light_values(out, samples, channel_step, pixel_step, channels, alpha, pixels, light, 2);
    }
}

static void encode_light_float(
    void *restrict samples, size_t step, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light) {
    float *planes = samples;
    const size_t colors = alpha == BLUR_NO_ALPHA ? channels : channels - 1;
    const float *opaque = planes + (channels - 1) * step;
    for (size_t c = 0; c < colors; c++)
        for (size_t i = 0; i < pixels; i++)
            planes[c * step + i] = encoded_light(light->segments[c], planes[c * step + i], opaque[i], alpha, true);
}
