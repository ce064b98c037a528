#include <stdlib.h>
#include <string.h>

#include "jpeg_original.h"
#include "jpeg_plane_rows.h"
#include "jpeg_writer_state.h"
#include "turned_coefficients.h"

// Starts a file with the parameters of another, but with its finer quantization steps if there are any.
static void start_like(jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_original *original) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    jpeg_writer_create(writer);
    jpeg_copy_critical_parameters(&original->reader->jpeg, jpeg);
    if (original->quotients) step_quotients_apply(original->quotients, jpeg);
    if (jpeg->jpeg_color_space == JCS_CMYK) jpeg->write_Adobe_marker = settings->has_adobe_marker;
    jpeg_writer_set_density(writer, settings);
}

// Lets libjpeg write the coefficients that have been read, or that stand in for them.
static void write_coefficients(
    jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_reader *reader, unsigned int restart_interval) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (settings->is_progressive) {
        jpeg_simple_progression(jpeg);
    } else {
        // libjpeg detects coefficients that have no valid Huffman code only while it optimizes the tables.
        jpeg->optimize_coding = TRUE;
        jpeg->restart_interval = restart_interval;
    }
    jpeg_write_coefficients(jpeg, reader->coefficients);
}

codec_status jpeg_writer_start_merge(jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_merge *merge) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    start_like(writer, settings, jpeg_merge_original(merge));
    const jpeg_reader *reader = jpeg_merge_original(merge)->reader;
    write_coefficients(writer, settings, reader, reader->jpeg.progressive_mode ? 0 : reader->jpeg.restart_interval);
    return CODEC_OK;
}

codec_status jpeg_writer_start_turned(
    jpeg_writer *writer, const jpeg_writer_settings *settings, jpeg_reader *original, jpeg_turn turn) {
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    start_like(writer, settings, &(jpeg_original){.reader = original});
    turned_coefficients_install(original, &writer->jpeg, turn);
    write_coefficients(writer, settings, original, 0);
    return CODEC_OK;
}

static void copy_table(const JHUFF_TBL *from, JHUFF_TBL **to, j_compress_ptr jpeg) {
    if (!from) return;
    if (!*to) *to = jpeg_alloc_huff_table((j_common_ptr)jpeg);
    memcpy((*to)->bits, from->bits, sizeof from->bits);
    memcpy((*to)->huffval, from->huffval, sizeof from->huffval);
}

codec_status jpeg_writer_start_header(jpeg_writer *writer, const jpeg_writer_settings *settings, const jpeg_splice *splice) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    const jpeg_reader *original = jpeg_splice_original(splice)->reader;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    start_like(writer, settings, jpeg_splice_original(splice));
    for (int i = 0; i < jpeg->num_components; i++) {
        int dc = original->jpeg.comp_info[i].dc_tbl_no, ac = original->jpeg.comp_info[i].ac_tbl_no;
        jpeg->comp_info[i].dc_tbl_no = dc;
        jpeg->comp_info[i].ac_tbl_no = ac;
        copy_table(jpeg_splice_table(splice, true, dc), &jpeg->dc_huff_tbl_ptrs[dc], jpeg);
        copy_table(jpeg_splice_table(splice, false, ac), &jpeg->ac_huff_tbl_ptrs[ac], jpeg);
    }
    jpeg->restart_interval = original->jpeg.restart_interval;
    jpeg->raw_data_in = TRUE;
    jpeg_start_compress(jpeg, TRUE);
    return CODEC_OK;
}

// The length of a file's header, up to the entropy-coded data. 0 if the header is incomplete.
static size_t header_length(const uint8_t *file, size_t count) {
    enum { SOS = 0xDA };
    size_t offset = 2;
    bool is_last = false;
    while (!is_last && offset + 4 <= count) {
        is_last = file[offset + 1] == SOS;
        offset += 2 + (size_t)(file[offset + 2] << 8 | file[offset + 3]);
    }
    return is_last && offset <= count ? offset : 0;
}

codec_status jpeg_writer_finish_header(jpeg_writer *writer) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (writer->failure.status != CODEC_OK || setjmp(writer->failure.jump)) return writer->failure.status;
    // libjpeg writes the end of the header with the first MCU row, whose content does not matter.
    size_t length = ((size_t)jpeg->image_width + MAX_SAMP_FACTOR * JPEG_BLOCK) * sizeof(JSAMPLE);
    JSAMPROW row = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, length);
    memset(row, 0, length);
    jpeg_plane planes[JPEG_MAX_COMPONENTS];
    for (int i = 0; i < JPEG_MAX_COMPONENTS; i++) planes[i] = (jpeg_plane){.start = row, .stride = 0};
    jpeg_plane_rows rows;
    jpeg_plane_rows_set(&rows, planes, jpeg->comp_info, jpeg->num_components);
    jpeg_write_raw_data(jpeg, rows.planes, (JDIMENSION)jpeg->max_v_samp_factor * JPEG_BLOCK);
    jpeg_writer_take_output(writer);
    writer->output.count = header_length(writer->output.start, writer->output.count);
    jpeg_abort_compress(jpeg);
    return writer->output.count > 0 ? CODEC_OK : CODEC_FAULT;
}
