#include "deflate_encoder.h"

#include <stdlib.h>

#include "block_writer.h"

enum {
    SHORTEST_MATCH = 8,  // as many bytes as a word has
    HASH_BITS = 14,      // the table fits the first cache of common processors
    END_SIZE = 16,       // bytes at the end of a block that are always literals
    SAMPLE_SIZE = 1 << 14,
    LEAST_GAIN = 2,          // in bits: a match that saves less often prevents a better one at the next byte
    LITERALS_PER_STEP = 128,  // after as many literals without a match, the search takes longer steps
    LONGEST_STEP = 64,
    UNSEEN_LITERAL = 13,  // the costs in bits of symbols that the previous block did not have
    UNSEEN_LENGTH = 9,
    UNSEEN_DISTANCE = 6,
    GUESSED_LENGTH = 7,  // the costs in bits of the symbols of all matches in the first block
    GUESSED_DISTANCE = 4,
    WORST_BLOCK = 8,  // bytes that a block adds at most to its contents
};

struct deflate_encoder {
    block block;
    block_codes codes;
    // What literals and matches probably cost in this block, in bits.
    uint8_t literal_costs[LITERALS];
    uint8_t length_costs[LONGEST_LENGTH + 1];
    uint8_t distance_costs[DISTANCE_SYMBOLS];
    uint16_t costs_before[LONGEST_BLOCK + 1];  // the sum of the costs of all bytes before each byte; it wraps around
    uint16_t positions[1 << HASH_BITS];        // the last position of each hash, without its upper bits
    uint32_t counts[4][LITERALS];              // of literals: several tables, because it takes long to count a byte twice in a row
    sequence sequences[LONGEST_BLOCK / SHORTEST_MATCH + 1];
    sequence *next_sequence;
};

deflate_encoder *deflate_encoder_open(void) { return malloc(sizeof(deflate_encoder)); }

void deflate_encoder_close(deflate_encoder *encoder) { free(encoder); }

size_t deflate_encoder_bound(size_t count) {
    return count + (count / LONGEST_BLOCK + 2) * WORST_BLOCK + sizeof(uint64_t);
}

static inline uint64_t load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return word;
#else
    return __builtin_bswap64(word);
#endif
}

static inline size_t hash(uint64_t word) { return (size_t)(word * 0x9E3779B97F4A7C15 >> (64 - HASH_BITS)); }

// Derives the costs from the codes of the previous block.
static void set_costs(deflate_encoder *encoder) {
    const uint8_t *literals = encoder->codes.literals.lengths, *distances = encoder->codes.distances.lengths;
    for (int i = 0; i < LITERALS; i++) encoder->literal_costs[i] = literals[i] ? literals[i] : UNSEEN_LITERAL;
    for (unsigned length = SHORTEST_LENGTH; length <= LONGEST_LENGTH; length++) {
        unsigned symbol = length_symbol(length), cost = literals[symbol] ? literals[symbol] : UNSEEN_LENGTH;
        encoder->length_costs[length] = (uint8_t)(cost + length_extra_bits(symbol));
    }
    for (unsigned i = 0; i < DISTANCE_SYMBOLS; i++)
        encoder->distance_costs[i] = (uint8_t)((distances[i] ? distances[i] : UNSEEN_DISTANCE) + distance_extra_bits(i));
}

// Guesses the costs of the first block from some literals.
static void guess_costs(deflate_encoder *encoder, const uint8_t *bytes, size_t count) {
    block sample = {0};
    for (size_t i = 0; i < count && i < SAMPLE_SIZE; i++) sample.literal_counts[bytes[i]] += 1;
    block_codes_make(&encoder->codes, &sample);
    memset(encoder->codes.literals.lengths + FIRST_LENGTH_SYMBOL, GUESSED_LENGTH, LITERAL_SYMBOLS - FIRST_LENGTH_SYMBOL);
    memset(encoder->codes.distances.lengths, GUESSED_DISTANCE, DISTANCE_SYMBOLS);
    set_costs(encoder);
}

static void add_costs(deflate_encoder *encoder, const uint8_t *bytes, size_t count) {
    uint16_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        encoder->costs_before[i] = sum;
        sum = (uint16_t)(sum + encoder->literal_costs[bytes[i]]);
    }
    encoder->costs_before[count] = sum;
}

