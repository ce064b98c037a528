#include "deflate_skimmer.h"

#include <stdlib.h>

#include "common/deadline.h"

enum {
    STEP = 1 << 20,         // the most bytes that are skipped at once
    STEPS_FOR_CHECK = 256,  // blocks or steps between two checks of the deadline
    LONGEST_WITHOUT_OUTPUT = 1 << 17,
    LOOKUPS = 3,            // literal lookups for each fetch of bits
    MOST_IN_A_ROUND = 300,  // more bytes than one round of lookups can yield
};

_Static_assert(LOOKUPS *DEFLATE_LITERAL_TABLE_BITS + LONGEST_LENGTH < MOST_IN_A_ROUND, "a round fits");
_Static_assert(LOOKUPS *DEFLATE_LITERAL_TABLE_BITS <= DEFLATE_BITS_LEAST, "the bits suffice for all lookups");

typedef enum block_state { BETWEEN_BLOCKS, IN_SYMBOLS, IN_STORED, AT_END } block_state;

struct deflate_skimmer {
    deflate_bits bits;
    deflate_codes codes;
    bool codes_are_fixed;
    block_state state;
    uint64_t output;
    uint64_t block;         // where the current block begins
    uint64_t contents;      // where its symbols begin
    uint64_t block_output;  // the number of decompressed bytes before it
    bool is_final;
    uint32_t stored_left;
    unsigned header_length;
    uint8_t header[DEFLATE_LONGEST_HEADER];
};

deflate_skimmer *deflate_skimmer_open(void) { return calloc(1, sizeof(deflate_skimmer)); }

static void start(deflate_skimmer *skimmer, deflate_bits bits) {
    skimmer->bits = bits;
    skimmer->state = BETWEEN_BLOCKS;
    skimmer->output = 0;
}

void deflate_skimmer_start_bytes(deflate_skimmer *skimmer, codec_bytes stream) {
    start(skimmer, (deflate_bits){.start = stream.start, .next = stream.start, .end = stream.start + stream.count});
}

void deflate_skimmer_start(deflate_skimmer *skimmer, deflate_next_piece next_piece, void *context, size_t offset) {
    start(skimmer, (deflate_bits){.next_piece = next_piece, .context = context});
    for (size_t i = 0; i < offset; i++)
        if (deflate_bits_fetch(&skimmer->bits)) deflate_bits_drop(&skimmer->bits, 8);
}

void deflate_skimmer_close(deflate_skimmer *skimmer) { free(skimmer); }

static void record(void *context, uint32_t bits, unsigned count) {
    deflate_skimmer *skimmer = context;
    for (unsigned i = 0; i < count; i++, skimmer->header_length++)
        if (bits >> i & 1) skimmer->header[skimmer->header_length / 8] |= (uint8_t)(1 << skimmer->header_length % 8);
}

static bool begin_stored(deflate_skimmer *skimmer) {
    deflate_bits *bits = &skimmer->bits;
    deflate_bits_drop(bits, bits->count % 8);
    if (!deflate_bits_fetch(bits)) return false;
    uint32_t count = deflate_bits_take(bits, 16);
    if (deflate_bits_take(bits, 16) != (count ^ 0xFFFF)) return false;
    skimmer->stored_left = count;
    skimmer->state = IN_STORED;
    return true;
}

// Reads the header of the next block. Returns false if it is invalid.
static bool begin_block(deflate_skimmer *skimmer) {
    deflate_bits *bits = &skimmer->bits;
    skimmer->block = deflate_bits_taken(bits);
    skimmer->block_output = skimmer->output;
    if (!deflate_bits_fetch(bits)) return false;
    memset(skimmer->header, 0, sizeof skimmer->header);
    skimmer->header_length = 0;
    uint32_t start = deflate_bits_take(bits, 3);
    record(skimmer, start, 3);
    skimmer->is_final = start & 1;
    skimmer->state = IN_SYMBOLS;
    bool is_valid = false;
    switch (start >> 1) {
        case 0: is_valid = begin_stored(skimmer); break;
        case 1:
            if (!skimmer->codes_are_fixed) deflate_codes_set_fixed(&skimmer->codes);
            skimmer->codes_are_fixed = is_valid = true;
            break;
        case 2:
            skimmer->codes_are_fixed = false;
            is_valid = deflate_codes_read(&skimmer->codes, bits, record, skimmer);
            break;
    }
    skimmer->contents = deflate_bits_taken(bits);
    return is_valid;
}

