#include "png_source.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "common/big_endian.h"
#include "common/deadline.h"
#include "png_chunks.h"

enum {
    SIGNATURE_SIZE = 8,
    ZLIB_HEADER_SIZE = 2,
    ADLER_SIZE = 4,
    INPUT_STEP = 1 << 16,   // the most compressed bytes between two checks of the deadline
    READS_FOR_CHECK = 256,  // reads of libpng between two checks of the deadline
    STORED_HEADER_SIZE = 5,
    MAX_STORED_SIZE = 65535,
    STORED_CHUNK_SIZE = CHUNK_HEADER_SIZE + ZLIB_HEADER_SIZE + STORED_HEADER_SIZE + MAX_STORED_SIZE +
        STORED_HEADER_SIZE + ADLER_SIZE + CHUNK_CRC_SIZE,
};

struct png_source {
    png_chunks chunks;
    bool tolerates_damage;
    const char *message;

    // The chunk that is being copied to libpng: from the file, or from `stored_chunk`.
    const uint8_t *next;
    size_t left;

    int64_t deadline;
    uint32_t reads;

    // The pixel data.
    codec_bytes contents;  // the rest of the current IDAT chunk, which the inflater has not received yet
    uint64_t fed;          // the number of compressed bytes that the inflater has received
    bool is_inflating;
    bool is_taken;        // whether the caller inflates, not libpng
    bool has_pixels;      // whether there was an IDAT chunk
    bool has_begun;       // whether there was a byte of compressed data
    bool is_finished;     // whether the compressed data has ended
    bool is_first_chunk;  // whether the zlib header is still missing
    bool has_extra_data;  // whether bytes follow the end of the compressed data
    uint64_t inflated;
    uint64_t limit;
    uint32_t passed_adler;  // the checksum of what libpng has received
    struct inflate_state *inflater;
    z_stream tolerant;  // inflates in the place of `inflater` if damage is tolerated
    png_kept *kept;     // NULL if nothing is kept
    uint8_t *stored_chunk;
};

png_source *png_source_open(const codec_bytes *pieces, size_t piece_count, bool tolerates_damage, int64_t deadline) {
    png_source *source = calloc(1, sizeof *source);
    if (!source) return NULL;
    source->deadline = deadline;
    source->limit = UINT64_MAX;
    source->inflater = malloc(sizeof *source->inflater);
    source->stored_chunk = malloc(STORED_CHUNK_SIZE);
    bool is_allocated = png_chunks_open(&source->chunks, pieces, piece_count) && source->inflater && source->stored_chunk;
    if (is_allocated && tolerates_damage) {
        source->tolerates_damage = is_allocated = inflateInit(&source->tolerant) == Z_OK;
        if (is_allocated) inflateValidate(&source->tolerant, 0);
    }
    if (is_allocated) return source;
    png_source_close(source);
    return NULL;
}

void png_source_close(png_source *source) {
    if (!source) return;
    png_chunks_close(&source->chunks);
    if (source->tolerates_damage) inflateEnd(&source->tolerant);
    free(source->inflater);
    free(source->stored_chunk);
    free(source);
}

void png_source_limit(png_source *source, uint64_t count) { source->limit = count; }

bool png_source_keep(png_source *source, png_kept *kept) {
    if (source->inflated > 0 || source->tolerates_damage) return false;
    source->kept = kept;
    return true;
}

bool png_source_has_ended(const png_source *source) {
    if (source->tolerates_damage || source->has_extra_data || source->inflated > source->limit) return false;
    // The inflater does not return whole bytes that it has fetched after the end.
    return source->inflater->block_state == ISAL_BLOCK_FINISH && source->inflater->read_in_length < 8;
}

bool png_source_has_extra_data(const png_source *source) { return source->has_extra_data && !source->tolerates_damage; }

const char *png_source_message(const png_source *source) { return source->message; }

codec_status png_source_fail(png_source *source, const char *message) {
    source->message = message;
    return CODEC_DAMAGED;
}