static void add_sequence(deflate_encoder *encoder, const uint8_t *literals, size_t count, size_t length, size_t distance) {
    *encoder->next_sequence++ = (sequence){(uint32_t)count, (uint16_t)length, (uint16_t)distance};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t table = 0; table < 4; table++) encoder->counts[table][literals[i + table]] += 1;
    for (; i < count; i++) encoder->counts[0][literals[i]] += 1;
    if (length == 0) return;
    encoder->block.literal_counts[length_symbol((unsigned)length)] += 1;
    encoder->block.distance_counts[distance_symbol((unsigned)distance)] += 1;
}

// The number of equal bytes, at most `limit`, of which the first SHORTEST_MATCH are known to be equal.
static inline size_t match_length(const uint8_t *bytes, size_t distance, size_t limit) {
    size_t length = SHORTEST_MATCH;
    for (; length + sizeof(uint64_t) <= limit; length += sizeof(uint64_t)) {
        uint64_t difference = load(bytes + length) ^ load(bytes + length - distance);
        if (difference) return length + (size_t)__builtin_ctzll(difference) / 8;
    }
    while (length < limit && bytes[length] == bytes[length - distance]) length += 1;
    return length;
}

// What a match saves, in bits.
static inline int gain(const deflate_encoder *encoder, size_t position, size_t length, size_t distance) {
    int literals = (uint16_t)(encoder->costs_before[position + length] - encoder->costs_before[position]);
    return literals - encoder->length_costs[length] - encoder->distance_costs[distance_symbol((unsigned)distance)];
}

// Divides a block into sequences. All bytes from `start` on may be referred to.
static void find_matches(deflate_encoder *encoder, const uint8_t *start) {
    const uint8_t *bytes = encoder->block.bytes, *end = bytes + encoder->block.count;
    const uint8_t *search_end = encoder->block.count > END_SIZE ? end - END_SIZE : bytes;
    const uint8_t *literals = bytes, *next = bytes;
    uint16_t *positions = encoder->positions;
    while (next < search_end) {
        uint64_t word = load(next);
        uint16_t *last = &positions[hash(word)];
        size_t position = (size_t)(next - start), distance = (uint16_t)(position - *last);
        *last = (uint16_t)position;
        bool is_match = distance - 1 < LONGEST_DISTANCE && distance <= position && load(next - distance) == word;
        size_t length = 0;
        if (is_match) {
            size_t left = (size_t)(end - next);
            length = match_length(next, distance, left < LONGEST_LENGTH ? left : LONGEST_LENGTH);
            is_match = gain(encoder, (size_t)(next - bytes), length, distance) > LEAST_GAIN;
        }
        if (!is_match) {
            size_t step = (size_t)(next - literals) / LITERALS_PER_STEP;
            next += 1 + (step < LONGEST_STEP ? step : LONGEST_STEP);
            continue;
        }
        add_sequence(encoder, literals, (size_t)(next - literals), length, distance);
        literals = next + length;
        const uint8_t *known_end = literals < search_end ? literals : search_end;
        for (next++; next < known_end; next++) positions[hash(load(next))] = (uint16_t)(next - start);
        next = literals;
    }
    add_sequence(encoder, literals, (size_t)(end - literals), 0, 0);
}

static void encode_block(deflate_encoder *encoder, const uint8_t *start, bit_writer *writer) {
    block *block = &encoder->block;
    block->sequences = encoder->next_sequence = encoder->sequences;
    memset(block->literal_counts, 0, sizeof block->literal_counts);
    memset(block->distance_counts, 0, sizeof block->distance_counts);
    memset(encoder->counts, 0, sizeof encoder->counts);
    add_costs(encoder, block->bytes, block->count);
    find_matches(encoder, start);
    for (int i = 0; i < LITERALS; i++)
        for (int table = 0; table < 4; table++) block->literal_counts[i] += encoder->counts[table][i];
    block->literal_counts[END_OF_BLOCK] = 1;
    block_codes_make(&encoder->codes, block);
    block_write(block, &encoder->codes, writer);
}

size_t deflate_encoder_encode(
    deflate_encoder *encoder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *output) {
    bit_writer writer = {.next = output};
    memset(encoder->positions, 0, sizeof encoder->positions);
    guess_costs(encoder, bytes, count);
    size_t done = 0;
    do {
        size_t size = count - done < LONGEST_BLOCK ? count - done : LONGEST_BLOCK;
        encoder->block.bytes = bytes + done;
        encoder->block.count = size;
        encoder->block.is_last = is_last && done + size == count;
        encode_block(encoder, bytes, &writer);
        set_costs(encoder);
        done += size;
    } while (done < count);
    if (is_last) bit_writer_align(&writer);
    else block_write_empty(&writer);
    return (size_t)(writer.next - output);
}
