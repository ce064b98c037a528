// The samples at the edges of what counts in an image that is decoded at a smaller size.
//
// libjpeg's reduced samples are means of squares of samples. At the edges, some of them lie outside: they were cropped away, or pad the last
// blocks. They are left out of the means.

#ifndef JPEG_BORDER_H
#define JPEG_BORDER_H

#include <stdio.h>

#include <jpeglib.h>

#include "jpeg_reader.h"

typedef void (*jpeg_inverse_transform)(
    j_decompress_ptr jpeg, jpeg_component_info *component, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column);

// A range along an axis, in fractions of a sample, and the blocks that are partly inside.
typedef struct jpeg_border_axis {
    uint32_t start, end;
    uint32_t unit;                     // the fractions of a sample
    uint32_t first_block, last_block;  // UINT32_MAX if the block has no square with samples on both sides
    uint32_t block_count;              // of the image
} jpeg_border_axis;

// A component.
typedef struct jpeg_border {
    jpeg_inverse_transform transform;  // libjpeg's
    // the columns of the result between the edges, which start with a block after the first; there are none in an MCU row with an edge
    JDIMENSION inner_start, inner_count;
    jpeg_border_axis columns, rows;
    bool has_edges;
    unsigned shift;            // the binary logarithm of the size of a reduced block
    uint32_t mcu_row;          // the MCU row that is decoded
    JSAMPARRAY mcu_row_start;  // its first row
} jpeg_border;

// Lets samples outside of the reader's region have no effect on the means. Call right before and right after jpeg_start_decompress.
void jpeg_border_prepare(jpeg_reader *reader);
void jpeg_border_install(jpeg_reader *reader);

#endif