static const char unexpected_end[] = "unexpected end of file";
static const char not_enough_data[] = "Not enough compressed data";

// Finds the next IDAT chunk that is not empty. Returns false if there is none.
static bool find_contents(png_source *source, codec_status *status) {
    while (source->contents.count == 0) {
        codec_bytes chunk = png_chunks_peek(&source->chunks);
        bool is_whole = chunk.count > 0;
        if (!is_whole && source->tolerates_damage) chunk = png_chunks_rest(&source->chunks);
        if (chunk.count < CHUNK_HEADER_SIZE || !png_chunk_has_type(chunk, "IDAT")) return false;
        png_chunks_advance(&source->chunks, chunk.count);
        if (!source->tolerates_damage && !png_chunk_has_valid_crc(chunk)) {
            *status = png_source_fail(source, "IDAT: CRC error");
            return true;
        }
        source->contents = is_whole ? png_chunk_contents(chunk)
                                    : (codec_bytes){chunk.start + CHUNK_HEADER_SIZE, chunk.count - CHUNK_HEADER_SIZE};
    }
    return true;
}

// The most compressed bytes for the pixels. Stored blocks need little more than the pixels; even an encoder that ends a block after
// every row of one pixel writes less than this.
static uint64_t most_compressed(const png_source *source) {
    return source->limit < UINT64_MAX / 16 ? 8 * source->limit + (1 << 20) : UINT64_MAX;
}

// Passes the next compressed bytes to the inflater, at most a step. Returns false if there are none.
static bool feed(png_source *source, codec_status *status) {
    if (!find_contents(source, status)) return false;
    if (*status != CODEC_OK) return true;
    codec_bytes *contents = &source->contents;
    // ISA-L accepts window sizes that zlib rejects.
    if (!source->has_begun && contents->start[0] >> 4 > 7)
        *status = png_source_fail(source, "IDAT: invalid window size");
    else if (!source->is_finished && source->fed > most_compressed(source))
        *status = png_source_fail(source, "Too much compressed data");
    else if (deadline_has_passed(source->deadline)) *status = CODEC_TIMEOUT;
    source->has_begun = true;
    size_t step = contents->count < INPUT_STEP ? contents->count : INPUT_STEP;
    source->inflater->next_in = (uint8_t *)contents->start;
    source->inflater->avail_in = (uint32_t)step;
    source->fed += step;
    *contents = (codec_bytes){contents->start + step, contents->count - step};
    return true;
}

// Inflates from the input of the inflater to its output. Returns false if the data is damaged.
//
// With tolerated damage, zlib inflates, which can leave out the checksum, and stops exactly at the damage.
static bool inflate_step(png_source *source) {
    struct inflate_state *inflater = source->inflater;
    if (!source->tolerates_damage) {
        int result = isal_inflate(inflater);
        source->is_finished = inflater->block_state == ISAL_BLOCK_FINISH;
        return result == ISAL_DECOMP_OK || result == ISAL_END_INPUT || result == ISAL_OUT_OVERFLOW;
    }
    z_stream *stream = &source->tolerant;
    stream->next_in = inflater->next_in;
    stream->avail_in = inflater->avail_in;
    stream->next_out = inflater->next_out;
    stream->avail_out = inflater->avail_out;
    int result = inflate(stream, Z_SYNC_FLUSH);
    inflater->next_in = stream->next_in;
    inflater->avail_in = stream->avail_in;
    inflater->next_out = stream->next_out;
    inflater->avail_out = stream->avail_out;
    source->is_finished = result == Z_STREAM_END;
    return result == Z_OK || result == Z_BUF_ERROR || result == Z_STREAM_END;
}

