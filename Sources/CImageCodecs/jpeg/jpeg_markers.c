#include <string.h>

#include "jpeg_reader_state.h"

#include <jerror.h>

jpeg_scans jpeg_reader_scans(const jpeg_reader *reader) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_scans scans = JPEG_HAS_ALL;
    for (int i = 0; i < jpeg->num_components; i++) {
        if (!jpeg->comp_info[i].quant_table || (jpeg->progressive_mode && jpeg->coef_bits[i][0] < 0))
            return JPEG_LACKS_COMPONENTS;
        for (int k = 0; jpeg->progressive_mode && k < JPEG_BLOCK_AREA; k++)
            if (jpeg->coef_bits[i][k] != 0) scans = JPEG_LACKS_COEFFICIENTS;
    }
    return scans;
}

// Private in libjpeg, but the same in all of its versions and descendants, as their modules replace each other's functions.
struct jpeg_marker_reader {
    void (*reset)(j_decompress_ptr jpeg);
    int (*read_markers)(j_decompress_ptr jpeg);
};

// Whether all data of the image has been read. Arithmetic decoding does not tell: it continues with zeros at a marker.
static bool is_complete(const jpeg_reader *reader) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    return !jpeg->arith_code && jpeg->input_scan_number > 0 && jpeg->input_iMCU_row >= jpeg->total_iMCU_rows &&
           jpeg_reader_scans(reader) == JPEG_HAS_ALL;
}

// Reads up to the next scan. Where the end marker of a complete image is missing, another image may follow.
static int read_markers(j_decompress_ptr jpeg) {
    jpeg_reader *reader = (jpeg_reader *)jpeg;
    jpeg_failure *failure = &reader->failure;
    if (!is_complete(reader)) return reader->read_markers(jpeg);
    jmp_buf caller;
    memcpy(&caller, &failure->jump, sizeof caller);
    int reached = JPEG_REACHED_EOI;
    if (setjmp(failure->jump) == 0) reached = reader->read_markers(jpeg);
    memcpy(&failure->jump, &caller, sizeof caller);
    if (failure->status == CODEC_OK) return reached;
    if (failure->manager.msg_code != JERR_SOI_DUPLICATE) longjmp(failure->jump, 1);
    failure->status = CODEC_OK;
    failure->ends_early = true;
    return JPEG_REACHED_EOI;
}

void jpeg_reader_watch_markers(jpeg_reader *reader) {
    struct jpeg_marker_reader *marker = reader->jpeg.marker;
    reader->read_markers = marker->read_markers;
    marker->read_markers = read_markers;
}
