// Decoded images, and their rows as they are sent.

#ifndef PIXELS_H
#define PIXELS_H

#include <heif_messages.h>
#include <libheif/heif.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "survey.h"

// The samples of a channel.
typedef struct channel_samples {
    const uint8_t *start;  // NULL if all samples are the greatest
    size_t stride;
    bool is_wide;
    uint16_t greatest;
    const uint16_t *values;  // NULL if the samples are those of the result
} channel_samples;

// The rows of a decoded image, and how their samples become those that are sent.
typedef struct pixel_rows {
    channel_samples channels[4];
    size_t step;  // from a sample of a channel to the next one, in samples
    size_t width;
    size_t height;
    size_t channel_count;
    bool is_wide;
    bool is_premultiplied;
} pixel_rows;

// Rows without samples, of an image of which the header is known.
pixel_rows rows_of_header(const heif_reply *header);

// The number of bytes of a row, without padding.
size_t rows_byte_count(const pixel_rows *rows);

// The options of decoding an image, which may report errors where it would go on otherwise.
struct heif_decoding_options *pixels_options(bool is_strict);

// Decodes an image in the format of its header. Monochrome images are decoded as they are stored: libheif ignores their range when it
// converts them to RGB.
struct heif_error pixels_decode(
    const struct heif_image_handle *handle, const heif_reply *header, monochrome_kind monochrome,
    const struct heif_decoding_options *options, struct heif_image **image);

// Finds the first warning of damage of an image.
bool pixels_find_damage(struct heif_image *image, struct heif_error *warning);

// Finds the samples of an image with colors, which must have the size of the rows. Ends the task if it does not.
void rows_find_colors(pixel_rows *rows, const struct heif_image *image);

// Finds the samples of an image whose channels were decoded as they are stored.
void rows_find_monochrome(pixel_rows *rows, const struct heif_image *image, monochrome_kind monochrome, bool is_limited_file);

// Whether the samples of a row are as they are sent, except for a division by alpha.
bool rows_are_ready(const pixel_rows *rows);

// Releases what finding the samples of an image with colors has allocated.
void rows_release(pixel_rows *rows);

// Converts a row.
void rows_convert(const pixel_rows *rows, size_t y, uint8_t *result);

#endif