// Inflates at most `count` bytes. Sets the number of those before any damage.
static codec_status inflate_up_to(png_source *source, uint8_t *output, uint32_t count, uint32_t *inflated) {
    struct inflate_state *inflater = source->inflater;
    codec_status status = CODEC_OK;
    inflater->next_out = output;
    inflater->avail_out = count;
    while (status == CODEC_OK && inflater->avail_out > 0 && !source->is_finished) {
        bool is_fed = inflater->avail_in > 0 || feed(source, &status);
        if (status != CODEC_OK) break;
        // Even without more input, the inflater may have buffered input that it has not processed.
        uint32_t input_left = inflater->avail_in, output_left = inflater->avail_out;
        if (!inflate_step(source)) status = png_source_fail(source, "IDAT: invalid compressed data");
        source->has_extra_data = source->is_finished && (inflater->avail_in > 0 || source->contents.count > 0);
        bool is_stuck = inflater->avail_out == output_left && (!is_fed || inflater->avail_in == input_left);
        if (is_stuck) break;
    }
    *inflated = count - inflater->avail_out;
    source->inflated += *inflated;
    return status;
}

codec_status png_source_inflate(png_source *source, uint8_t *output, uint32_t count) {
    source->is_taken = true;
    uint32_t inflated = 0;
    codec_status status = inflate_up_to(source, output, count, &inflated);
    if (status != CODEC_OK) return status;
    if (inflated < count)
        return png_source_fail(source, source->is_finished ? "Not enough image data" : not_enough_data);
    if (source->kept) png_kept_note(source->kept, output, count);
    return CODEC_OK;
}

codec_status png_source_finish_pixels(png_source *source) {
    uint8_t discarded[1 << 14];
    // no encoder writes as much again; a file can claim any amount
    uint64_t greatest = 2 * source->limit + (1 << 20);
    while (!source->is_finished) {
        uint32_t count = 0;
        codec_status status = inflate_up_to(source, discarded, sizeof discarded, &count);
        if (status != CODEC_OK) return status;
        if (!source->is_finished && count < sizeof discarded) return png_source_fail(source, not_enough_data);
        if (source->inflated > greatest) return png_source_fail(source, "Too much image data");
        if (deadline_has_passed(source->deadline)) return CODEC_TIMEOUT;
    }
    return CODEC_OK;
}

bool png_source_has_extra_pixels(const png_source *source) { return source->inflated > source->limit; }

static void write_stored_header(uint8_t *header, uint32_t count, bool is_last) {
    header[0] = is_last;
    header[1] = (uint8_t)count;
    header[2] = (uint8_t)(count >> 8);
    header[3] = (uint8_t)~header[1];
    header[4] = (uint8_t)~header[2];
}

// Makes an IDAT chunk with a stored block. The first chunk has the zlib header, the last has the checksum.
static codec_status make_stored_chunk(png_source *source) {
    uint8_t *contents = source->stored_chunk + CHUNK_HEADER_SIZE, *end = contents;
    if (source->is_first_chunk) {
        *end++ = 0x78;
        *end++ = 0x01;
    }
    source->is_first_chunk = false;
    uint32_t count = 0;
    codec_status status = inflate_up_to(source, end + STORED_HEADER_SIZE, MAX_STORED_SIZE, &count);
    // The next chunk fails again, after the bytes before the damage.
    bool is_partial = source->tolerates_damage && count > 0;
    if (status == CODEC_DAMAGED && is_partial) status = CODEC_OK;
    if (status != CODEC_OK) return status;
    // The checksum of the inflater is that of all it has inflated, in a form of its own until the end.
    source->passed_adler = isal_adler32(source->passed_adler, end + STORED_HEADER_SIZE, count);
    // What follows the pixels does not matter then, nor does it have to be there.
    if (source->tolerates_damage && source->inflated >= source->limit) source->is_finished = true;
    if (source->inflated > source->limit) status = png_source_finish_pixels(source);
    if (status != CODEC_OK) return status;
    bool is_last = source->is_finished;
    if (!is_last && !is_partial && count < MAX_STORED_SIZE) return png_source_fail(source, not_enough_data);
    write_stored_header(end, count, is_last);
    end += STORED_HEADER_SIZE + count;
    if (is_last) {
        big_endian_write_32(end, source->passed_adler);
        end += ADLER_SIZE;
        source->is_inflating = false;
    }
    big_endian_write_32(source->stored_chunk, (uint32_t)(end - contents));
    memcpy(source->stored_chunk + 4, "IDAT", 4);
    source->next = source->stored_chunk;
    source->left = (size_t)(end - source->stored_chunk) + CHUNK_CRC_SIZE;
    return CODEC_OK;
}

