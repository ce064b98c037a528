// The part of a splice that a writer uses for the header of the file.

#ifndef JPEG_SPLICE_TABLES_H
#define JPEG_SPLICE_TABLES_H

#include "jpeg_reader_state.h"
#include "jpeg_splice.h"
#include "step_quotients.h"

// The reader of the original.
jpeg_reader *jpeg_splice_original(const jpeg_splice *splice);

// The Huffman table with a number, with all added codes. NULL if the scan does not use it.
const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number);

// The quotients of the original's quantization steps and those of the output. NULL if they are the same.
const step_quotients *jpeg_splice_quotients(const jpeg_splice *splice);

#endif
