// The inner loops of the fast engine: for each instruction set one table for images of 8 bits and one for 16.
//
// Of 8-bit images, samples are int16_t with 7 fractional bits: a code times 128, so that 255 is 32640. Products are
// rounded one by one ((a * b + 2^14) >> 15), averages are rounded up, sums saturate. Of 16-bit images, samples are codes as
// float, which leaves them 8 bits behind the point. Sums are taken in one order, product by product; as rounding
// keeps numbers in order and no weight is negative, what rises goes on rising. Every set computes the same numbers to the last bit.
//
// Weights are fractions of `one`. What a pixel is enlarged by, and its weights of the edges, are in the form of samples,
// int16_t as fractions of 32768.
//
// Rows that a kernel reads or writes have BLUR_SLACK samples of memory behind their end, which may be read and
// overwritten; lines of numbers have BLUR_NUMBER_SLACK.

#ifndef BLUR_KERNELS_H
#define BLUR_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLUR_SLACK = 128, BLUR_NUMBER_SLACK = 16 };

typedef enum blur_instruction_set {
    BLUR_PORTABLE,
    BLUR_SSSE3,
    BLUR_AVX2,
    BLUR_AVX512,
    BLUR_NEON,
} blur_instruction_set;

// What the last channel of a pixel is.
typedef enum blur_alpha {
    BLUR_NO_ALPHA,       // a channel like the others
    BLUR_STRAIGHT,       // alpha, which the others are to be multiplied with
    BLUR_PREMULTIPLIED,  // alpha, which the others have been multiplied with
} blur_alpha;

typedef struct blur_kernels {
    // The size of a sample, in bytes.
    size_t sample_size;

    // The weight that leaves a sample as it is; 8-bit samples can only be multiplied with less.
    int32_t one;

    // Pixels of codes to interleaved samples; straight alpha is multiplied in.
    void (*load)(void *out, const uint8_t *in, size_t channels, blur_alpha alpha, size_t pixels);

    // Samples to pixels of codes. Channels are `channel_step` samples apart, pixels `pixel_step`: either interleaved
    // (1 and the number of channels) or in planes (any and 1). `surplus` is what averages that were rounded up have
    // added to 8-bit samples; 16-bit samples have none.
    void (*store)(
        uint8_t *out, const void *in, size_t channel_step, size_t pixel_step, size_t channels, blur_alpha alpha,
        size_t pixels, uint16_t surplus);

    // Halves the resolution across rows of codes without alpha: out = the sum of the six rows by the weights
    // 1 5 10 10 5 1. Neither reads nor writes anything behind the rows' ends.
    void (*reduce_codes)(void *out, const uint8_t *const *rows, size_t count);

    // out[i] = sum of weights[k] * rows[k][i], for i from `first` on
    void (*sum_rows)(
        void *out, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count);

    // out[i] = sum of weights[k] * average(a[k][i], b[k][i]), of 8-bit images the average being rounded up
    void (*sum_pairs)(
        void *out, const void *const *a, const void *const *b, const int32_t *weights, size_t pair_count,
        size_t count);

    // Halves the resolution across rows of samples, six of them, as reduce_codes does.
    void (*reduce_rows)(void *out, const void *const *rows, size_t count);

    // Halves the resolution along a row of one channel: out[i] = the sum of in[2i - 2] to in[2i + 3] by the same weights.
    void (*halve)(void *out, const void *in, size_t count);

    // out[c][i] = in[i * channels + c], for 2, 3 or 4 channels
    void (*split)(void *const *out, const void *in, size_t channels, size_t count);

    // Twice as many samples by linear interpolation: out[2i] lies a quarter before in[i], out[2i + 1] a quarter behind.
    // Reads in[-1] to in[count].
    void (*double_linear)(void *out, const void *in, size_t count);

    // The same by the binomial weights 1 5 10 10 5 1.
    void (*double_binomial)(void *out, const void *in, size_t count);

    // Either, and store: out is codes of one channel.
    void (*double_codes)(uint8_t *out, const void *in, size_t count, uint16_t surplus, bool binomial);

    // out[i * channels + c] = in[c * step + i], codes, for 2, 3 or 4 channels.
    void (*interleave)(uint8_t *out, const uint8_t *in, size_t step, size_t channels, size_t count);

    // out[i] = sum of weights[k] * rows[k * step + i], in the order of k
    void (*sum_numbers)(
        double *out, const double *rows, ptrdiff_t step, const double *weights, size_t row_count, size_t count);

    // What double_linear and double_binomial do, for numbers. Not rounded: only sums and products that every set rounds alike.
    void (*double_shares)(float *out, const float *in, size_t count, bool binomial);

    // out[i] = in[i], in the form of samples; of 8-bit images rounded, 1 becoming the greatest fraction.
    void (*note_shares)(void *out, const float *in, size_t count);

    // out[i] = scale / in[i] - 1, in the form of samples; of 8-bit images rounded, and what lies outside of 0 to 1
    // becomes either.
    void (*divide)(void *out, const float *in, float scale, size_t count);

    // double_shares and divide, one after the other.
    void (*divide_doubled)(void *out, const float *in, float scale, size_t count, bool binomial);

    // out[i] = in[count - 1 - i]
    void (*reverse)(void *out, const void *in, size_t count);

    // Adds to the samples of pixels their own product with a number of the place.
    void (*enlarge)(void *samples, const void *fractions, size_t channels, size_t pixels);

    // Adds two pixels, each times a weight of the place.
    void (*add_edges)(
        void *samples, const void *first_weights, const void *last_weights, const void *first,
        const void *last, size_t channels, size_t pixels);

    // Adds the `reach` pixels on each side of `samples` to those that they repeat or mirror.
    void (*fold)(void *samples, size_t channels, size_t pixels, size_t reach, bool mirrored);
} blur_kernels;

// Copies pixels of 1, 2, 3, 4, 6 or 8 bytes that are some bytes apart to where they lie side by side. Unless `is_last`, the
// byte behind a pixel of 3 bytes may be read too.
void blur_gather_pixels(
    uint8_t *to, const uint8_t *from, ptrdiff_t from_step, size_t bytes_per_pixel, size_t count, bool is_last);

// The kernels of a set for images of 8 or 16 bits, or NULL if this machine does not have the set.
const blur_kernels *blur_kernels_of(blur_instruction_set set, int bits);

#endif
