#include "png_source.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGEST_STORED = 65535,
    CHUNK_HEADER = 8,
    CHECK_SUM = 4,
    STORED_HEADER = 5,
    ROOM = CHUNK_HEADER + 2 + STORED_HEADER + LARGEST_STORED + STORED_HEADER + CHECK_SUM + CHECK_SUM,
};

struct png_source {
    codec_bytes *pieces;
    size_t piece_count;
    size_t piece;   // the one that is read
    size_t offset;  // in that piece
    bool as_it_is;
    const char *complaint;

    // a chunk that is handed on, as it is in the file or made here
    const uint8_t *next;
    size_t left;

    // the compressed pixels
    bool is_inflating;
    bool has_pixels;    // at least one chunk of them
    bool has_begun;     // at least one byte of them
    bool is_finished;   // the compressed stream has ended
    bool is_first;
    bool has_surplus;   // compressed bytes that belong to nothing
    uint64_t inflated;
    uint64_t limit;  // more than that no picture needs
    struct inflate_state *inflater;
    uint8_t *made;
};

png_source *png_source_open(const codec_bytes *pieces, size_t piece_count, bool as_it_is) {
    png_source *source = calloc(1, sizeof *source);
    if (!source) return NULL;
    source->as_it_is = as_it_is;
    source->limit = UINT64_MAX;
    source->piece_count = piece_count;
    source->pieces = malloc(piece_count * sizeof *pieces);
    if (!as_it_is) {
        source->inflater = malloc(sizeof *source->inflater);
        source->made = malloc(ROOM);
    }
    if (!source->pieces || (!as_it_is && (!source->inflater || !source->made))) {
        png_source_close(source);
        return NULL;
    }
    memcpy(source->pieces, pieces, piece_count * sizeof *pieces);
    return source;
}

void png_source_close(png_source *source) {
    if (!source) return;
    free(source->pieces);
    free(source->inflater);
    free(source->made);
    free(source);
}

void png_source_limit(png_source *source, uint64_t count) { source->limit = count; }

bool png_source_has_surplus(const png_source *source) { return source->has_surplus; }

const char *png_source_complaint(const png_source *source) { return source->complaint; }

static codec_status complain(png_source *source, const char *complaint) {
    source->complaint = complaint;
    return CODEC_DAMAGED;
}

static const char too_early[] = "the file ends too early";

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void set_big_endian(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

// What is left of the piece, after those that are used up.
static codec_bytes rest(png_source *source) {
    while (source->piece < source->piece_count && source->offset == source->pieces[source->piece].count) {
        source->piece += 1;
        source->offset = 0;
    }
    if (source->piece == source->piece_count) return (codec_bytes){0};
    codec_bytes piece = source->pieces[source->piece];
    return (codec_bytes){piece.start + source->offset, piece.count - source->offset};
}

// The next chunk with its length, type and check sum, if all of it is there.
static codec_bytes chunk(png_source *source) {
    codec_bytes bytes = rest(source);
    if (bytes.count < CHUNK_HEADER + CHECK_SUM) return (codec_bytes){0};
    size_t count = big_endian(bytes.start);
    if (count > bytes.count - CHUNK_HEADER - CHECK_SUM) return (codec_bytes){0};
    return (codec_bytes){bytes.start, CHUNK_HEADER + count + CHECK_SUM};
}

static bool has_type(codec_bytes chunk, const char *type) { return memcmp(chunk.start + 4, type, 4) == 0; }

static bool has_right_sum(codec_bytes chunk) {
    size_t checked = chunk.count - 4 - CHECK_SUM;
    return crc32_gzip_refl(0, chunk.start + 4, checked) == big_endian(chunk.start + chunk.count - CHECK_SUM);
}

// Lets the inflater have the next chunk of pixels; false if there is none.
static bool feed(png_source *source, codec_status *status) {
    codec_bytes pixels = chunk(source);
    if (!pixels.start || !has_type(pixels, "IDAT")) return false;
    source->offset += pixels.count;
    if (!has_right_sum(pixels)) *status = complain(source, "IDAT: CRC error");
    uint32_t count = (uint32_t)(pixels.count - CHUNK_HEADER - CHECK_SUM);
    // a window larger than there is, which ISA-L does not mind
    if (!source->has_begun && count > 0 && pixels.start[CHUNK_HEADER] >> 4 > 7)
        *status = complain(source, "IDAT: invalid window size");
    source->has_begun |= count > 0;
    source->inflater->next_in = (uint8_t *)pixels.start + CHUNK_HEADER;
    source->inflater->avail_in = count;
    return true;
}

// Inflates up to `count` bytes to `to`.
static codec_status inflate_some(png_source *source, uint8_t *to, uint32_t count, uint32_t *made) {
    struct inflate_state *inflater = source->inflater;
    codec_status status = CODEC_OK;
    inflater->next_out = to;
    inflater->avail_out = count;
    while (inflater->avail_out > 0 && !source->is_finished) {
        bool is_fed = inflater->avail_in > 0 || feed(source, &status);
        if (status != CODEC_OK) return status;
        // without more input there may still be what it has taken and not yet looked at
        uint32_t taken = inflater->avail_in, room = inflater->avail_out;
        int result = isal_inflate(inflater);
        if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW)
            return complain(source, "IDAT: invalid compressed data");
        source->is_finished = inflater->block_state == ISAL_BLOCK_FINISH;
        source->has_surplus = source->is_finished && inflater->avail_in > 0;
        bool is_stuck = inflater->avail_out == room && (!is_fed || inflater->avail_in == taken);
        if (is_stuck) break;
    }
    *made = count - inflater->avail_out;
    source->inflated += *made;
    // libpng finds one byte too much as odd as a billion
    if (source->inflated > source->limit) source->is_finished = true;
    return CODEC_OK;
}

