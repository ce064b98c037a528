#include "deflate_codes.h"

#include "common/prefix_code.h"

// Prepares a code from the lengths of its codes. Returns false if there are too many codes, or too few: only a code with a
// single symbol, or with none, may be incomplete, if `may_be_incomplete`.
static bool set_code(deflate_code *code, const uint8_t *lengths, int count, bool may_be_incomplete) {
    *code = (deflate_code){0};
    for (int i = 0; i < count; i++) code->counts[lengths[i]] += 1;
    code->counts[0] = 0;
    uint16_t next[DEFLATE_LONGEST_CODE + 1] = {0};
    int left = 1, longest = 0;
    for (int length = 1; length <= DEFLATE_LONGEST_CODE; length++) {
        left = 2 * left - code->counts[length];
        if (left < 0) return false;
        if (code->counts[length]) longest = length;
        next[length] = (uint16_t)(next[length - 1] + code->counts[length - 1]);
    }
    if (left > 0 && !(may_be_incomplete && longest <= 1)) return false;
    for (int i = 0; i < count; i++)
        if (lengths[i]) code->symbols[next[lengths[i]]++] = (uint16_t)i;
    return true;
}

// The symbol whose code begins with the least significant of some bits, and the length of the code.
static int find_symbol(const deflate_code *code, uint32_t bits, unsigned *code_length) {
    int first = 0, index = 0, value = 0;
    for (int length = 1; length <= DEFLATE_LONGEST_CODE; length++) {
        value |= (int)(bits & 1);
        bits >>= 1;
        int count = code->counts[length];
        if (value - first < count) {
            *code_length = (unsigned)length;
            return code->symbols[index + value - first];
        }
        index += count;
        first = 2 * (first + count);
        value *= 2;
    }
    return DEFLATE_NO_SYMBOL;
}

int deflate_code_take(const deflate_code *code, deflate_bits *bits) {
    unsigned length = 0;
    int symbol = find_symbol(code, (uint32_t)bits->bits, &length);
    deflate_bits_drop(bits, length);
    return symbol;
}

// The next code of a canonical code: its first bit is the most significant.
typedef struct code_iterator {
    const deflate_code *code;
    uint32_t value;
    int length, left, index;
} code_iterator;

// Moves to the next code of at most `limit` bits. Returns false if there is none.
static bool next_code(code_iterator *iterator, int limit) {
    if (iterator->length > 0) iterator->value += 1;
    while (iterator->left == 0) {
        if (iterator->length == limit) return false;
        iterator->value *= iterator->length > 0 ? 2 : 1;
        iterator->length += 1;
        iterator->left = iterator->code->counts[iterator->length];
    }
    iterator->left -= 1;
    iterator->index += 1;
    return true;
}

unsigned deflate_codes_end(const deflate_codes *codes, uint32_t *end_code) {
    code_iterator iterator = {.code = &codes->literals};
    while (next_code(&iterator, DEFLATE_LONGEST_CODE)) {
        if (codes->literals.symbols[iterator.index - 1] != END_OF_BLOCK) continue;
        *end_code = prefix_code_reversed(iterator.value, iterator.length);
        return (unsigned)iterator.length;
    }
    return 0;
}

static deflate_literal_entry literal_entry(int symbol, int length) {
    if (symbol < END_OF_BLOCK) return (deflate_literal_entry)length | 1 << 8;
    if (symbol == END_OF_BLOCK || symbol >= LITERAL_SYMBOLS) return 0;
    deflate_literal_entry least = least_length((unsigned)symbol), extra = length_extra_bits((unsigned)symbol);
    return (deflate_literal_entry)length | extra << 16 | least << 24;
}

// Extends entries of a literal by the literals that follow it within the bits of the table.
static void extend_literals(deflate_codes *codes) {
    deflate_literal_entry single[1 << DEFLATE_LITERAL_TABLE_BITS];
    memcpy(single, codes->literal_table, sizeof single);
    for (uint32_t bits = 0; bits < 1 << DEFLATE_LITERAL_TABLE_BITS; bits++) {
        deflate_literal_entry entry = single[bits];
        if (!(entry >> 8 & 0xFF)) continue;
        unsigned used = entry & 0xFF, count = 1;
        while (true) {
            deflate_literal_entry next = single[bits >> used];
            if (!(next >> 8 & 0xFF) || used + (next & 0xFF) > DEFLATE_LITERAL_TABLE_BITS) break;
            used += next & 0xFF;
            count += 1;
        }
        codes->literal_table[bits] = used | count << 8;
    }
}

