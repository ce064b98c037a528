#include <stdlib.h>
#include <string.h>

#include "common/deadline.h"
#include "jpeg_plane_rows.h"
#include "jpeg_reader_state.h"

// libjpeg calls this regularly while it reads scans.
static void check_limits(j_common_ptr common) {
    struct jpeg_decompress_struct *jpeg = (struct jpeg_decompress_struct *)common;
    jpeg_reader *reader = (jpeg_reader *)common;
    if (jpeg->input_scan_number > reader->limits.scans)
        jpeg_failure_raise(&reader->failure, CODEC_OVER_LIMIT, "too many scans");
    if (deadline_has_passed(reader->limits.deadline))
        jpeg_failure_raise(&reader->failure, CODEC_TIMEOUT, "the deadline has passed");
}

jpeg_reader *jpeg_reader_open(codec_bytes file, codec_limits limits) {
    jpeg_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->file = file;
    reader->limits = limits;
    reader->jpeg.err = jpeg_failure_prepare(&reader->failure);
    reader->failure.warnings_left = limits.warnings;
    reader->failure.tolerates_damage = limits.allows_damage;
    return reader;
}

void jpeg_reader_separate_blocks(jpeg_reader *reader) { reader->jpeg.do_block_smoothing = FALSE; }

const char *jpeg_reader_damage(const jpeg_reader *reader) { return reader->failure.damage; }

static jpeg_color color_of(jpeg_reader *reader) {
    switch (reader->jpeg.jpeg_color_space) {
        case JCS_GRAYSCALE: return JPEG_GRAY;
        case JCS_YCbCr: return JPEG_YCC;
        case JCS_RGB: return JPEG_RGB;
        case JCS_CMYK: return JPEG_CMYK;
        case JCS_YCCK: return JPEG_YCCK;
        default: jpeg_failure_raise(&reader->failure, CODEC_UNSUPPORTED, "unknown color space");
    }
}

static J_COLOR_SPACE row_color_space(jpeg_color color) {
    switch (color) {
        case JPEG_GRAY: return JCS_GRAYSCALE;
        case JPEG_YCC:
        case JPEG_RGB: return JCS_RGB;
        case JPEG_CMYK:
        case JPEG_YCCK: return JCS_CMYK;
    }
    return JCS_UNKNOWN;
}

static void describe_component(struct jpeg_decompress_struct *jpeg, int index, jpeg_image_info *info) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    info->sampling[index][0] = component->h_samp_factor;
    info->sampling[index][1] = component->v_samp_factor;
    int number = component->quant_tbl_no;
    if (number < 0 || number >= JPEG_MAX_COMPONENTS || !jpeg->quant_tbl_ptrs[number]) return;
    info->quantization.table_of[index] = number;
    info->quantization.is_known[index] = true;
    memcpy(
        info->quantization.tables[number], jpeg->quant_tbl_ptrs[number]->quantval,
        sizeof info->quantization.tables[number]);
}

// A single component is stored and decoded in the same way whatever its sampling factors are. With 1x1, its MCUs are its blocks, as in the
// files of the encoder.
static void normalize_single_component(struct jpeg_decompress_struct *jpeg) {
    if (jpeg->num_components != 1) return;
    jpeg->comp_info->h_samp_factor = jpeg->comp_info->v_samp_factor = 1;
    jpeg->max_h_samp_factor = jpeg->max_v_samp_factor = 1;
    jpeg->total_iMCU_rows = (jpeg->image_height + DCTSIZE - 1) / DCTSIZE;
}

codec_status jpeg_reader_start(jpeg_reader *reader, jpeg_image_info *info) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    jpeg_create_decompress(jpeg);
    coefficient_memory_install(&reader->memory, (j_common_ptr)jpeg, reader->limits.memory);
    jpeg->mem->max_memory_to_use = (long)reader->limits.memory;
    reader->progress.progress_monitor = check_limits;
    jpeg->progress = &reader->progress;
    jpeg_mem_src(jpeg, reader->file.start, reader->file.count);
    jpeg_reader_watch_markers(reader);
    jpeg_read_header(jpeg, TRUE);
    normalize_single_component(jpeg);
    jpeg_color color = color_of(reader);
    jpeg->out_color_space = row_color_space(color);
    *info = (jpeg_image_info){
        .width = jpeg->image_width,
        .height = jpeg->image_height,
        .channels = jpeg->num_components,
        .color = color,
        .is_progressive = jpeg->progressive_mode,
        .has_several_scans = jpeg_has_multiple_scans(jpeg),
        .has_adobe_marker = jpeg->saw_Adobe_marker,
    };
    for (int i = 0; i < jpeg->num_components && i < JPEG_MAX_COMPONENTS; i++) describe_component(jpeg, i, info);
    return CODEC_OK;
}

