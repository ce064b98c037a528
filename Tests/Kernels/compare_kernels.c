// Runs every kernel of every available instruction set on the same random input, and compares a hash of the output with that
// of the portable kernels. Exits with 1 if any byte differs. Needs no Swift, so that it runs under emulators too.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blur_kernels.h"

enum { COUNT = 1003, MARGIN = 64, LENGTH = 2 * MARGIN + 4 * COUNT + BLUR_SAMPLE_PADDING, ROWS = 24 };

static const char *const names[] = {"portable", "ssse3", "avx2", "avx512", "neon"};

static uint64_t state = 1;

static uint32_t next_random(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

// A row of samples of either type.
typedef union sample_row {
    int16_t small[LENGTH];
    float large[LENGTH];
} sample_row;

static sample_row rows[ROWS], planes[8], gains, other_gains, converted;
static uint8_t values[2 * LENGTH];
static int32_t weights[ROWS];
static float plain_floats[LENGTH], upsampled[2 * LENGTH];
static double plain_doubles[LENGTH], double_weights[ROWS], summed[LENGTH];

// The address of a sample in a row.
static void *sample(const blur_kernels *k, sample_row *of, size_t index) { return (char *)of + index * k->sample_size; }

// Writes a sample: the integer `part`, or its product with `unit` as float.
static void put(const blur_kernels *k, sample_row *to, int index, uint32_t part, float unit) {
    if (k->sample_size == sizeof(int16_t)) {
        to->small[index] = (int16_t)part;
    } else {
        to->large[index] = (float)part * unit;
    }
}

static void fill(const blur_kernels *k) {
    for (int r = 0; r < ROWS; r++) {
        double_weights[r] = next_random() / 2147483648.0 - 0.5;
        weights[r] = (int32_t)(next_random() % ((uint32_t)k->unit_weight / ROWS));
        for (int i = 0; i < LENGTH; i++) put(k, &rows[r], i, next_random() % 32641, 65535.0f / 32640);
    }
    for (int i = 0; i < LENGTH; i++) {
        put(k, &gains, i, next_random() % 16384, 1.0f / 32768);
        put(k, &other_gains, i, next_random() % 16384, 1.0f / 32768);
        plain_floats[i] = (float)(next_random() % 65536) / 65536;
        plain_doubles[i] = next_random() / 2147483648.0;
    }
    for (int i = 0; i < 2 * LENGTH; i++) values[i] = (uint8_t)next_random();
}

static uint64_t hash;

static void add(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
}

static void check_samples(const blur_kernels *k, size_t count) {
    const size_t size = k->sample_size;
    const void *starts[ROWS];
    for (int r = 0; r < ROWS; r++) starts[r] = sample(k, &rows[r], MARGIN);
    void *out = sample(k, &planes[0], MARGIN);
    k->sum_rows(out, starts, weights, ROWS, 0, count), add(out, size * count);
    k->sum_rows(out, starts, weights, ROWS, count / 3, count - count / 3), add(out, size * count);
    k->decimate_across(out, starts + 3, count), add(out, size * count);
    k->decimate_along(out, starts[8], count), add(out, size * count);
    const uint8_t *value_rows[6];
    for (int r = 0; r < 6; r++) value_rows[r] = values + r * 2 * COUNT / 5;
    k->decimate_values_across(out, value_rows, count / 2), add(out, size * (count / 2));
    k->upsample(out, starts[1], count, false), add(out, 2 * size * count);
    k->upsample(out, starts[2], count, true), add(out, 2 * size * count);
    k->reverse(out, &rows[10], count), add(out, size * count);
    void *parts[8];
    for (int p = 0; p < 8; p++) parts[p] = &planes[p];
    for (size_t p = 2; p <= 4; p++) {
        k->deinterleave(parts, &rows[3], p, count);
        for (size_t i = 0; i < p; i++) add(&planes[i], size * count);
    }
    for (size_t channels = 1; channels <= 4; channels += 2) {
        memcpy(out, &rows[4], sizeof planes[0] - MARGIN * size);
        k->apply_gains(out, &gains, channels, count), add(out, size * channels * count);
        k->add_edge_pixels(out, &gains, &other_gains, &rows[5], sample(k, &rows[5], 4), channels, count);
        add(out, size * channels * count);
        planes[1] = rows[6];
        for (int is_mirrored = 0; is_mirrored < 2; is_mirrored++) {
            k->fold(sample(k, &planes[1], 40 * channels), channels, count, 40, is_mirrored);
            add(&planes[1], size * channels * count);
        }
    }
}

static void check_plain_numbers(const blur_kernels *k, size_t count) {
    const size_t size = k->sample_size;
    k->sum_doubles(summed, plain_doubles, 32, double_weights, ROWS, count), add(summed, 8 * count);
    k->sum_doubles(summed, plain_doubles + ROWS, -1, double_weights, ROWS, count), add(summed, 8 * count);
    k->upsample_floats(upsampled, plain_floats + 1, count, false), add(upsampled, 8 * count);
    k->upsample_floats(upsampled, plain_floats + 1, count, true), add(upsampled, 8 * count);
    for (size_t i = 0; i < count; i++) upsampled[i] = 1 - plain_floats[i] / 2;
    k->convert_weights(&converted, plain_floats, count), add(&converted, size * count);
    k->compute_gains(&converted, upsampled, 1, count), add(&converted, size * count);
    k->compute_gains(&converted, upsampled, 0.8f, count), add(&converted, size * count);
    k->compute_upsampled_gains(&converted, upsampled + 1, 1, count / 2, false), add(&converted, 2 * size * (count / 2));
    k->compute_upsampled_gains(&converted, upsampled + 1, 0.8f, count / 2, true), add(&converted, 2 * size * (count / 2));
}

static void check_pixels(const blur_kernels *k, size_t count) {
    static uint8_t written[8 * LENGTH];
    const size_t depth = k->sample_size / 2;
    for (size_t channels = 1; channels <= 4; channels++) {
        const size_t bytes = channels * count * depth;
        for (int alpha = BLUR_NO_ALPHA; alpha <= BLUR_PREMULTIPLIED; alpha++) {
            if (alpha != BLUR_NO_ALPHA && channels % 2) continue;
            // half as many pixels: there are no more values
            k->load_pixels(&planes[2], values, channels, depth, (blur_alpha)alpha, count / 2);
            add(&planes[2], k->sample_size * channels * (count / 2));
            k->store_pixels(written, &rows[7], 1, channels, channels, depth, (blur_alpha)alpha, count, 0);
            add(written, bytes);
            k->store_pixels(written, &rows[0], LENGTH, 1, channels, depth, (blur_alpha)alpha, count, 5);
            add(written, bytes);
            k->upsample_to_values(written, sample(k, &rows[9], 1), count, (uint16_t)channels, alpha != 0);
            add(written, 2 * depth * count);
            if (channels > 1) k->interleave(written, values, LENGTH / 8, channels, count / 2), add(written, bytes / 2);
        }
    }
}

// The background behind a matte, some pixels of which are clear, and some wholly in front.
static void check_background(const blur_kernels *k, size_t count, size_t value_size) {
    static float coverage[COUNT];
    static uint8_t written[4 * COUNT];
    for (size_t i = 0; i < count; i++) coverage[i] = i / 50 % 4 == 1 ? 0 : i / 50 % 4 == 3 ? 1 : plain_floats[i];
    for (size_t channels = 1; channels <= 4; channels++) {
        for (int alpha = BLUR_NO_ALPHA; alpha <= BLUR_PREMULTIPLIED; alpha++) {
            if (alpha != BLUR_NO_ALPHA && channels % 2) continue;
            const blur_pixels pixels = {.channels = channels, .alpha = (blur_alpha)alpha, .value_size = value_size};
            for (int keeps_coverage = 0; keeps_coverage < 2; keeps_coverage++) {
                k->load_background(&converted, values, &pixels, coverage, keeps_coverage, count * 4 / 5);
                add(&converted, k->sample_size * (channels + 1) * (count * 4 / 5));
                for (size_t p = 0; p <= channels; p++) planes[p] = rows[p];
                const bool has_front =
                    k->composite_background(&planes[0], LENGTH, values, &pixels, coverage, keeps_coverage, count, 3);
                add(&has_front, sizeof has_front);
                for (size_t p = 0; p < channels; p++) add(&planes[p], k->sample_size * count);
                if (k->sample_size < sizeof(float)) continue;
                k->store_pixels(written, &planes[0], LENGTH, 1, channels, 1, (blur_alpha)alpha, count, 0);
                add(written, channels * count);
            }
        }
    }
}

// A set of nodes between which results are interpolated.
static blur_nodes node_set(size_t count, bool is_exponential) {
    blur_nodes nodes = {.count = count, .is_exponential = is_exponential, .middle = 1.5f, .low = -0.3f, .high = 0.45f};
    for (size_t i = 0; i < count; i++) nodes.positions[i] = -0.3f + 0.75f * (float)i / (float)BLUR_GREATEST_NODE_COUNT;
    for (size_t i = 0; i < count; i++) {
        float product = 1;
        for (size_t j = 0; j < count; j++) product *= j == i ? 1 : nodes.positions[i] - nodes.positions[j];
        nodes.scales[i] = 1 / product;
    }
    return nodes;
}

static void check_nodes(const blur_kernels *k, size_t count) {
    const size_t size = k->sample_size;
    static float radii[LENGTH];
    for (size_t i = 0; i < LENGTH; i++) radii[i] = 0.1f + 3 * plain_floats[i];
    void *node_weights[BLUR_GREATEST_NODE_COUNT], *out = sample(k, &planes[7], MARGIN);
    const void *results[BLUR_GREATEST_NODE_COUNT], *constant_weights[BLUR_GREATEST_NODE_COUNT];
    for (size_t n = 1; n <= BLUR_GREATEST_NODE_COUNT; n++) {
        for (size_t i = 0; i < n; i++) {
            constant_weights[i] = node_weights[i] = &planes[i];
            results[i] = sample(k, &rows[i], MARGIN);
        }
        for (int is_exponential = 0; is_exponential < 2; is_exponential++) {
            const blur_nodes nodes = node_set(n, is_exponential);
            k->compute_node_weights(node_weights, radii, &nodes, count);
            for (size_t i = 0; i < n; i++) add(node_weights[i], size * count);
            k->combine_nodes(out, LENGTH / 3, results, LENGTH / 3, constant_weights, n, 2, count);
            add(out, size * count), add(sample(k, out, LENGTH / 3), size * count);
        }
    }
    for (int distance = -1; distance <= 1; distance++) {
        k->sum_symmetric(out, LENGTH / 3, sample(k, &rows[1], MARGIN), LENGTH / 3, 1, distance, weights, ROWS, 2, count);
        add(out, size * count), add(sample(k, out, LENGTH / 3), size * count);
    }
    const blur_symmetric_kernel kernels[] = {{weights, 7}, {weights + 3, 7}, {weights + 1, 11}, {weights, ROWS}};
    for (size_t n = 1; n <= BLUR_GREATEST_KERNEL_COUNT; n++) {
        void *sums[BLUR_GREATEST_KERNEL_COUNT];
        for (size_t j = 0; j < n; j++) sums[j] = sample(k, &planes[j], MARGIN);
        k->sum_symmetric_kernels(sums, LENGTH / 3, sample(k, &rows[1], MARGIN), LENGTH / 3, kernels, n, 2, count);
        for (size_t j = 0; j < n; j++) {
            add(sums[j], size * count), add(sample(k, &planes[j], MARGIN + LENGTH / 3), size * count);
        }
    }
    for (size_t n = 1; n <= 4; n++) {
        for (int distance = -1; distance <= 0; distance++) {
            const size_t step = sizeof(sample_row) / size;
            k->sum_symmetric_rows(&planes[0], step, sample(k, &rows[9], MARGIN), step, distance, weights, 9, n, count);
            for (size_t j = 0; j < n; j++) add(&planes[j], size * count);
        }
    }
    const double fractions[BLUR_DOUBLING_TAPS] = {-0.12, -0.07, 0.01, 0.01, 0.27, 0.9};
    int32_t doubling[BLUR_DOUBLING_TAPS];
    for (size_t i = 0; i < BLUR_DOUBLING_TAPS; i++) doubling[i] = (int32_t)(fractions[i] * k->unit_weight);
    k->upsample_smooth(out, sample(k, &rows[2], MARGIN), doubling, count), add(out, 2 * size * count);
    int32_t along[ROWS * BLUR_EDGE_GROUP_SIZE];
    for (size_t i = 0; i < sizeof along / sizeof *along; i++) along[i] = weights[i % 23];
    const blur_edge_group groups[] = {{along, 3, 5, 2, ROWS}, {along, 20, 16, 7, 5}, {along, 60, 1, 0, 1}};
    k->sum_along(out, &rows[5], groups, 3);
    for (size_t j = 0; j < 3; j++) add((char *)out + groups[j].first_result * size, groups[j].result_count * size);
    if (size == sizeof(int16_t)) {
        for (size_t i = 0; i < count; i++) ((int16_t *)out)[i] = (int16_t)next_random();
    } else {
        for (size_t i = 0; i < count; i++) ((float *)out)[i] = (float)next_random() - 1e9f;
    }
    k->limit_samples(out, count), add(out, size * count);
}

// Adds the values that a look without alpha writes; only integers have these kernels.
static void check_look_values(const blur_kernels *k, const blur_look *look, const blur_look_row *row, size_t count) {
    static uint8_t written[3 * LENGTH];
    if (!k->look_to_values || look->colors == 2) return;
    k->look_to_values(written, LENGTH, &rows[3], look, row, count, 1);
    for (size_t c = 0; c < look->colors; c++) add(written + c * LENGTH, count);
    const void *halves[] = {sample(k, &rows[0], MARGIN), sample(k, &rows[1], MARGIN), sample(k, &rows[2], MARGIN)};
    const blur_noise_keys odd_keys = {row->keys.second, row->keys.first};
    for (int is_binomial = 0; is_binomial < 2; is_binomial++) {
        k->upsample_look_to_values(written, LENGTH, halves, look, row, odd_keys, count / 2, 2, is_binomial);
        for (size_t c = 0; c < look->colors; c++) add(written + c * LENGTH, count / 2 * 2);
    }
}

static void check_looks(const blur_kernels *k, size_t count) {
    static uint16_t keys[2 * LENGTH];
    for (size_t i = 0; i < 2 * LENGTH; i++) keys[i] = (uint16_t)next_random();
    k->convert_weights(&converted, plain_floats, LENGTH);
    // every combination of saturation, tint, grain, dithering, an alpha channel, and alphas that vary
    for (unsigned steps = 0; steps < 64; steps++) {
        for (size_t colors = 1; colors <= 3; colors++) {
            blur_look look = {.colors = colors, .pivot = 0.5f, .tint = {0.2f, 1, 0.7f}, .has_alpha = steps & 16};
            look.is_reversed = steps & 1, look.dithers = steps & 8, look.first_noise = 3 - colors;
            look.saturation = steps & 1 ? 2.5f : 0, look.opacity = steps & 2 ? 0.4f : 0, look.grain = steps & 4 ? 9 : 0;
            look.fade = look.has_alpha && count % 3 == 0 ? 0.8f : 0;
            blur_look_row row = {
                .alpha = 0.7f,
                .alphas = steps & 32 ? &converted : NULL,
                .keys = {keys, keys + LENGTH},
                .row_keys = {7, 1000}};
            void *all[4];
            for (size_t c = 0; c < 4; c++) {
                planes[c] = rows[c];
                all[c] = &planes[c];
            }
            k->apply_look(all, &look, &row, count);
            for (size_t c = 0; c < 4; c++) add(all[c], k->sample_size * count);
            if (!row.alphas && !look.has_alpha) check_look_values(k, &look, &row, count);
        }
    }
}

// Tables of random numbers; integers do not have premultiplied colors.
static void check_light(const blur_kernels *k, size_t count, size_t value_size) {
    static int16_t encoded[65536], linear_integers[256];
    static uint8_t light_values[65536], written[8 * LENGTH];
    static float linear_floats[65536];
    static blur_segment segments[BLUR_SEGMENT_COUNT];
    const bool is_integer = k->sample_size == sizeof(int16_t);
    for (size_t i = 0; i < 65536; i++) {
        encoded[i] = (int16_t)(next_random() % 32641), light_values[i] = (uint8_t)next_random();
        linear_floats[i] = (float)(next_random() % 65536);
        if (i < 256) linear_integers[i] = (int16_t)(next_random() % 32641);
        if (i < BLUR_SEGMENT_COUNT) segments[i] = (blur_segment){(float)(next_random() % 65536), 0.25f};
    }
    blur_light light = {.value_size = value_size};
    for (size_t c = 0; c < 3; c++) {
        light.linear[c] = is_integer ? (const void *)linear_integers : linear_floats;
        light.values[c] = light_values, light.encoded[c] = encoded, light.segments[c] = segments;
    }
    for (size_t channels = 1; channels <= 4; channels++) {
        int last = is_integer ? BLUR_STRAIGHT : BLUR_PREMULTIPLIED;
        for (int kind = channels % 2 ? BLUR_NO_ALPHA : BLUR_STRAIGHT; kind <= (channels % 2 ? BLUR_NO_ALPHA : last);
             kind++) {
            blur_alpha alpha = (blur_alpha)kind;
            const size_t bytes = channels * count * value_size;
            k->load_light(&planes[2], values, channels, alpha, count / 2, &light);
            add(&planes[2], k->sample_size * channels * (count / 2));
            k->store_light(written, &rows[7], 1, channels, channels, alpha, count, &light), add(written, bytes);
            k->store_light(written, &rows[0], LENGTH, 1, channels, alpha, count, &light), add(written, bytes);
            for (size_t c = 0; c < channels; c++) planes[c] = rows[c];
            k->encode_light(planes, sizeof planes[0] / k->sample_size, channels, alpha, count, &light);
            for (size_t c = 0; c < channels; c++) add(&planes[c], k->sample_size * count);
        }
    }
}

// Weights of both signs, whose magnitudes sum to less than 2; those of integers beyond an odd number of rows are 0.
static void check_resampling(const blur_kernels *k, size_t count) {
    enum { TAPS = 24 };
    static int16_t small_weights[TAPS * LENGTH];
    static float large_weights[TAPS * LENGTH];
    static int32_t first[LENGTH];
    for (size_t i = 0; i < TAPS * LENGTH; i++) {
        small_weights[i] = (int16_t)(next_random() % (2 * 16384 / TAPS) - 16384 / TAPS);
        large_weights[i] = (float)small_weights[i] / 16384;
    }
    for (size_t i = 0; i < LENGTH; i++) first[i] = (int32_t)(next_random() % COUNT);
    const bool is_integer = k->sample_size == sizeof(int16_t);
    const void *row_weights = is_integer ? (const void *)small_weights : large_weights;
    const void *starts[ROWS];
    for (size_t r = 0; r < ROWS; r++) starts[r] = is_integer ? (const void *)(values + 13 * r) : &rows[r];
    for (size_t n = 2; n <= ROWS; n += 2) {
        k->resample_across(&planes[0], starts, row_weights, 14 + (int)n % 7, n, count);
        add(&planes[0], k->sample_size * count);
    }
    for (size_t taps = 8; taps <= TAPS; taps += 8) {
        k->resample_along(&planes[1], &rows[3], first, row_weights, taps > 8 ? 15 : 14, taps, count);
        add(&planes[1], (is_integer ? 1 : sizeof(float)) * count);
    }
}

// Compares a transposed image with its definition; the bytes after each row must remain.
static bool transposes(const blur_kernels *k) {
    enum { LINES = 70, STEP = 8 * LINES + 5 };
    static uint8_t image[LINES * STEP], transposed[LINES * STEP], expected[LINES * STEP];
    const size_t sizes[] = {1, 2, 3, 4, 6, 8}, lengths[] = {1, 3, 4, 9, 16, 31, 64, 65, LINES};
    for (size_t i = 0; i < sizeof image; i++) image[i] = (uint8_t)next_random();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t n = 0; n < 81; n++) {
            const size_t size = sizes[s], height = lengths[n / 9], width = lengths[n % 9];
            memset(transposed, 7, sizeof transposed), memset(expected, 7, sizeof expected);
            for (size_t y = 0; y < height; y++)
                for (size_t x = 0; x < width; x++)
                    memcpy(expected + x * STEP + y * size, image + y * STEP + x * size, size);
            k->transpose_pixels(transposed, STEP, image, STEP, size, height, width);
            if (memcmp(transposed, expected, sizeof expected) != 0) return false;
        }
    }
    return true;
}

