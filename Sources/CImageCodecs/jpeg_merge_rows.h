// What the memory for coefficients asks of a merge.

#ifndef JPEG_MERGE_ROWS_H
#define JPEG_MERGE_ROWS_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

struct jpeg_merge;

// The original's reader goes on to a row of blocks: all before it have been read. Waits until there is room for it.
void jpeg_merge_begin_rows(struct jpeg_merge *merge, j_common_ptr reader, int component, JDIMENSION first);

// The writer wants rows of blocks: all before them have been written. Waits until they are there.
JBLOCKARRAY jpeg_merge_rows(
    struct jpeg_merge *merge, j_common_ptr writer, jvirt_barray_ptr array, int component, JDIMENSION first);

#endif
