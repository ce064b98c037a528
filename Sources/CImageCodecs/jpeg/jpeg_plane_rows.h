// Planes in the form that libjpeg's raw data functions take: a pointer to each row.

#ifndef JPEG_PLANE_ROWS_H
#define JPEG_PLANE_ROWS_H

#include <stdio.h>

#include <jpeglib.h>

#include "jpeg_types.h"

typedef struct jpeg_plane_rows {
    JSAMPARRAY planes[JPEG_MAX_COMPONENTS];
    JSAMPROW rows[JPEG_MAX_COMPONENTS][MAX_SAMP_FACTOR * JPEG_BLOCK];
} jpeg_plane_rows;

// The height of a component's blocks in rows: less than JPEG_BLOCK if a smaller size is decoded.
static inline int jpeg_plane_block(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
    return component->DCT_v_scaled_size;
#else
    return component->DCT_scaled_size;
#endif
}

// The height of the blocks of components that are not subsampled.
static inline int jpeg_smallest_block(const struct jpeg_decompress_struct *jpeg) {
#if JPEG_LIB_VERSION >= 70
    return jpeg->min_DCT_v_scaled_size;
#else
    return jpeg->min_DCT_scaled_size;
#endif
}

static inline void jpeg_plane_rows_set(
    jpeg_plane_rows *rows, const jpeg_plane *planes, const jpeg_component_info *components, int count) {
    for (int i = 0; i < count && i < JPEG_MAX_COMPONENTS; i++) {
        rows->planes[i] = rows->rows[i];
        for (int row = 0; row < components[i].v_samp_factor * jpeg_plane_block(&components[i]); row++)
            rows->rows[i][row] = planes[i].start + (size_t)row * planes[i].stride;
    }
}

#endif
