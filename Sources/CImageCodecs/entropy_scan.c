#include "entropy_scan.h"

#include <stdlib.h>

static uint32_t quotient(uint32_t number, int divisor) {
    return (number + (uint32_t)divisor - 1) / (uint32_t)divisor;
}

static bool add_blocks(entropy_scan *scan, const jpeg_reader *session, int place) {
    const struct jpeg_decompress_struct *jpeg = &session->jpeg;
    const jpeg_component_info *info = jpeg->cur_comp_info[place];
    int dc = info->dc_tbl_no, ac = info->ac_tbl_no;
    if (dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 || ac >= NUM_HUFF_TBLS) return false;
    if (!entropy_codes_prepare(&scan->dc[dc], jpeg->dc_huff_tbl_ptrs[dc], 15) ||
        !entropy_codes_prepare(&scan->ac[ac], jpeg->ac_huff_tbl_ptrs[ac], 255))
        return false;
    for (int i = 0; i < info->h_samp_factor * info->v_samp_factor; i++, scan->block_count++) {
        if (scan->block_count == MOST_BLOCKS) return false;
        scan->blocks[scan->block_count].component = info->component_index;
        scan->blocks[scan->block_count].dc = dc;
        scan->blocks[scan->block_count].ac = ac;
    }
    return true;
}

bool entropy_scan_open(entropy_scan *scan, const jpeg_reader *session) {
    const struct jpeg_decompress_struct *jpeg = &session->jpeg;
    int count = jpeg->num_components;
    if (jpeg->progressive_mode || jpeg->arith_code || jpeg->comps_in_scan != count || count > JPEG_MOST_COMPONENTS ||
        jpeg->Ss != 0 || jpeg->Se != JPEG_BLOCK_AREA - 1 || jpeg->Ah != 0 || jpeg->Al != 0)
        return false;
    int widest = 1, highest = 1;
    for (int i = 0; i < count; i++) {
        const jpeg_component_info *info = jpeg->cur_comp_info[i];
        if (info->component_index != i || !add_blocks(scan, session, i)) return false;
        if (info->h_samp_factor > widest) widest = info->h_samp_factor;
        if (info->v_samp_factor > highest) highest = info->v_samp_factor;
    }
    // the blocks of a single component come row by row, whatever its factors
    if (count == 1 && scan->block_count != 1) return false;
    scan->mcus_in_row = quotient(jpeg->image_width, JPEG_BLOCK * widest);
    scan->row_count = quotient(jpeg->image_height, JPEG_BLOCK * highest);
    scan->restart_interval = jpeg->restart_interval;
    scan->start = jpeg->src->next_input_byte;
    scan->reader = (bit_reader){.next = scan->start, .end = scan->start + jpeg->src->bytes_in_buffer};
    return true;
}

// 8 bits a sample give none beyond, and so sums of differences stay small.
enum { LARGEST_DC = 2047 };

// Passes the rest of a block symbol by symbol, from a coefficient on.
static codec_status skip_slowly(bit_reader *reader, const entropy_codes *ac, int next) {
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        int symbol = entropy_symbol(ac, reader), step = symbol < 0 ? 0 : entropy_step(symbol);
        if (reader->count < 0 || (symbol >= 0 && step == 0)) return CODEC_UNSUPPORTED;
        if (symbol < 0) return CODEC_DAMAGED;
        bit_reader_drop(reader, symbol & 15);
        next += step;
    }
    if (reader->count < 0) return CODEC_UNSUPPORTED;
    return entropy_is_end(next) ? CODEC_OK : CODEC_DAMAGED;
}

