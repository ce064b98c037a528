// The one scan of a sequential JPEG file, gone through code by code without making coefficients of it.

#ifndef ENTROPY_SCAN_H
#define ENTROPY_SCAN_H

#include "entropy_codes.h"
#include "jpeg_reader.h"

enum { MOST_BLOCKS = 10 };

typedef struct entropy_scan {
    const uint8_t *start;
    bit_reader reader;
    uint32_t mcus_in_row, row_count;
    uint32_t restart_interval;  // in MCUs, 0 for none
    uint32_t mcu;               // the number of the next
    int block_count;            // in an MCU
    struct {
        int component, dc, ac;
    } blocks[MOST_BLOCKS];
    int last_dc[JPEG_MOST_COMPONENTS];
    entropy_codes dc[NUM_HUFF_TBLS], ac[NUM_HUFF_TBLS];
} entropy_scan;

// A place between two MCUs.
typedef struct entropy_place {
    const uint8_t *byte;
    int bits;  // of the byte that lie before
    int last_dc[JPEG_MOST_COMPONENTS];
} entropy_place;

// Prepares for the scan of a session whose header has been read. False if it is not of the kind that can be gone through.
bool entropy_scan_open(entropy_scan *scan, const jpeg_reader *session);

// Whether a restart marker is due before the next MCU, and the MCUs before the next marker.
bool entropy_scan_restart_is_due(const entropy_scan *scan);
uint32_t entropy_scan_until_restart(const entropy_scan *scan);

// Behind the last MCU before a marker: where that is.
const uint8_t *entropy_scan_marker(entropy_scan *scan);

// Passes the marker that is due before the next MCU, if any. False if it is not there.
bool entropy_scan_restart(entropy_scan *scan);

// Passes the codes of some MCUs between which there is no marker. CODEC_DAMAGED if there is something that is no code, or
// has no place in its block, CODEC_UNSUPPORTED if anything else is unusual.
codec_status entropy_scan_skip(entropy_scan *scan, uint32_t count);

// Whether nothing is left but the end of the file.
bool entropy_scan_is_over(entropy_scan *scan);

entropy_place entropy_scan_place(const entropy_scan *scan);

// Goes to a place before an MCU.
void entropy_scan_go(entropy_scan *scan, const entropy_place *place, uint32_t mcu);

// Takes the difference by which the next block's first coefficient is coded.
static inline codec_status entropy_scan_take_difference(bit_reader *reader, const entropy_codes *codes, int *difference) {
    bit_reader_fetch(reader);
    int size = entropy_symbol(codes, reader);
    if (size < 0) return CODEC_DAMAGED;
    if (size > LARGEST_DC_SIZE) return CODEC_UNSUPPORTED;
    int bits = (int)bit_reader_take(reader, size);
    *difference = size > 0 && bits >> (size - 1) == 0 ? bits - (1 << size) + 1 : bits;
    return CODEC_OK;
}

#endif
