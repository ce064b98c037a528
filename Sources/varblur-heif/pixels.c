#include "pixels.h"

#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "worker.h"

// MARK: - Decoding

static const enum heif_channel colors[] = {heif_channel_R, heif_channel_G, heif_channel_B};

// Whether an image has planes for its colors, of 8 bits or of more.
static bool has_planes(const struct heif_image *image, bool are_wide) {
    for (int color = 0; color < 3; color++) {
        int bits = heif.heif_image_get_bits_per_pixel_range(image, colors[color]);
        if (bits < 8 || bits > 16 || (bits > 8) != are_wide) return false;
    }
    return true;
}

struct heif_decoding_options *pixels_options(bool is_strict) {
    struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
    worker_check_memory(options);
    if (options->version >= 3) options->strict_decoding = is_strict;
    return options;
}

// Whether an error or a warning only says that the colors of the box differ from those of the coded image: the box applies
// (ISO/IEC 23000-22). It is heif_suberror_NCLX_colr_VUI_mismatch of version 1.23 and later.
static bool is_about_colors(struct heif_error error) {
    return error.code != heif_error_Ok && (int)error.subcode == 152;
}

bool pixels_find_damage(struct heif_image *image, struct heif_error *warning) {
    for (int index = 0; heif.heif_image_get_decoding_warnings(image, index, warning, 1) > 0; index++)
        if (!is_about_colors(*warning)) return true;
    return false;
}

static struct heif_error decode(
    const struct heif_image_handle *handle, const heif_reply *header, monochrome_kind monochrome,
    const struct heif_decoding_options *options, struct heif_image **image) {
    bool is_stored = monochrome != NOT_MONOCHROME, is_wide = header->depth > 8;
    // older versions make planes of all images before they interleave their samples, which takes more time than it does here
    if (!is_stored && !header->has_alpha && !libheif_is(1, 16)) {
        struct heif_error error = heif.heif_decode_image(handle, image, heif_colorspace_RGB, heif_chroma_444, options);
        if (error.code != heif_error_Ok || has_planes(*image, is_wide)) return error;
        heif.heif_image_release(*image);
    }
    enum heif_chroma narrow = header->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    enum heif_chroma wide = header->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    return heif.heif_decode_image(
        handle, image, is_stored ? heif_colorspace_undefined : heif_colorspace_RGB,
        is_stored ? heif_chroma_undefined
        : is_wide ? wide
                  : narrow,
        options);
}

struct heif_error pixels_decode(
    const struct heif_image_handle *handle, const heif_reply *header, monochrome_kind monochrome,
    const struct heif_decoding_options *options, struct heif_image **image) {
    struct heif_error error = decode(handle, header, monochrome, options, image), damage;
    if (!is_about_colors(error)) return error;
    struct heif_decoding_options *tolerant = pixels_options(false);
    error = decode(handle, header, monochrome, tolerant, image);
    heif.heif_decoding_options_free(tolerant);
    if (error.code != heif_error_Ok || !pixels_find_damage(*image, &damage)) return error;
    heif.heif_image_release(*image);
    damage.message = "the coded image is damaged";
    return damage;
}

pixel_rows rows_of_header(const heif_reply *header) {
    return (pixel_rows){
        .step = 1,
        .width = header->width,
        .height = header->height,
        .channel_count = (header->is_gray ? 1 : 3) + (header->has_alpha ? 1 : 0),
        .is_wide = header->depth > 8,
        .is_premultiplied = header->has_alpha && header->is_premultiplied};
}

size_t rows_byte_count(const pixel_rows *rows) { return rows->width * rows->channel_count * (rows->is_wide ? 2 : 1); }

// MARK: - Samples

