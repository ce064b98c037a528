#include "png_bands.h"

#include <stdlib.h>
#include <string.h>
#include <isa-l.h>
#include <zlib.h>

#include "deflate/deflate_band.h"
#include "png_filter.h"

enum {
    BAND_SIZE = 1 << 19,  // bytes, approximately: a trade-off between overhead and parallelism
    ZLIB_HEADER_SIZE = 2,
};

// The rows that get the same filter type, by compression.
static const size_t rows_per_choice[] = {
    [PNG_COMPRESSION_FAST] = 4, [PNG_COMPRESSION_DEFAULT] = 2, [PNG_COMPRESSION_SMALL] = 1};

struct png_band_compressor {
    png_band_settings settings;
    deflate_workspace *workspace;
    uint8_t *filtered;
    uint8_t *zeros;       // the row above the image
    uint8_t *swapped[2];  // two rows in PNG's byte order, if the machine has the other
};

size_t png_band_height(const png_band_settings *settings) {
    size_t height = BAND_SIZE / (settings->row_bytes + 1);
    if (height > settings->height) height = settings->height;
    return height > 0 ? height : 1;
}

static bool swaps_bytes(const png_band_settings *settings) {
    return settings->bits_per_sample == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

static bool allocate(png_band_compressor *compressor) {
    size_t row = compressor->settings.row_bytes;
    if (row > SIZE_MAX / 4 - BAND_SIZE) return false;
    size_t count = png_band_height(&compressor->settings) * (row + 1) + PNG_BAND_JOINT_SIZE;
    compressor->workspace = deflate_workspace_open(count);
    compressor->filtered = malloc(count);
    compressor->zeros = calloc(1, row);
    if (!compressor->workspace || !compressor->filtered || !compressor->zeros) return false;
    if (!swaps_bytes(&compressor->settings)) return true;
    for (int i = 0; i < 2; i++) compressor->swapped[i] = malloc(row);
    return compressor->swapped[0] && compressor->swapped[1];
}

png_band_compressor *png_band_compressor_open(const png_band_settings *settings) {
    png_band_compressor *compressor = calloc(1, sizeof *compressor);
    if (!compressor) return NULL;
    compressor->settings = *settings;
    if (allocate(compressor)) return compressor;
    png_band_compressor_close(compressor);
    return NULL;
}

void png_band_compressor_close(png_band_compressor *compressor) {
    if (!compressor) return;
    deflate_workspace_close(compressor->workspace);
    free(compressor->filtered);
    free(compressor->zeros);
    for (int i = 0; i < 2; i++) free(compressor->swapped[i]);
    free(compressor);
}

// A row in PNG's byte order, in one of the two buffers if its bytes must be swapped.
static const uint8_t *row_in_file_order(png_band_compressor *compressor, const uint8_t *row, size_t index) {
    if (!row) return compressor->zeros;
    if (!swaps_bytes(&compressor->settings)) return row;
    uint8_t *swapped = compressor->swapped[index % 2];
    for (size_t i = 0; i + 1 < compressor->settings.row_bytes; i += 2) {
        swapped[i] = row[i + 1];
        swapped[i + 1] = row[i];
    }
    return swapped;
}

// Copies the rows with filter type 0.
static void copy_rows(png_band_compressor *compressor, const png_band_rows *rows) {
    size_t row_bytes = compressor->settings.row_bytes;
    for (size_t i = 0; i < rows->count; i++) {
        uint8_t *output = compressor->filtered + i * (row_bytes + 1);
        *output = PNG_FILTER_TYPE_NONE;
        memcpy(output + 1, row_in_file_order(compressor, rows->first + i * rows->stride, i), row_bytes);
    }
}

// A row of a band and the row above it.
static png_filter_rows filter_pair(
    png_band_compressor *compressor, const png_band_rows *rows, size_t index, const uint8_t *above) {
    const png_band_settings *settings = &compressor->settings;
    size_t pixel_bytes = (size_t)(settings->channels * settings->bits_per_sample / 8);
    const uint8_t *row = row_in_file_order(compressor, rows->first + index * rows->stride, index);
    return (png_filter_rows){row, above, settings->row_bytes, pixel_bytes};
}

static void filter_rows(png_band_compressor *compressor, const png_band_rows *rows) {
    const png_band_settings *settings = &compressor->settings;
    const uint8_t *above = row_in_file_order(compressor, rows->above, 1);
    png_filter_type filter = PNG_FILTER_TYPE_PAETH;
    for (size_t i = 0; i < rows->count; i++) {
        png_filter_rows pair = filter_pair(compressor, rows, i, above);
        if (i % rows_per_choice[settings->compression] == 0) filter = png_filter_choose(&pair);
        uint8_t *output = compressor->filtered + i * (settings->row_bytes + 1);
        *output = (uint8_t)filter;
        png_filter_apply(filter, &pair, output + 1);
        above = pair.row;
    }
}

// Stores compressed bytes as the band, with the zlib header if it is the first band.
static codec_status store_band(
    png_band_compressor *compressor, const png_band_rows *rows, codec_bytes filtered, codec_bytes compressed,
    png_band *band) {
    // The second byte of the header, for each compression: its level, and bits that make the header a multiple of 31.
    static const uint8_t levels[] = {0x01, 0x9c, 0xda};
    size_t header = rows->above ? 0 : ZLIB_HEADER_SIZE;
    uint8_t *bytes = malloc(header + compressed.count);
    if (!bytes) return CODEC_OUT_OF_MEMORY;
    if (header) {
        bytes[0] = 0x78;  // deflate with a window of 32 KiB
        bytes[1] = levels[compressor->settings.compression];
    }
    memcpy(bytes + header, compressed.start, compressed.count);
    *band = (png_band){
        .bytes = {bytes, header + compressed.count},
        .adler = isal_adler32(1, filtered.start, filtered.count),
        .filtered_count = filtered.count,
    };
    return CODEC_OK;
}

// Removes the filters if the rows compress better without them, as screenshots and drawings often do. A fast method finds out.
static codec_status choose_filtering(
    png_band_compressor *compressor, const png_band_rows *rows, codec_bytes filtered, bool *is_filtered) {
    codec_bytes as_filtered, unfiltered;
    codec_status status =
        deflate_band_compress(compressor->workspace, DEFLATE_ISAL, filtered, rows->is_last, &as_filtered);
    copy_rows(compressor, rows);
    if (status == CODEC_OK)
        status = deflate_band_compress(compressor->workspace, DEFLATE_ISAL, filtered, rows->is_last, &unfiltered);
    *is_filtered = status == CODEC_OK && as_filtered.count <= unfiltered.count;
    if (*is_filtered) filter_rows(compressor, rows);
    return status;
}

// Finds the method for the smallest output, and may remove the filters.
static codec_status choose_small(
    png_band_compressor *compressor, const png_band_rows *rows, codec_bytes filtered, deflate_method *method) {
    bool is_filtered = true;
    codec_status status = CODEC_OK;
    // Filtered bytes that are not exactly the rows cannot be filtered otherwise.
    if (filtered.count == rows->count * (compressor->settings.row_bytes + 1))
        status = choose_filtering(compressor, rows, filtered, &is_filtered);
    *method = DEFLATE_OPTIMAL;
    if (is_filtered)
        *method = deflate_band_choose(compressor->workspace, DEFLATE_SMALL_ROWS, DEFLATE_OPTIMAL, filtered);
    return status;
}

// Compresses filtered rows with the method that suits the settings and the rows.
static codec_status compress_filtered(
    png_band_compressor *compressor, const png_band_rows *rows, codec_bytes filtered, png_band *band) {
    deflate_method method = DEFLATE_ISAL;
    codec_status status = CODEC_OK;
    switch (compressor->settings.compression) {
        case PNG_COMPRESSION_FAST: break;
        case PNG_COMPRESSION_DEFAULT:
            method = deflate_band_choose(compressor->workspace, DEFLATE_ROWS, DEFLATE_MATCHES, filtered);
            break;
        case PNG_COMPRESSION_SMALL: status = choose_small(compressor, rows, filtered, &method); break;
    }
    codec_bytes compressed;
    if (status == CODEC_OK)
        status = deflate_band_compress(compressor->workspace, method, filtered, rows->is_last, &compressed);
    return status == CODEC_OK ? store_band(compressor, rows, filtered, compressed, band) : status;
}

codec_status png_band_compress(png_band_compressor *compressor, const png_band_rows *rows, png_band *band) {
    if (rows->count == 0 || rows->count > png_band_height(&compressor->settings)) return CODEC_FAULT;
    *band = (png_band){0};
    filter_rows(compressor, rows);
    codec_bytes filtered = {compressor->filtered, rows->count * (compressor->settings.row_bytes + 1)};
    return compress_filtered(compressor, rows, filtered, band);
}

codec_status png_band_compress_joint(
    png_band_compressor *compressor, const png_band_rows *row, codec_bytes original, png_band *band) {
    *band = (png_band){0};
    size_t row_size = compressor->settings.row_bytes + 1;
    if (row->count != 1 || original.count < row_size || original.count > row_size + PNG_BAND_JOINT_SIZE)
        return CODEC_FAULT;
    if (original.start[0] > PNG_FILTER_TYPE_PAETH) return CODEC_FAULT;
    png_filter_rows pair = filter_pair(compressor, row, 0, row_in_file_order(compressor, row->above, 1));
    memcpy(compressor->filtered, original.start, original.count);
    png_filter_apply((png_filter_type)original.start[0], &pair, compressor->filtered + 1);
    codec_bytes filtered = {compressor->filtered, original.count};
    return compress_filtered(compressor, row, filtered, band);
}

codec_status png_band_compress_filtered(png_band_compressor *compressor, codec_bytes filtered, png_band *band) {
    *band = (png_band){0};
    if (filtered.count > BAND_SIZE) return CODEC_FAULT;
    return compress_filtered(compressor, &(png_band_rows){.is_last = true}, filtered, band);
}

void png_band_free(png_band *band) {
    free(band->bytes.start);
    *band = (png_band){0};
}

uint32_t png_band_adler(uint32_t adler, const png_band *last) {
    return (uint32_t)adler32_combine(adler, last->adler, (z_off_t)last->filtered_count);
}
