// The state of a JPEG reader, for the files that implement reading, merging and splicing.

#ifndef JPEG_READER_STATE_H
#define JPEG_READER_STATE_H

#include <limits.h>

#include "coefficient_memory.h"
#include "jpeg_border.h"
#include "jpeg_failure.h"
#include "jpeg_reader.h"

struct jpeg_reader {
    struct jpeg_decompress_struct jpeg;  // the first member: libjpeg's pointer to it is cast to the reader
    jpeg_failure failure;
    coefficient_memory memory;
    struct jpeg_progress_mgr progress;
    codec_bytes file;
    codec_limits limits;
    jpeg_region region;  // the pixels that reduced ones depend on
    jpeg_border borders[JPEG_MAX_COMPONENTS];
    void (*realize)(j_common_ptr common);        // what allocated arrays before the borders were prepared
    int (*read_markers)(j_decompress_ptr jpeg);  // libjpeg's
    bool has_started;
    jvirt_barray_ptr *coefficients;  // NULL until they have been read
};

// The limits of a file that the encoder has just written.
static const codec_limits unlimited = {.memory = SIZE_MAX, .scans = 1, .warnings = INT_MAX, .deadline = INT64_MAX};

// Call after the last entropy-coded data. Fails if the data is damaged even though libjpeg's fast Huffman decoder only
// warned about extraneous bytes.
void jpeg_reader_check_entropy_data(jpeg_reader *reader);

// What the scans of a file have.
typedef enum jpeg_scans {
    JPEG_LACKS_COMPONENTS,  // nothing of some component
    JPEG_LACKS_COEFFICIENTS,  // not all coefficients of a progressive file, or not all of their bits: decoders smooth its blocks
    JPEG_HAS_ALL,
} jpeg_scans;

// What the scans so far had. Call after the last of them, and before libjpeg forgets them.
jpeg_scans jpeg_reader_scans(const jpeg_reader *reader);

// Lets another image that follows a complete one end it. Call before anything is read.
void jpeg_reader_watch_markers(jpeg_reader *reader);

// Fails if a component is missing, or coefficients because the file ends early; otherwise, warns of what is missing.
void jpeg_reader_check_end(jpeg_reader *reader, jpeg_scans scans);

#endif
