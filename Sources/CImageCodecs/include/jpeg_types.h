// Types that the JPEG reader, writer, merge and splice share.

#ifndef JPEG_TYPES_H
#define JPEG_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "codec_status.h"

// The color space of a JPEG file's components.
typedef enum jpeg_color {
    JPEG_GRAY,
    JPEG_YCC,
    JPEG_RGB,
    JPEG_CMYK,
    JPEG_YCCK,
} jpeg_color;

enum {
    JPEG_MAX_COMPONENTS = 4,
    JPEG_BLOCK = 8,        // the width and height of a block, in samples
    JPEG_BLOCK_AREA = 64,  // the coefficients of a block
};

// The quantization tables of a file.
typedef struct jpeg_quantization {
    int table_of[JPEG_MAX_COMPONENTS];                      // the table number of each component
    bool is_known[JPEG_MAX_COMPONENTS];                     // whether that table was defined before the first scan
    uint16_t tables[JPEG_MAX_COMPONENTS][JPEG_BLOCK_AREA];  // row by row, not in zigzag order
} jpeg_quantization;

// Consecutive MCUs of a file, numbered row by row, up to, not including, `end`.
typedef struct mcu_span {
    uint32_t first, end;
} mcu_span;

// Pixels of an image, up to, not including, `right` and `bottom`.
typedef struct jpeg_region {
    uint32_t left, top, right, bottom;
} jpeg_region;

// How an image is turned: transposed, if it is, and then mirrored from left to right, and from top to bottom.
typedef struct jpeg_turn {
    bool is_transposed, mirrors_columns, mirrors_rows;
} jpeg_turn;

// The rows of one component in memory.
typedef struct jpeg_plane {
    uint8_t *start;  // the first row
    size_t stride;   // bytes from a row to the next: at least the length of a row of whole blocks
} jpeg_plane;

#endif
