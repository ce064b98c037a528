#include "png_rows.h"

#include <stdlib.h>
#include <string.h>

#include "png_unfilter.h"

enum {
    // Inflating is slow in small steps. This many filtered bytes, and the decoded ones, fit a fast cache.
    INFLATED_SIZE = 1 << 17,
    MOST_ROWS = 1024,
};

struct png_rows {
    png_source *source;
    png_rows_layout layout;
    png_unfilter_layout unfilter;
    size_t capacity;    // in rows
    size_t decoded;     // the number of rows, from the top
    size_t next;        // the index of the next row in `rows`
    size_t count;       // of the rows in `rows`
    uint8_t *filtered;  // rows with their filter types
    uint8_t *rows;      // the row above, then as many rows
};

// The number of rows that are decoded at once.
static size_t capacity(size_t row_bytes) {
    size_t rows = INFLATED_SIZE / (row_bytes + 1) / PNG_UNFILTER_ROWS * PNG_UNFILTER_ROWS;
    if (rows > MOST_ROWS) return MOST_ROWS;
    return rows > 0 ? rows : PNG_UNFILTER_ROWS;
}

static size_t filtered_size(size_t row_bytes) { return capacity(row_bytes) * (row_bytes + 1) + PNG_UNFILTER_MARGIN; }

static size_t rows_size(size_t row_bytes) { return (capacity(row_bytes) + 1) * (row_bytes + PNG_UNFILTER_MARGIN); }

size_t png_rows_size(size_t row_bytes) { return sizeof(png_rows) + filtered_size(row_bytes) + rows_size(row_bytes); }

png_rows *png_rows_open(png_source *source, png_rows_layout layout) {
    png_rows *rows = calloc(1, sizeof *rows);
    if (!rows) return NULL;
    size_t row_bytes = layout.row_bytes;
    rows->source = source;
    rows->layout = layout;
    rows->unfilter = (png_unfilter_layout){
        .row_bytes = row_bytes, .stride = row_bytes + PNG_UNFILTER_MARGIN, .pixel_bytes = layout.pixel_bytes};
    rows->capacity = capacity(row_bytes);
    rows->filtered = calloc(filtered_size(row_bytes), 1);
    rows->rows = calloc(rows_size(row_bytes), 1);
    if (rows->filtered && rows->rows) return rows;
    png_rows_close(rows);
    return NULL;
}

void png_rows_close(png_rows *rows) {
    if (!rows) return;
    free(rows->filtered);
    free(rows->rows);
    free(rows);
}

// Decodes as many rows as there is memory for.
static codec_status decode(png_rows *rows) {
    size_t stride = rows->unfilter.stride, row_bytes = rows->layout.row_bytes;
    size_t left = rows->layout.height - rows->decoded, count = left < rows->capacity ? left : rows->capacity;
    if (rows->decoded > 0) memcpy(rows->rows, rows->rows + rows->count * stride, row_bytes);
    codec_status status = png_source_inflate(rows->source, rows->filtered, (uint32_t)(count * (row_bytes + 1)));
    if (status != CODEC_OK) return status;
    if (!png_unfilter(rows->rows, rows->filtered, count, &rows->unfilter))
        return png_source_fail(rows->source, "IDAT: invalid filter type");
    rows->count = count;
    rows->decoded += count;
    rows->next = 0;
    return CODEC_OK;
}

static void copy_words(uint8_t *restrict output, const uint8_t *restrict input, size_t count) {
    for (size_t i = 0; i + 1 < count; i += 2) {
        uint16_t word = (uint16_t)(input[i] << 8 | input[i + 1]);
        memcpy(output + i, &word, sizeof word);
    }
}

codec_status png_rows_next(png_rows *rows, uint8_t *row) {
    if (rows->next == rows->count) {
        codec_status status = decode(rows);
        if (status != CODEC_OK) return status;
    }
    rows->next += 1;
    const uint8_t *decoded = rows->rows + rows->next * rows->unfilter.stride;
    if (rows->layout.has_words) copy_words(row, decoded, rows->layout.row_bytes);
    else memcpy(row, decoded, rows->layout.row_bytes);
    return CODEC_OK;
}