static void end_block(deflate_skimmer *skimmer) { skimmer->state = skimmer->is_final ? AT_END : BETWEEN_BLOCKS; }

// Skips bytes of a stored block, at most up to `limit` decompressed bytes.
static bool skip_stored(deflate_skimmer *skimmer, uint64_t limit) {
    deflate_bits *bits = &skimmer->bits;
    while (skimmer->stored_left > 0 && skimmer->output < limit) {
        if (!deflate_bits_fetch(bits)) return false;
        uint64_t count = DEFLATE_BITS_LEAST / 8;
        if (count > skimmer->stored_left) count = skimmer->stored_left;
        if (count > limit - skimmer->output) count = limit - skimmer->output;
        deflate_bits_drop(bits, 8 * (unsigned)count);
        skimmer->stored_left -= (uint32_t)count;
        skimmer->output += count;
    }
    if (skimmer->stored_left == 0) end_block(skimmer);
    return true;
}

// Takes the next symbol. Returns false if it is invalid.
static bool skip_symbol(deflate_skimmer *skimmer) {
    deflate_bits *bits = &skimmer->bits;
    if (!deflate_bits_fetch(bits)) return false;
    int symbol = deflate_code_take(&skimmer->codes.literals, bits);
    if (symbol == DEFLATE_NO_SYMBOL) return false;
    unsigned length = 1;
    if (symbol == END_OF_BLOCK) {
        end_block(skimmer);
        return true;
    }
    if (symbol > END_OF_BLOCK) {
        if (symbol >= LITERAL_SYMBOLS) return false;
        length = least_length((unsigned)symbol) + deflate_bits_take(bits, length_extra_bits((unsigned)symbol));
        int distance = deflate_code_take(&skimmer->codes.distances, bits);
        if (distance == DEFLATE_NO_SYMBOL || distance >= DISTANCE_SYMBOLS) return false;
        deflate_bits_drop(bits, distance_extra_bits((unsigned)distance));
    }
    skimmer->output += length;
    return true;
}

// Takes symbols quickly, until fewer than MOST_IN_A_ROUND bytes are left before `limit`, or until one is not in the tables.
static void skip_quickly(deflate_skimmer *skimmer, uint64_t limit) {
    deflate_bits bits = skimmer->bits;
    const deflate_codes *codes = &skimmer->codes;
    uint64_t output = skimmer->output;
    while (output + MOST_IN_A_ROUND < limit && deflate_bits_fetch(&bits)) {
        deflate_literal_entry entry = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            entry = codes->literal_table[bits.bits & ((1 << DEFLATE_LITERAL_TABLE_BITS) - 1)];
            unsigned literals = entry >> 8 & 0xFF;
            if (literals == 0) break;
            deflate_bits_drop(&bits, entry & 0xFF);
            output += literals;
        }
        if (entry == 0) break;
        if (entry >> 8 & 0xFF) continue;
        if (!deflate_bits_fetch(&bits)) break;
        unsigned code = entry & 0xFF, extra = entry >> 16 & 0xFF;
        uint64_t rest = bits.bits >> code;
        unsigned distance = codes->distance_table[rest >> extra & ((1 << DEFLATE_DISTANCE_TABLE_BITS) - 1)];
        if (distance == 0) break;
        output += (entry >> 24) + (rest & ((1u << extra) - 1));
        deflate_bits_drop(&bits, code + extra + distance);
    }
    skimmer->bits = bits;
    skimmer->output = output;
}

// Describes the border before the current block.
static void describe_block(const deflate_skimmer *skimmer, deflate_border *border) {
    *border = (deflate_border){
        .bit = skimmer->block, .block = skimmer->block, .output = skimmer->block_output, .is_between_blocks = true};
}

