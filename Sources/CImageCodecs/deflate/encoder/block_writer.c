#include "block_writer.h"

enum {
    STORED = 0,
    DYNAMIC = 2,
    STORED_HEADER_BITS = 3 + 7 + 32,  // at most
    LONGEST_LENGTH_CODE = 7,
    LONGEST_CODE = 15,
    REPEAT = 16,
    FEW_ZEROS = 17,
    MANY_ZEROS = 18,
};

void block_codes_make(block_codes *codes, const block *block) {
    prefix_code_make(&codes->literals, block->literal_counts, LITERAL_SYMBOLS, LONGEST_CODE);
    prefix_code_make(&codes->distances, block->distance_counts, DISTANCE_SYMBOLS, LONGEST_CODE);
}

// The lengths of both codes, with repetitions.
typedef struct header {
    int literals, distances;
    int count;
    uint8_t symbols[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
    uint8_t extra[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];  // the value of the extra bits
    int lengths;                                        // the number of lengths of `code` that are written
    prefix_code code;
} header;

static unsigned header_extra_bits(int symbol) {
    return symbol == REPEAT ? 2 : symbol == FEW_ZEROS ? 3 : symbol == MANY_ZEROS ? 7 : 0;
}

static void add_symbol(header *header, int symbol, int extra) {
    header->symbols[header->count] = (uint8_t)symbol;
    header->extra[header->count++] = (uint8_t)extra;
}

// Adds a run of equal lengths, or the beginning of one. Returns how many were added.
static int add_run(header *header, int length, int run) {
    if (length == 0 && run >= 11) {
        run = run < 138 ? run : 138;
        add_symbol(header, MANY_ZEROS, run - 11);
    } else if (length == 0 && run >= 3) {
        add_symbol(header, FEW_ZEROS, run - 3);
    } else if (length > 0 && run >= 4) {
        run = run < 7 ? run : 7;
        add_symbol(header, length, 0);
        add_symbol(header, REPEAT, run - 4);
    } else {
        run = 1;
        add_symbol(header, length, 0);
    }
    return run;
}

static void make_header(header *header, const block_codes *codes) {
    uint8_t lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS];
    header->literals = LITERAL_SYMBOLS;
    while (header->literals > FIRST_LENGTH_SYMBOL && !codes->literals.lengths[header->literals - 1])
        header->literals -= 1;
    header->distances = DISTANCE_SYMBOLS;
    while (header->distances > 1 && !codes->distances.lengths[header->distances - 1]) header->distances -= 1;
    memcpy(lengths, codes->literals.lengths, (size_t)header->literals);
    memcpy(lengths + header->literals, codes->distances.lengths, (size_t)header->distances);
    int total = header->literals + header->distances;
    header->count = 0;
    for (int i = 0; i < total;) {
        int run = 1;
        while (i + run < total && lengths[i + run] == lengths[i]) run += 1;
        i += add_run(header, lengths[i], run);
    }
    uint32_t counts[LENGTH_SYMBOLS] = {0};
    for (int i = 0; i < header->count; i++) counts[header->symbols[i]] += 1;
    prefix_code_make(&header->code, counts, LENGTH_SYMBOLS, LONGEST_LENGTH_CODE);
    header->lengths = LENGTH_SYMBOLS;
    while (header->lengths > 4 && !header->code.lengths[length_order[header->lengths - 1]]) header->lengths -= 1;
}

// The size of a block with codes, in bits.
static size_t coded_size(const block *block, const block_codes *codes, const header *header) {
    size_t size = 3 + 14 + 3 * (size_t)header->lengths;
    for (int i = 0; i < header->count; i++)
        size += header->code.lengths[header->symbols[i]] + header_extra_bits(header->symbols[i]);
    for (unsigned i = 0; i < LITERAL_SYMBOLS; i++) {
        unsigned extra = i < FIRST_LENGTH_SYMBOL ? 0 : length_extra_bits(i);
        size += (size_t)block->literal_counts[i] * (codes->literals.lengths[i] + extra);
    }
    for (unsigned i = 0; i < DISTANCE_SYMBOLS; i++)
        size += (size_t)block->distance_counts[i] * (codes->distances.lengths[i] + distance_extra_bits(i));
    return size;
}

