#include <stdlib.h>
#include <string.h>

#include "jpeg_reader.h"
#include "jpeg_splice_tables.h"
#include "output_buffer.h"

struct jpeg_writer {
    struct jpeg_compress_struct jpeg;  // the first member, so that libjpeg's pointer to it is one to the whole
    jpeg_failure failure;
    jpeg_blocks blocks;
    struct jpeg_destination_mgr destination;
    output_buffer output;
};

enum { STEP = 1 << 16 };

static void offer_room(j_compress_ptr jpeg) {
    jpeg_writer *writer = (jpeg_writer *)jpeg;
    output_buffer *output = &writer->output;
    if (!output_buffer_reserve(output, STEP))
        jpeg_failure_raise(&writer->failure, CODEC_OUT_OF_MEMORY, "no memory for the compressed picture");
    writer->destination.next_output_byte = output->start + output->count;
    writer->destination.free_in_buffer = STEP;
}

// libjpeg hands over a full buffer without saying so in its counters.
static boolean take_full_buffer(j_compress_ptr jpeg) {
    jpeg_writer *writer = (jpeg_writer *)jpeg;
    writer->output.count += STEP;
    offer_room(jpeg);
    return TRUE;
}

static void take_output(jpeg_writer *writer) {
    writer->output.count += STEP - writer->destination.free_in_buffer;
}

static void take_rest(j_compress_ptr jpeg) { take_output((jpeg_writer *)jpeg); }

jpeg_writer *jpeg_writer_open(void) {
    jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->jpeg.err = jpeg_failure_prepare(&writer->failure);
    writer->destination.init_destination = offer_room;
    writer->destination.empty_output_buffer = take_full_buffer;
    writer->destination.term_destination = take_rest;
    return writer;
}

static void set_colors(struct jpeg_compress_struct *jpeg, const jpeg_writer_settings *settings) {
    static const struct {
        int channels;
        J_COLOR_SPACE rows, file;
    } colors[] = {
        [JPEG_GRAY] = {1, JCS_GRAYSCALE, JCS_GRAYSCALE}, [JPEG_YCC] = {3, JCS_RGB, JCS_YCbCr},
        [JPEG_RGB] = {3, JCS_RGB, JCS_RGB},              [JPEG_CMYK] = {4, JCS_CMYK, JCS_CMYK},
        [JPEG_YCCK] = {4, JCS_CMYK, JCS_YCCK},
    };
    jpeg->input_components = colors[settings->color].channels;
    jpeg->in_color_space = colors[settings->color].rows;
    jpeg_set_defaults(jpeg);
    jpeg_set_colorspace(jpeg, colors[settings->color].file);
    if (settings->color == JPEG_CMYK) jpeg->write_Adobe_marker = settings->has_adobe_marker;
    for (int i = 0; i < jpeg->num_components; i++) {
        jpeg->comp_info[i].h_samp_factor = settings->sampling[i][0];
        jpeg->comp_info[i].v_samp_factor = settings->sampling[i][1];
    }
}

static void set_tables(struct jpeg_compress_struct *jpeg, const jpeg_quantization *quantization) {
    for (int i = 0; i < jpeg->num_components; i++) {
        int number = quantization->table_of[i];
        unsigned int table[JPEG_BLOCK_AREA];
        for (int k = 0; k < JPEG_BLOCK_AREA; k++) table[k] = quantization->tables[number][k];
        jpeg_add_quant_table(jpeg, number, table, 100, FALSE);
        jpeg->comp_info[i].quant_tbl_no = number;
    }
}

static void set_density(struct jpeg_compress_struct *jpeg, const jpeg_writer_settings *settings) {
    bool is_known = settings->density_x > 0 && settings->density_y > 0;
    jpeg->density_unit = is_known ? settings->density_unit : 0;
    jpeg->X_density = is_known ? settings->density_x : 1;
    jpeg->Y_density = is_known ? settings->density_y : 1;
}

codec_status jpeg_writer_start(jpeg_writer *writer, const jpeg_writer_settings *settings) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_create_compress(jpeg);
    jpeg_blocks_install(&writer->blocks, (j_common_ptr)jpeg, SIZE_MAX);
    jpeg->dest = &writer->destination;
    jpeg->image_width = settings->width;
    jpeg->image_height = settings->height;
    set_colors(jpeg, settings);
    if (settings->quantization) set_tables(jpeg, settings->quantization);
    else jpeg_set_quality(jpeg, settings->quality, TRUE);
    if (settings->is_progressive) jpeg_simple_progression(jpeg);
    set_density(jpeg, settings);
    jpeg->raw_data_in = settings->takes_planes;
    jpeg_start_compress(jpeg, TRUE);
    return CODEC_OK;
}

