// The part of a merge that coefficient memory and writers use.

#ifndef JPEG_MERGE_ROWS_H
#define JPEG_MERGE_ROWS_H

#include "jpeg_merge.h"
#include "jpeg_reader_state.h"
#include "step_quotients.h"

// The rows of blocks that `writer` reads from a coefficient array: those of the original, or new ones.
JBLOCKARRAY jpeg_merge_rows(
    jpeg_merge *merge, j_common_ptr writer, jvirt_barray_ptr array, int component, JDIMENSION first);

// The reader of the original.
jpeg_reader *jpeg_merge_original(jpeg_merge *merge);

// The quotients of the original's quantization steps and those of the output. NULL if they are the same.
const step_quotients *jpeg_merge_quotients(const jpeg_merge *merge);

#endif
