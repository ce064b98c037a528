// What the memory for coefficients asks of a merge.

#ifndef JPEG_MERGE_ROWS_H
#define JPEG_MERGE_ROWS_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

struct jpeg_merge;

// The writer wants rows of blocks: those of the original, or new ones.
JBLOCKARRAY jpeg_merge_rows(
    struct jpeg_merge *merge, j_common_ptr writer, jvirt_barray_ptr array, int component, JDIMENSION first);

#endif
