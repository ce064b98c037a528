#include "entropy_codes.h"

int entropy_step(int symbol) {
    int zeros = symbol >> 4, size = symbol & 15;
    if (size > LARGEST_AC_SIZE || (size == 0 && zeros != 0 && zeros != 15)) return 0;
    return symbol == 0 ? END_OF_BLOCK : zeros + 1;
}

static void add(entropy_codes *codes, uint32_t code, int length, uint8_t symbol) {
    codes->codes[symbol] = (uint16_t)code;
    codes->lengths[symbol] = (uint8_t)length;
    if (length > LOOK_AHEAD) return;
    uint32_t first = code << (LOOK_AHEAD - length);
    for (uint32_t i = first; i < first + (1u << (LOOK_AHEAD - length)); i++)
        codes->symbols[i] = (uint16_t)(length << 8 | symbol);
}

// What the symbols at the beginning of some bits come to: all that lie within them, or else the first.
static uint16_t steps_at(const entropy_codes *codes, uint32_t bits) {
    int used = 0, steps = 0;
    while (steps < 64) {
        uint16_t entry = codes->symbols[(bits << used) & ((1 << LOOK_AHEAD) - 1)];
        int step = entropy_step(entry & 0xFF), length = (entry >> 8) + (entry & 15);
        if (entry == 0 || step == 0 || (used > 0 && used + length > LOOK_AHEAD)) break;
        used += length;
        steps += step;
        if (used >= LOOK_AHEAD) break;
    }
    return (uint16_t)(steps << 8 | used);
}

bool entropy_codes_prepare(entropy_codes *codes, const JHUFF_TBL *table, int largest_symbol) {
    if (codes->is_known) return true;
    if (!table) return false;
    codes->table = *table;
    uint32_t code = 0;
    int place = 0;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        int count = table->bits[length];
        code <<= 1;
        // a code of ones only is not allowed
        if (place + count > 256 || (count > 0 && code + (uint32_t)count >= 1u << length)) return false;
        codes->offset[length] = place - (int32_t)code;
        codes->largest[length] = count > 0 ? (int32_t)code + count - 1 : -1;
        for (int i = 0; i < count; i++, place++, code++) {
            uint8_t symbol = table->huffval[place];
            if (symbol > largest_symbol || codes->lengths[symbol] > 0) return false;
            add(codes, code, length, symbol);
        }
    }
    codes->symbol_count = place;
    codes->next_code = code;
    for (uint32_t bits = 0; bits < 1 << LOOK_AHEAD; bits++) codes->steps[bits] = steps_at(codes, bits);
    codes->is_known = true;
    return true;
}

bool entropy_codes_add(entropy_codes *codes, int symbol) {
    uint8_t *count = &codes->table.bits[LONGEST_CODE];
    if (codes->symbol_count == 256 || *count == UINT8_MAX || codes->next_code >= (1 << LONGEST_CODE) - 1) return false;
    codes->table.huffval[codes->symbol_count++] = (uint8_t)symbol;
    (*count)++;
    add(codes, codes->next_code++, LONGEST_CODE, (uint8_t)symbol);
    return true;
}

int entropy_long_symbol(const entropy_codes *codes, bit_reader *reader) {
    for (int length = LOOK_AHEAD + 1; length <= LONGEST_CODE; length++) {
        int32_t code = (int32_t)bit_reader_peek(reader, length);
        if (code > codes->largest[length]) continue;
        bit_reader_drop(reader, length);
        return codes->table.huffval[codes->offset[length] + code];
    }
    return -1;
}
