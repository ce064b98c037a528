#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "library.h"
#include "survey.h"
#include "worker.h"

enum { ROWS_AT_ONCE = 1 << 18 };  // the number of bytes up to which rows are collected

// What is read before the pixels, in the order in which it is sent.
typedef struct file_header {
    heif_reply reply;
    uint8_t *profile;
    uint8_t *exif;
    uint8_t *xmp;
    bool is_limited;  // whether samples have limited range, as far as the file tells
} file_header;

// MARK: - The header

// Fails if the library refuses a file.
static void check_opened(struct heif_error error) {
    bool may_be_valid = error.subcode == heif_suberror_Unspecified ||
                        error.subcode == heif_suberror_Nonexisting_item_referenced ||
                        error.subcode == heif_suberror_Auxiliary_image_type_unspecified;
    if (error.code != heif_error_Ok && may_be_valid) worker_fail_unsupported(error);
    worker_check(error);
}

static struct heif_image_handle *open_image(
    struct heif_context *context, const uint8_t *file, size_t count, const heif_task *task) {
    libheif_allow_items(context, MOST_ITEMS, MOST_REFERENCES);
    heif.heif_context_set_maximum_image_size_limit(context, (int)task->longest_side);
    heif.heif_context_set_max_decoding_threads(context, (int)task->threads);
    check_opened(heif.heif_context_read_from_memory_without_copy(context, file, count, NULL));
    struct heif_image_handle *image;
    check_opened(heif.heif_context_get_primary_image_handle(context, &image));
    return image;
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

// Counts metadata before memory for it is allocated.
static size_t counted(size_t count, const file_header *header, const heif_task *task) {
    const heif_reply *reply = &header->reply;
    uint64_t sum = reply->profile_count + reply->exif_count + reply->xmp_count;
    if (sum + count > task->metadata_limit) worker_fail(HELPER_OVER_LIMIT, "metadata");
    return count;
}

// Fails for matrices that libheif applies wrongly: it ignores the range, or the depth.
static void check_matrix(const struct heif_color_profile_nclx *codes, uint32_t depth) {
    bool is_limited = !codes->full_range_flag;
    if (codes->matrix_coefficients == heif_matrix_coefficients_RGB_GBR && is_limited)
        worker_fail(HELPER_UNSUPPORTED, "RGB samples of limited range");
    if (codes->matrix_coefficients == heif_matrix_coefficients_YCgCo && (is_limited || depth > 8))
        worker_fail(HELPER_UNSUPPORTED, "YCgCo samples of limited range, or of more than 8 bits");
}

// Reads the code points of the file, which also tell the range of its samples.
static void read_codes(file_header *header, const struct heif_image_handle *image, const heif_task *task) {
    struct heif_color_profile_nclx *codes = NULL;
    if (heif.heif_image_handle_get_nclx_color_profile(image, &codes).code != heif_error_Ok || !codes) return;
    header->reply.primaries = (uint32_t)codes->color_primaries;
    header->reply.transfer = (uint32_t)codes->transfer_characteristics;
    header->is_limited = !codes->full_range_flag;
    if (task->monochrome == HEIF_NOT_MONOCHROME) check_matrix(codes, header->reply.depth);
    heif.heif_nclx_color_profile_free(codes);
}

static void read_profile(file_header *header, const struct heif_image_handle *image, const heif_task *task) {
    heif_reply *reply = &header->reply;
    size_t count = counted(heif.heif_image_handle_get_raw_color_profile_size(image), header, task);
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

static file_header read_header(struct heif_context *context, const struct heif_image_handle *image, const heif_task *task) {
    file_header header = {.reply = {.kind = HEIF_HEADER, .primaries = 2, .transfer = 2}};
    heif_reply *reply = &header.reply;
    int width = heif.heif_image_handle_get_width(image), height = heif.heif_image_handle_get_height(image);
    int depth = heif.heif_image_handle_get_luma_bits_per_pixel(image);
    if (width < 1 || height < 1 || depth < 1 || depth > 16) worker_fail(HELPER_DAMAGED, "invalid size or depth");
    reply->width = (uint32_t)width;
    reply->height = (uint32_t)height;
    reply->depth = (uint32_t)depth;
    reply->has_alpha = heif.heif_image_handle_has_alpha_channel(image);
    reply->is_premultiplied = heif.heif_image_handle_is_premultiplied_alpha(image);
    reply->is_gray = task->item != 0 && task->monochrome != HEIF_NOT_MONOCHROME && !reply->has_alpha;
    reply->other_images = count_others(context, task);
    reply->auxiliary_images =
        (uint32_t)heif.heif_image_handle_get_number_of_auxiliary_images(image, LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA);
    reply->thumbnails = (uint32_t)heif.heif_image_handle_get_number_of_thumbnails(image);
    read_codes(&header, image, task);
    if (task->wants_colors) read_profile(&header, image, task);
    if (task->wants_texts) {
        header.exif = read_block(image, "Exif", NULL, &header, task, &reply->exif_count);
        header.xmp = read_block(image, "mime", "application/rdf+xml", &header, task, &reply->xmp_count);
    }
    return header;
}

static void send_header(const file_header *header, const file_survey *survey) {
    worker_reply(&header->reply);
    worker_send(header->profile, header->reply.profile_count);
    worker_send(header->exif, header->reply.exif_count);
    worker_send(header->xmp, header->reply.xmp_count);
    worker_send(survey->tone_mapping, survey->tone_mapping_count);
    free(header->profile);
    free(header->exif);
    free(header->xmp);
}

// MARK: - The pixels

// Monochrome images are decoded as they are stored: libheif ignores their range when it converts them to RGB.
static struct heif_error decode_image(
    const struct heif_image_handle *handle, const heif_reply *header, heif_monochrome monochrome, bool is_strict,
    struct heif_image **image) {
    struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
    worker_check_memory(options);
    if (options->version >= 3) options->strict_decoding = is_strict;
    enum heif_chroma narrow = header->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    enum heif_chroma wide = header->has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    bool is_stored = monochrome != HEIF_NOT_MONOCHROME;
    struct heif_error error = heif.heif_decode_image(
        handle, image, is_stored ? heif_colorspace_undefined : heif_colorspace_RGB,
        is_stored           ? heif_chroma_undefined
        : header->depth > 8 ? wide
                            : narrow,
        options);
    heif.heif_decoding_options_free(options);
    struct heif_error warning;
    if (error.code == heif_error_Ok && is_strict && heif.heif_image_get_decoding_warnings(*image, 0, &warning, 1) > 0) {
        heif.heif_image_release(*image);
        return warning;
    }
    return error;
}

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

// The samples of a channel.
typedef struct channel_samples {
    const uint8_t *start;  // NULL if all samples are the greatest
    size_t stride;
    bool is_wide;
    uint16_t greatest;
    const uint16_t *values;  // NULL if the samples are those of the result
} channel_samples;

// The rows of a decoded image, and how their samples become those that are sent.
typedef struct pixel_rows {
    channel_samples channels[4];
    size_t step;  // from a sample of a channel to the next one, in samples
    size_t width;
    size_t height;
    size_t channel_count;
    bool is_wide;
    bool is_premultiplied;
} pixel_rows;

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
    for (size_t x = 0; x < rows->width; x++) {
        for (size_t color = 4 * x; color < 4 * x + 3; color++) {
            if (rows->is_wide) {
                wide[color] = (uint16_t)divided(wide[color], wide[4 * x + 3], 65535);
            } else {
                narrow[color] = (uint8_t)divided(narrow[color], narrow[4 * x + 3], 255);
            }
        }
    }
}

static void convert_row(const pixel_rows *rows, size_t y, uint8_t *result) {
    if (!rows->channels[0].values) {
        memcpy(result, rows->channels[0].start + y * rows->channels[0].stride, rows->width * rows->channel_count);
    } else {
        for (size_t number = 0; number < rows->channel_count; number++) convert_channel(rows, number, y, result);
    }
    if (rows->is_premultiplied) divide_by_alpha(rows, result);
}

static void send_rows(const pixel_rows *rows, const heif_reply *reply) {
    size_t count = rows->width * rows->channel_count * (rows->is_wide ? 2 : 1);
    size_t group = ROWS_AT_ONCE / count > 0 ? ROWS_AT_ONCE / count : 1, filled = 0;
    uint8_t *buffer = malloc(group * count);
    worker_check_memory(buffer);
    worker_reply(reply);
    const channel_samples *first = &rows->channels[0];
    if (!first->values && !rows->is_premultiplied && first->stride == count) {
        worker_send(first->start, count * rows->height);
        return;
    }
    for (size_t y = 0; y < rows->height; y++) {
        convert_row(rows, y, buffer + filled++ * count);
        if (filled < group && y + 1 < rows->height) continue;
        worker_send(buffer, filled * count);
        filled = 0;
    }
}

// The samples of a plane; fails if it does not have the size of the image.
static channel_samples find_plane(
    const struct heif_image *image, enum heif_channel plane, const heif_reply *header, unsigned *depth) {
    int stride = 0, bits = heif.heif_image_get_bits_per_pixel_range(image, plane);
    const uint8_t *start = heif.heif_image_get_plane_readonly(image, plane, &stride);
    bool has_size = heif.heif_image_get_width(image, plane) == (int)header->width &&
                    heif.heif_image_get_height(image, plane) == (int)header->height;
    if (!start || !has_size) worker_fail(HELPER_DAMAGED, "the image does not have the size that the file announces");
    if (bits < 8 || bits > 16) worker_fail(HELPER_DAMAGED, "invalid depth");
    *depth = (unsigned)bits;
    return (channel_samples){
        .start = start, .stride = (size_t)stride, .is_wide = bits > 8, .greatest = (uint16_t)((1u << bits) - 1)};
}

// The channels of an image in planes of their own, or of one plane that is gray.
static void find_channels(
    const struct heif_image *image, const heif_reply *header, bool is_gray, bool is_limited, pixel_rows *rows) {
    static const enum heif_channel colors[] = {heif_channel_R, heif_channel_G, heif_channel_B};
    uint32_t full_scale = rows->is_wide ? 65535 : 255;
    unsigned depth = 0;
    const uint16_t *values = NULL;
    for (int color = 0; color < 3; color++) {
        rows->channels[color] = find_plane(image, is_gray ? heif_channel_Y : colors[color], header, &depth);
        if (color == 0) values = make_values(depth, is_limited, full_scale);
        if (rows->channels[color].greatest != rows->channels[0].greatest) worker_fail(HELPER_DAMAGED, "invalid depth");
        rows->channels[color].values = values;
    }
    if (!header->has_alpha || !heif.heif_image_has_channel(image, heif_channel_Alpha)) return;
    rows->channels[3] = find_plane(image, heif_channel_Alpha, header, &depth);
    rows->channels[3].values = make_values(depth, false, full_scale);
}

// The channels of an image with interleaved samples.
static void find_samples(const struct heif_image *image, const heif_reply *header, pixel_rows *rows) {
    unsigned depth = 0;
    channel_samples samples = find_plane(image, heif_channel_interleaved, header, &depth);
    if (samples.is_wide != rows->is_wide) worker_fail(HELPER_DAMAGED, "invalid depth");
    if (rows->is_wide) samples.values = make_values(depth, false, 65535);
    for (size_t number = 0; number < rows->channel_count; number++) {
        rows->channels[number] = samples;
        rows->channels[number].start += number * (rows->is_wide ? 2 : 1);
    }
    rows->step = rows->channel_count;
}

static void send_image(
    const struct heif_image *image, const heif_reply *header, heif_monochrome monochrome, bool is_limited_file,
    bool is_damaged) {
    pixel_rows rows = {
        .step = 1,
        .width = header->width,
        .height = header->height,
        .channel_count = header->has_alpha ? 4
                         : header->is_gray ? 1
                                           : 3,
        .is_wide = header->depth > 8,
        .is_premultiplied = header->has_alpha && header->is_premultiplied};
    if (monochrome == HEIF_NOT_MONOCHROME) {
        find_samples(image, header, &rows);
    } else if (heif.heif_image_get_colorspace(image) == heif_colorspace_monochrome) {
        find_channels(image, header, true, has_limited_range(image, is_limited_file), &rows);
    } else if (heif.heif_image_get_colorspace(image) == heif_colorspace_RGB) {
        // versions that assemble tiles of all kinds in RGB leave the samples of monochrome ones as they are
        find_channels(image, header, false, monochrome == HEIF_MONOCHROME_TILES && is_limited_file, &rows);
    } else {
        worker_fail(HELPER_DAMAGED, "the image is not monochrome, as the file announces");
    }
    heif_reply reply = {.kind = HEIF_PIXELS, .is_damaged = is_damaged};
    send_rows(&rows, &reply);
}

// MARK: - Both

void worker_read(const heif_task *task) {
    enum heif_compression_format compression = task->format == HEIF_AVIF ? heif_compression_AV1 : heif_compression_HEVC;
    if (!heif.heif_have_decoder_for_format(compression)) worker_fail(HELPER_NO_CODEC, "");
    size_t count = task->file_count;
    uint8_t *file = worker_receive_new(count);
    file_survey survey = survey_file(file, count, task);
    worker_limit_processor(survey.work, count);
    repair_file(&file, &count, task->item);
    struct heif_context *context = heif.heif_context_alloc();
    worker_check_memory(context);
    struct heif_image_handle *handle = open_image(context, file, count, task);
    file_header header = read_header(context, handle, task);
    header.reply.tone_mapping_count = survey.tone_mapping_count;
    send_header(&header, &survey);

    heif_decode request;
    worker_receive(&request, sizeof request);
    worker_limit_memory(request.memory);
    heif_monochrome monochrome = (heif_monochrome)task->monochrome;
    struct heif_image *image = NULL;
    struct heif_error error = decode_image(handle, &header.reply, monochrome, true, &image);
    bool is_damaged = error.code != heif_error_Ok && request.allows_damage;
    if (is_damaged && decode_image(handle, &header.reply, monochrome, false, &image).code == heif_error_Ok)
        error.code = heif_error_Ok;
    worker_check(error);
    heif.heif_image_handle_release(handle);
    heif.heif_context_free(context);
    free(file);
    send_image(image, &header.reply, monochrome, header.is_limited, is_damaged);
}
