#include "thorough_search.h"

#include "byte_matching.h"

enum {
    END_SIZE = 16,            // bytes at the end of a block that are always literals
    MOST_ATTEMPTS = 8,        // earlier positions that are compared
    LITERALS_PER_STEP = 128,  // after as many positions without a match, the search takes longer steps
    LONGEST_STEP = 16,
    LONG_MATCH = 128,  // bytes: such a match is taken as a whole, and none is looked for inside
};

void thorough_search_begin(thorough_search *search) { memset(search->last, 0, sizeof search->last); }

// Takes a step to a later position if it is cheaper than what is known.
static inline void offer(search_step *step, uint32_t cost, size_t length, size_t distance) {
    if (cost < step->cost) *step = (search_step){cost, (uint16_t)length, (uint16_t)distance};
}

// Offers the lengths of a match from `shortest` on.
static void offer_match(search_step *steps, const block_builder *builder, size_t shortest, size_t length, size_t distance) {
    uint32_t cost = steps->cost + builder->distance_costs[distance_symbol((unsigned)distance)];
    for (size_t i = shortest; i <= length; i++) offer(&steps[i], cost + builder->length_costs[i], i, distance);
}

// Notes a position. Returns the last one with the same hash, without its upper bits.
static uint16_t note_position(thorough_search *search, const uint8_t *bytes, size_t position) {
    uint16_t *last = &search->last[hash_word(load_word(bytes), SHORTEST_MATCH, THOROUGH_HASH_BITS)];
    uint16_t earlier = *last;
    search->previous[position % LONGEST_DISTANCE] = earlier;
    *last = (uint16_t)position;
    return earlier;
}

// Offers matches at a position, of increasing length and distance. Returns the length of the longest one, or 0.
static size_t offer_matches(
    const thorough_search *search, search_step *steps, const block_builder *builder, const uint8_t *bytes,
    size_t position, uint16_t earlier) {
    size_t left = (size_t)(builder->block.bytes + builder->block.count - bytes);
    size_t limit = left < LONGEST_LENGTH ? left : LONGEST_LENGTH, longest = SHORTEST_MATCH - 1, nearer = 0;
    for (int attempt = 0; attempt < MOST_ATTEMPTS && longest < limit && longest < LONG_MATCH; attempt++) {
        size_t distance = (uint16_t)(position - earlier);
        // Positions that are too far away to be in the table appear at any distance.
        if (distance <= nearer || distance > LONGEST_DISTANCE || distance > position) break;
        size_t length = bytes[longest] == *(bytes + longest - distance) ? match_length(bytes, distance, 0, limit) : 0;
        if (length > longest) {
            offer_match(steps, builder, length < LONG_MATCH ? longest + 1 : length, length, distance);
            longest = length;
        }
        nearer = distance;
        earlier = search->previous[earlier % LONGEST_DISTANCE];
    }
    return longest < SHORTEST_MATCH ? 0 : longest;
}

// Finds the cheapest step to each position.
static void find_steps(thorough_search *search, const block_builder *builder, const uint8_t *start) {
    const uint8_t *bytes = builder->block.bytes;
    size_t count = builder->block.count, search_end = count > END_SIZE ? count - END_SIZE : 0;
    size_t last_match = 0, next_search = 0, long_end = 0;
    search_step *steps = search->steps;
    steps[0].cost = 0;
    for (size_t i = 1; i <= count; i++) steps[i].cost = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        offer(&steps[i + 1], steps[i].cost + builder->literal_costs[bytes[i]], 1, 0);
        if (i >= search_end || i < next_search) continue;
        size_t position = (size_t)(bytes + i - start);
        uint16_t earlier = note_position(search, bytes + i, position);
        if (i < long_end) continue;
        size_t longest = offer_matches(search, steps + i, builder, bytes + i, position, earlier);
        if (longest > 0) last_match = i + longest;
        if (longest >= LONG_MATCH) long_end = last_match;
        size_t step = i < last_match ? 0 : (i - last_match) / LITERALS_PER_STEP;
        next_search = i + 1 + (step < LONGEST_STEP ? step : LONGEST_STEP);
    }
}

// Turns the steps to the positions of the cheapest way into steps from them.
static void reverse_way(search_step *steps, size_t count) {
    search_step step = steps[count];
    for (size_t position = count; position > 0;) {
        position -= step.length;
        search_step before = steps[position];
        steps[position] = step;
        step = before;
    }
}

void thorough_search_block(thorough_search *search, block_builder *builder, const uint8_t *start) {
    find_steps(search, builder, start);
    size_t count = builder->block.count, literals = 0;
    const uint8_t *bytes = builder->block.bytes;
    reverse_way(search->steps, count);
    for (size_t i = 0; i < count; i += search->steps[i].length) {
        search_step step = search->steps[i];
        if (step.length == 1) continue;
        block_builder_add(builder, bytes + literals, i - literals, step.length, step.distance);
        literals = i + step.length;
    }
    block_builder_add(builder, bytes + literals, count - literals, 0, 0);
}
