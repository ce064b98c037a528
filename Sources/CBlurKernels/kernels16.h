// The kernels for images of 16 bits. Rounded codes are made of samples only where they are stored.

typedef uint16_t unaligned_code __attribute__((aligned(1), may_alias));

// Constant strides, so that the compiler can turn the gathers into shuffles.
static inline void load_straight16(float *restrict out, const unaligned_code *in, size_t channels, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        float alpha = (float)in[i * channels + channels - 1] * (1.0f / 65535.0f);
        for (size_t c = 0; c + 1 < channels; c++) out[i * channels + c] = (float)in[i * channels + c] * alpha;
        out[i * channels + channels - 1] = (float)in[i * channels + channels - 1];
    }
}

static void load16(void *restrict to, const uint8_t *restrict in, size_t channels, blur_alpha alpha, size_t pixels) {
    const unaligned_code *codes = (const unaligned_code *)in;
    float *out = to;
    if (alpha != BLUR_STRAIGHT) {
        for (size_t i = 0; i < channels * pixels; i++) out[i] = (float)codes[i];
    } else if (channels == 2) {
        load_straight16(out, codes, 2, pixels);
    } else {
        load_straight16(out, codes, 4, pixels);
    }
}

static inline uint16_t code16(float sample) {
    float code = sample + 0.5f;
    return (uint16_t)(int32_t)(code < 65535.0f ? code : 65535.0f);
}

static inline uint16_t straight16(float sample, float alpha) {
    // one division for all colors of a pixel
    float divisor = alpha + 0.5f < 1.0f ? INFINITY : alpha;
    return code16(sample * (65535.0f / divisor));
}

static inline uint16_t premultiplied16(float sample, float alpha) { return code16(sample < alpha ? sample : alpha); }

#define PLAIN16(sample, alpha, half) code16(sample)
#define STRAIGHT16(sample, alpha, half) straight16(sample, alpha)
#define PREMULTIPLIED16(sample, alpha, half) premultiplied16(sample, alpha)
#define LAST16(sample, half) code16(sample)

static void store16(
    uint8_t *restrict out, const void *restrict samples, size_t channel_step, size_t pixel_step, size_t channels,
    blur_alpha alpha, size_t pixels, uint16_t surplus) {
    (void)surplus;
    unaligned_code *to = (unaligned_code *)out;
    const float *in = samples;
    if (alpha == BLUR_NO_ALPHA && pixel_step == channels) {
        for (size_t i = 0; i < pixels * channels; i++) to[i] = code16(in[i]);
        return;
    }
    switch (alpha * 8 + channels) {
        case 2: STORE_LOOP(float, unaligned_code, 2, channel_step, 1, PLAIN16, LAST16) break;
        case 3: STORE_LOOP(float, unaligned_code, 3, channel_step, 1, PLAIN16, LAST16) break;
        case 4: STORE_LOOP(float, unaligned_code, 4, channel_step, 1, PLAIN16, LAST16) break;
        case BLUR_STRAIGHT * 8 + 2:
            STORE_LOOP(float, unaligned_code, 2, channel_step, pixel_step, STRAIGHT16, LAST16)
            break;
        case BLUR_STRAIGHT * 8 + 4:
            STORE_LOOP(float, unaligned_code, 4, channel_step, pixel_step, STRAIGHT16, LAST16)
            break;
        case BLUR_PREMULTIPLIED * 8 + 2:
            STORE_LOOP(float, unaligned_code, 2, channel_step, pixel_step, PREMULTIPLIED16, LAST16)
            break;
        default: STORE_LOOP(float, unaligned_code, 4, channel_step, pixel_step, PREMULTIPLIED16, LAST16) break;
    }
}

static inline floats weight16(int32_t weight) { return (float)weight * 0x1p-24f - (floats){0}; }

static void sum_rows16(
    void *to, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count) {
    float *out = to;
    for (size_t i = first; i < first + count; i += 4 * FLOAT_LANES) {
        floats s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < row_count; k++) {
            const float *row = (const float *)rows[k] + i;
            floats weight = weight16(weights[k]);
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

static inline floats pair16(const void *a, const void *b, size_t place) {
    return load_floats((const float *)a + place) + load_floats((const float *)b + place);
}

static void sum_pairs16(
    void *to, const void *const *a, const void *const *b, const int32_t *weights, size_t pair_count, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i += 4 * FLOAT_LANES) {
        floats s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < pair_count; k++) {
            const void *x = a[k], *y = b[k];
            floats weight = weight16(weights[k]) * 0.5f;
            s0 += pair16(x, y, i) * weight;
            s1 += pair16(x, y, i + FLOAT_LANES) * weight;
            s2 += pair16(x, y, i + 2 * FLOAT_LANES) * weight;
            s3 += pair16(x, y, i + 3 * FLOAT_LANES) * weight;
        }
        store_floats(out + i, s0);
        store_floats(out + i + FLOAT_LANES, s1);
        store_floats(out + i + 2 * FLOAT_LANES, s2);
        store_floats(out + i + 3 * FLOAT_LANES, s3);
    }
}

