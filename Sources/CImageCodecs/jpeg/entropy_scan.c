#include "entropy_scan.h"

#include <stdlib.h>

#include "common/deadline.h"

static uint32_t divide_rounding_up(uint32_t number, int divisor) {
    return (number + (uint32_t)divisor - 1) / (uint32_t)divisor;
}

static bool add_component(entropy_scan *scan, const jpeg_reader *file_reader, int index) {
    const struct jpeg_decompress_struct *jpeg = &file_reader->jpeg;
    const jpeg_component_info *info = jpeg->cur_comp_info[index];
    int dc = info->dc_tbl_no, ac = info->ac_tbl_no;
    if (dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 || ac >= NUM_HUFF_TBLS) return false;
    if (!huffman_table_prepare(&scan->dc[dc], jpeg->dc_huff_tbl_ptrs[dc], 15) ||
        !huffman_table_prepare(&scan->ac[ac], jpeg->ac_huff_tbl_ptrs[ac], 255))
        return false;
    for (int i = 0; i < info->h_samp_factor * info->v_samp_factor; i++, scan->block_count++) {
        if (scan->block_count == MAX_BLOCKS_IN_MCU) return false;
        scan->blocks[scan->block_count].component = info->component_index;
        scan->blocks[scan->block_count].dc = dc;
        scan->blocks[scan->block_count].ac = ac;
    }
    return true;
}

bool entropy_scan_open(entropy_scan *scan, const jpeg_reader *file_reader) {
    const struct jpeg_decompress_struct *jpeg = &file_reader->jpeg;
    int count = jpeg->num_components;
    if (jpeg->progressive_mode || jpeg->arith_code || jpeg->comps_in_scan != count || count > JPEG_MAX_COMPONENTS ||
        jpeg->Ss != 0 || jpeg->Se != JPEG_BLOCK_AREA - 1 || jpeg->Ah != 0 || jpeg->Al != 0)
        return false;
    int max_horizontal = 1, max_vertical = 1;
    for (int i = 0; i < count; i++) {
        const jpeg_component_info *info = jpeg->cur_comp_info[i];
        if (info->component_index != i || !add_component(scan, file_reader, i)) return false;
        if (info->h_samp_factor > max_horizontal) max_horizontal = info->h_samp_factor;
        if (info->v_samp_factor > max_vertical) max_vertical = info->v_samp_factor;
    }
    // The blocks of a single component are stored row by row, regardless of its sampling factors.
    if (count == 1 && scan->block_count != 1) return false;
    scan->mcus_per_row = divide_rounding_up(jpeg->image_width, JPEG_BLOCK * max_horizontal);
    scan->row_count = divide_rounding_up(jpeg->image_height, JPEG_BLOCK * max_vertical);
    scan->restart_interval = jpeg->restart_interval;
    scan->start = jpeg->src->next_input_byte;
    scan->reader = (bit_reader){.next = scan->start, .end = scan->start + jpeg->src->bytes_in_buffer};
    return true;
}

// Parses the rest of a block symbol by symbol, from the coefficient `next` on.
static codec_status skip_by_symbol(bit_reader *reader, const huffman_table *ac, int next) {
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        int symbol = huffman_decode(ac, reader), advance = symbol < 0 ? 0 : ac_symbol_advance(symbol);
        if (reader->count < 0 || (symbol >= 0 && advance == 0)) return CODEC_UNSUPPORTED;
        if (symbol < 0) return CODEC_DAMAGED;
        bit_reader_drop(reader, symbol & 15);
        next += advance;
    }
    if (reader->count < 0) return CODEC_UNSUPPORTED;
    return is_block_end(next) ? CODEC_OK : CODEC_DAMAGED;
}

static inline codec_status skip_block(
    bit_reader *reader, const huffman_table *dc, const huffman_table *ac, int *dc_predictor) {
    int difference = 0;
    codec_status status = entropy_take_dc_difference(reader, dc, &difference);
    if (status != CODEC_OK) return status;
    *dc_predictor += difference;
    if (abs(*dc_predictor) > MAX_DC) return CODEC_UNSUPPORTED;
    int next = 1;
    while (true) {
        bit_reader_fetch(reader);
        uint32_t skip = ac->skips[bit_reader_peek(reader, LOOKUP_BITS)];
        int after = next + (int)(skip >> 8);
        // The last symbols of a lookup may belong to the next block.
        if (skip == 0 || (after >= JPEG_BLOCK_AREA && !is_block_end(after))) return skip_by_symbol(reader, ac, next);
        bit_reader_drop(reader, skip & 0xFF);
        next = after;
        if (next >= JPEG_BLOCK_AREA) return reader->count >= 0 ? CODEC_OK : CODEC_UNSUPPORTED;
    }
}