// Whether samples of a monochrome image have limited range. An image of tiles has no description of its own.
static bool has_limited_range(const struct heif_image *image, bool is_limited_file) {
    struct heif_color_profile_nclx *codes = NULL;
    if (heif.heif_image_get_nclx_color_profile(image, &codes).code != heif_error_Ok || !codes) return is_limited_file;
    bool is_limited = !codes->full_range_flag;
    heif.heif_nclx_color_profile_free(codes);
    return is_limited;
}

// What becomes of each sample of a depth: a value up to the full scale of the result.
static uint16_t *make_values(unsigned depth, bool is_limited, uint32_t full_scale) {
    uint32_t greatest = (1u << depth) - 1, low = is_limited ? 16u << (depth - 8) : 0;
    uint32_t span = is_limited ? 219u << (depth - 8) : greatest;
    uint16_t *values = malloc(((size_t)greatest + 1) * sizeof *values);
    worker_check_memory(values);
    for (uint32_t sample = 0; sample <= greatest; sample++) {
        uint64_t value = sample < low ? 0 : ((uint64_t)(sample - low) * full_scale + span / 2) / span;
        values[sample] = (uint16_t)(value < full_scale ? value : full_scale);
    }
    return values;
}

// The samples of a plane; fails if it does not have the size of the image.
static channel_samples find_plane(
    const struct heif_image *image, enum heif_channel plane, const pixel_rows *rows, unsigned *depth) {
    int stride = 0, bits = heif.heif_image_get_bits_per_pixel_range(image, plane);
    const uint8_t *start = heif.heif_image_get_plane_readonly(image, plane, &stride);
    bool has_size = heif.heif_image_get_width(image, plane) == (int)rows->width &&
                    heif.heif_image_get_height(image, plane) == (int)rows->height;
    if (!start || !has_size) worker_fail(HELPER_DAMAGED, "the image does not have the size that the file announces");
    if (bits < 8 || bits > 16) worker_fail(HELPER_DAMAGED, "invalid depth");
    *depth = (unsigned)bits;
    return (channel_samples){
        .start = start, .stride = (size_t)stride, .is_wide = bits > 8, .greatest = (uint16_t)((1u << bits) - 1)};
}

// The channels of an image in planes of their own, or of one plane that is gray.
static void find_channels(pixel_rows *rows, const struct heif_image *image, bool is_gray, bool is_limited) {
    uint32_t full_scale = rows->is_wide ? 65535 : 255;
    unsigned depth = 0;
    const uint16_t *values = NULL;
    size_t color_count = rows->channel_count < 3 ? 1 : 3;
    for (size_t color = 0; color < color_count; color++) {
        rows->channels[color] = find_plane(image, is_gray ? heif_channel_Y : colors[color], rows, &depth);
        if (color == 0) values = make_values(depth, is_limited, full_scale);
        if (rows->channels[color].greatest != rows->channels[0].greatest) worker_fail(HELPER_DAMAGED, "invalid depth");
        rows->channels[color].values = values;
    }
    if (rows->channel_count == color_count || !heif.heif_image_has_channel(image, heif_channel_Alpha)) return;
    rows->channels[color_count] = find_plane(image, heif_channel_Alpha, rows, &depth);
    rows->channels[color_count].values = make_values(depth, false, full_scale);
}

void rows_find_monochrome(
    pixel_rows *rows, const struct heif_image *image, monochrome_kind monochrome, bool is_limited_file) {
    if (heif.heif_image_get_colorspace(image) == heif_colorspace_monochrome) {
        find_channels(rows, image, true, has_limited_range(image, is_limited_file));
    } else if (heif.heif_image_get_colorspace(image) == heif_colorspace_RGB) {
        // versions that assemble tiles of all kinds in RGB leave the samples of monochrome ones as they are
        find_channels(rows, image, false, monochrome == MONOCHROME_TILES && is_limited_file);
    } else {
        worker_fail(HELPER_DAMAGED, "the image is not monochrome, as the file announces");
    }
}

