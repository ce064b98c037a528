// JPEG through libjpeg-turbo, a row at a time. Every call sets its own jump, so that none crosses the caller's frames.

#ifndef JPEG_SESSION_H
#define JPEG_SESSION_H

#include <stdbool.h>

#include "codec_status.h"

// How the components of a JPEG file stand for colour.
typedef enum jpeg_colour {
    JPEG_GREY,
    JPEG_YCC,
    JPEG_RGB,
    JPEG_CMYK,
    JPEG_YCCK,
} jpeg_colour;

enum { JPEG_MOST_COMPONENTS = 4 };

// ---- reading

typedef struct jpeg_reader jpeg_reader;

typedef struct jpeg_picture {
    uint32_t width;
    uint32_t height;
    int channels;  // of the rows that are handed out: 1 grey, 3 RGB, 4 CMYK; 8 bits a sample
    jpeg_colour colour;
    int sampling[JPEG_MOST_COMPONENTS][2];  // each component's horizontal and vertical factor
    bool is_progressive;
    bool has_adobe_marker;  // of interest for CMYK, which Adobe stores inverted
} jpeg_picture;

// Opens a session on a JPEG file in memory that has to stay until the session is closed. The library gets about
// `memory_limit` bytes, the file may have at most `scan_limit` scans, and reading has to be over at `deadline`, in nanoseconds of
// CLOCK_MONOTONIC. Returns NULL if there is no memory.
jpeg_reader *jpeg_reader_open(codec_bytes file, size_t memory_limit, int scan_limit, int64_t deadline);

// Before the start: from now on damage that the library can go on after is only noted.
void jpeg_reader_tolerate_damage(jpeg_reader *reader);

// Before the start: from now on more warnings than these are an error.
void jpeg_reader_limit_warnings(jpeg_reader *reader, int count);

// The first damage that was tolerated, or an empty text.
const char *jpeg_reader_damage(const jpeg_reader *reader);

codec_status jpeg_reader_start(jpeg_reader *reader, jpeg_picture *picture);

// Reads the next row; `row` has width × channels bytes.
codec_status jpeg_reader_next_row(jpeg_reader *reader, uint8_t *row);

// Reads what follows the last row, so that damage there is noticed.
codec_status jpeg_reader_finish(jpeg_reader *reader);

// The first of the library's complaints that cost no data, or an empty text.
const char *jpeg_reader_warning(const jpeg_reader *reader);
const char *jpeg_reader_message(const jpeg_reader *reader);
void jpeg_reader_close(jpeg_reader *reader);

// ---- writing

typedef struct jpeg_writer jpeg_writer;

typedef struct jpeg_writer_settings {
    uint32_t width;
    uint32_t height;
    jpeg_colour colour;  // rows are grey, RGB or CMYK accordingly
    int sampling[JPEG_MOST_COMPONENTS][2];
    int quality;  // 1 to 100
    bool is_progressive;
    bool has_adobe_marker;
    uint8_t density_unit;  // 0 the numbers' ratio, 1 pixels in an inch, 2 in a centimetre; of files with a JFIF header
    uint16_t density_x, density_y;  // 0 if not known
} jpeg_writer_settings;

jpeg_writer *jpeg_writer_open(void);
codec_status jpeg_writer_start(jpeg_writer *writer, const jpeg_writer_settings *settings);

// Add what is beside the picture, before the first row: a segment of at most 65,533 bytes, or a colour profile.
codec_status jpeg_writer_add_segment(jpeg_writer *writer, int marker, codec_bytes contents);
codec_status jpeg_writer_add_profile(jpeg_writer *writer, codec_bytes profile);

codec_status jpeg_writer_next_row(jpeg_writer *writer, const uint8_t *row);
codec_status jpeg_writer_finish(jpeg_writer *writer);

// The bytes that were made since the last `jpeg_writer_discard_output`.
codec_bytes jpeg_writer_output(const jpeg_writer *writer);
void jpeg_writer_discard_output(jpeg_writer *writer);

const char *jpeg_writer_message(const jpeg_writer *writer);
void jpeg_writer_close(jpeg_writer *writer);

#endif