// Makes an IDAT chunk without contents, or with a zlib stream of no bytes.
static void make_empty_chunk(png_source *source, bool has_stream) {
    static const uint8_t stream[] = {0x78, 0x01, 0x01, 0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x01};
    size_t count = has_stream ? sizeof stream : 0;
    big_endian_write_32(source->stored_chunk, (uint32_t)count);
    memcpy(source->stored_chunk + 4, "IDAT", 4);
    memcpy(source->stored_chunk + CHUNK_HEADER_SIZE, stream, count);
    source->next = source->stored_chunk;
    source->left = CHUNK_HEADER_SIZE + count + CHUNK_CRC_SIZE;
}

// Skips the IDAT chunks after the end of the compressed data, and verifies their CRCs.
static codec_status skip_pixels(png_source *source) {
    codec_status status = CODEC_OK;
    while (feed(source, &status)) {
        if (status != CODEC_OK) return status;
        source->has_extra_data = true;
    }
    return CODEC_OK;
}

static void begin_pixels(png_source *source) {
    isal_inflate_init(source->inflater);
    source->inflater->crc_flag = ISAL_ZLIB;
    source->inflater->avail_in = 0;
    source->passed_adler = 1;
    source->is_inflating = source->is_first_chunk = source->has_pixels = true;
    // libpng reads the start of a chunk with the header, when it is not known who will inflate
    make_empty_chunk(source, false);
}

// Passes on bytes of the current piece unchanged.
static codec_status copy_from_file(png_source *source, codec_bytes bytes) {
    source->next = bytes.start;
    source->left = bytes.count;
    png_chunks_advance(&source->chunks, bytes.count);
    return CODEC_OK;
}

static codec_status find_next(png_source *source) {
    if (source->is_inflating && source->is_taken) {
        source->is_inflating = false;
        make_empty_chunk(source, true);
        return CODEC_OK;
    }
    if (source->is_inflating) return make_stored_chunk(source);
    if (source->is_finished) {
        codec_status status = skip_pixels(source);
        if (status != CODEC_OK) return status;
    }
    codec_bytes rest = png_chunks_rest(&source->chunks);
    if (!rest.start) return png_source_fail(source, unexpected_end);
    if (png_chunks_is_at_start(&source->chunks)) {
        if (rest.count > SIGNATURE_SIZE) rest.count = SIGNATURE_SIZE;
        return copy_from_file(source, rest);
    }
    if (rest.count >= CHUNK_HEADER_SIZE && png_chunk_has_type(rest, "IDAT") && !source->has_pixels) {
        begin_pixels(source);
        return CODEC_OK;
    }
    codec_bytes chunk = png_chunks_peek(&source->chunks);
    if (source->tolerates_damage) return copy_from_file(source, chunk.start ? chunk : rest);
    if (!chunk.start) return png_source_fail(source, unexpected_end);
    if (!png_chunk_has_valid_crc(chunk)) return png_source_fail(source, "CRC error");
    return copy_from_file(source, chunk);
}

codec_status png_source_read(png_source *source, uint8_t *output, size_t count) {
    if (source->reads++ % READS_FOR_CHECK == 0 && deadline_has_passed(source->deadline)) return CODEC_TIMEOUT;
    while (count > 0) {
        if (source->left == 0) {
            codec_status status = find_next(source);
            if (status != CODEC_OK) return status;
        }
        size_t step = source->left < count ? source->left : count;
        memcpy(output, source->next, step);
        source->next += step;
        source->left -= step;
        output += step;
        count -= step;
    }
    return CODEC_OK;
}