// Makes a chunk of pixels that are stored: with the stream's header if it is the first, and its end if it is the last.
static codec_status make_chunk(png_source *source) {
    uint8_t *contents = source->made + CHUNK_HEADER, *to = contents;
    if (source->is_first) {
        *to++ = 0x78;
        *to++ = 0x01;
    }
    source->is_first = false;
    uint8_t *block = to;
    uint32_t count = 0;
    codec_status status = inflate_some(source, to + STORED_HEADER, LARGEST_STORED, &count);
    if (status != CODEC_OK) return status;
    bool is_last = source->is_finished;
    if (!is_last && count < LARGEST_STORED) return complain(source, "Not enough compressed data");
    block[0] = is_last;
    block[1] = (uint8_t)count;
    block[2] = (uint8_t)(count >> 8);
    block[3] = (uint8_t)~block[1];
    block[4] = (uint8_t)~block[2];
    to += STORED_HEADER + count;
    if (is_last) {
        set_big_endian(to, source->inflater->crc);
        to += CHECK_SUM;
        source->is_inflating = false;
    }
    set_big_endian(source->made, (uint32_t)(to - contents));
    memcpy(source->made + 4, "IDAT", 4);
    source->next = source->made;
    source->left = (size_t)(to - source->made) + CHECK_SUM;
    return CODEC_OK;
}

// What follows the pixels that count is passed over, but for its check sums.
static codec_status skip_pixels(png_source *source) {
    codec_status status = CODEC_OK;
    while (feed(source, &status)) {
        if (status != CODEC_OK) return status;
        if (source->inflater->avail_in > 0) source->has_surplus = true;
    }
    return CODEC_OK;
}

static void begin_pixels(png_source *source) {
    isal_inflate_init(source->inflater);
    source->inflater->crc_flag = ISAL_ZLIB;
    source->inflater->avail_in = 0;
    source->is_inflating = source->is_first = source->has_pixels = true;
}

static codec_status find_next(png_source *source) {
    if (source->is_inflating) return make_chunk(source);
    if (source->is_finished) {
        codec_status status = skip_pixels(source);
        if (status != CODEC_OK) return status;
    }
    codec_bytes bytes = rest(source);
    if (!bytes.start) return complain(source, too_early);
    // the signature belongs to no chunk
    bool is_start = source->piece == 0 && source->offset == 0;
    if (source->as_it_is || is_start) {
        source->next = bytes.start;
        source->left = is_start && !source->as_it_is ? 8 : bytes.count;
        if (source->left > bytes.count) source->left = bytes.count;
        source->offset += source->left;
        return CODEC_OK;
    }
    codec_bytes whole = chunk(source);
    if (!whole.start) return complain(source, too_early);
    if (has_type(whole, "IDAT") && !source->has_pixels) {
        begin_pixels(source);
        return make_chunk(source);
    }
    if (!has_right_sum(whole)) return complain(source, "a chunk's check sum is wrong");
    source->next = whole.start;
    source->left = whole.count;
    source->offset += whole.count;
    return CODEC_OK;
}

codec_status png_source_read(png_source *source, uint8_t *to, size_t count) {
    while (count > 0) {
        if (source->left == 0) {
            codec_status status = find_next(source);
            if (status != CODEC_OK) return status;
        }
        size_t step = source->left < count ? source->left : count;
        memcpy(to, source->next, step);
        source->next += step;
        source->left -= step;
        to += step;
        count -= step;
    }
    return CODEC_OK;
}
