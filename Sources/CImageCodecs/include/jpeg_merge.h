// A JPEG file with some of its MCUs replaced, as coefficients: the others keep theirs, and all are encoded again.

#ifndef JPEG_MERGE_H
#define JPEG_MERGE_H

#include "jpeg_reader.h"

typedef struct jpeg_merge jpeg_merge;

// Opens a merge that replaces some MCUs: disjoint nonempty spans in order. Returns NULL if there is no memory.
//
// `original` must have read its header and must outlive the merge. `finer` holds the quantization steps of the new rows if they are finer
// than those of the original, which they divide, or is NULL. Also returns NULL if they do not.
jpeg_merge *jpeg_merge_open(jpeg_reader *original, const mcu_span *replaced, size_t count, const jpeg_quantization *finer);

// Reads the coefficients of the original, and multiplies them for finer steps. Call before anything is written.
codec_status jpeg_merge_read(jpeg_merge *merge);

// Adds the new MCU rows from `first` up to, not including, `end`: a JPEG file with the same components. Those of its MCUs that are not
// replaced are left out. Call after `jpeg_merge_read`.
codec_status jpeg_merge_add(jpeg_merge *merge, uint32_t first, uint32_t end, codec_bytes file);

void jpeg_merge_close(jpeg_merge *merge);

#endif
