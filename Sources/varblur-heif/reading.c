#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "library.h"
#include "pixels.h"
#include "survey.h"
#include "tiles.h"
#include "worker.h"

enum { ROWS_AT_ONCE = 1 << 18 };  // the number of bytes up to which rows are collected

// MARK: - The header

// Fails if the library refuses a file.
static void check_opened(struct heif_error error) {
    bool may_be_valid = error.subcode == heif_suberror_Unspecified ||
                        error.subcode == heif_suberror_Nonexisting_item_referenced ||
                        error.subcode == heif_suberror_Auxiliary_image_type_unspecified;
    if (error.code != heif_error_Ok && may_be_valid) worker_fail_unsupported(error);
    worker_check(error);
}

static struct heif_context *open_file(const uint8_t *file, size_t count, const heif_task *task) {
    struct heif_context *context = heif.heif_context_alloc();
    worker_check_memory(context);
    libheif_allow_items(context, MOST_ITEMS, MOST_REFERENCES);
    heif.heif_context_set_maximum_image_size_limit(context, (int)task->longest_side);
    heif.heif_context_set_max_decoding_threads(context, (int)task->threads);
    check_opened(heif.heif_context_read_from_memory_without_copy(context, file, count, NULL));
    return context;
}

// Counts the images beside the picture that are not for another rendition of it.
static uint32_t count_others(struct heif_context *context, const heif_task *task) {
    static heif_item_id images[MOST_ITEMS];
    int count = heif.heif_context_get_list_of_top_level_image_IDs(context, images, MOST_ITEMS);
    uint32_t others = 0;
    for (int index = 0; index < count; index++)
        others += images[index] != task->tone_mapping && images[index] != task->gain_map;
    return others > 0 ? others - 1 : 0;
}

// Whether libheif has a matrix (ITU-T H.273). It applies that of BT.601 instead of others, and that of another kind for a constant luminance.
static bool has_matrix(uint32_t matrix) {
    bool is_for_any_primaries = matrix == heif_matrix_coefficients_chromaticity_derived_non_constant_luminance;
    return (matrix <= heif_matrix_coefficients_ITU_R_BT_2020_2_non_constant_luminance && matrix != 3) ||
           is_for_any_primaries;
}

// Fails for matrices that libheif does not have, or applies wrongly: it ignores the range, or the depth.
static void check_matrix(const color_codes *codes, uint32_t depth) {
    if (!has_matrix(codes->matrix)) {
        char text[64];
        snprintf(text, sizeof text, "colors with the matrix coefficients %" PRIu32, codes->matrix);
        worker_fail(HELPER_UNSUPPORTED, text);
    }
    if (codes->matrix == heif_matrix_coefficients_RGB_GBR && !codes->is_full_range)
        worker_fail(HELPER_UNSUPPORTED, "RGB samples of limited range");
    if (codes->matrix == heif_matrix_coefficients_YCgCo && (!codes->is_full_range || depth > 8))
        worker_fail(HELPER_UNSUPPORTED, "YCgCo samples of limited range, or of more than 8 bits");
}

static void read_profile(file_header *header, const struct heif_image_handle *image, const heif_task *task) {
    heif_reply *reply = &header->reply;
    size_t count = worker_count(heif.heif_image_handle_get_raw_color_profile_size(image), header, task);
    if (count == 0) return;
    worker_check_memory(header->profile = malloc(count));
    worker_check(heif.heif_image_handle_get_raw_color_profile(image, header->profile));
    reply->profile_count = count;
}

