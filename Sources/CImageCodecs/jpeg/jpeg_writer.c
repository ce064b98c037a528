#include <stdlib.h>
#include <string.h>

#include "jpeg_plane_rows.h"
#include "jpeg_writer_state.h"

enum { OUTPUT_STEP = 1 << 16 };

static void provide_buffer(j_compress_ptr jpeg) {
    jpeg_writer *writer = (jpeg_writer *)jpeg;
    output_buffer *output = &writer->output;
    if (!output_buffer_reserve(output, OUTPUT_STEP))
        jpeg_failure_raise(&writer->failure, CODEC_OUT_OF_MEMORY, "no memory for the compressed image");
    writer->destination.next_output_byte = output->start + output->count;
    writer->destination.free_in_buffer = OUTPUT_STEP;
}

// libjpeg does not update `free_in_buffer` before it calls this function with a full buffer.
static boolean take_full_buffer(j_compress_ptr jpeg) {
    jpeg_writer *writer = (jpeg_writer *)jpeg;
    writer->output.count += OUTPUT_STEP;
    provide_buffer(jpeg);
    return TRUE;
}

void jpeg_writer_take_output(jpeg_writer *writer) {
    writer->output.count += OUTPUT_STEP - writer->destination.free_in_buffer;
}

static void take_rest(j_compress_ptr jpeg) { jpeg_writer_take_output((jpeg_writer *)jpeg); }

jpeg_writer *jpeg_writer_open(void) {
    jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->jpeg.err = jpeg_failure_prepare(&writer->failure);
    writer->destination.init_destination = provide_buffer;
    writer->destination.empty_output_buffer = take_full_buffer;
    writer->destination.term_destination = take_rest;
    return writer;
}

static void set_color_space(struct jpeg_compress_struct *jpeg, const jpeg_writer_settings *settings) {
    static const struct {
        int channels;
        J_COLOR_SPACE rows, file;
    } spaces[] = {
        [JPEG_GRAY] = {1, JCS_GRAYSCALE, JCS_GRAYSCALE},
        [JPEG_YCC] = {3, JCS_RGB, JCS_YCbCr},
        [JPEG_RGB] = {3, JCS_RGB, JCS_RGB},
        [JPEG_CMYK] = {4, JCS_CMYK, JCS_CMYK},
        [JPEG_YCCK] = {4, JCS_CMYK, JCS_YCCK},
    };
    jpeg->input_components = spaces[settings->color].channels;
    jpeg->in_color_space = spaces[settings->color].rows;
    jpeg_set_defaults(jpeg);
    jpeg_set_colorspace(jpeg, spaces[settings->color].file);
    if (settings->color == JPEG_CMYK) jpeg->write_Adobe_marker = settings->has_adobe_marker;
    for (int i = 0; i < jpeg->num_components; i++) {
        jpeg->comp_info[i].h_samp_factor = settings->sampling[i][0];
        jpeg->comp_info[i].v_samp_factor = settings->sampling[i][1];
    }
}

static void set_quantization(struct jpeg_compress_struct *jpeg, const jpeg_quantization *quantization) {
    for (int i = 0; i < jpeg->num_components; i++) {
        int number = quantization->table_of[i];
        unsigned int table[JPEG_BLOCK_AREA];
        for (int k = 0; k < JPEG_BLOCK_AREA; k++) table[k] = quantization->tables[number][k];
        jpeg_add_quant_table(jpeg, number, table, 100, FALSE);
        jpeg->comp_info[i].quant_tbl_no = number;
    }
}

void jpeg_writer_set_density(jpeg_writer *writer, const jpeg_writer_settings *settings) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    bool is_known = settings->density_x > 0 && settings->density_y > 0;
    jpeg->density_unit = is_known ? settings->density_unit : 0;
    jpeg->X_density = is_known ? settings->density_x : 1;
    jpeg->Y_density = is_known ? settings->density_y : 1;
}

void jpeg_writer_create(jpeg_writer *writer) {
    jpeg_create_compress(&writer->jpeg);
    coefficient_memory_install(&writer->memory, (j_common_ptr)&writer->jpeg, SIZE_MAX);
    writer->jpeg.dest = &writer->destination;
}

codec_status jpeg_writer_start(jpeg_writer *writer, const jpeg_writer_settings *settings) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_writer_create(writer);
    jpeg->image_width = settings->width;
    jpeg->image_height = settings->height;
    set_color_space(jpeg, settings);
    if (settings->quantization) set_quantization(jpeg, settings->quantization);
    else jpeg_set_quality(jpeg, settings->quality, TRUE);
    jpeg->optimize_coding = settings->fits_codes;
    if (settings->is_progressive) jpeg_simple_progression(jpeg);
    jpeg_writer_set_density(writer, settings);
    jpeg->raw_data_in = settings->takes_planes;
    jpeg_start_compress(jpeg, TRUE);
    return CODEC_OK;
}

codec_status jpeg_writer_add_segment(jpeg_writer *writer, int marker, codec_bytes contents) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_write_marker(&writer->jpeg, marker, contents.start, (unsigned int)contents.count);
    return CODEC_OK;
}

codec_status jpeg_writer_add_profile(jpeg_writer *writer, codec_bytes profile) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_write_icc_profile(&writer->jpeg, profile.start, (unsigned int)profile.count);
    return CODEC_OK;
}

codec_status jpeg_writer_next_row(jpeg_writer *writer, const uint8_t *row) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    JSAMPROW samples = (JSAMPROW)row;
    return jpeg_write_scanlines(&writer->jpeg, &samples, 1) == 1 ? CODEC_OK : CODEC_FAULT;
}

codec_status jpeg_writer_next_planes(jpeg_writer *writer, const jpeg_plane *planes) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    jpeg_plane_rows rows;
    jpeg_plane_rows_set(&rows, planes, jpeg->comp_info, jpeg->num_components);
    JDIMENSION count = (JDIMENSION)jpeg->max_v_samp_factor * JPEG_BLOCK;
    return jpeg_write_raw_data(jpeg, rows.planes, count) == count ? CODEC_OK : CODEC_FAULT;
}

codec_status jpeg_writer_finish(jpeg_writer *writer) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_finish_compress(&writer->jpeg);
    return CODEC_OK;
}

codec_bytes jpeg_writer_output(const jpeg_writer *writer) {
    return (codec_bytes){writer->output.start, writer->output.count};
}

// The bytes that libjpeg has not passed on yet move to the front.
void jpeg_writer_discard_output(jpeg_writer *writer) {
    output_buffer *output = &writer->output;
    size_t pending = writer->destination.next_output_byte
                         ? (size_t)(writer->destination.next_output_byte - (output->start + output->count))
                         : 0;
    memmove(output->start, output->start + output->count, pending);
    output->count = 0;
    writer->destination.next_output_byte = output->start + pending;
    writer->destination.free_in_buffer = OUTPUT_STEP - pending;
}

const char *jpeg_writer_message(const jpeg_writer *writer) { return writer->failure.message; }

void jpeg_writer_close(jpeg_writer *writer) {
    if (!writer) return;
    jpeg_destroy_compress(&writer->jpeg);
    coefficient_memory_free(&writer->memory);
    output_buffer_free(&writer->output);
    free(writer);
}