// Begins a file that is to be like another.
static void start_like(jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_reader *original) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    jpeg_create_compress(jpeg);
    jpeg_blocks_install(&writer->blocks, (j_common_ptr)jpeg, SIZE_MAX);
    jpeg->dest = &writer->destination;
    jpeg_copy_critical_parameters(&original->jpeg, jpeg);
    if (jpeg->jpeg_color_space == JCS_CMYK) jpeg->write_Adobe_marker = settings->has_adobe_marker;
    set_density(jpeg, settings);
}

codec_status jpeg_writer_start_merge(
    jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_merge *merge) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    jpeg_reader *reader = jpeg_merge_original(merge);
    start_like(writer, settings, reader);
    if (settings->is_progressive) jpeg_simple_progression(jpeg);
    else {
        // only when it looks for the best codes libjpeg notices coefficients for which there can be none
        jpeg->optimize_coding = TRUE;
        jpeg->restart_interval = reader->jpeg.progressive_mode ? 0 : reader->jpeg.restart_interval;
    }
    jpeg_write_coefficients(jpeg, reader->coefficients);
    return CODEC_OK;
}

static void copy_codes(const JHUFF_TBL *from, JHUFF_TBL **to, j_compress_ptr jpeg) {
    if (!from) return;
    if (!*to) *to = jpeg_alloc_huff_table((j_common_ptr)jpeg);
    memcpy((*to)->bits, from->bits, sizeof from->bits);
    memcpy((*to)->huffval, from->huffval, sizeof from->huffval);
}

codec_status jpeg_writer_start_header(
    jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_splice *splice) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    jpeg_reader *original = jpeg_splice_original(splice);
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    start_like(writer, settings, original);
    for (int i = 0; i < jpeg->num_components; i++) {
        int dc = original->jpeg.comp_info[i].dc_tbl_no, ac = original->jpeg.comp_info[i].ac_tbl_no;
        jpeg->comp_info[i].dc_tbl_no = dc;
        jpeg->comp_info[i].ac_tbl_no = ac;
        copy_codes(jpeg_splice_table(splice, true, dc), &jpeg->dc_huff_tbl_ptrs[dc], jpeg);
        copy_codes(jpeg_splice_table(splice, false, ac), &jpeg->ac_huff_tbl_ptrs[ac], jpeg);
    }
    jpeg->restart_interval = original->jpeg.restart_interval;
    jpeg->raw_data_in = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    return CODEC_OK;
}

// The length of a file's header, behind which its codes begin.
static size_t header_length(const uint8_t *file, size_t count) {
    enum { START_OF_SCAN = 0xDA };
    size_t place = 2;
    bool is_last = false;
    while (!is_last && place + 4 <= count) {
        is_last = file[place + 1] == START_OF_SCAN;
        place += 2 + (size_t)(file[place + 2] << 8 | file[place + 3]);
    }
    return is_last && place <= count ? place : 0;
}

codec_status jpeg_writer_finish_header(jpeg_writer *writer) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    // libjpeg writes the rest of it with the first row of MCUs, whatever that shows
    size_t length = ((size_t)jpeg->image_width + MAX_SAMP_FACTOR * JPEG_BLOCK) * sizeof(JSAMPLE);
    JSAMPROW row = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, length);
    memset(row, 0, length);
    jpeg_plane planes[JPEG_MOST_COMPONENTS];
    for (int i = 0; i < JPEG_MOST_COMPONENTS; i++) planes[i] = (jpeg_plane){.start = row, .stride = 0};
    jpeg_plane_rows rows;
    jpeg_plane_rows_find(&rows, planes, jpeg->comp_info, jpeg->num_components);
    jpeg_write_raw_data(jpeg, rows.planes, (JDIMENSION)jpeg->max_v_samp_factor * JPEG_BLOCK);
    take_output(writer);
    writer->output.count = header_length(writer->output.start, writer->output.count);
    jpeg_abort_compress(jpeg);
    return writer->output.count > 0 ? CODEC_OK : CODEC_FAULT;
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
    jpeg_plane_rows_find(&rows, planes, jpeg->comp_info, jpeg->num_components);
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

// What libjpeg has not yet handed over moves to the front.
void jpeg_writer_discard_output(jpeg_writer *writer) {
    output_buffer *output = &writer->output;
    size_t pending = writer->destination.next_output_byte
        ? (size_t)(writer->destination.next_output_byte - (output->start + output->count)) : 0;
    memmove(output->start, output->start + output->count, pending);
    output->count = 0;
    writer->destination.next_output_byte = output->start + pending;
    writer->destination.free_in_buffer = STEP - pending;
}

const char *jpeg_writer_message(const jpeg_writer *writer) { return writer->failure.message; }

void jpeg_writer_close(jpeg_writer *writer) {
    if (!writer) return;
    jpeg_destroy_compress(&writer->jpeg);
    jpeg_blocks_free(&writer->blocks);
    output_buffer_free(&writer->output);
    free(writer);
}
