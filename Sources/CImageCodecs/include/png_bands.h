// Filters and compresses a PNG image in independent bands of rows, so that several threads can share the work.
//
// The output does not depend on the number of threads. The concatenated bands, followed by the Adler-32 checksum, are the
// zlib stream of the IDAT chunks.

#ifndef PNG_BANDS_H
#define PNG_BANDS_H

#include <stdbool.h>

#include "codec_status.h"
#include "deflate.h"

typedef enum png_compression {
    PNG_COMPRESSION_FAST,     // one fast method
    PNG_COMPRESSION_DEFAULT,  // of two methods, the one that suits a sample of the band
    PNG_COMPRESSION_SMALL,    // the same with slow methods, and without filters if that helps
} png_compression;

typedef struct png_band_settings {
    png_compression compression;
    size_t height;        // of the image, in rows
    size_t row_bytes;     // width × channels × bits / 8
    int channels;         // 1 to 4
    int bits_per_sample;  // 8, or 16 in the byte order of the machine
} png_band_settings;

typedef struct png_band_rows {
    const uint8_t *above;  // the row before the first, or NULL at the top of the image
    const uint8_t *first;
    size_t stride;  // bytes from a row to the next
    size_t count;   // at least one
    bool is_last;   // whether the image ends with these rows
} png_band_rows;

typedef struct png_band {
    codec_memory bytes;     // the compressed band
    uint32_t adler;         // the Adler-32 checksum of the filtered bytes
    size_t filtered_count;  // the number of filtered bytes
} png_band;

// The most filtered bytes after the first row of a joint.
enum { PNG_BAND_JOINT_SIZE = 1 << 16 };

// The number of rows in every band except the last, which may have fewer.
size_t png_band_height(const png_band_settings *settings);

// Compresses one band at a time. Several compressors can work in parallel.
typedef struct png_band_compressor png_band_compressor;

// Returns NULL if memory allocation fails.
png_band_compressor *png_band_compressor_open(const png_band_settings *settings);

// Compresses a band of at most `png_band_height` rows. Release it with `png_band_free`.
codec_status png_band_compress(png_band_compressor *compressor, const png_band_rows *rows, png_band *band);

void png_band_compressor_close(png_band_compressor *compressor);

void png_band_free(png_band *band);

// Compresses a single row with the filter type of `original`, followed by the rest of `original`: the filtered bytes that the row
// had with another row above it, and those after it, at most PNG_BAND_JOINT_SIZE bytes.
codec_status png_band_compress_joint(
    png_band_compressor *compressor, const png_band_rows *row, codec_bytes original, png_band *band);

// Compresses filtered bytes as they are, with a zlib header, to find out their size; fewer than those of a band.
codec_status png_band_compress_filtered(png_band_compressor *compressor, codec_bytes filtered, png_band *band);

// The Adler-32 checksum of all bands up to `last`, given the checksum of the bands before it, which is 1 for none.
uint32_t png_band_adler(uint32_t adler, const png_band *last);

#endif