// Reads the first block of metadata of a type; NULL if there is none.
static uint8_t *read_block(
    const struct heif_image_handle *image, const char *type, const char *content, file_header *header,
    const heif_task *task, uint64_t *count) {
    heif_item_id blocks[16];
    int block_count = heif.heif_image_handle_get_list_of_metadata_block_IDs(image, type, blocks, 16);
    for (int index = 0; index < block_count; index++) {
        const char *found = heif.heif_image_handle_get_metadata_content_type(image, blocks[index]);
        if (content && (!found || strcmp(found, content) != 0)) continue;
        size_t size = worker_count(heif.heif_image_handle_get_metadata_size(image, blocks[index]), header, task);
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
    struct heif_context *context, const struct heif_image_handle *image, const file_survey *survey,
    const heif_task *task) {
    const color_codes *codes = &survey->colors;
    file_header header = {
        .reply = {.kind = HEIF_HEADER, .primaries = codes->primaries, .transfer = codes->transfer},
        .is_limited = !codes->is_full_range};
    heif_reply *reply = &header.reply;
    int width = heif.heif_image_handle_get_width(image), height = heif.heif_image_handle_get_height(image);
    int depth = heif.heif_image_handle_get_luma_bits_per_pixel(image);
    if (width < 1 || height < 1 || depth < 1 || depth > 16) worker_fail(HELPER_DAMAGED, "invalid size or depth");
    reply->width = (uint32_t)width;
    reply->height = (uint32_t)height;
    reply->depth = (uint32_t)depth;
    reply->has_alpha = heif.heif_image_handle_has_alpha_channel(image);
    reply->is_premultiplied = heif.heif_image_handle_is_premultiplied_alpha(image);
    reply->is_gray = survey->monochrome != NOT_MONOCHROME;
    reply->other_images = count_others(context, task);
    reply->auxiliary_images =
        (uint32_t)heif.heif_image_handle_get_number_of_auxiliary_images(image, LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA);
    reply->thumbnails = (uint32_t)heif.heif_image_handle_get_number_of_thumbnails(image);
    if (survey->monochrome == NOT_MONOCHROME) check_matrix(codes, reply->depth);
    if (task->wants_colors) read_profile(&header, image, task);
    if (task->wants_texts) {
        header.exif = read_block(image, "Exif", NULL, &header, task, &reply->exif_count);
        header.xmp = read_block(image, "mime", "application/rdf+xml", &header, task, &reply->xmp_count);
    }
    return header;
}

// MARK: - The pixels

static struct heif_error decode_whole(
    const struct heif_image_handle *handle, const heif_reply *header, monochrome_kind monochrome, bool is_strict,
    struct heif_image **image) {
    struct heif_decoding_options *options = pixels_options(is_strict);
    struct heif_error error = pixels_decode(handle, header, monochrome, options, image), warning;
    heif.heif_decoding_options_free(options);
    if (error.code == heif_error_Ok && is_strict && pixels_find_damage(*image, &warning)) {
        // the text belongs to the image
        static char text[256];
        snprintf(text, sizeof text, "%s", warning.message);
        warning.message = text;
        heif.heif_image_release(*image);
        return warning;
    }
    return error;
}

static void send_rows(const pixel_rows *rows, bool is_damaged) {
    size_t count = rows_byte_count(rows);
    size_t group = ROWS_AT_ONCE / count > 0 ? ROWS_AT_ONCE / count : 1, filled = 0;
    uint8_t *buffer = malloc(group * count);
    worker_check_memory(buffer);
    heif_reply reply = {.kind = HEIF_PIXELS, .count = count * rows->height, .is_damaged = is_damaged};
    worker_reply(&reply);
    const channel_samples *first = &rows->channels[0];
    if (rows_are_ready(rows) && !rows->is_premultiplied && first->stride == count) {
        worker_send(first->start, count * rows->height);
        return;
    }
    for (size_t y = 0; y < rows->height; y++) {
        rows_convert(rows, y, buffer + filled++ * count);
        if (filled < group && y + 1 < rows->height) continue;
        worker_send(buffer, filled * count);
        filled = 0;
    }
}

// Decodes an image as a whole, and sends its rows.
static void send_whole(
    const struct heif_image_handle *handle, const file_header *header, monochrome_kind monochrome, bool allows_damage) {
    struct heif_image *image = NULL;
    struct heif_error error = decode_whole(handle, &header->reply, monochrome, true, &image);
    bool is_damaged = error.code != heif_error_Ok && allows_damage;
    if (is_damaged && decode_whole(handle, &header->reply, monochrome, false, &image).code == heif_error_Ok)
        error.code = heif_error_Ok;
    worker_check(error);
    pixel_rows rows = rows_of_header(&header->reply);
    if (monochrome == NOT_MONOCHROME) rows_find_colors(&rows, image);
    else rows_find_monochrome(&rows, image, monochrome, header->is_limited);
    send_rows(&rows, is_damaged);
}

// MARK: - Both

void worker_read(const heif_task *task, heif_format format) {
    enum heif_compression_format compression = format == HEIF_AVIF ? heif_compression_AV1 : heif_compression_HEVC;
    if (!heif.heif_have_decoder_for_format(compression)) worker_fail(HELPER_NO_CODEC, "");
    size_t count = task->file_count;
    uint8_t *file = worker_receive_new(count);
    file_survey survey = survey_file(file, count, task);
    worker_limit_processor(survey.work, count);
    repair_file(&file, &count, task, &survey);
    memory_is_used_again();
    struct heif_context *context = open_file(file, count, task);
    struct heif_image_handle *handle;
    check_opened(heif.heif_context_get_primary_image_handle(context, &handle));
    file_header header = read_header(context, handle, &survey, task);
    if (survey.has_alpha && !header.reply.has_alpha)
        worker_fail_unsupported((struct heif_error){.message = "its alpha channel cannot be read"});
    header.reply.tone_mapping_count = survey.tone_mapping_count;
    header.tone_mapping = survey.tone_mapping;
    memcpy(header.reply.light_levels, survey.light_levels, sizeof survey.light_levels);
    memcpy(header.reply.mastering_display, survey.mastering_display, sizeof survey.mastering_display);
    heif_decode request = worker_send_header(&header);
    // what of a damaged grid can be read, the library decides for the whole
    if (!request.allows_damage && tiles_are_separable(&survey, &header.reply)) {
        show_tiles(file, count, &survey.grid);
        if (tiles_send(&survey.grid, open_file(file, count, task), &header.reply, task->threads)) return;
    }
    send_whole(handle, &header, survey.monochrome, request.allows_damage);
}
