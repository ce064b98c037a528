#include "block_builder.h"

enum {
    SAMPLE_SIZE = 1 << 14,
    UNSEEN_LITERAL = 13,  // the costs in bits of symbols that the previous block did not have
    UNSEEN_LENGTH = 9,
    UNSEEN_DISTANCE = 6,
    GUESSED_LENGTH = 7,  // the costs in bits of the symbols of all matches in the first block
    GUESSED_DISTANCE = 4,
};

// Derives the costs from the codes of the previous block.
static void set_costs(block_builder *builder) {
    const uint8_t *literals = builder->codes.literals.lengths, *distances = builder->codes.distances.lengths;
    for (int i = 0; i < LITERALS; i++) builder->literal_costs[i] = literals[i] ? literals[i] : UNSEEN_LITERAL;
    for (unsigned length = SHORTEST_LENGTH; length <= LONGEST_LENGTH; length++) {
        unsigned symbol = length_symbol(length), cost = literals[symbol] ? literals[symbol] : UNSEEN_LENGTH;
        builder->length_costs[length] = (uint8_t)(cost + length_extra_bits(symbol));
    }
    for (unsigned i = 0; i < DISTANCE_SYMBOLS; i++)
        builder->distance_costs[i] = (uint8_t)((distances[i] ? distances[i] : UNSEEN_DISTANCE) + distance_extra_bits(i));
}

void block_builder_guess_costs(block_builder *builder, const uint8_t *bytes, size_t count) {
    block sample = {0};
    for (size_t i = 0; i < count && i < SAMPLE_SIZE; i++) sample.literal_counts[bytes[i]] += 1;
    block_codes_make(&builder->codes, &sample);
    memset(builder->codes.literals.lengths + FIRST_LENGTH_SYMBOL, GUESSED_LENGTH, LITERAL_SYMBOLS - FIRST_LENGTH_SYMBOL);
    memset(builder->codes.distances.lengths, GUESSED_DISTANCE, DISTANCE_SYMBOLS);
    set_costs(builder);
}

void block_builder_begin(block_builder *builder, const uint8_t *bytes, size_t count, bool is_last) {
    builder->block = (block){.bytes = bytes, .count = count, .sequences = builder->sequences, .is_last = is_last};
    builder->next_sequence = builder->sequences;
    memset(builder->counts, 0, sizeof builder->counts);
}

void block_builder_add(block_builder *builder, const uint8_t *literals, size_t count, size_t length, size_t distance) {
    *builder->next_sequence++ = (sequence){(uint32_t)count, (uint16_t)length, (uint16_t)distance};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t table = 0; table < 4; table++) builder->counts[table][literals[i + table]] += 1;
    for (; i < count; i++) builder->counts[0][literals[i]] += 1;
    if (length == 0) return;
    builder->block.literal_counts[length_symbol((unsigned)length)] += 1;
    builder->block.distance_counts[distance_symbol((unsigned)distance)] += 1;
}

void block_builder_write(block_builder *builder, bit_writer *writer) {
    for (int i = 0; i < LITERALS; i++)
        for (int table = 0; table < 4; table++) builder->block.literal_counts[i] += builder->counts[table][i];
    builder->block.literal_counts[END_OF_BLOCK] = 1;
    block_codes_make(&builder->codes, &builder->block);
    block_write(&builder->block, &builder->codes, writer);
    set_costs(builder);
}
