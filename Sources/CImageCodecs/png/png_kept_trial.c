#include <stdlib.h>
#include <zlib.h>

#include "png_kept_state.h"

enum {
    TRIAL_SIZE = 1 << 16,  // of the filtered bytes that are compressed, approximately
    LEAST_ROWS = 2,
    TOLERANCE = 25,  // in percent: more than the difference between the levels of common compressors
};

typedef struct trial {
    uint8_t *filtered;
    size_t rows;
    size_t row_size;
    size_t original_size;  // of the compressed rows in the file
} trial;

// Decompresses the first rows of a file. Returns false if that fails.
static bool decompress_rows(const png_kept *kept, trial *trial) {
    png_idat idat = kept->searched;
    png_idat_rewind(&idat);
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK) return false;
    stream.next_out = trial->filtered;
    stream.avail_out = (uInt)(trial->rows * trial->row_size);
    codec_bytes piece;
    int result = Z_OK;
    // a stream that is much longer than its contents is not worth keeping
    uInt left = 2 * stream.avail_out + TRIAL_SIZE;
    while (result == Z_OK && stream.avail_out > 0 && left > 0 && png_idat_next_piece(&idat, &piece)) {
        stream.next_in = (Bytef *)piece.start;
        stream.avail_in = piece.count < left ? (uInt)piece.count : left;
        left -= stream.avail_in;
        result = inflate(&stream, Z_NO_FLUSH);
    }
    trial->original_size = stream.total_in;
    inflateEnd(&stream);
    return stream.avail_out == 0;
}

// Whether no row has a filter, so that another filter may compress better.
static bool is_unfiltered(const trial *trial) {
    for (size_t i = 0; i < trial->rows; i++)
        if (trial->filtered[i * trial->row_size] != 0) return false;
    return true;
}

// The size of the rows when they are compressed anew. SIZE_MAX if that fails.
static size_t new_size(const trial *trial, const png_band_settings *settings) {
    png_band_compressor *compressor = png_band_compressor_open(settings);
    if (!compressor) return SIZE_MAX;
    png_band band;
    codec_status status;
    if (is_unfiltered(trial) && settings->bits_per_sample == 8) {
        png_band_rows rows = {
            .first = trial->filtered + 1, .stride = trial->row_size, .count = trial->rows, .is_last = true};
        status = png_band_compress(compressor, &rows, &band);
    } else {
        codec_bytes filtered = {trial->filtered, trial->rows * trial->row_size};
        status = png_band_compress_filtered(compressor, filtered, &band);
    }
    size_t size = status == CODEC_OK ? band.bytes.count : SIZE_MAX;
    if (status == CODEC_OK) png_band_free(&band);
    png_band_compressor_close(compressor);
    return size;
}

bool png_kept_is_small(const png_kept *kept) {
    const png_band_settings *settings = &kept->settings;
    if (settings->compression == PNG_COMPRESSION_FAST) return true;
    trial trial = {.row_size = kept->row_size, .rows = TRIAL_SIZE / kept->row_size};
    if (trial.rows < LEAST_ROWS) trial.rows = LEAST_ROWS;
    if (trial.rows > png_band_height(settings)) trial.rows = png_band_height(settings);
    trial.filtered = malloc(trial.rows * trial.row_size);
    if (!trial.filtered) return false;
    size_t limit = decompress_rows(kept, &trial) ? new_size(&trial, settings) : 0;
    free(trial.filtered);
    if (settings->compression == PNG_COMPRESSION_DEFAULT && limit < SIZE_MAX / 2) limit += limit * TOLERANCE / 100;
    return trial.original_size <= limit;
}
