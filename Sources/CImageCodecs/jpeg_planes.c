#include "jpeg_reader.h"

void jpeg_plane_rows_find(
    jpeg_plane_rows *rows, const jpeg_plane *planes, const jpeg_component_info *components, int count) {
    for (int i = 0; i < count && i < JPEG_MOST_COMPONENTS; i++) {
        rows->planes[i] = rows->rows[i];
        for (int row = 0; row < components[i].v_samp_factor * JPEG_BLOCK; row++)
            rows->rows[i][row] = planes[i].start + (size_t)row * planes[i].stride;
    }
}
