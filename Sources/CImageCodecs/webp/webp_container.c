#include "webp_container.h"

#include <string.h>

enum {
    FILE_HEADER = 12,   // RIFF, the length of the rest, WEBP
    CHUNK_HEADER = 8,   // the type and the length
    EXTENDED_SIZE = 10  // the contents of VP8X: flags, and the width and height minus 1, of 24 bits
};

enum { HAS_PROFILE = 0x20, HAS_ALPHA = 0x10, HAS_EXIF = 0x08, HAS_XMP = 0x04 };

static void write_little_endian(uint8_t *bytes, uint32_t value, int count) {
    for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(value >> (8 * i));
}

static size_t padded(size_t count) { return count + count % 2; }

static size_t chunk_size(codec_bytes contents) { return contents.count ? CHUNK_HEADER + padded(contents.count) : 0; }

static uint8_t *write_chunk(uint8_t *position, const char *type, codec_bytes contents) {
    if (contents.count == 0) return position;
    memcpy(position, type, 4);
    write_little_endian(position + 4, (uint32_t)contents.count, 4);
    memcpy(position + CHUNK_HEADER, contents.start, contents.count);
    if (contents.count % 2) position[CHUNK_HEADER + contents.count] = 0;
    return position + chunk_size(contents);
}

static bool has_type(const uint8_t *chunk, const char *type) { return memcmp(chunk, type, 4) == 0; }

// Whether an image has an alpha channel: in a chunk of its own, or by the flag of a lossless image after its signature, of
// one byte, and its width and height, of 14 bits.
static bool has_alpha(const uint8_t *image) {
    return has_type(image, "ALPH") || (has_type(image, "VP8L") && (image[CHUNK_HEADER + 4] & 0x10));
}

static uint8_t flags(const uint8_t *image, const webp_metadata *metadata) {
    return (uint8_t)((metadata->profile.count ? HAS_PROFILE : 0) | (has_alpha(image) ? HAS_ALPHA : 0) |
                     (metadata->exif.count ? HAS_EXIF : 0) | (metadata->xmp.count ? HAS_XMP : 0));
}

codec_status webp_container_complete(
    output_buffer *file, const webp_writer_settings *settings, const webp_metadata *metadata) {
    size_t old_start = FILE_HEADER;
    if (has_type(file->start + FILE_HEADER, "VP8X")) old_start += CHUNK_HEADER + EXTENDED_SIZE;
    size_t image_size = file->count - old_start;
    size_t before = chunk_size(metadata->profile);
    size_t after = chunk_size(metadata->exif) + chunk_size(metadata->xmp) + chunk_size(metadata->own);
    bool is_extended = old_start > FILE_HEADER || before + after > 0;
    size_t start = FILE_HEADER + (is_extended ? CHUNK_HEADER + EXTENDED_SIZE : 0) + before;
    size_t count = start + image_size + after;
    if (count > UINT32_MAX) return CODEC_OVER_LIMIT;
    if (count > file->count && !output_buffer_reserve(file, count - file->count)) return CODEC_OUT_OF_MEMORY;
    memmove(file->start + start, file->start + old_start, image_size);
    write_little_endian(file->start + 4, (uint32_t)(count - CHUNK_HEADER), 4);
    if (is_extended) {
        uint8_t contents[EXTENDED_SIZE] = {flags(file->start + start, metadata)};
        write_little_endian(contents + 4, settings->width - 1, 3);
        write_little_endian(contents + 7, settings->height - 1, 3);
        uint8_t *next = write_chunk(file->start + FILE_HEADER, "VP8X", (codec_bytes){contents, EXTENDED_SIZE});
        write_chunk(next, "ICCP", metadata->profile);
    }
    uint8_t *next = write_chunk(file->start + start + image_size, "EXIF", metadata->exif);
    next = write_chunk(next, "XMP ", metadata->xmp);
    write_chunk(next, WEBP_OWN_CHUNK, metadata->own);
    file->count = count;
    return CODEC_OK;
}
