#include <string.h>

#include "jpeg_reader_state.h"

codec_status jpeg_reader_read_coefficients(jpeg_reader *reader) {
    if (reader->failure.status != CODEC_OK || setjmp(reader->failure.jump)) return reader->failure.status;
    reader->coefficients = jpeg_read_coefficients(&reader->jpeg);
    jpeg_reader_check_entropy_data(reader);
    jpeg_scans scans = jpeg_reader_scans(reader);
    jpeg_reader_check_end(reader, scans);
    // a copy would no longer tell decoders that its blocks are to be smoothed
    if (scans != JPEG_HAS_ALL) jpeg_failure_raise(&reader->failure, CODEC_FAULT, "coefficients are missing");
    return reader->coefficients ? CODEC_OK : CODEC_FAULT;
}

size_t jpeg_reader_copy_blocks(jpeg_reader *reader, int component, uint32_t row, int16_t *blocks) {
    if (!reader->coefficients || component >= reader->jpeg.num_components) return 0;
    const jpeg_component_info *info = &reader->jpeg.comp_info[component];
    if (row >= info->height_in_blocks) return 0;
    if (blocks) {
        JBLOCKROW source = coefficient_rows(reader->coefficients[component], row)[0];
        memcpy(blocks, source, info->width_in_blocks * sizeof(JBLOCK));
    }
    return info->width_in_blocks;
}