static void reduce_rows16(void *to, const void *const *rows, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats sum = pair16(rows[0], rows[5], i) + 5.0f * pair16(rows[1], rows[4], i);
        store_floats(out + i, (sum + 10.0f * pair16(rows[2], rows[3], i)) * (1.0f / 32));
    }
}

static void halve16(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = (const float *)from - 2;
    for (size_t i = 0; i < count; i++) {
        const float *x = in + 2 * i;
        float sum = x[0] + x[5] + 5.0f * (x[1] + x[4]);
        out[i] = (sum + 10.0f * (x[2] + x[3])) * (1.0f / 32);
    }
}

// Three quarters of a sample and a quarter of its neighbor.
static inline float linear16(float here, float near) { return 0.75f * here + 0.25f * near; }

// 10, 5 and 1 sixteenths of a sample, the near and the far neighbor.
static inline float binomial16(float here, float near, float far) {
    return 0.625f * here + 0.3125f * near + 0.0625f * far;
}

static void double_linear16(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = linear16(in[i], before[i]);
        out[2 * i + 1] = linear16(in[i], after[i]);
    }
}

static void double_binomial16(void *restrict to, const void *restrict from, size_t count) {
    float *out = to;
    const float *in = from, *before = in - 1, *after = in + 1;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = binomial16(in[i], before[i], after[i]);
        out[2 * i + 1] = binomial16(in[i], after[i], before[i]);
    }
}

static void double_codes16(
    uint8_t *restrict to, const void *restrict from, size_t count, uint16_t surplus, bool binomial) {
    (void)surplus;
    unaligned_code *out = (unaligned_code *)to;
    const float *in = from, *before = in - 1, *after = in + 1;
    if (!binomial) {
        for (size_t i = 0; i < count; i++) {
            out[2 * i] = code16(linear16(in[i], before[i]));
            out[2 * i + 1] = code16(linear16(in[i], after[i]));
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = code16(binomial16(in[i], before[i], after[i]));
        out[2 * i + 1] = code16(binomial16(in[i], after[i], before[i]));
    }
}

static void interleave16(uint8_t *restrict to, const uint8_t *restrict from, size_t step, size_t channels, size_t count) {
    INTERLEAVE(unaligned_code)
}

static void split16(void *const *out, const void *restrict in, size_t channels, size_t count) { SPLIT(float) }

static void reverse16(void *restrict out, const void *restrict in, size_t count) { REVERSE(float) }

static void note_shares16(void *restrict out, const float *restrict in, size_t count) {
    memcpy(out, in, count * sizeof(float));
}

static inline float quotient16(float inside, float scale) {
    float fraction = scale / inside - 1.0f;
    return fraction > 0 ? fraction : 0;
}

static void divide16(void *restrict to, const float *restrict in, float scale, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i++) out[i] = quotient16(in[i], scale);
}

static void divide_doubled16(void *restrict to, const float *restrict in, float scale, size_t count, bool binomial) {
    double_shares(to, in, count, binomial);
    float *out = to;
    for (size_t i = 0; i < 2 * count; i++) out[i] = quotient16(out[i], scale);
}

static void enlarge16(void *restrict samples, const void *restrict fractions, size_t channels, size_t pixels) {
    float *to = samples;
    const float *factors = fractions;
    for (size_t i = 0; i < pixels; i++) {
        float *pixel = to + i * channels;
        for (size_t c = 0; c < channels; c++) pixel[c] += pixel[c] * factors[i];
    }
}

static void add_edges16(
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

static inline float sum_of_two16(float a, float b) { return a + b; }

static void fold16(void *samples, size_t channels, size_t pixels, size_t reach, bool mirrored) {
    FOLD_LOOP(float, sum_of_two16)
}

static void reduce_codes16(void *restrict to, const uint8_t *const *rows, size_t count) {
    const unaligned_code *a = (const unaligned_code *)rows[0], *b = (const unaligned_code *)rows[1];
    const unaligned_code *c = (const unaligned_code *)rows[2], *d = (const unaligned_code *)rows[3];
    const unaligned_code *e = (const unaligned_code *)rows[4], *f = (const unaligned_code *)rows[5];
    float *out = to;
    for (size_t i = 0; i < count; i++) {
        int32_t outer = a[i] + f[i], next = b[i] + e[i], inner = c[i] + d[i];
        out[i] = (float)(outer + 5 * (next + 2 * inner)) * (1.0f / 32);
    }
}

#define KERNEL_TABLE16                                                                             \
    {                                                                                              \
        sizeof(float), 1 << 24, load16, store16, reduce_codes16, sum_rows16, sum_pairs16,          \
            reduce_rows16, halve16, split16, double_linear16, double_binomial16, double_codes16,   \
            interleave16, sum_numbers, double_shares, note_shares16, divide16, divide_doubled16,   \
            reverse16, enlarge16, add_edges16, fold16                                              \
    }
