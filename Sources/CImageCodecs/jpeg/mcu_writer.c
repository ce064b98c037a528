#include "mcu_writer.h"

#include <stdlib.h>

// The number of bits of a coefficient of any sign.
static inline int bit_size(uint32_t magnitude) { return magnitude == 0 ? 0 : 32 - __builtin_clz(magnitude); }

// Multiplies the coefficient that consists of the extra bits of a symbol. Returns the number of its new bits.
static inline int scale(uint32_t *bits, int size, uint32_t quotient) {
    bool is_negative = *bits >> (size - 1) == 0;
    uint32_t magnitude = quotient * (is_negative ? (1u << size) - 1 - *bits : *bits);
    int scaled_size = bit_size(magnitude);
    *bits = is_negative ? (1u << scaled_size) - 1 - magnitude : magnitude;
    return scaled_size;
}

// Writes the Huffman code of a symbol and its `size` extra bits. Returns false if there is no room for a new code.
static inline bool put_symbol(entropy_writer *writer, huffman_table *huffman, int symbol, uint32_t bits, int size) {
    if (huffman->lengths[symbol] == 0 && !huffman_table_add(huffman, symbol)) return false;
    entropy_writer_put(writer, (uint32_t)huffman->codes[symbol] << size | bits, huffman->lengths[symbol] + size);
    return true;
}

static inline bool copy_dc(mcu_writer *writer, bit_reader *reader, entropy_scan *source, int block, int quotient) {
    int component = source->blocks[block].component, table = writer->target->blocks[block].dc, difference = 0;
    if (entropy_take_dc_difference(reader, &source->dc[source->blocks[block].dc], &difference) != CODEC_OK)
        return false;
    int value = source->dc_predictors[component] += difference;
    if (abs(value) > MAX_DC / quotient) return false;
    value *= quotient;
    difference = value - writer->dc_predictors[component];
    writer->dc_predictors[component] = value;
    int size = bit_size((uint32_t)abs(difference));
    if (size > MAX_DC_SIZE) return false;
    if (writer->counts) {
        writer->counts->dc[table][size]++;
        return true;
    }
    uint32_t bits = (uint32_t)(difference < 0 ? difference + (1 << size) - 1 : difference);
    return put_symbol(&writer->bits, &writer->target->dc[table], size, bits, size);
}

static inline bool copy_ac(
    mcu_writer *writer, bit_reader *reader, const huffman_table *source, int table, const uint16_t *quotients, int end) {
    int next = 1;
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        int symbol = huffman_decode(source, reader), advance = symbol < 0 ? 0 : ac_symbol_advance(symbol);
        if (advance == 0) return false;
        int size = symbol & 15;
        uint32_t bits = bit_reader_take(reader, size);
        next += advance;
        if (next <= end && size > 0) {
            size = scale(&bits, size, quotients[next - 1]);
            if (size > MAX_AC_SIZE) return false;
            symbol = (symbol & 0xF0) | size;
        }
        if (writer->counts) writer->counts->ac[table][symbol]++;
        else if (!put_symbol(&writer->bits, &writer->target->ac[table], symbol, bits, size)) return false;
    }
    return is_block_end(next) && reader->count >= 0;
}

void mcu_writer_restart(mcu_writer *writer) {
    enum { RST0 = 0xD0 };
    uint32_t interval = writer->target->restart_interval;
    if (interval == 0 || writer->mcu == 0 || writer->mcu % interval != 0) return;
    const uint8_t marker[] = {0xFF, (uint8_t)(RST0 + (writer->mcu / interval - 1) % 8)};
    entropy_writer_align(&writer->bits);
    entropy_writer_put_bytes(&writer->bits, marker, sizeof marker);
    memset(writer->dc_predictors, 0, sizeof writer->dc_predictors);
}

bool mcu_writer_copy(mcu_writer *writer, entropy_scan *source, uint32_t count, const step_quotients *quotients) {
    bit_reader reader = source->reader;
    for (uint32_t end = source->mcu + count; source->mcu < end; source->mcu++, writer->mcu++) {
        for (int i = 0; i < source->block_count; i++) {
            int component = source->blocks[i].component;
            const uint16_t *of = quotients->of[component];
            const huffman_table *ac = &source->ac[source->blocks[i].ac];
            if (!copy_dc(writer, &reader, source, i, of[0])) return false;
            if (!copy_ac(writer, &reader, ac, writer->target->blocks[i].ac, of, quotients->end[component]))
                return false;
        }
    }
    source->reader = reader;
    return true;
}
