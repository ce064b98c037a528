// Reads JPEG files with libjpeg-turbo: as rows of pixels, as rows of the stored planes, or as coefficients.
//
// Every function sets its own `setjmp` target, so that libjpeg's error exit never longjmps past a caller's frame.

#ifndef JPEG_READER_H
#define JPEG_READER_H

#include "jpeg_types.h"

typedef struct jpeg_reader jpeg_reader;

typedef struct jpeg_image_info {
    uint32_t width;
    uint32_t height;
    int channels;  // of a decoded row: 1 gray, 3 RGB, 4 CMYK; 8 bits per sample
    jpeg_color color;
    int sampling[JPEG_MAX_COMPONENTS][2];  // the horizontal and the vertical sampling factor of each component
    bool is_progressive;
    bool has_several_scans;  // the reader then holds the coefficients of the whole image
    bool has_adobe_marker;   // by convention, CMYK values are inverted if it is present
    jpeg_quantization quantization;
} jpeg_image_info;

// Opens a reader on a file in memory, which must outlive it. Returns NULL if memory allocation fails.
jpeg_reader *jpeg_reader_open(codec_bytes file, codec_limits limits);

// The first damage that was tolerated, or an empty string.
const char *jpeg_reader_damage(const jpeg_reader *reader);

// Reads the header. The next call selects how the image is read: rows, planes or coefficients.
codec_status jpeg_reader_start(jpeg_reader *reader, jpeg_image_info *info);

// Decodes each block of coefficients by itself. By default, blocks of a progressive file with incomplete coefficients are smoothed
// with the help of their neighbors. Call after `jpeg_reader_start`, before the first row.
void jpeg_reader_separate_blocks(jpeg_reader *reader);

// Selects a smaller size for the rows: 1/1, 1/2, 1/4, or 1/8 of the width and height, rounded up. Call after `jpeg_reader_start`, before
// any rows. Returns the size of the rows in `width` and `height`.
//
// Pixels outside of the region, which is not empty and lies within the image, have no effect on reduced pixels that show some of it.
codec_status jpeg_reader_reduce(jpeg_reader *reader, int denominator, jpeg_region region, uint32_t *width, uint32_t *height);

// Decodes the next row into `row`, of width × channels bytes.
codec_status jpeg_reader_next_row(jpeg_reader *reader, uint8_t *row);

// Skips rows without computing their pixels, which takes about half of the time. Call before any rows, of a file with one scan.
codec_status jpeg_reader_skip_rows(jpeg_reader *reader, uint32_t count);

// The rows of a component as `jpeg_reader_next_planes` decodes them.
typedef struct jpeg_plane_size {
    uint32_t width;         // samples of the image
    uint32_t height;        // rows of the whole image
    uint32_t row_bytes;     // bytes that are written into a row: those of whole blocks
    uint32_t rows_per_mcu;  // rows in an MCU row
    uint32_t block;         // the width and height of a block after the reduction, in samples: 1, 2, 4, or 8
} jpeg_plane_size;

// Selects a smaller size for the planes: the full resolution is divided by 1, 2, 4, or 8, but subsampled components may keep more of
// theirs. Call after `jpeg_reader_start`, before any planes. Returns the size of each component. The region is that of
// `jpeg_reader_reduce`.
codec_status jpeg_reader_reduce_planes(
    jpeg_reader *reader, int denominator, jpeg_region region, jpeg_plane_size sizes[JPEG_MAX_COMPONENTS]);

// Decodes the next MCU row into planes, without color conversion or upsampling: 8 × vertical sampling factor rows of each
// component, or as many as `jpeg_reader_reduce_planes` returned. Rows below the last row of a component may stay unchanged.
codec_status jpeg_reader_next_planes(jpeg_reader *reader, const jpeg_plane *planes);

// Reads all coefficients into memory. CODEC_FAULT if scans of the file are missing.
codec_status jpeg_reader_read_coefficients(jpeg_reader *reader);

// Copies the coefficients of a row of blocks, unless `blocks` is NULL. Returns the number of blocks.
size_t jpeg_reader_copy_blocks(jpeg_reader *reader, int component, uint32_t row, int16_t *blocks);

// Reads the file to its end after the last row, to detect damage there.
codec_status jpeg_reader_finish(jpeg_reader *reader);

// The first warning that did not affect the image, or an empty string.
const char *jpeg_reader_warning(const jpeg_reader *reader);

// The message of the error that ended the last call.
const char *jpeg_reader_message(const jpeg_reader *reader);

void jpeg_reader_close(jpeg_reader *reader);

// Whether the image may redefine tables after its first scan has started: quantization tables, or Huffman tables if it
// has one scan. May return true for bytes that only look like such a marker. Call after `jpeg_reader_start` only.
bool jpeg_reader_may_redefine_tables(const jpeg_reader *reader);

// The offset of what follows the image in the file; the length of the file if the end marker is missing. Call after
// `jpeg_reader_start` only.
size_t jpeg_reader_end(const jpeg_reader *reader);

#endif
