// Parses the single scan of a sequential JPEG file symbol by symbol, without decoding its coefficients.

#ifndef ENTROPY_SCAN_H
#define ENTROPY_SCAN_H

#include "huffman_table.h"
#include "jpeg_reader_state.h"

enum {
    MAX_BLOCKS_IN_MCU = 10,
    // 8-bit samples produce no larger DC coefficient. The limit also keeps sums of DC differences from overflowing.
    MAX_DC = 2047,
};

typedef struct entropy_scan {
    const uint8_t *start;
    bit_reader reader;
    uint32_t mcus_per_row, row_count;
    uint32_t restart_interval;  // in MCUs, or 0
    uint32_t mcu;               // the index of the next MCU
    int block_count;            // blocks in an MCU
    struct {
        int component, dc, ac;  // the indices of the component and of its Huffman tables
    } blocks[MAX_BLOCKS_IN_MCU];
    int dc_predictors[JPEG_MAX_COMPONENTS];
    huffman_table dc[NUM_HUFF_TBLS], ac[NUM_HUFF_TBLS];
} entropy_scan;

// A position between two MCUs at which parsing can continue.
typedef struct entropy_checkpoint {
    size_t offset;  // of a byte in the entropy-coded data
    int bits;       // how many bits of the byte precede the position
    int dc_predictors[JPEG_MAX_COMPONENTS];
} entropy_checkpoint;

// Prepares to parse the scan of a reader that has read its header. Returns false if the scan is not of the supported kind.
bool entropy_scan_open(entropy_scan *scan, const jpeg_reader *file_reader);

// Whether a restart marker must precede the next MCU.
bool entropy_scan_needs_restart(const entropy_scan *scan);

// The number of MCUs before the next restart marker.
uint32_t entropy_scan_until_restart(const entropy_scan *scan);

// The position of the marker that follows the last parsed MCU.
const uint8_t *entropy_scan_marker(entropy_scan *scan);

// Parses the restart marker if one must precede the next MCU. Returns false if it is missing.
bool entropy_scan_restart(entropy_scan *scan);

// Parses MCUs between two restart markers. CODEC_DAMAGED for an invalid Huffman code or too many coefficients in a block,
// CODEC_UNSUPPORTED for anything else that is unusual.
codec_status entropy_scan_skip(entropy_scan *scan, uint32_t count);

// Parses MCUs and restart markers up to the MCU with the index `end`. CODEC_UNSUPPORTED also if a marker is missing.
codec_status entropy_scan_skip_to(entropy_scan *scan, uint32_t end, int64_t deadline);

// Whether nothing but the EOI marker follows.
bool entropy_scan_is_at_end(entropy_scan *scan);

entropy_checkpoint entropy_scan_checkpoint(const entropy_scan *scan);

// Continues at the checkpoint that precedes the MCU with the index `mcu`.
void entropy_scan_resume(entropy_scan *scan, const entropy_checkpoint *checkpoint, uint32_t mcu);

// Decodes the DC difference of the next block.
static inline codec_status entropy_take_dc_difference(bit_reader *reader, const huffman_table *dc, int *difference) {
    bit_reader_fetch(reader);
    int size = huffman_decode(dc, reader);
    if (size < 0) return CODEC_DAMAGED;
    if (size > MAX_DC_SIZE) return CODEC_UNSUPPORTED;
    int bits = (int)bit_reader_take(reader, size);
    *difference = size > 0 && bits >> (size - 1) == 0 ? bits - (1 << size) + 1 : bits;
    return CODEC_OK;
}

#endif
