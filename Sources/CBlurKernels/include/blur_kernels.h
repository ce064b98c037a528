// The inner loops of the fast engine and of resizing: for each instruction set, one table for each kind of samples (blur_sample_kind).
//
// A *value* is a pixel sample as an image stores it, uint8_t or uint16_t. A *sample* is the working representation:
// - 8-bit images: int16_t with 7 fractional bits (value * 128, so 255 becomes 32640). Products are rounded one by one
//   ((a * b + 2^14) >> 15), averages are rounded up, sums saturate. Exceptions: decimate_along rounds its exact sum once, and
//   decimate_values_across needs no rounding.
// - 8-bit images in linear light: int16_t, 1.0 is 32640. Sums of products are exact and rounded once, so that a row of equal
//   samples stays as it is: near black, a step between two values is only a few samples.
// - 16-bit images, and all other images in linear light: float, in units of 16-bit values, which leaves at least 8 fractional
//   bits. So are those of 8-bit images with a matte, whose sums of weights may be small.
// Sums are accumulated in a fixed order without fused multiply-add, so every instruction set computes identical results.
// Rounding is monotone and no weight is negative, so a filtered monotone row stays monotone.
//
// Weights are integers, as fractions of `unit_weight`. Gains and edge weights of single pixels are in sample format:
// int16_t as fractions of 32768, or float.
//
// sum_rows, decimate_across and decimate_along may read and overwrite BLUR_SAMPLE_PADDING samples after the end of
// each row, sum_doubles BLUR_DOUBLE_PADDING doubles. The other functions access no memory but what their comments state.

#ifndef BLUR_KERNELS_H
#define BLUR_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLUR_SAMPLE_PADDING = 128, BLUR_DOUBLE_PADDING = 16 };

typedef enum blur_instruction_set {
    BLUR_PORTABLE,
    BLUR_SSSE3,
    BLUR_AVX2,
    BLUR_AVX512,
    BLUR_NEON,
} blur_instruction_set;

// The working representations; the first two are int16_t.
typedef enum blur_sample_kind {
    BLUR_INTEGERS,        // 8-bit images
    BLUR_EXACT_INTEGERS,  // 8-bit images in linear light
    BLUR_FLOATS,          // 16-bit images, and other images in linear light
} blur_sample_kind;

// The meaning of a pixel's last channel.
typedef enum blur_alpha {
    BLUR_NO_ALPHA,       // a color channel
    BLUR_STRAIGHT,       // alpha; the colors are not multiplied by it
    BLUR_PREMULTIPLIED,  // alpha; the colors are already multiplied by it
} blur_alpha;

// The first sample with segments of its own is 2 to the power of -32; there are 48 octaves of 256 segments each.
enum { BLUR_LEAST_SEGMENT = 95 << 8, BLUR_SEGMENT_COUNT = 48 << 8 };

// The line through the ends of a segment of a function: its value at the start, and its slope.
typedef struct blur_segment {
    float value, slope;
} blur_segment;

// Tables between the values of each color and samples of linear light. Integers have 65536 of `values` and of `encoded`, for
// every int16_t as its bits; floats have BLUR_SEGMENT_COUNT of `segments`.
typedef struct blur_light {
    size_t value_size;      // of a value in the image, in bytes
    const void *linear[3];  // the linear sample of every value; of every fraction of 65535 if colors are premultiplied
    const uint8_t *values[3];   // the value of every linear sample
    const int16_t *encoded[3];  // the encoded sample of every linear sample; used by encode_light only
    const blur_segment *segments[3];  // the encoded sample as a function of the linear one; NULL if samples are encoded already
} blur_light;

// The pixels of an image.
typedef struct blur_pixels {
    size_t channels;  // 1 to 4
    blur_alpha alpha;
    size_t value_size;        // of a value, in bytes
    const blur_light *light;  // for linear light, or NULL
} blur_pixels;

