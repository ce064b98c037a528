#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

#include "common/big_endian.h"
#include "common/output_buffer.h"
#include "png_chunks.h"
#include "png_writer.h"

enum { LONGEST_KEPT = 1 << 18 };  // bytes of kept data in a chunk

struct png_writer {
    output_buffer output;
    uint32_t adler;  // the checksum of the bands so far
};

png_writer *png_writer_open(void) {
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    png_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->adler = 1;
    if (output_buffer_append(&writer->output, signature, sizeof signature)) return writer;
    png_writer_close(writer);
    return NULL;
}

// Reserves memory for a chunk with `count` bytes. Returns where these begin, or NULL if memory allocation fails.
static uint8_t *begin_chunk(png_writer *writer, const char *type, size_t count) {
    if (!output_buffer_reserve(&writer->output, count + CHUNK_HEADER_SIZE + CHUNK_CRC_SIZE)) return NULL;
    uint8_t *chunk = writer->output.start + writer->output.count;
    big_endian_write_32(chunk, (uint32_t)count);
    memcpy(chunk + 4, type, 4);
    return chunk + CHUNK_HEADER_SIZE;
}

static void end_chunk(png_writer *writer, uint8_t *contents, size_t count) {
    big_endian_write_32(contents + count, crc32_gzip_refl(0, contents - 4, count + 4));
    writer->output.count += CHUNK_HEADER_SIZE + count + CHUNK_CRC_SIZE;
}

codec_status png_writer_add_chunk(png_writer *writer, const char *type, codec_bytes contents) {
    if (contents.count > INT32_MAX) return CODEC_FAULT;
    uint8_t *copy = begin_chunk(writer, type, contents.count);
    if (!copy) return CODEC_OUT_OF_MEMORY;
    if (contents.count > 0) memcpy(copy, contents.start, contents.count);
    end_chunk(writer, copy, contents.count);
    return CODEC_OK;
}

codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last) {
    writer->adler = png_band_adler(writer->adler, band);
    size_t count = band->bytes.count + (is_last ? 4 : 0);
    uint8_t *contents = begin_chunk(writer, "IDAT", count);
    if (!contents) return CODEC_OUT_OF_MEMORY;
    memcpy(contents, band->bytes.start, band->bytes.count);
    if (is_last) big_endian_write_32(contents + band->bytes.count, writer->adler);
    end_chunk(writer, contents, count);
    return CODEC_OK;
}

codec_status png_writer_start_kept(png_writer *writer, png_kept *kept, size_t range) {
    return png_kept_start(kept, range, &writer->adler);
}

codec_status png_writer_add_kept(png_writer *writer, png_kept *kept) {
    size_t left = png_kept_left(kept), count = left < LONGEST_KEPT ? left : LONGEST_KEPT;
    uint8_t *contents = begin_chunk(writer, "IDAT", count);
    if (!contents) return CODEC_OUT_OF_MEMORY;
    png_kept_read(kept, contents, count);
    end_chunk(writer, contents, count);
    return CODEC_OK;
}

codec_bytes png_writer_output(const png_writer *writer) {
    return (codec_bytes){writer->output.start, writer->output.count};
}

void png_writer_discard_output(png_writer *writer) { writer->output.count = 0; }

void png_writer_close(png_writer *writer) {
    if (!writer) return;
    output_buffer_free(&writer->output);
    free(writer);
}
