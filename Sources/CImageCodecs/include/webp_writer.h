// Writes WebP files with libwebp, from rows of pixels.

#ifndef WEBP_WRITER_H
#define WEBP_WRITER_H

#include <stdbool.h>

#include "codec_status.h"

typedef struct webp_writer webp_writer;

// Larger lossy images are encoded in two passes over the pixels, instead of keeping the symbols of the first pass in memory.
enum { WEBP_MAXIMUM_PIXELS_IN_ONE_PASS = 1 << 24 };

typedef struct webp_writer_settings {
    uint32_t width;  // 1 to 16383, like the height
    uint32_t height;
    bool has_alpha;  // the rows are RGBA, otherwise RGB
    bool is_lossless;
    int quality;       // 0 to 100, if the file is not lossless
    int64_t deadline;  // a time of CLOCK_MONOTONIC in nanoseconds, or INT64_MAX for none
} webp_writer_settings;

// Returns NULL if memory allocation fails.
webp_writer *webp_writer_open(const webp_writer_settings *settings);

codec_status webp_writer_next_row(webp_writer *writer, const uint8_t *row);

// Encodes the image, after the last row. `CODEC_OVER_LIMIT` means that the encoded image is too large for the format.
codec_status webp_writer_finish(webp_writer *writer);

// Replaces the first `dropped` bytes of the file, and appends others. `CODEC_OVER_LIMIT` if the file gets too long for its 32-bit length.
codec_status webp_writer_wrap(webp_writer *writer, size_t dropped, codec_bytes before, codec_bytes after);

// The whole file, after `webp_writer_finish`, or nothing after `webp_writer_discard_output`.
codec_bytes webp_writer_output(const webp_writer *writer);
void webp_writer_discard_output(webp_writer *writer);

// The message of the error that ended the last call.
const char *webp_writer_message(const webp_writer *writer);

void webp_writer_close(webp_writer *writer);

#endif
