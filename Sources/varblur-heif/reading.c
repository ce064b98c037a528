#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "worker.h"

enum { ROWS_AT_ONCE = 1 << 18 };  // the number of bytes up to which rows are collected

// What is read before the pixels, in the order in which it is sent.
typedef struct file_header {
    heif_reply reply;
    uint8_t *profile;
    uint8_t *exif;
    uint8_t *xmp;
} file_header;

// MARK: - The header

static struct heif_image_handle *open_image(struct heif_context *context, const uint8_t *file, const heif_task *task) {
    heif.heif_context_set_maximum_image_size_limit(context, (int)task->longest_side);
    heif.heif_context_set_max_decoding_threads(context, (int)task->threads);
    worker_check(heif.heif_context_read_from_memory_without_copy(context, file, task->file_count, NULL));
    struct heif_image_handle *image;
    worker_check(heif.heif_context_get_primary_image_handle(context, &image));
    return image;
}

// Counts metadata before memory for it is allocated.
static size_t counted(size_t count, const file_header *header, const heif_task *task) {
    const heif_reply *reply = &header->reply;
    uint64_t sum = reply->profile_count + reply->exif_count + reply->xmp_count;
    if (sum + count > task->metadata_limit) worker_fail(HEIF_OVER_LIMIT, "metadata");
    return count;
}

static void read_colors(file_header *header, const struct heif_image_handle *image, const heif_task *task) {
    heif_reply *reply = &header->reply;
    struct heif_color_profile_nclx *codes = NULL;
    if (heif.heif_image_handle_get_nclx_color_profile(image, &codes).code == heif_error_Ok && codes != NULL) {
        reply->primaries = (uint32_t)codes->color_primaries;
        reply->transfer = (uint32_t)codes->transfer_characteristics;
        heif.heif_nclx_color_profile_free(codes);
    }
    size_t count = counted(heif.heif_image_handle_get_raw_color_profile_size(image), header, task);
    if (count == 0) return;
    worker_check_memory(header->profile = malloc(count));
    worker_check(heif.heif_image_handle_get_raw_color_profile(image, header->profile));
    reply->profile_count = count;
}

// Reads the first block of metadata of a type; NULL if there is none.
static uint8_t *read_block(
    const struct heif_image_handle *image, const char *type, const char *content, file_header *header,
    const heif_task *task, uint64_t *count
) {
    heif_item_id blocks[16];
    int block_count = heif.heif_image_handle_get_list_of_metadata_block_IDs(image, type, blocks, 16);
    for (int index = 0; index < block_count; index++) {
        const char *found = heif.heif_image_handle_get_metadata_content_type(image, blocks[index]);
        if (content != NULL && (found == NULL || strcmp(found, content) != 0)) continue;
        size_t size = counted(heif.heif_image_handle_get_metadata_size(image, blocks[index]), header, task);
        if (size == 0) continue;
        uint8_t *bytes = malloc(size);
        worker_check_memory(bytes);
        worker_check(heif.heif_image_handle_get_metadata(image, blocks[index], bytes));
        *count = size;
        return bytes;
    }
    return NULL;
}

static file_header read_header(
    struct heif_context *context, const struct heif_image_handle *image, const heif_task *task
) {
    file_header header = {.reply = {.kind = HEIF_HEADER, .primaries = 2, .transfer = 2}};
    heif_reply *reply = &header.reply;
    int width = heif.heif_image_handle_get_width(image), height = heif.heif_image_handle_get_height(image);
    int depth = heif.heif_image_handle_get_luma_bits_per_pixel(image);
    if (width < 1 || height < 1 || depth < 1 || depth > 16) worker_fail(HEIF_DAMAGED, "invalid size or depth");
    reply->width = (uint32_t)width;
    reply->height = (uint32_t)height;
    reply->depth = (uint32_t)depth;
    reply->has_alpha = heif.heif_image_handle_has_alpha_channel(image);
    reply->is_premultiplied = heif.heif_image_handle_is_premultiplied_alpha(image);
    reply->other_images = (uint32_t)heif.heif_context_get_number_of_top_level_images(context) - 1;
    reply->auxiliary_images = (uint32_t)heif.heif_image_handle_get_number_of_auxiliary_images(
        image, LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA);
    reply->thumbnails = (uint32_t)heif.heif_image_handle_get_number_of_thumbnails(image);
    if (task->wants_colors) read_colors(&header, image, task);
    if (task->wants_texts) {
        header.exif = read_block(image, "Exif", NULL, &header, task, &reply->exif_count);
        header.xmp = read_block(image, "mime", "application/rdf+xml", &header, task, &reply->xmp_count);
    }
    return header;
}

static void send_header(const file_header *header) {
    worker_reply(&header->reply);
    worker_send(header->profile, header->reply.profile_count);
    worker_send(header->exif, header->reply.exif_count);
    worker_send(header->xmp, header->reply.xmp_count);
    free(header->profile);
    free(header->exif);
    free(header->xmp);
}

// MARK: - The pixels

static struct heif_error decode_image(
    const struct heif_image_handle *handle, const heif_reply *header, bool is_strict, struct heif_image **image
) {
    struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
    worker_check_memory(options);
    if (options->version >= 3) options->strict_decoding = is_strict;
    enum heif_chroma narrow = header->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    enum heif_chroma wide = header->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    struct heif_error error =
        heif.heif_decode_image(handle, image, heif_colorspace_RGB, header->depth > 8 ? wide : narrow, options);
    heif.heif_decoding_options_free(options);
    struct heif_error warning;
    if (error.code == heif_error_Ok && is_strict && heif.heif_image_get_decoding_warnings(*image, 0, &warning, 1) > 0) {
        heif.heif_image_release(*image);
        return warning;
    }
    return error;
}