static void write_header(const header *header, bool is_last, bit_writer *writer) {
    bit_writer_add(writer, is_last | DYNAMIC << 1, 3);
    bit_writer_add(writer, (uint64_t)(header->literals - FIRST_LENGTH_SYMBOL), 5);
    bit_writer_add(writer, (uint64_t)(header->distances - 1), 5);
    bit_writer_add(writer, (uint64_t)(header->lengths - 4), 4);
    bit_writer_flush(writer);
    for (int i = 0; i < header->lengths; i++) {
        bit_writer_add(writer, header->code.lengths[length_order[i]], 3);
        bit_writer_flush(writer);
    }
    for (int i = 0; i < header->count; i++) {
        int symbol = header->symbols[i];
        bit_writer_add(writer, header->code.codes[symbol], header->code.lengths[symbol]);
        bit_writer_add(writer, header->extra[i], header_extra_bits(symbol));
        bit_writer_flush(writer);
    }
}

// Codes with their extra bits, ready to be written: the bits, and their number in the top byte.
typedef struct ready_codes {
    uint32_t literals[LITERALS];
    uint32_t lengths[LONGEST_LENGTH + 1];
} ready_codes;

enum { READY_BITS = 24 };

static void make_ready(ready_codes *ready, const prefix_code *code) {
    for (int i = 0; i < LITERALS; i++) ready->literals[i] = code->codes[i] | (uint32_t)code->lengths[i] << READY_BITS;
    for (unsigned length = SHORTEST_LENGTH; length <= LONGEST_LENGTH; length++) {
        unsigned symbol = length_symbol(length), code_length = code->lengths[symbol];
        uint32_t bits = code->codes[symbol] | (length - least_length(symbol)) << code_length;
        ready->lengths[length] = bits | (code_length + length_extra_bits(symbol)) << READY_BITS;
    }
}

static inline void add_ready(bit_writer *writer, uint32_t ready) {
    bit_writer_add(writer, ready & ((1 << READY_BITS) - 1), ready >> READY_BITS);
}

static inline const uint8_t *write_literals(const uint8_t *next, size_t count, const ready_codes *ready, bit_writer *writer) {
    for (; count >= 3; count -= 3, next += 3) {
        for (int i = 0; i < 3; i++) add_ready(writer, ready->literals[next[i]]);
        bit_writer_flush(writer);
    }
    for (; count > 0; count--) {
        add_ready(writer, ready->literals[*next++]);
        bit_writer_flush(writer);
    }
    return next;
}

static void write_sequences(const block *block, const block_codes *codes, bit_writer *destination) {
    ready_codes ready;
    make_ready(&ready, &codes->literals);
    bit_writer writer = *destination;
    const uint8_t *next = block->bytes;
    for (const sequence *sequence = block->sequences;; sequence++) {
        next = write_literals(next, sequence->literal_count, &ready, &writer);
        if (sequence->length == 0) break;
        unsigned symbol = distance_symbol(sequence->distance);
        add_ready(&writer, ready.lengths[sequence->length]);
        bit_writer_add(&writer, codes->distances.codes[symbol], codes->distances.lengths[symbol]);
        bit_writer_add(&writer, sequence->distance - least_distance(symbol), distance_extra_bits(symbol));
        bit_writer_flush(&writer);
        next += sequence->length;
    }
    bit_writer_add(&writer, codes->literals.codes[END_OF_BLOCK], codes->literals.lengths[END_OF_BLOCK]);
    bit_writer_flush(&writer);
    *destination = writer;
}

void block_write_stored_header(size_t count, bool is_last, bit_writer *writer) {
    bit_writer_add(writer, is_last | STORED << 1, 3);
    bit_writer_flush(writer);
    bit_writer_align(writer);
    bit_writer_add(writer, count | (count ^ LONGEST_BLOCK) << 16, 32);
    bit_writer_flush(writer);
}

void block_write(const block *block, const block_codes *codes, bit_writer *writer) {
    header header;
    make_header(&header, codes);
    if (coded_size(block, codes, &header) < 8 * block->count + STORED_HEADER_BITS) {
        write_header(&header, block->is_last, writer);
        write_sequences(block, codes, writer);
    } else {
        block_write_stored_header(block->count, block->is_last, writer);
        memcpy(writer->next, block->bytes, block->count);
        writer->next += block->count;
    }
}
