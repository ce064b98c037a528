#include "huffman_table.h"

#include <string.h>

#include "common/prefix_code.h"

static void set_code(huffman_table *huffman, uint32_t code, int length, uint8_t symbol) {
    huffman->codes[symbol] = (uint16_t)code;
    huffman->lengths[symbol] = (uint8_t)length;
    if (length > LOOKUP_BITS) return;
    uint32_t first = code << (LOOKUP_BITS - length);
    for (uint32_t i = first; i < first + (1u << (LOOKUP_BITS - length)); i++)
        huffman->lookup[i] = (uint16_t)(length << 8 | symbol);
}

// The entry of `skips` for some bits: all symbols that lie within them, or only the first.
static uint16_t skip_of(const huffman_table *huffman, uint32_t bits) {
    int used = 0, advance = 0;
    while (advance < 64) {
        uint16_t entry = huffman->lookup[(bits << used) & ((1 << LOOKUP_BITS) - 1)];
        int step = ac_symbol_advance(entry & 0xFF), length = (entry >> 8) + (entry & 15);
        if (entry == 0 || step == 0 || (used > 0 && used + length > LOOKUP_BITS)) break;
        used += length;
        advance += step;
        if (used >= LOOKUP_BITS) break;
    }
    return (uint16_t)(advance << 8 | used);
}

bool huffman_table_prepare(huffman_table *huffman, const JHUFF_TBL *table, int largest_symbol) {
    if (huffman->is_prepared) return true;
    if (!table) return false;
    huffman->table = *table;
    uint32_t code = 0;
    int index = 0;
    for (int length = 1; length <= MAX_CODE_LENGTH; length++) {
        int count = table->bits[length];
        code <<= 1;
        // The standard does not allow a code that consists of ones only.
        if (index + count > 256 || (count > 0 && code + (uint32_t)count >= 1u << length)) return false;
        huffman->offset[length] = index - (int32_t)code;
        huffman->largest[length] = count > 0 ? (int32_t)code + count - 1 : -1;
        for (int i = 0; i < count; i++, index++, code++) {
            uint8_t symbol = table->huffval[index];
            if (symbol > largest_symbol || huffman->lengths[symbol] > 0) return false;
            set_code(huffman, code, length, symbol);
        }
    }
    huffman->symbol_count = index;
    huffman->next_code = code;
    for (uint32_t bits = 0; bits < 1 << LOOKUP_BITS; bits++) huffman->skips[bits] = skip_of(huffman, bits);
    huffman->is_prepared = true;
    return true;
}

void huffman_table_fit(JHUFF_TBL *table, const uint32_t counts[256]) {
    enum { RESERVED = 256, LONGEST = 15 };
    uint32_t weights[RESERVED + 1];
    prefix_code code;
    // The reserved symbol is the rarest, so that it gets the longest code, of ones only.
    for (int symbol = 0; symbol < RESERVED; symbol++) weights[symbol] = 2 * counts[symbol];
    weights[RESERVED] = 1;
    prefix_code_make(&code, weights, RESERVED + 1, LONGEST);
    memset(table, 0, sizeof *table);
    int next = 0;
    for (int length = 1; length <= LONGEST; length++) {
        for (int symbol = 0; symbol < RESERVED; symbol++) {
            if (code.lengths[symbol] != length) continue;
            table->huffval[next++] = (uint8_t)symbol;
            table->bits[length]++;
        }
    }
}

bool huffman_table_add(huffman_table *huffman, int symbol) {
    uint8_t *count = &huffman->table.bits[MAX_CODE_LENGTH];
    if (huffman->symbol_count == 256 || *count == UINT8_MAX || huffman->next_code >= (1 << MAX_CODE_LENGTH) - 1)
        return false;
    huffman->table.huffval[huffman->symbol_count++] = (uint8_t)symbol;
    (*count)++;
    set_code(huffman, huffman->next_code++, MAX_CODE_LENGTH, (uint8_t)symbol);
    return true;
}

int huffman_decode_long(const huffman_table *huffman, bit_reader *reader) {
    for (int length = LOOKUP_BITS + 1; length <= MAX_CODE_LENGTH; length++) {
        int32_t code = (int32_t)bit_reader_peek(reader, length);
        if (code > huffman->largest[length]) continue;
        bit_reader_drop(reader, length);
        return huffman->table.huffval[huffman->offset[length] + code];
    }
    return -1;
}
