// What the writer of a merge or a splice needs to know to start the file.

#ifndef JPEG_ORIGINAL_H
#define JPEG_ORIGINAL_H

#include "jpeg_merge.h"
#include "jpeg_reader_state.h"
#include "jpeg_splice.h"
#include "step_quotients.h"

// A file of which some MCUs are kept.
typedef struct jpeg_original {
    jpeg_reader *reader;
    step_quotients *quotients;  // of its quantization steps and those of the output; NULL if they are the same
} jpeg_original;

const jpeg_original *jpeg_merge_original(const jpeg_merge *merge);
const jpeg_original *jpeg_splice_original(const jpeg_splice *splice);

// The Huffman table with a number, with all added codes. NULL if the scan does not use it.
const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number);

#endif