static uint64_t hash_of(const blur_kernels *kernels) {
    state = 1;
    hash = 14695981039346656037u;
    fill(kernels);
    size_t counts[] = {1, 2, 7, 16, 31, 64, 127, 128, 129, COUNT};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        memset(planes, 0, sizeof planes);
        check_samples(kernels, counts[i]);
        check_plain_numbers(kernels, counts[i]);
        check_pixels(kernels, counts[i]);
        check_nodes(kernels, counts[i]);
        check_looks(kernels, counts[i]);
        check_resampling(kernels, counts[i]);
        if (kernels->load_background) check_background(kernels, counts[i], 1);
        if (kernels->sample_size == sizeof(float)) check_background(kernels, counts[i], 2);
        if (!kernels->load_light) continue;
        check_light(kernels, counts[i], 1);
        if (kernels->sample_size == sizeof(float)) check_light(kernels, counts[i], 2);
    }
    return hash;
}

int main(void) {
    static const char *const kinds[] = {"integers", "exact integers", "floats"};
    int failed = 0;
    for (int kind = BLUR_INTEGERS; kind <= BLUR_FLOATS; kind++) {
        uint64_t expected = hash_of(blur_kernels_for(BLUR_PORTABLE, (blur_sample_kind)kind));
        for (int set = BLUR_PORTABLE; set <= BLUR_NEON; set++) {
            const blur_kernels *kernels = blur_kernels_for((blur_instruction_set)set, (blur_sample_kind)kind);
            if (!kernels) continue;
            uint64_t found = hash_of(kernels);
            const bool is_same = found == expected, is_transposed = transposes(kernels);
            printf(
                "%-9s %-14s %016llx %s%s\n", names[set], kinds[kind], (unsigned long long)found,
                is_same ? "same" : "DIFFERS", is_transposed ? "" : ", TRANSPOSED WRONGLY");
            failed |= !is_same || !is_transposed;
        }
    }
    return failed;
}
