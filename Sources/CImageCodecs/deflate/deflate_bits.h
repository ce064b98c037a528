// Reads the bits of a deflate stream that is stored in several pieces of memory.

#ifndef DEFLATE_BITS_H
#define DEFLATE_BITS_H

#include <stdbool.h>
#include <string.h>

#include "codec_status.h"

// Provides the next piece of a stream. Returns false at the end of the stream.
typedef bool (*deflate_next_piece)(void *context, codec_bytes *piece);

typedef struct deflate_bits {
    const uint8_t *start, *next, *end;  // the current piece
    uint64_t before;                    // the number of bytes in the pieces before it
    uint64_t bits;                      // the fetched bits, from the least significant up
    unsigned count;                     // their number
    unsigned missing;                   // zero bytes fetched after the end of the stream
    deflate_next_piece next_piece;
    void *context;
} deflate_bits;

enum {
    DEFLATE_BITS_LEAST = 56,   // the number of bits after `deflate_bits_fetch`
    DEFLATE_BITS_MISSING = 8,  // the number of zero bytes that may be fetched after the end
};

static inline void deflate_bits_begin_piece(deflate_bits *bits) {
    codec_bytes piece = {0};
    while (bits->next == bits->end && bits->next_piece && bits->next_piece(bits->context, &piece)) {
        bits->before += (uint64_t)(bits->end - bits->start);
        bits->start = bits->next = piece.start;
        bits->end = piece.start + piece.count;
    }
}

// Fetches byte by byte: needed near the end of a piece. Returns false far beyond the end of the stream.
static inline bool deflate_bits_fetch_bytes(deflate_bits *bits) {
    while (bits->count < DEFLATE_BITS_LEAST) {
        if (bits->next == bits->end) deflate_bits_begin_piece(bits);
        if (bits->next < bits->end) bits->bits |= (uint64_t)*bits->next++ << bits->count;
        else if (++bits->missing > DEFLATE_BITS_MISSING) return false;
        bits->count += 8;
    }
    return true;
}

// Fetches at least DEFLATE_BITS_LEAST bits; zeros follow the last bit of the stream.
//
// The bits above the `count` valid ones are zero or already equal the data that follows, so OR-ing the same data in
// again is harmless.
static inline bool deflate_bits_fetch(deflate_bits *bits) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (bits->end - bits->next >= 8) {
        uint64_t word;
        memcpy(&word, bits->next, sizeof word);
        bits->bits |= word << bits->count;
        bits->next += (63 - bits->count) >> 3;
        bits->count |= 56;
        return true;
    }
#endif
    return deflate_bits_fetch_bytes(bits);
}

static inline void deflate_bits_drop(deflate_bits *bits, unsigned count) {
    bits->bits >>= count;
    bits->count -= count;
}

// Takes at most 32 fetched bits.
static inline uint32_t deflate_bits_take(deflate_bits *bits, unsigned count) {
    uint32_t value = (uint32_t)(bits->bits & ((UINT64_C(1) << count) - 1));
    deflate_bits_drop(bits, count);
    return value;
}

// The number of bits taken.
static inline uint64_t deflate_bits_taken(const deflate_bits *bits) {
    uint64_t fetched = bits->before + (uint64_t)(bits->next - bits->start) + bits->missing;
    return 8 * fetched - bits->count;
}

// Whether more bits were taken than the stream has.
static inline bool deflate_bits_is_past_end(const deflate_bits *bits) { return 8 * bits->missing > bits->count; }

#endif
