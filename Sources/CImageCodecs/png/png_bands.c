#include "png_bands.h"

#include <stdlib.h>
#include <string.h>
#include <isa-l.h>
#include <zlib.h>

#include "deflate/deflate_band.h"
#include "png_filter.h"

enum {
    BAND_SIZE = 1 << 19,  // bytes, approximately: a trade-off between overhead and parallelism
    ROWS_PER_CHOICE = 4,  // rows with the same filter type in fast compression
    ZLIB_HEADER_SIZE = 2,
};

struct png_packer {
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

static bool allocate(png_packer *packer) {
    size_t row = packer->settings.row_bytes;
    if (row > SIZE_MAX / 4 - BAND_SIZE) return false;
    size_t count = png_band_height(&packer->settings) * (row + 1);
    packer->workspace = deflate_workspace_open(count);
    packer->filtered = malloc(count);
    packer->zeros = calloc(1, row);
    if (!packer->workspace || !packer->filtered || !packer->zeros) return false;
    if (!swaps_bytes(&packer->settings)) return true;
    for (int i = 0; i < 2; i++) packer->swapped[i] = malloc(row);
    return packer->swapped[0] && packer->swapped[1];
}

png_packer *png_packer_open(const png_band_settings *settings) {
    png_packer *packer = calloc(1, sizeof *packer);
    if (!packer) return NULL;
    packer->settings = *settings;
    if (allocate(packer)) return packer;
    png_packer_close(packer);
    return NULL;
}

void png_packer_close(png_packer *packer) {
    if (!packer) return;
    deflate_workspace_close(packer->workspace);
    free(packer->filtered);
    free(packer->zeros);
    for (int i = 0; i < 2; i++) free(packer->swapped[i]);
    free(packer);
}

// A row in PNG's byte order, in one of the two buffers if its bytes have to be swapped.
static const uint8_t *row_in_file_order(png_packer *packer, const uint8_t *row, size_t index) {
    if (!row) return packer->zeros;
    if (!swaps_bytes(&packer->settings)) return row;
    uint8_t *swapped = packer->swapped[index % 2];
    for (size_t i = 0; i + 1 < packer->settings.row_bytes; i += 2) {
        swapped[i] = row[i + 1];
        swapped[i + 1] = row[i];
    }
    return swapped;
}

// Copies the rows with filter type 0.
static void copy_rows(png_packer *packer, const png_band_rows *rows) {
    size_t row_bytes = packer->settings.row_bytes;
    for (size_t i = 0; i < rows->count; i++) {
        uint8_t *output = packer->filtered + i * (row_bytes + 1);
        *output = PNG_FILTER_TYPE_NONE;
        memcpy(output + 1, row_in_file_order(packer, rows->first + i * rows->stride, i), row_bytes);
    }
}

static void filter_rows(png_packer *packer, const png_band_rows *rows) {
    const png_band_settings *settings = &packer->settings;
    size_t row_bytes = settings->row_bytes;
    size_t pixel_bytes = (size_t)(settings->channels * settings->bits_per_sample / 8);
    size_t rows_per_choice = settings->compression == PNG_COMPRESSION_FAST ? ROWS_PER_CHOICE : 1;
    const uint8_t *above = row_in_file_order(packer, rows->above, 1);
    png_filter_type filter = PNG_FILTER_TYPE_PAETH;
    for (size_t i = 0; i < rows->count; i++) {
        const uint8_t *row = row_in_file_order(packer, rows->first + i * rows->stride, i);
        png_filter_rows pair = {row, above, row_bytes, pixel_bytes};
        if (i % rows_per_choice == 0) filter = png_filter_choose(&pair);
        uint8_t *output = packer->filtered + i * (row_bytes + 1);
        *output = (uint8_t)filter;
        png_filter_apply(filter, &pair, output + 1);
        above = row;
    }
}

static codec_bytes filtered_bytes(const png_packer *packer, const png_band_rows *rows) {
    return (codec_bytes){packer->filtered, rows->count * (packer->settings.row_bytes + 1)};
}

// Stores compressed bytes as the band, with the zlib header if it is the first band.
static codec_status store_band(png_packer *packer, const png_band_rows *rows, codec_bytes packed, png_band *band) {
    // The second byte of the header, for each compression: its level, and bits that make the header a multiple of 31.
    static const uint8_t levels[] = {0x01, 0x9c, 0xda};
    size_t header = rows->above ? 0 : ZLIB_HEADER_SIZE;
    uint8_t *bytes = malloc(header + packed.count);
    if (!bytes) return CODEC_OUT_OF_MEMORY;
    if (header) {
        bytes[0] = 0x78;  // deflate with a window of 32 KiB
        bytes[1] = levels[packer->settings.compression];
    }
    memcpy(bytes + header, packed.start, packed.count);
    codec_bytes filtered = filtered_bytes(packer, rows);
    free(band->bytes.start);
    *band = (png_band){
        .bytes = {bytes, header + packed.count},
        .adler = isal_adler32(1, filtered.start, filtered.count),
        .filtered_count = filtered.count,
    };
    return CODEC_OK;
}

// Compresses the filtered rows, and stores the result if it is smaller than the stored one.
static codec_status try_method(png_packer *packer, deflate_method method, const png_band_rows *rows, png_band *band) {
    codec_bytes packed;
    codec_status status =
        deflate_band_pack(packer->workspace, method, filtered_bytes(packer, rows), rows->is_last, &packed);
    if (status != CODEC_OK || (band->bytes.start && packed.count >= band->bytes.count)) return status;
    return store_band(packer, rows, packed, band);
}

// Photographs compress better when filtered; drawings often compress better unfiltered.
static codec_status try_all_methods(png_packer *packer, const png_band_rows *rows, png_band *band) {
    bool has_matches = deflate_band_has_matches(packer->workspace, filtered_bytes(packer, rows));
    codec_status status = try_method(packer, DEFLATE_RUNS, rows, band);
    if (status == CODEC_OK) status = try_method(packer, DEFLATE_SMALL, rows, band);
    if (status != CODEC_OK || !has_matches) return status;
    copy_rows(packer, rows);
    return try_method(packer, DEFLATE_SMALL, rows, band);
}

codec_status png_packer_pack(png_packer *packer, const png_band_rows *rows, png_band *band) {
    if (rows->count == 0 || rows->count > png_band_height(&packer->settings)) return CODEC_FAULT;
    *band = (png_band){0};
    filter_rows(packer, rows);
    codec_status status = CODEC_FAULT;
    switch (packer->settings.compression) {
        case PNG_COMPRESSION_FAST: status = try_method(packer, DEFLATE_ISAL, rows, band); break;
        case PNG_COMPRESSION_DEFAULT: {
            bool has_matches = deflate_band_has_matches(packer->workspace, filtered_bytes(packer, rows));
            status = try_method(packer, has_matches ? DEFLATE_MATCHES : DEFLATE_RUNS, rows, band);
            break;
        }
        case PNG_COMPRESSION_SMALL: status = try_all_methods(packer, rows, band); break;
    }
    if (status != CODEC_OK) png_band_free(band);
    return status;
}

void png_band_free(png_band *band) {
    free(band->bytes.start);
    *band = (png_band){0};
}

uint32_t png_band_adler(uint32_t adler, const png_band *last) {
    return (uint32_t)adler32_combine(adler, last->adler, (z_off_t)last->filtered_count);
}
