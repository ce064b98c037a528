#include <string.h>

#include "jpeg_reader.h"

static bool are_equal(const JHUFF_TBL *one, const JHUFF_TBL *other) {
    return one && other && !memcmp(one->bits, other->bits, sizeof one->bits) &&
           !memcmp(one->huffval, other->huffval, sizeof one->huffval);
}

static bool differ(const struct jpeg_decompress_struct *file, const struct jpeg_compress_struct *usual) {
    for (int i = 0; i < file->num_components; i++) {
        const jpeg_component_info *its = &file->comp_info[i], *usually = &usual->comp_info[i];
        if (!are_equal(file->dc_huff_tbl_ptrs[its->dc_tbl_no], usual->dc_huff_tbl_ptrs[usually->dc_tbl_no]) ||
            !are_equal(file->ac_huff_tbl_ptrs[its->ac_tbl_no], usual->ac_huff_tbl_ptrs[usually->ac_tbl_no]))
            return true;
    }
    return false;
}

bool jpeg_reader_has_late_tables(const jpeg_reader *reader) {
    enum { QUANTISATION = 0xDB, CODES = 0xC4 };
    const struct jpeg_source_mgr *source = reader->jpeg.src;
    bool has_one_scan = !jpeg_has_multiple_scans((j_decompress_ptr)&reader->jpeg);
    const uint8_t *next = source->next_input_byte, *end = next + source->bytes_in_buffer;
    while (next && (next = memchr(next, 0xFF, (size_t)(end - next))) && ++next < end)
        if (*next == QUANTISATION || (*next == CODES && has_one_scan)) return true;
    return false;
}

bool jpeg_reader_has_own_codes(const jpeg_reader *reader) {
    jpeg_failure failure = {0};
    struct jpeg_compress_struct usual = {.err = jpeg_failure_prepare(&failure)};
    if (setjmp(failure.jump)) {
        jpeg_destroy_compress(&usual);
        return true;
    }
    jpeg_create_compress(&usual);
    usual.input_components = reader->jpeg.num_components;
    usual.in_color_space = reader->jpeg.jpeg_color_space;
    jpeg_set_defaults(&usual);
    jpeg_set_colorspace(&usual, reader->jpeg.jpeg_color_space);
    bool has_own = differ(&reader->jpeg, &usual);
    jpeg_destroy_compress(&usual);
    return has_own;
}
