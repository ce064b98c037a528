// JPEG through libjpeg-turbo: rows of pixels, rows of the stored planes, or coefficients. Every call sets its own jump, so that
// none crosses the caller's frames.

#ifndef JPEG_SESSION_H
#define JPEG_SESSION_H

#include <stdbool.h>

#include "codec_status.h"

// How the components of a JPEG file stand for color.
typedef enum jpeg_color {
    JPEG_GRAY,
    JPEG_YCC,
    JPEG_RGB,
    JPEG_CMYK,
    JPEG_YCCK,
} jpeg_color;

enum { JPEG_MOST_COMPONENTS = 4, JPEG_BLOCK = 8, JPEG_BLOCK_AREA = 64 };

// By which the coefficients of a file's components have been divided.
typedef struct jpeg_quantization {
    int table_of[JPEG_MOST_COMPONENTS];  // the number of each component's table
    bool is_known[JPEG_MOST_COMPONENTS];
    uint16_t tables[JPEG_MOST_COMPONENTS][JPEG_BLOCK_AREA];  // row after row
} jpeg_quantization;

// ---- reading

typedef struct jpeg_reader jpeg_reader;

typedef struct jpeg_picture {
    uint32_t width;
    uint32_t height;
    int channels;  // of the rows that are handed out: 1 gray, 3 RGB, 4 CMYK; 8 bits a sample
    jpeg_color color;
    int sampling[JPEG_MOST_COMPONENTS][2];  // each component's horizontal and vertical factor
    bool is_progressive;
    bool has_several_scans;  // the coefficients are then held in memory until the first row is wanted
    bool has_adobe_marker;   // of interest for CMYK, which Adobe stores inverted
    jpeg_quantization quantization;
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

// Reads the header. What follows is read in one of three ways, which the first call decides on.
codec_status jpeg_reader_start(jpeg_reader *reader, jpeg_picture *picture);

// Reads the next row; `row` has width × channels bytes.
codec_status jpeg_reader_next_row(jpeg_reader *reader, uint8_t *row);

// A component's rows in memory: the first, and the distance between them, which is at least the length that fills blocks up.
typedef struct jpeg_plane {
    uint8_t *start;
    size_t stride;
} jpeg_plane;

// Reads the next row of MCUs as the planes that are stored: of each component 8 × vertical factor rows. Those below the
// component's last may be left as they were.
codec_status jpeg_reader_next_planes(jpeg_reader *reader, const jpeg_plane *planes);

// Reads all coefficients into memory.
codec_status jpeg_reader_read_coefficients(jpeg_reader *reader);

// Copies the coefficients of a row of blocks, for comparisons; the count of blocks is returned where `blocks` is NULL.
size_t jpeg_reader_copy_blocks(jpeg_reader *reader, int component, uint32_t row, int16_t *blocks);

// Reads what follows the last row, so that damage there is noticed.
codec_status jpeg_reader_finish(jpeg_reader *reader);

// The first of the library's complaints that cost no data, or an empty text.
const char *jpeg_reader_warning(const jpeg_reader *reader);
const char *jpeg_reader_message(const jpeg_reader *reader);
void jpeg_reader_close(jpeg_reader *reader);

// Whether tables are defined behind the beginning of the first scan that other parts of the file do not go by: quantization, and
// where there is one scan, codes. It may say so of a file where something else looks like it.
bool jpeg_reader_has_late_tables(const jpeg_reader *reader);

// ---- merging: a file's coefficients, but for some rows of MCUs

typedef struct jpeg_merge jpeg_merge;

// Opens a merge on a session whose header has been read, and whose coefficients have been read before anything is written. The
// rows from `new_first` up to `new_end` will be others. Returns NULL if there is no memory. The session has to stay until the
// merge is closed.
jpeg_merge *jpeg_merge_open(jpeg_reader *original, uint32_t new_first, uint32_t new_end);

// Adds new rows as a JPEG file of the same components, which has to stay as long.
codec_status jpeg_merge_add(jpeg_merge *merge, uint32_t first, uint32_t end, codec_bytes file);

void jpeg_merge_close(jpeg_merge *merge);

// ---- writing

typedef struct jpeg_writer jpeg_writer;

typedef struct jpeg_writer_settings {
    uint32_t width;
    uint32_t height;
    jpeg_color color;  // rows are gray, RGB or CMYK accordingly
    int sampling[JPEG_MOST_COMPONENTS][2];
    int quality;                            // 1 to 100
    const jpeg_quantization *quantization;  // instead of the quality's; NULL for none
    bool takes_planes;                      // not rows
    bool is_progressive;
    bool has_adobe_marker;
    uint8_t density_unit;  // 0 the numbers' ratio, 1 pixels in an inch, 2 in a centimeter; of files with a JFIF header
    uint16_t density_x, density_y;  // 0 if not known
} jpeg_writer_settings;

jpeg_writer *jpeg_writer_open(void);
codec_status jpeg_writer_start(jpeg_writer *writer, const jpeg_writer_settings *settings);

// Starts a file of merged coefficients, which are written by `jpeg_writer_finish`. Of the settings only progression, Adobe's
// marker and the density count.
codec_status jpeg_writer_start_merge(jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_merge *merge);

// Add what is beside the picture, before the first row: a segment of at most 65,533 bytes, or a color profile.
codec_status jpeg_writer_add_segment(jpeg_writer *writer, int marker, codec_bytes contents);
codec_status jpeg_writer_add_profile(jpeg_writer *writer, codec_bytes profile);

codec_status jpeg_writer_next_row(jpeg_writer *writer, const uint8_t *row);

// Writes the next row of MCUs: of each component 8 × vertical factor rows, each as long as fills blocks up.
codec_status jpeg_writer_next_planes(jpeg_writer *writer, const jpeg_plane *planes);
codec_status jpeg_writer_finish(jpeg_writer *writer);

// The bytes that were made since the last `jpeg_writer_discard_output`.
codec_bytes jpeg_writer_output(const jpeg_writer *writer);
void jpeg_writer_discard_output(jpeg_writer *writer);

const char *jpeg_writer_message(const jpeg_writer *writer);
void jpeg_writer_close(jpeg_writer *writer);

#endif