// The rows of a decoded image, and how their samples become those that are sent.
typedef struct pixel_rows {
    const uint8_t *start;
    size_t stride;
    size_t width;
    size_t height;
    size_t channels;
    bool is_wide;
    bool is_premultiplied;
    uint16_t *steps;  // for each wide sample, its value of 16 bits
    unsigned greatest;
} pixel_rows;

static void divide_by_alpha(uint8_t *pixel, unsigned alpha) {
    for (int channel = 0; channel < 3; channel++) {
        unsigned value = alpha == 0 ? 0 : (pixel[channel] * 255u + alpha / 2) / alpha;
        pixel[channel] = (uint8_t)(value < 255 ? value : 255);
    }
}

static void convert_row(const pixel_rows *rows, const uint8_t *row, uint8_t *result) {
    size_t count = rows->width * rows->channels;
    if (!rows->is_wide) {
        memcpy(result, row, count);
        for (size_t index = 0; rows->is_premultiplied && index < count; index += 4) divide_by_alpha(result + index, row[index + 3]);
        return;
    }
    const uint16_t *samples = (const uint16_t *)row;
    uint16_t *target = (uint16_t *)result;
    for (size_t index = 0; index < count; index++) {
        uint32_t sample = samples[index] < rows->greatest ? samples[index] : rows->greatest;
        if (rows->is_premultiplied && index % 4 != 3) {
            uint32_t alpha = samples[index / 4 * 4 + 3];
            sample = alpha == 0 ? 0 : (uint32_t)(((uint64_t)sample * rows->greatest + alpha / 2) / alpha);
            if (sample > rows->greatest) sample = rows->greatest;
        }
        target[index] = rows->steps[sample];
    }
}

static void send_rows(const pixel_rows *rows, const heif_reply *reply) {
    size_t count = rows->width * rows->channels * (rows->is_wide ? 2 : 1);
    size_t group = ROWS_AT_ONCE / count > 0 ? ROWS_AT_ONCE / count : 1, filled = 0;
    uint8_t *buffer = malloc(group * count);
    worker_check_memory(buffer);
    worker_reply(reply);
    if (!rows->is_wide && !rows->is_premultiplied && rows->stride == count) {
        worker_send(rows->start, count * rows->height);
        return;
    }
    for (size_t y = 0; y < rows->height; y++) {
        convert_row(rows, rows->start + y * rows->stride, buffer + filled++ * count);
        if (filled < group && y + 1 < rows->height) continue;
        worker_send(buffer, filled * count);
        filled = 0;
    }
}

static void send_image(const struct heif_image *image, const heif_reply *header, bool is_damaged) {
    int stride = 0, depth = heif.heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
    const uint8_t *start = heif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    bool has_size = heif.heif_image_get_width(image, heif_channel_interleaved) == (int)header->width &&
                    heif.heif_image_get_height(image, heif_channel_interleaved) == (int)header->height;
    if (start == NULL || !has_size) worker_fail(HEIF_DAMAGED, "the image does not have the size that the file announces");
    if (depth < 1 || depth > 16) worker_fail(HEIF_DAMAGED, "invalid depth");
    pixel_rows rows = {
        .start = start, .stride = (size_t)stride, .width = header->width, .height = header->height,
        .channels = header->has_alpha ? 4 : 3, .is_wide = header->depth > 8,
        .is_premultiplied = header->has_alpha && header->is_premultiplied, .greatest = (1u << depth) - 1};
    if (rows.is_wide) {
        worker_check_memory(rows.steps = malloc(((size_t)rows.greatest + 1) * sizeof *rows.steps));
        for (uint32_t value = 0; value <= rows.greatest; value++)
            rows.steps[value] = (uint16_t)((value * 65535u + rows.greatest / 2) / rows.greatest);
    }
    heif_reply reply = {.kind = HEIF_PIXELS, .is_damaged = is_damaged};
    send_rows(&rows, &reply);
}

// MARK: - Both

void worker_read(const heif_task *task) {
    enum heif_compression_format compression =
        task->kind == HEIF_READ_AVIF ? heif_compression_AV1 : heif_compression_HEVC;
    if (!heif.heif_have_decoder_for_format(compression)) worker_fail(HEIF_NO_CODEC, "");
    uint8_t *file = worker_receive_new(task->file_count);
    struct heif_context *context = heif.heif_context_alloc();
    worker_check_memory(context);
    struct heif_image_handle *handle = open_image(context, file, task);
    file_header header = read_header(context, handle, task);
    send_header(&header);

    heif_decode request;
    worker_receive(&request, sizeof request);
    worker_limit_memory(request.memory);
    struct heif_image *image = NULL;
    struct heif_error error = decode_image(handle, &header.reply, true, &image);
    bool is_damaged = error.code != heif_error_Ok && request.allows_damage;
    if (is_damaged && decode_image(handle, &header.reply, false, &image).code == heif_error_Ok) error.code = heif_error_Ok;
    worker_check(error);
    heif.heif_image_handle_release(handle);
    heif.heif_context_free(context);
    free(file);
    send_image(image, &header.reply, is_damaged);
}
