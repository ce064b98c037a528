#include "quick_search.h"

#include "byte_matching.h"

enum {
    WORD_SIZE = 8,
    SHORTEST_QUICK_MATCH = 2 * WORD_SIZE,  // two words are compared at once; shorter matches save little on average
    END_SIZE = SHORTEST_QUICK_MATCH,       // bytes at the end of a block that are always literals
    LEAST_GAIN = 2,           // in bits: a match that saves less often prevents a better one at the next byte
    LITERALS_PER_STEP = 128,  // after as many literals without a match, the search takes longer steps
    LONGEST_STEP = 16,
    NOTED_SIZE = 16,  // positions at both ends of a match that are noted: those between would hardly ever be found
};

void quick_search_begin(quick_search *search) { memset(search->positions, 0, sizeof search->positions); }

// As many bytes as the shortest match has.
typedef struct word_pair {
    uint64_t first, second;
} word_pair;

static inline word_pair load_pair(const uint8_t *bytes) {
    return (word_pair){load_word(bytes), load_word(bytes + WORD_SIZE)};
}

static inline bool is_equal(word_pair a, word_pair b) { return ((a.first ^ b.first) | (a.second ^ b.second)) == 0; }

static inline size_t hash(word_pair pair) {
    return hash_word(pair.first + 3 * pair.second, WORD_SIZE, QUICK_HASH_BITS);
}

// Whether a match saves more than LEAST_GAIN bits. The first bytes nearly always tell.
static inline bool is_gain(const block_builder *builder, const uint8_t *bytes, size_t length, size_t distance) {
    int cost = LEAST_GAIN + builder->length_costs[length] + builder->distance_costs[distance_symbol((unsigned)distance)];
    for (size_t i = 0; i < SHORTEST_QUICK_MATCH; i++) cost -= builder->literal_costs[bytes[i]];
    for (size_t i = SHORTEST_QUICK_MATCH; i < length && cost >= 0; i++) cost -= builder->literal_costs[bytes[i]];
    return cost < 0;
}

static inline void note_positions(uint16_t *positions, const uint8_t *next, const uint8_t *end, const uint8_t *start) {
    for (; next < end; next++) positions[hash(load_pair(next))] = (uint16_t)(next - start);
}

// Notes positions of a match, after the first one.
static inline void note_match(uint16_t *positions, const uint8_t *match, const uint8_t *end, const uint8_t *start) {
    if (end - match > 2 * NOTED_SIZE) {
        note_positions(positions, match + 1, match + NOTED_SIZE, start);
        match = end - NOTED_SIZE - 1;
    }
    note_positions(positions, match + 1, end, start);
}

void quick_search_block(quick_search *search, block_builder *builder, const uint8_t *start) {
    const uint8_t *bytes = builder->block.bytes, *end = bytes + builder->block.count;
    const uint8_t *search_end = builder->block.count > END_SIZE ? end - END_SIZE : bytes;
    const uint8_t *literals = bytes, *next = bytes;
    uint16_t *positions = search->positions;
    while (next < search_end) {
        word_pair pair = load_pair(next);
        uint16_t *last = &positions[hash(pair)];
        size_t position = (size_t)(next - start), distance = (uint16_t)(position - *last);
        *last = (uint16_t)position;
        bool is_match =
            distance - 1 < LONGEST_DISTANCE && distance <= position && is_equal(load_pair(next - distance), pair);
        size_t length = 0;
        if (is_match) {
            size_t left = (size_t)(end - next);
            length = match_length(next, distance, SHORTEST_QUICK_MATCH, left < LONGEST_LENGTH ? left : LONGEST_LENGTH);
            is_match = is_gain(builder, next, length, distance);
        }
        if (!is_match) {
            size_t step = (size_t)(next - literals) / LITERALS_PER_STEP;
            next += 1 + (step < LONGEST_STEP ? step : LONGEST_STEP);
            continue;
        }
        block_builder_add(builder, literals, (size_t)(next - literals), length, distance);
        literals = next + length;
        note_match(positions, next, literals < search_end ? literals : search_end, start);
        next = literals;
    }
    block_builder_add(builder, literals, (size_t)(end - literals), 0, 0);
}