// How colors become others through linear light. White is 65535; functions of linear light have BLUR_SEGMENT_COUNT segments.
typedef struct blur_color_conversion {
    blur_pixels from;  // three colors, and alpha or none, with the tables of `light`
    size_t channels;   // of the results, whose values have the same size: 3, or 4 with alpha
    blur_alpha alpha;  // that of the results
    // For high dynamic range only, and NULL otherwise: what all colors are multiplied by, as a function of their luminance, and
    // after that, as a function of the greatest of them. Results out of range then approach gray of their luminance.
    const blur_segment *system, *tones;
    float luminance[3], result_luminance[3];  // the weights of the colors, in the order of their channels
    float matrix[3][3];                       // the weights of the colors in each result
    const blur_segment *segments;             // the encoded sample as a function of the linear one
} blur_color_conversion;

enum { BLUR_GREATEST_NODE_COUNT = 6, BLUR_DOUBLING_TAPS = 6 };

// A few radii between which results are interpolated, as positions on a scale. Without `is_exponential`, the position of a
// radius r is (r - middle) / (r + middle), which is nearly proportional to log r; with it, exp(-1 / (2 r * r)).
typedef struct blur_nodes {
    size_t count;
    bool is_exponential;
    float middle;
    // Positions are limited to this range.
    float low, high;
    float positions[BLUR_GREATEST_NODE_COUNT];
    // For every node, 1 / the product of its distances from all others.
    float scales[BLUR_GREATEST_NODE_COUNT];
} blur_nodes;

enum { BLUR_GREATEST_KERNEL_COUNT = 4, BLUR_EDGE_GROUP_SIZE = 16 };

// A symmetric kernel: a weight for each distance from 0 on, for the average of the samples on both sides.
typedef struct blur_symmetric_kernel {
    const int32_t *weights;
    size_t pair_count;
} blur_symmetric_kernel;

// Adjacent results of a row, each with weights of its own for the same samples: weights[s * BLUR_EDGE_GROUP_SIZE + r] is that of
// sample s for result r. The weights of missing results are 0.
typedef struct blur_edge_group {
    const int32_t *weights;
    size_t first_result, result_count;  // at most BLUR_EDGE_GROUP_SIZE
    size_t first_sample, sample_count;
} blur_edge_group;

// How samples change after the blur, along the alpha of a ramp. Colors of pixels with alpha are multiplied by it.
typedef struct blur_look {
    size_t colors;     // the number of color planes: 1, 2 or 3
    bool has_alpha;    // alpha is a further plane, to which colors are limited
    bool is_reversed;  // the last of three color planes is red
    float saturation;  // the change of the factor of chroma where the ramp's alpha is 1, from -1 to 3
    float pivot;       // what one or two color planes of chroma are relative to; three are relative to their luma
    float opacity;     // that of the tint where the ramp's alpha is 1, up to 1
    float tint[3];     // its color; 1 is white
    float fade;        // the share of alpha that is lost where the ramp's alpha is 1, up to 1; requires `has_alpha`
    float grain;       // the standard deviation of noise where the ramp's alpha is 1, in steps of 8 bits, at most 64
    bool dithers;      // whether noise is added before colors are rounded to 8 bits
    size_t first_noise;  // the kind of noise, from 0 to 2, that the first of fewer than three color planes is dithered with
} blur_look;

// The random numbers of the pixels of a row that noise depends on, two for each of them.
typedef struct blur_noise_keys {
    const uint16_t *first, *second;
} blur_noise_keys;

// The look of a row.
typedef struct blur_look_row {
    const void *alphas;    // the ramp's alpha for every pixel, as weights in sample format, or NULL
    float alpha;           // the alpha of all pixels if there are no `alphas`
    blur_noise_keys keys;  // required by looks with noise
    uint16_t row_keys[2];  // the random numbers of the row
} blur_look_row;

// The standard deviation of noise, whose numbers are from -255 to 255.
#define BLUR_NOISE_DEVIATION 104.510765f
// What noise is multiplied by when colors are dithered: the result is within -1 and 1.
#define BLUR_NOISE_UNIT (127.0f / 32768)

