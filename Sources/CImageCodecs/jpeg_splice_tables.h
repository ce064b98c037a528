// What the writing of a header asks of a splice.

#ifndef JPEG_SPLICE_TABLES_H
#define JPEG_SPLICE_TABLES_H

#include "jpeg_reader.h"
#include "jpeg_splice.h"

jpeg_reader *jpeg_splice_original(const jpeg_splice *splice);

// A table of codes by its number, with all that have been added; NULL if it is not used.
const JHUFF_TBL *jpeg_splice_table(const jpeg_splice *splice, bool is_dc, int number);

#endif
