// The picture of a PNG file, filtered and compressed in bands of rows that need nothing of each other: several threads can work
// on them, and the bytes are the same. One after the other, with their check sum behind the last, they are what IDAT chunks
// contain.

#ifndef PNG_BANDS_H
#define PNG_BANDS_H

#include <stdbool.h>

#include "codec_status.h"
#include "deflate.h"

typedef enum png_compression {
    PNG_COMPRESSION_FAST,
    PNG_COMPRESSION_DEFAULT,
    PNG_COMPRESSION_SMALL,
} png_compression;

typedef struct png_band_settings {
    png_compression compression;
    size_t height;        // of the picture
    size_t row_bytes;     // width × channels × bits / 8
    int channels;         // 1 to 4
    int bits_per_sample;  // 8, or 16 in the machine's byte order
} png_band_settings;

typedef struct png_band_rows {
    const uint8_t *above;  // the row before the first, or NULL at the top of the picture
    const uint8_t *first;
    size_t stride;  // from a row to the next
    size_t count;   // at least one
    bool is_last;   // whether the picture ends here
} png_band_rows;

typedef struct png_band {
    codec_memory bytes;
    uint32_t adler;      // of the rows as they are before compression
    size_t unpacked;     // the count of their bytes
} png_band;

// How many rows every band but the last has to have.
size_t png_band_height(const png_band_settings *settings);

// What packs bands, one at a time; several packers can work at once.
typedef struct png_packer png_packer;

// Returns NULL if there is no memory.
png_packer *png_packer_open(const png_band_settings *settings);

// Packs a band of at most `png_band_height` rows.
codec_status png_packer_pack(png_packer *packer, const png_band_rows *rows, png_band *band);

void png_packer_close(png_packer *packer);

void png_band_free(png_band *band);

// The check sum of all bands so far, from that of all but the last and the last; that of none is 1.
uint32_t png_band_adler(uint32_t adler, const png_band *last);

#endif
