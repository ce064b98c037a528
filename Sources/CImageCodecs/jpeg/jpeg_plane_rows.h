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

static inline void jpeg_plane_rows_set(
    jpeg_plane_rows *rows, const jpeg_plane *planes, const jpeg_component_info *components, int count) {
    for (int i = 0; i < count && i < JPEG_MAX_COMPONENTS; i++) {
        rows->planes[i] = rows->rows[i];
        for (int row = 0; row < components[i].v_samp_factor * JPEG_BLOCK; row++)
            rows->rows[i][row] = planes[i].start + (size_t)row * planes[i].stride;
    }
}

#endif