bool entropy_scan_needs_restart(const entropy_scan *scan) {
    return scan->restart_interval > 0 && scan->mcu > 0 && scan->mcu % scan->restart_interval == 0;
}

uint32_t entropy_scan_until_restart(const entropy_scan *scan) {
    return scan->restart_interval > 0 ? scan->restart_interval - scan->mcu % scan->restart_interval : UINT32_MAX;
}

const uint8_t *entropy_scan_marker(entropy_scan *scan) {
    bit_reader_fetch(&scan->reader);
    return scan->reader.next;
}

static bool is_before_marker(entropy_scan *scan, uint32_t marker) {
    const uint8_t *bytes = entropy_scan_marker(scan);
    return scan->reader.count < 8 && scan->reader.end - bytes >= 2 && bytes[0] == 0xFF && bytes[1] == marker;
}

bool entropy_scan_restart(entropy_scan *scan) {
    enum { RST0 = 0xD0 };
    if (!entropy_scan_needs_restart(scan)) return true;
    uint32_t number = (scan->mcu / scan->restart_interval - 1) % 8;
    if (!is_before_marker(scan, RST0 + number)) return false;
    scan->reader = (bit_reader){.next = scan->reader.next + 2, .end = scan->reader.end};
    memset(scan->dc_predictors, 0, sizeof scan->dc_predictors);
    return true;
}

codec_status entropy_scan_skip_to(entropy_scan *scan, uint32_t end, int64_t deadline) {
    codec_status status = CODEC_OK;
    while (status == CODEC_OK && scan->mcu < end) {
        if (deadline_has_passed(deadline)) return CODEC_TIMEOUT;
        if (!entropy_scan_restart(scan)) return CODEC_UNSUPPORTED;
        uint32_t count = end - scan->mcu, until_restart = entropy_scan_until_restart(scan);
        if (count > scan->mcus_per_row) count = scan->mcus_per_row;
        status = entropy_scan_skip(scan, count < until_restart ? count : until_restart);
    }
    return status;
}

bool entropy_scan_is_at_end(entropy_scan *scan) {
    enum { EOI = 0xD9 };
    return is_before_marker(scan, EOI);
}

codec_status entropy_scan_skip(entropy_scan *scan, uint32_t count) {
    bit_reader reader = scan->reader;
    codec_status status = CODEC_OK;
    for (uint32_t end = scan->mcu + count; scan->mcu < end && status == CODEC_OK; scan->mcu++) {
        for (int block = 0; block < scan->block_count && status == CODEC_OK; block++) {
            const huffman_table *dc = &scan->dc[scan->blocks[block].dc], *ac = &scan->ac[scan->blocks[block].ac];
            status = skip_block(&reader, dc, ac, &scan->dc_predictors[scan->blocks[block].component]);
        }
    }
    scan->reader = reader;
    return status;
}

// The byte before another in entropy-coded data, without the stuffed zeros.
static const uint8_t *previous_byte(const uint8_t *byte, const uint8_t *start) {
    return byte - start >= 2 && byte[-1] == 0 && byte[-2] == 0xFF ? byte - 2 : byte - 1;
}

entropy_checkpoint entropy_scan_checkpoint(const entropy_scan *scan) {
    const uint8_t *byte = scan->reader.next;
    for (int ahead = scan->reader.count; ahead > 0; ahead -= 8) byte = previous_byte(byte, scan->start);
    entropy_checkpoint checkpoint = {.offset = (size_t)(byte - scan->start), .bits = (8 - scan->reader.count % 8) % 8};
    memcpy(checkpoint.dc_predictors, scan->dc_predictors, sizeof checkpoint.dc_predictors);
    return checkpoint;
}

void entropy_scan_resume(entropy_scan *scan, const entropy_checkpoint *checkpoint, uint32_t mcu) {
    scan->reader = (bit_reader){.next = scan->start + checkpoint->offset, .end = scan->reader.end};
    bit_reader_fetch(&scan->reader);
    bit_reader_drop(&scan->reader, checkpoint->bits);
    memcpy(scan->dc_predictors, checkpoint->dc_predictors, sizeof scan->dc_predictors);
    scan->mcu = mcu;
}