static void fill_tables(deflate_codes *codes) {
    memset(codes->literal_table, 0, sizeof codes->literal_table);
    memset(codes->distance_table, 0, sizeof codes->distance_table);
    code_iterator literal = {.code = &codes->literals};
    while (next_code(&literal, DEFLATE_LITERAL_TABLE_BITS)) {
        deflate_literal_entry entry = literal_entry(codes->literals.symbols[literal.index - 1], literal.length);
        uint32_t bits = prefix_code_reversed(literal.value, literal.length);
        for (; bits < 1 << DEFLATE_LITERAL_TABLE_BITS; bits += 1u << literal.length) codes->literal_table[bits] = entry;
    }
    extend_literals(codes);
    code_iterator distance = {.code = &codes->distances};
    while (next_code(&distance, DEFLATE_DISTANCE_TABLE_BITS)) {
        unsigned symbol = codes->distances.symbols[distance.index - 1];
        if (symbol >= DISTANCE_SYMBOLS) continue;
        uint32_t bits = prefix_code_reversed(distance.value, distance.length);
        for (; bits < 1 << DEFLATE_DISTANCE_TABLE_BITS; bits += 1u << distance.length)
            codes->distance_table[bits] = (uint8_t)((unsigned)distance.length + distance_extra_bits(symbol));
    }
}

void deflate_codes_set_fixed(deflate_codes *codes) {
    uint8_t lengths[DEFLATE_LITERAL_CODES];
    for (int i = 0; i < DEFLATE_LITERAL_CODES; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    set_code(&codes->literals, lengths, DEFLATE_LITERAL_CODES, false);
    memset(lengths, 5, DEFLATE_DISTANCE_CODES);
    set_code(&codes->distances, lengths, DEFLATE_DISTANCE_CODES, false);
    fill_tables(codes);
}

// Reads the bits of a header, and passes them on.
typedef struct header_reader {
    deflate_bits *bits;
    deflate_header_recorder record;
    void *context;
} header_reader;

static uint32_t take(const header_reader *reader, unsigned count) {
    uint32_t value = deflate_bits_take(reader->bits, count);
    if (reader->record) reader->record(reader->context, value, count);
    return value;
}

// The next symbol of the code for lengths.
static int take_symbol(const header_reader *reader, const deflate_code *code) {
    deflate_bits *bits = reader->bits;
    unsigned before = bits->count;
    uint32_t value = (uint32_t)bits->bits;
    int symbol = deflate_code_take(code, bits);
    unsigned used = before - bits->count;
    if (reader->record) reader->record(reader->context, value & ((1u << used) - 1), used);
    return symbol;
}

// Reads the lengths of all codes, which are themselves coded.
static bool read_lengths(const header_reader *reader, const deflate_code *code, uint8_t *lengths, int count) {
    for (int i = 0; i < count;) {
        if (!deflate_bits_fetch(reader->bits)) return false;
        int symbol = take_symbol(reader, code);
        if (symbol == DEFLATE_NO_SYMBOL || (symbol == 16 && i == 0)) return false;
        if (symbol < 16) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
        int times = (int)(symbol == 16   ? 3 + take(reader, 2)
                          : symbol == 17 ? 3 + take(reader, 3)
                                         : 11 + take(reader, 7));
        if (times > count - i) return false;
        memset(lengths + i, repeated, (size_t)times);
        i += times;
    }
    return true;
}

bool deflate_codes_read(deflate_codes *codes, deflate_bits *bits, deflate_header_recorder record, void *context) {
    header_reader reader = {bits, record, context};
    if (!deflate_bits_fetch(bits)) return false;
    int literals = (int)take(&reader, 5) + 257, distances = (int)take(&reader, 5) + 1, used = (int)take(&reader, 4) + 4;
    if (literals > LITERAL_SYMBOLS || distances > DISTANCE_SYMBOLS) return false;
    uint8_t lengths[LITERAL_SYMBOLS + DISTANCE_SYMBOLS] = {0};
    for (int i = 0; i < used; i++) {
        if (!deflate_bits_fetch(bits)) return false;
        lengths[length_order[i]] = (uint8_t)take(&reader, 3);
    }
    deflate_code code;
    if (!set_code(&code, lengths, LENGTH_SYMBOLS, false)) return false;
    memset(lengths, 0, sizeof lengths);
    if (!read_lengths(&reader, &code, lengths, literals + distances)) return false;
    if (lengths[END_OF_BLOCK] == 0) return false;
    if (!set_code(&codes->literals, lengths, literals, true)) return false;
    if (!set_code(&codes->distances, lengths + literals, distances, true)) return false;
    fill_tables(codes);
    return true;
}
