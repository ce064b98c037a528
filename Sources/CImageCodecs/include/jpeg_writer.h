// Writes JPEG files with libjpeg-turbo: from rows of pixels, from planes, or from a merge or a splice.

#ifndef JPEG_WRITER_H
#define JPEG_WRITER_H

#include "jpeg_merge.h"
#include "jpeg_splice.h"

typedef struct jpeg_writer jpeg_writer;

typedef struct jpeg_writer_settings {
    uint32_t width;
    uint32_t height;
    jpeg_color color;                       // rows are gray, RGB or CMYK accordingly
    int sampling[JPEG_MAX_COMPONENTS][2];   // the horizontal and the vertical sampling factor of each component
    int quality;                            // 1 to 100
    const jpeg_quantization *quantization;  // replaces the tables of the quality unless NULL
    bool takes_planes;                      // planes instead of rows
    bool is_progressive;
    bool fits_codes;  // whether a sequential file gets Huffman codes that suit it, and is collected as coefficients for that
    bool has_adobe_marker;
    uint8_t density_unit;           // 0 aspect ratio only, 1 pixels per inch, 2 pixels per centimeter; JFIF only
    uint16_t density_x, density_y;  // 0 if unknown
} jpeg_writer_settings;

// Returns NULL if memory allocation fails.
jpeg_writer *jpeg_writer_open(void);

codec_status jpeg_writer_start(jpeg_writer *writer, const jpeg_writer_settings *settings);

// Starts a file of merged coefficients, which `jpeg_writer_finish` writes. Uses only the progression, the Adobe marker and
// the density of the settings.
codec_status jpeg_writer_start_merge(jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_merge *merge);

// Starts a file of the coefficients of another, turned, which `jpeg_writer_finish` writes: sequential ones without restart markers. They
// must have been read. Uses only the progression, the Adobe marker and the density of the settings.
//
// Along a mirrored axis, the turned image must consist of whole MCUs. `original` must outlive the writer.
codec_status jpeg_writer_start_turned(
    jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_reader *original, jpeg_turn turn);

// Starts the header of a spliced file after all rows have been added to the splice. Uses only the Adobe marker and the
// density of the settings.
codec_status jpeg_writer_start_header(jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_splice *splice);

// Ends the output after the header, where the entropy-coded data begins.
codec_status jpeg_writer_finish_header(jpeg_writer *writer);

// Adds metadata before the first row: a segment of at most 65,533 bytes, or an ICC profile.
codec_status jpeg_writer_add_segment(jpeg_writer *writer, int marker, codec_bytes contents);
codec_status jpeg_writer_add_profile(jpeg_writer *writer, codec_bytes profile);

codec_status jpeg_writer_next_row(jpeg_writer *writer, const uint8_t *row);

// Writes the next MCU row: 8 × vertical sampling factor rows of each component, each long enough for whole blocks.
codec_status jpeg_writer_next_planes(jpeg_writer *writer, const jpeg_plane *planes);

codec_status jpeg_writer_finish(jpeg_writer *writer);

// The output since the last `jpeg_writer_discard_output`.
codec_bytes jpeg_writer_output(const jpeg_writer *writer);
void jpeg_writer_discard_output(jpeg_writer *writer);

// The message of the error that ended the last call.
const char *jpeg_writer_message(const jpeg_writer *writer);

void jpeg_writer_close(jpeg_writer *writer);

#endif