codec_status jpeg_reader_reduce(jpeg_reader *reader, int denominator, jpeg_region region, uint32_t *width, uint32_t *height) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    jpeg->scale_num = 1;
    jpeg->scale_denom = (unsigned)denominator;
    reader->region = region;
    // smooth upsampling mixes samples of both sides of an edge
    bool is_whole =
        region.left == 0 && region.top == 0 && region.right == jpeg->image_width && region.bottom == jpeg->image_height;
    jpeg->do_fancy_upsampling = denominator == 1 || is_whole;
    jpeg_calc_output_dimensions(jpeg);
    *width = jpeg->output_width;
    *height = jpeg->output_height;
    return CODEC_OK;
}

codec_status jpeg_reader_reduce_planes(
    jpeg_reader *reader, int denominator, jpeg_region region, jpeg_plane_size sizes[JPEG_MAX_COMPONENTS]) {
    uint32_t width, height;
    codec_status status = jpeg_reader_reduce(reader, denominator, region, &width, &height);
    if (status != CODEC_OK) return status;
    for (int i = 0; i < reader->jpeg.num_components && i < JPEG_MAX_COMPONENTS; i++) {
        const jpeg_component_info *component = &reader->jpeg.comp_info[i];
        uint32_t block = (uint32_t)jpeg_plane_block(component);
        sizes[i] = (jpeg_plane_size){
            .width = component->downsampled_width,
            .height = component->downsampled_height,
            .row_bytes = component->width_in_blocks * block,
            .rows_per_mcu = (uint32_t)component->v_samp_factor * block,
            .block = block,
        };
    }
    return CODEC_OK;
}

static void start_decoding(jpeg_reader *reader) {
    if (reader->has_started) return;
    bool is_reduced = reader->jpeg.scale_denom > reader->jpeg.scale_num;
    if (is_reduced) jpeg_border_prepare(reader);
    jpeg_start_decompress(&reader->jpeg);
    if (is_reduced) jpeg_border_install(reader);
    reader->has_started = true;
}

codec_status jpeg_reader_next_row(jpeg_reader *reader, uint8_t *row) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    start_decoding(reader);
    return jpeg_read_scanlines(&reader->jpeg, &row, 1) == 1 ? CODEC_OK : CODEC_FAULT;
}

codec_status jpeg_reader_skip_rows(jpeg_reader *reader, uint32_t count) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    start_decoding(reader);
    return jpeg_skip_scanlines(&reader->jpeg, count) == count ? CODEC_OK : CODEC_FAULT;
}

codec_status jpeg_reader_next_planes(jpeg_reader *reader, const jpeg_plane *planes) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg->raw_data_out = TRUE;
    start_decoding(reader);
    jpeg_plane_rows rows;
    jpeg_plane_rows_set(&rows, planes, jpeg->comp_info, jpeg->num_components);
    JDIMENSION count = (JDIMENSION)jpeg->max_v_samp_factor * (JDIMENSION)jpeg_smallest_block(jpeg);
    return jpeg_read_raw_data(jpeg, rows.planes, count) == count ? CODEC_OK : CODEC_FAULT;
}

const char *jpeg_reader_warning(const jpeg_reader *reader) { return reader->failure.warning; }

const char *jpeg_reader_message(const jpeg_reader *reader) { return reader->failure.message; }

void jpeg_reader_close(jpeg_reader *reader) {
    if (!reader) return;
    jpeg_destroy_decompress(&reader->jpeg);
    coefficient_memory_free(&reader->memory);
    free(reader);
}
