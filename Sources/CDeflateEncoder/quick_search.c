#include "quick_search.h"

#include "byte_matching.h"

enum {
    WORD_SIZE = 8,   // the shortest match: a word is compared at once
    END_SIZE = 16,   // bytes at the end of a block that are always literals
    LEAST_GAIN = 2,  // in bits: a match that saves less often prevents a better one at the next byte
    LITERALS_PER_STEP = 128,  // after as many literals without a match, the search takes longer steps
    LONGEST_STEP = 64,
};

void quick_search_begin(quick_search *search) { memset(search->positions, 0, sizeof search->positions); }

static inline size_t hash(uint64_t word) { return hash_word(word, WORD_SIZE, QUICK_HASH_BITS); }

static void add_costs(quick_search *search, const block_builder *builder) {
    const uint8_t *bytes = builder->block.bytes;
    size_t count = builder->block.count;
    uint16_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        search->costs_before[i] = sum;
        sum = (uint16_t)(sum + builder->literal_costs[bytes[i]]);
    }
    search->costs_before[count] = sum;
}

// What a match saves, in bits.
static inline int gain(
    const quick_search *search, const block_builder *builder, size_t position, size_t length, size_t distance) {
    int literals = (uint16_t)(search->costs_before[position + length] - search->costs_before[position]);
    return literals - builder->length_costs[length] - builder->distance_costs[distance_symbol((unsigned)distance)];
}

void quick_search_block(quick_search *search, block_builder *builder, const uint8_t *start) {
    const uint8_t *bytes = builder->block.bytes, *end = bytes + builder->block.count;
    const uint8_t *search_end = builder->block.count > END_SIZE ? end - END_SIZE : bytes;
    const uint8_t *literals = bytes, *next = bytes;
    uint16_t *positions = search->positions;
    add_costs(search, builder);
    while (next < search_end) {
        uint64_t word = load_word(next);
        uint16_t *last = &positions[hash(word)];
        size_t position = (size_t)(next - start), distance = (uint16_t)(position - *last);
        *last = (uint16_t)position;
        bool is_match = distance - 1 < LONGEST_DISTANCE && distance <= position && load_word(next - distance) == word;
        size_t length = 0;
        if (is_match) {
            size_t left = (size_t)(end - next);
            length = match_length(next, distance, WORD_SIZE, left < LONGEST_LENGTH ? left : LONGEST_LENGTH);
            is_match = gain(search, builder, (size_t)(next - bytes), length, distance) > LEAST_GAIN;
        }
        if (!is_match) {
            size_t step = (size_t)(next - literals) / LITERALS_PER_STEP;
            next += 1 + (step < LONGEST_STEP ? step : LONGEST_STEP);
            continue;
        }
        block_builder_add(builder, literals, (size_t)(next - literals), length, distance);
        literals = next + length;
        const uint8_t *known_end = literals < search_end ? literals : search_end;
        for (next++; next < known_end; next++) positions[hash(load_word(next))] = (uint16_t)(next - start);
        next = literals;
    }
    block_builder_add(builder, literals, (size_t)(end - literals), 0, 0);
}
