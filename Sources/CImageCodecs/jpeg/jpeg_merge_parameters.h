// The part of a merge that a writer uses to start the file.

#ifndef JPEG_MERGE_PARAMETERS_H
#define JPEG_MERGE_PARAMETERS_H

#include "jpeg_merge.h"
#include "jpeg_reader_state.h"
#include "step_quotients.h"

// The reader of the original.
jpeg_reader *jpeg_merge_original(jpeg_merge *merge);

// The quotients of the original's quantization steps and those of the output. NULL if they are the same.
const step_quotients *jpeg_merge_quotients(const jpeg_merge *merge);

#endif