void rows_find_colors(pixel_rows *rows, const struct heif_image *image) {
    bool is_interleaved = heif.heif_image_has_channel(image, heif_channel_interleaved);
    unsigned depth = 0;
    for (size_t number = 0; number < rows->channel_count; number++) {
        channel_samples samples =
            find_plane(image, is_interleaved ? heif_channel_interleaved : colors[number], rows, &depth);
        if (samples.is_wide != rows->is_wide) worker_fail(HELPER_DAMAGED, "invalid depth");
        if (is_interleaved) samples.start += number * (rows->is_wide ? 2 : 1);
        rows->channels[number] = samples;
        if (samples.greatest != rows->channels[0].greatest) worker_fail(HELPER_DAMAGED, "invalid depth");
    }
    if (is_interleaved) rows->step = rows->channel_count;
    const uint16_t *values = rows->is_wide ? make_values(depth, false, 65535) : NULL;
    for (size_t number = 0; number < rows->channel_count; number++) rows->channels[number].values = values;
}

void rows_release(pixel_rows *rows) { free((void *)rows->channels[0].values); }

// MARK: - Rows

static uint32_t sample_of(const channel_samples *channel, const void *row, size_t index) {
    uint16_t sample = channel->is_wide ? ((const uint16_t *)row)[index] : ((const uint8_t *)row)[index];
    return sample < channel->greatest ? sample : channel->greatest;
}

static void convert_channel(const pixel_rows *rows, size_t number, size_t y, void *result) {
    const channel_samples *channel = &rows->channels[number];
    const uint8_t *row = channel->start ? channel->start + y * channel->stride : NULL;
    for (size_t x = 0; x < rows->width; x++) {
        uint16_t value = row ? channel->values[sample_of(channel, row, x * rows->step)] : UINT16_MAX;
        size_t index = x * rows->channel_count + number;
        if (rows->is_wide) ((uint16_t *)result)[index] = value;
        else ((uint8_t *)result)[index] = (uint8_t)value;
    }
}

static uint32_t divided(uint32_t value, uint32_t alpha, uint32_t full_scale) {
    if (alpha == 0) return 0;
    uint64_t quotient = ((uint64_t)value * full_scale + alpha / 2) / alpha;
    return quotient < full_scale ? (uint32_t)quotient : full_scale;
}

static void divide_by_alpha(const pixel_rows *rows, void *result) {
    uint8_t *narrow = result;
    uint16_t *wide = result;
    size_t count = rows->channel_count;
    for (size_t x = 0; x < rows->width; x++) {
        size_t alpha = count * x + count - 1;
        for (size_t color = count * x; color < alpha; color++) {
            if (rows->is_wide) wide[color] = (uint16_t)divided(wide[color], wide[alpha], 65535);
            else narrow[color] = (uint8_t)divided(narrow[color], narrow[alpha], 255);
        }
    }
}

// Interleaves samples of 8 bits, of three channels.
static void interleave(const pixel_rows *rows, size_t y, uint8_t *restrict result) {
    const channel_samples *channels = rows->channels;
    const uint8_t *red = channels[0].start + y * channels[0].stride, *green = channels[1].start + y * channels[1].stride,
                  *blue = channels[2].start + y * channels[2].stride;
    for (size_t x = 0; x < rows->width; x++) {
        result[3 * x] = red[x];
        result[3 * x + 1] = green[x];
        result[3 * x + 2] = blue[x];
    }
}

bool rows_are_ready(const pixel_rows *rows) { return !rows->channels[0].values && rows->step == rows->channel_count; }

void rows_convert(const pixel_rows *rows, size_t y, uint8_t *result) {
    if (rows_are_ready(rows)) {
        memcpy(result, rows->channels[0].start + y * rows->channels[0].stride, rows->width * rows->channel_count);
    } else if (!rows->channels[0].values) {
        interleave(rows, y, result);
    } else {
        for (size_t number = 0; number < rows->channel_count; number++) convert_channel(rows, number, y, result);
    }
    if (rows->is_premultiplied) divide_by_alpha(rows, result);
}
