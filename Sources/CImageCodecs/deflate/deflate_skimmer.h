// Finds borders between the symbols of a deflate stream, without decompressing it.

#ifndef DEFLATE_SKIMMER_H
#define DEFLATE_SKIMMER_H

#include "deflate_codes.h"

enum {
    // An upper bound for the header of a block: 3 + 14 + 19 × 3 bits, and at most 14 bits for each of 316 lengths.
    DEFLATE_LONGEST_HEADER = 576,
};

// A border between two symbols, or between two bytes of a stored block. Positions are counted in bits from the start of the stream.
typedef struct deflate_border {
    uint64_t bit;            // the position
    uint64_t output;         // the number of decompressed bytes before it
    uint64_t block;          // where the block begins that contains it
    bool is_between_blocks;  // whether it is between two blocks; `block` is then that of the next one
    bool is_final;           // whether its block is the last
    bool is_stored;          // whether its block is stored
    uint32_t stored_left;    // the number of bytes that follow in the stored block
    uint32_t end_code;       // the code that ends its block, with the first bit as the least significant
    unsigned end_length;     // the length of that code
    unsigned header_length;  // the number of bits of its block's header
    uint8_t header[DEFLATE_LONGEST_HEADER];
} deflate_border;

typedef struct deflate_skimmer deflate_skimmer;

// Returns NULL if memory allocation fails.
deflate_skimmer *deflate_skimmer_open(void);

// Starts with a stream in pieces, which begins after `offset` bytes, such as those of a zlib header.
void deflate_skimmer_start(deflate_skimmer *skimmer, deflate_next_piece next_piece, void *context, size_t offset);

// Starts with a stream in one piece.
void deflate_skimmer_start_bytes(deflate_skimmer *skimmer, codec_bytes stream);

// Finds the first border with at least `output` decompressed bytes before it.
//
// CODEC_UNSUPPORTED if there is none, or if the stream is damaged; skimming does not detect all damage. A `deadline` is checked
// every few megabytes.
codec_status deflate_skimmer_find_after(deflate_skimmer *skimmer, uint64_t output, int64_t deadline, deflate_border *border);

// Finds the last border with at most `output` decompressed bytes before it, and before a stored block rather than inside it.
//
// CODEC_UNSUPPORTED as above, or if the border is before the last one that was found.
codec_status deflate_skimmer_find_before(deflate_skimmer *skimmer, uint64_t output, int64_t deadline, deflate_border *border);

// Finds the end of the last block, and where that block begins.
codec_status deflate_skimmer_find_end(deflate_skimmer *skimmer, uint64_t *last_block, uint64_t *end);

void deflate_skimmer_close(deflate_skimmer *skimmer);

#endif