static void describe(const deflate_skimmer *skimmer, deflate_border *border) {
    uint64_t bit = deflate_bits_taken(&skimmer->bits);
    if (skimmer->state == BETWEEN_BLOCKS) {
        *border = (deflate_border){.bit = bit, .block = bit, .output = skimmer->output, .is_between_blocks = true};
        return;
    }
    if (bit == skimmer->contents) {
        describe_block(skimmer, border);
        return;
    }
    *border = (deflate_border){
        .bit = bit,
        .block = skimmer->block,
        .output = skimmer->output,
        .is_final = skimmer->is_final,
        .is_stored = skimmer->state == IN_STORED,
        .stored_left = skimmer->stored_left,
        .header_length = skimmer->header_length};
    memcpy(border->header, skimmer->header, sizeof border->header);
    if (!border->is_stored) border->end_length = deflate_codes_end(&skimmer->codes, &border->end_code);
}

// Moves on by a block header, by bytes of a stored block up to `limit`, or by at least one symbol, all but the last of which end
// before `limit`.
static codec_status advance(deflate_skimmer *skimmer, uint64_t limit) {
    bool is_valid = true;
    switch (skimmer->state) {
        case BETWEEN_BLOCKS: is_valid = begin_block(skimmer); break;
        case IN_STORED: is_valid = skip_stored(skimmer, limit); break;
        case IN_SYMBOLS:
            skip_quickly(skimmer, limit);
            is_valid = skip_symbol(skimmer);
            break;
        case AT_END: is_valid = false; break;
    }
    return is_valid && !deflate_bits_is_past_end(&skimmer->bits) ? CODEC_OK : CODEC_UNSUPPORTED;
}

// Whether the stream is far longer than its contents, as no encoder writes it.
static bool is_bloated(const deflate_skimmer *skimmer) {
    return deflate_bits_taken(&skimmer->bits) / 64 > skimmer->output + LONGEST_WITHOUT_OUTPUT;
}

// Moves on until `limit` bytes are decompressed, and checks the deadline.
static codec_status advance_to(deflate_skimmer *skimmer, uint64_t limit, int64_t deadline) {
    for (uint32_t steps = 0; skimmer->output < limit; steps++) {
        uint64_t step_end = limit - skimmer->output > STEP ? skimmer->output + STEP : limit;
        codec_status status = advance(skimmer, step_end);
        if (status != CODEC_OK) return status;
        if (steps % STEPS_FOR_CHECK != 0) continue;
        if (deadline_has_passed(deadline)) return CODEC_TIMEOUT;
        if (is_bloated(skimmer)) return CODEC_UNSUPPORTED;
    }
    return CODEC_OK;
}

codec_status deflate_skimmer_find_after(deflate_skimmer *skimmer, uint64_t output, int64_t deadline, deflate_border *border) {
    codec_status status = advance_to(skimmer, output, deadline);
    if (status != CODEC_OK) return status;
    // The end of the stream is a border, too, but not one at which it can go on.
    if (skimmer->state == AT_END) return CODEC_UNSUPPORTED;
    describe(skimmer, border);
    return CODEC_OK;
}

codec_status deflate_skimmer_find_before(
    deflate_skimmer *skimmer, uint64_t output, int64_t deadline, deflate_border *border) {
    if (output < skimmer->output) return CODEC_UNSUPPORTED;
    // From here on, every border is described, because the next one may be too far.
    uint64_t near = output - skimmer->output > MOST_IN_A_ROUND ? output - MOST_IN_A_ROUND : skimmer->output;
    codec_status status = advance_to(skimmer, near, deadline);
    for (uint32_t steps = 0; status == CODEC_OK && skimmer->output <= output; steps++) {
        if (skimmer->state == AT_END) return CODEC_UNSUPPORTED;
        if (skimmer->state == IN_STORED && skimmer->output + skimmer->stored_left > output) {
            describe_block(skimmer, border);
            return CODEC_OK;
        }
        describe(skimmer, border);
        if (steps % STEPS_FOR_CHECK == 0 && deadline_has_passed(deadline)) return CODEC_TIMEOUT;
        if (steps % STEPS_FOR_CHECK == 0 && is_bloated(skimmer)) return CODEC_UNSUPPORTED;
        status = advance(skimmer, output);
    }
    return status;
}

codec_status deflate_skimmer_find_end(deflate_skimmer *skimmer, uint64_t *last_block, uint64_t *end) {
    while (skimmer->state != AT_END) {
        codec_status status = advance(skimmer, UINT64_MAX);
        if (status != CODEC_OK) return status;
    }
    *last_block = skimmer->block;
    *end = deflate_bits_taken(&skimmer->bits);
    return CODEC_OK;
}
