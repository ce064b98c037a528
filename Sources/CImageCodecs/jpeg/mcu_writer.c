#include "mcu_writer.h"

#include <stdlib.h>

static int bit_size(int number) {
    int size = 0;
    for (unsigned int rest = (unsigned int)abs(number); rest > 0; rest >>= 1) size++;
    return size;
}

// Writes the Huffman code of a symbol and its `size` extra bits. Returns false if there is no room for a new code.
static bool put_symbol(bit_writer *writer, huffman_table *huffman, int symbol, uint32_t bits, int size) {
    if (huffman->lengths[symbol] == 0 && !huffman_table_add(huffman, symbol)) return false;
    bit_writer_put(writer, huffman->codes[symbol], huffman->lengths[symbol]);
    bit_writer_put(writer, bits, size);
    return true;
}

static bool put_dc_difference(bit_writer *writer, huffman_table *dc, int difference) {
    int size = bit_size(difference);
    if (size > MAX_DC_SIZE) return false;
    uint32_t bits = (uint32_t)(difference < 0 ? difference + (1 << size) - 1 : difference);
    return put_symbol(writer, dc, size, bits, size);
}

static bool copy_ac_coefficients(
    bit_writer *writer, huffman_table *target, bit_reader *reader, const huffman_table *source) {
    int next = 1;
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        int symbol = huffman_decode(source, reader), advance = symbol < 0 ? 0 : ac_symbol_advance(symbol);
        if (advance == 0) return false;
        int size = symbol & 15;
        if (!put_symbol(writer, target, symbol, bit_reader_take(reader, size), size)) return false;
        next += advance;
    }
    return is_block_end(next) && reader->count >= 0;
}

void mcu_writer_restart(mcu_writer *writer) {
    enum { RST0 = 0xD0 };
    uint32_t interval = writer->target->restart_interval;
    if (interval == 0 || writer->mcu == 0 || writer->mcu % interval != 0) return;
    const uint8_t marker[] = {0xFF, (uint8_t)(RST0 + (writer->mcu / interval - 1) % 8)};
    bit_writer_align(&writer->bits);
    bit_writer_put_bytes(&writer->bits, marker, sizeof marker);
    memset(writer->dc_predictors, 0, sizeof writer->dc_predictors);
}

bool mcu_writer_copy(mcu_writer *writer, entropy_scan *source) {
    entropy_scan *target = writer->target;
    for (int i = 0; i < source->block_count; i++) {
        int component = source->blocks[i].component, difference = 0;
        const huffman_table *source_dc = &source->dc[source->blocks[i].dc], *source_ac = &source->ac[source->blocks[i].ac];
        huffman_table *target_dc = &target->dc[target->blocks[i].dc], *target_ac = &target->ac[target->blocks[i].ac];
        if (entropy_take_dc_difference(&source->reader, source_dc, &difference) != CODEC_OK) return false;
        int value = source->dc_predictors[component] += difference;
        if (!put_dc_difference(&writer->bits, target_dc, value - writer->dc_predictors[component])) return false;
        writer->dc_predictors[component] = value;
        if (!copy_ac_coefficients(&writer->bits, target_ac, &source->reader, source_ac)) return false;
    }
    source->mcu++;
    writer->mcu++;
    return true;
}