typedef struct blur_kernels {
    // The size of a sample in bytes.
    size_t sample_size;

    // The weight 1.0; 8-bit images can be multiplied by smaller weights only.
    int32_t unit_weight;

    // Converts pixels, with values of `value_size` bytes, to interleaved samples; multiplies straight-alpha color by alpha.
    void (*load_pixels)(void *out, const uint8_t *in, size_t channels, size_t value_size, blur_alpha alpha, size_t pixels);

    // Converts samples to pixels. Channels are `channel_step` samples apart and pixels `pixel_step`: interleaved
    // (channel_step 1, pixel_step = channels; not for 8-bit values of BLUR_FLOATS) or planar (any channel_step, pixel_step 1).
    // `rounding_bias` is subtracted from int16_t samples, except from colors that are divided by alpha: the mean excess of averages that
    // were rounded up. It is ignored for float samples.
    void (*store_pixels)(
        uint8_t *out, const void *in, size_t channel_step, size_t pixel_step, size_t channels, size_t value_size,
        blur_alpha alpha, size_t pixels, uint16_t rounding_bias);

    // load_pixels and store_pixels in linear light; not for BLUR_INTEGERS. Integers support no premultiplied alpha.
    void (*load_light)(
        void *out, const uint8_t *in, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light);
    void (*store_light)(
        uint8_t *out, const void *in, size_t channel_step, size_t pixel_step, size_t channels, blur_alpha alpha,
        size_t pixels, const blur_light *light);

    // The background of pixels that a matte covers by `coverage`, from 0 to 1; for BLUR_FLOATS, also of 8-bit values, and for
    // BLUR_INTEGERS.

    // Converts pixels to interleaved samples with another channel: each sample of a pixel is multiplied by 1 - its coverage, and that
    // weight follows, or the coverage if `keeps_coverage`.
    void (*load_background)(
        void *out, const uint8_t *in, const blur_pixels *kind, const float *coverage, bool keeps_coverage, size_t pixels);

    // Puts pixels in front of their background: planes of samples, `step` samples apart, which blurred sums become. With
    // `keeps_coverage`, the sum of weights is 1 - that of coverages. Where there are no weights, the pixel remains. Subtracts
    // `rounding_bias` from int16_t sums. Returns whether any pixel is wholly in front; samples of such pixels are undefined.
    bool (*composite_background)(
        void *planes, size_t step, const uint8_t *in, const blur_pixels *kind, const float *coverage,
        bool keeps_coverage, size_t pixels, uint16_t rounding_bias);

    // Resampling with weights that may be negative, of values without straight alpha (integers), or of samples (floats). Weights are
    // float, or int16_t with `weight_bits` fractional bits, from 14 to 20 across rows and from 14 to 15 along them. int16_t sums of rows
    // have 6 fractional bits, and are not limited.

    // Across rows: out[i] = sum of weights[k] * rows[k][i]; the number of rows of integers is even. May read and overwrite
    // BLUR_SAMPLE_PADDING elements after each row.
    void (*resample_across)(
        void *out, const void *const *rows, const void *weights, int weight_bits, size_t row_count, size_t count);

    // Along a row: out[i] = sum of weights[i * tap_count + k] * in[first[i] + k], as values from 0 to 255 or samples of at least 0.
    // `tap_count` is a multiple of 8. There must be room, taps, and weights for results up to the next multiple of 4.
    void (*resample_along)(
        void *out, const void *in, const int32_t *first, const void *weights, int weight_bits, size_t tap_count,
        size_t count);

    // Replaces planes of linear samples, `step` samples apart, by encoded samples; not for BLUR_INTEGERS.
    void (*encode_light)(
        void *samples, size_t step, size_t channels, blur_alpha alpha, size_t pixels, const blur_light *light);

    // Converts the colors of pixels; only for BLUR_FLOATS.
    void (*convert_colors)(uint8_t *out, const uint8_t *in, const blur_color_conversion *conversion, size_t pixels);

    // out[i] = sum of weights[k] * rows[k][i], for `count` indices from `first`
    void (*sum_rows)(
        void *out, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count);

    // Decimates across rows: out[i] = the sum of six rows with the binomial weights 1 5 10 10 5 1 / 32.
    void (*decimate_across)(void *out, const void *const *rows, size_t count);

    // The same for rows of values without straight alpha.
    void (*decimate_values_across)(void *out, const uint8_t *const *rows, size_t count);

    // Decimates along a row of one channel: out[i] = the sum of in[2i - 2] to in[2i + 3] with the same weights.
    void (*decimate_along)(void *out, const void *in, size_t count);

    // out[c][i] = in[i * channels + c], for 2 to 5 channels
    void (*deinterleave)(void *const *out, const void *in, size_t channels, size_t count);

    // Doubles the resolution by linear interpolation, or with the binomial weights 1 5 10 10 5 1 / 16: out[2i] lies 1/4 before in[i],
    // out[2i + 1] 1/4 after it. Reads in[-1] to in[count].
    void (*upsample)(void *out, const void *in, size_t count, bool is_binomial);

    // upsample followed by conversion to values of one channel.
    void (*upsample_to_values)(uint8_t *out, const void *in, size_t count, uint16_t rounding_bias, bool is_binomial);

    // Interleaves values: out[i * channels + c] = in[c * step + i], for 2, 3 or 4 channels.
    void (*interleave)(uint8_t *out, const uint8_t *in, size_t step, size_t channels, size_t count);

    // out[i] = sum of weights[k] * rows[k * step + i], accumulated in the order of k
    void (*sum_doubles)(
        double *out, const double *rows, ptrdiff_t step, const double *weights, size_t row_count, size_t count);

    // upsample for plain floats, in the same order of operations on every instruction set.
    void (*upsample_floats)(void *out, const void *in, size_t count, bool is_binomial);

    // Converts weights to sample format; int16_t rounds, and 1 becomes the greatest fraction.
    void (*convert_weights)(void *out, const float *in, size_t count);

    // Normalization gains: out[i] = scale / in[i] - 1, in sample format; int16_t rounds and clamps to 0...1.
    void (*compute_gains)(void *out, const float *in, float scale, size_t count);

    // upsample_floats followed by compute_gains.
    void (*compute_upsampled_gains)(void *out, const float *in, float scale, size_t count, bool is_binomial);

    // out[i] = in[count - 1 - i]
    void (*reverse)(void *out, const void *in, size_t count);

    // samples[i] += samples[i] * gain, with one gain for all channels of a pixel
    void (*apply_gains)(void *samples, const void *gains, size_t channels, size_t pixels);

    // Adds the pixels `first` and `last`, each multiplied by a weight of the pixel that it is added to.
    void (*add_edge_pixels)(
        void *samples, const void *first_weights, const void *last_weights, const void *first, const void *last,
        size_t channels, size_t pixels);

    // Adds the `outside_count` pixels beyond each end of a row to the pixels that they repeat, or mirror.
    void (*fold)(void *samples, size_t channels, size_t pixels, size_t outside_count, bool is_mirrored);

    // Lagrange weights of the nodes for every radius: weights[k][i]. int16_t weights are fractions of 16384 that sum to exactly 1.
    // Reads and writes up to BLUR_SAMPLE_PADDING elements after the last.
    void (*compute_node_weights)(void *const *weights, const float *radii, const blur_nodes *nodes, size_t count);

    // out[i] = sum of weights[k][i] * rows[k][i], limited to values from 0 to the greatest sample; rounds once. Applies the same weights
    // to several planes, which are `out_step` and `row_step` samples apart. May read and overwrite BLUR_SAMPLE_PADDING samples after
    // the end of each plane.
    void (*combine_nodes)(
        void *out, size_t out_step, const void *const *rows, size_t row_step, const void *const *weights,
        size_t node_count, size_t planes, size_t count);

    // Applies a symmetric kernel: out[i] = sum of weights[k] * average(in[i - d], in[i + d]) with d = tap_step * (k + first_distance), or
    // 0 if that is negative; int16_t averages are rounded up. The planes of `in` and `out` are `in_step` and `out_step` samples apart.
    // May read and overwrite BLUR_SAMPLE_PADDING samples after each plane.
    void (*sum_symmetric)(
        void *out, size_t out_step, const void *in, size_t in_step, ptrdiff_t tap_step, ptrdiff_t first_distance,
        const int32_t *weights, size_t pair_count, size_t planes, size_t count);

    // Applies up to BLUR_GREATEST_KERNEL_COUNT symmetric kernels to the same samples, with one sample between taps: out[n] is the result
    // of kernel n. No kernel has fewer pairs than the one before it. All else is as for sum_symmetric.
    void (*sum_symmetric_kernels)(
        void *const *out, size_t out_step, const void *in, size_t in_step, const blur_symmetric_kernel *kernels,
        size_t kernel_count, size_t planes, size_t count);

    // Applies a symmetric kernel across rows, to `rows` rows that are `in_step` samples apart: sum_symmetric for each of them, with
    // that distance between taps. The rows of `out` are `out_step` samples apart.
    void (*sum_symmetric_rows)(
        void *out, size_t out_step, const void *in, size_t in_step, ptrdiff_t first_distance, const int32_t *weights,
        size_t pair_count, size_t rows, size_t count);

    // Doubles the resolution: out[2i + 1] lies 1/4 after in[i], and is the sum of in[i + k] with six weights for k = -1, 2, -2, 3, 1, 0;
    // out[2i] lies 1/4 before it, with the same weights mirrored. Limits results to at least 0. Reads in[-3] to in[count + 2],
    // and may read and overwrite BLUR_SAMPLE_PADDING samples after each row.
    void (*upsample_smooth)(void *out, const void *in, const int32_t *weights, size_t count);

    // Computes groups of results as sums of weighted samples, in the order of the samples. Rounds once; the weights of a result, at most
    // `unit_weight` in sum, are not negative.
    void (*sum_along)(void *out, const void *in, const blur_edge_group *groups, size_t group_count);

    // Raises samples below 0 to 0. May read and overwrite BLUR_SAMPLE_PADDING samples after the last.
    void (*limit_samples)(void *samples, size_t count);

    // Changes planes of samples in place. Reads up to BLUR_SAMPLE_PADDING samples, alphas and keys after the last.
    void (*apply_look)(void *const *planes, const blur_look *look, const blur_look_row *row, size_t count);

    // Changes interleaved samples without alpha, and converts them to planes of values, `out_step` values apart. The alpha of the ramp
    // is that of the row; there are one or three colors. Reads up to BLUR_SAMPLE_PADDING samples and keys after the last, and may overwrite
    // as many values as complete the last 64 of a plane. Only for BLUR_INTEGERS.
    void (*look_to_values)(
        uint8_t *out, size_t out_step, const void *in, const blur_look *look, const blur_look_row *row, size_t count,
        uint16_t rounding_bias);

    // upsample of planes, followed by the same as look_to_values for `count` pairs of pixels. The first pixels of the pairs have the keys of
    // the row, the others `odd_keys`.
    void (*upsample_look_to_values)(
        uint8_t *out, size_t out_step, const void *const *in, const blur_look *look, const blur_look_row *row,
        blur_noise_keys odd_keys, size_t count, uint16_t rounding_bias, bool is_binomial);

    // Transposes pixels of 1, 2, 3, 4, 6 or 8 bytes: the pixel of row r and column c becomes that of row c and column r. Rows are
    // `from_step` and `to_step` bytes apart.
    void (*transpose_pixels)(
        uint8_t *to, size_t to_step, const uint8_t *from, size_t from_step, size_t bytes_per_pixel, size_t rows,
        size_t columns);
} blur_kernels;

// Asks the processor to load memory into its cache, which will be read or written soon.
void blur_prefetch(const void *from, size_t byte_count);

// Copies the pixels whose radius is above `low` and at most `high`.
void blur_copy_selected_pixels(
    uint8_t *to, const uint8_t *from, const float *radii, float low, float high, size_t bytes_per_pixel, size_t count);

// The kernels of an instruction set for a kind of samples, or NULL if the processor lacks the set.
const blur_kernels *blur_kernels_for(blur_instruction_set set, blur_sample_kind kind);

#endif