static inline codec_status skip_block(
    bit_reader *reader, const entropy_codes *dc, const entropy_codes *ac, int *last_dc) {
    int difference = 0;
    codec_status status = entropy_scan_take_difference(reader, dc, &difference);
    if (status != CODEC_OK) return status;
    *last_dc += difference;
    if (abs(*last_dc) > LARGEST_DC) return CODEC_UNSUPPORTED;
    int next = 1;
    while (true) {
        bit_reader_fetch(reader);
        uint32_t steps = ac->steps[bit_reader_peek(reader, LOOK_AHEAD)];
        int then = next + (int)(steps >> 8);
        // of symbols that are looked up together the last may belong to another block
        if (steps == 0 || (then >= JPEG_BLOCK_AREA && !entropy_is_end(then))) return skip_slowly(reader, ac, next);
        bit_reader_drop(reader, steps & 0xFF);
        next = then;
        if (next >= JPEG_BLOCK_AREA) return reader->count >= 0 ? CODEC_OK : CODEC_UNSUPPORTED;
    }
}

bool entropy_scan_restart_is_due(const entropy_scan *scan) {
    return scan->restart_interval > 0 && scan->mcu > 0 && scan->mcu % scan->restart_interval == 0;
}

uint32_t entropy_scan_until_restart(const entropy_scan *scan) {
    return scan->restart_interval > 0 ? scan->restart_interval - scan->mcu % scan->restart_interval : UINT32_MAX;
}

const uint8_t *entropy_scan_marker(entropy_scan *scan) {
    bit_reader_fetch(&scan->reader);
    return scan->reader.next;
}

static bool is_before_marker(entropy_scan *scan, uint32_t number) {
    const uint8_t *marker = entropy_scan_marker(scan);
    return scan->reader.count < 8 && scan->reader.end - marker >= 2 && marker[0] == 0xFF && marker[1] == number;
}

bool entropy_scan_restart(entropy_scan *scan) {
    enum { FIRST_RESTART = 0xD0 };
    if (!entropy_scan_restart_is_due(scan)) return true;
    uint32_t number = (scan->mcu / scan->restart_interval - 1) % 8;
    if (!is_before_marker(scan, FIRST_RESTART + number)) return false;
    scan->reader = (bit_reader){.next = scan->reader.next + 2, .end = scan->reader.end};
    memset(scan->last_dc, 0, sizeof scan->last_dc);
    return true;
}

bool entropy_scan_is_over(entropy_scan *scan) {
    enum { END_OF_IMAGE = 0xD9 };
    return is_before_marker(scan, END_OF_IMAGE);
}

codec_status entropy_scan_skip(entropy_scan *scan, uint32_t count) {
    bit_reader reader = scan->reader;
    codec_status status = CODEC_OK;
    for (uint32_t end = scan->mcu + count; scan->mcu < end && status == CODEC_OK; scan->mcu++) {
        for (int block = 0; block < scan->block_count && status == CODEC_OK; block++) {
            const entropy_codes *dc = &scan->dc[scan->blocks[block].dc], *ac = &scan->ac[scan->blocks[block].ac];
            status = skip_block(&reader, dc, ac, &scan->last_dc[scan->blocks[block].component]);
        }
    }
    scan->reader = reader;
    return status;
}

// The byte before another among a scan's codes.
static const uint8_t *before(const uint8_t *byte, const uint8_t *start) {
    return byte - start >= 2 && byte[-1] == 0 && byte[-2] == 0xFF ? byte - 2 : byte - 1;
}

entropy_place entropy_scan_place(const entropy_scan *scan) {
    entropy_place place = {.byte = scan->reader.next, .bits = (8 - scan->reader.count % 8) % 8};
    for (int ahead = scan->reader.count; ahead > 0; ahead -= 8) place.byte = before(place.byte, scan->start);
    memcpy(place.last_dc, scan->last_dc, sizeof place.last_dc);
    return place;
}

void entropy_scan_go(entropy_scan *scan, const entropy_place *place, uint32_t mcu) {
    scan->reader = (bit_reader){.next = place->byte, .end = scan->reader.end};
    bit_reader_fetch(&scan->reader);
    bit_reader_drop(&scan->reader, place->bits);
    memcpy(scan->last_dc, place->last_dc, sizeof scan->last_dc);
    scan->mcu = mcu;
}
