// What the files about reading JPEG know of a session.

#ifndef JPEG_READER_H
#define JPEG_READER_H

#include "jpeg_blocks.h"
#include "jpeg_failure.h"
#include "jpeg_session.h"

struct jpeg_reader {
    struct jpeg_decompress_struct jpeg;  // the first member, so that libjpeg's pointer to it is one to the whole
    jpeg_failure failure;
    jpeg_blocks blocks;
    struct jpeg_progress_mgr progress;
    codec_bytes file;
    size_t memory_limit;
    int scan_limit;
    int64_t deadline;
    bool has_started;
    jvirt_barray_ptr *coefficients;  // once they have been read
};

// Behind the last of the codes, where libjpeg has complained of something left over: fails if there is damage among them. libjpeg
// says nothing of that where it decodes in haste.
void jpeg_reader_judge_codes(jpeg_reader *reader);

// Whether the time is over.
bool jpeg_reader_is_late(const jpeg_reader *reader);

// The session of a merge's original.
jpeg_reader *jpeg_merge_original(jpeg_merge *merge);

// Planes as libjpeg wants them: a pointer to each row.
typedef struct jpeg_plane_rows {
    JSAMPARRAY planes[JPEG_MOST_COMPONENTS];
    JSAMPROW rows[JPEG_MOST_COMPONENTS][MAX_SAMP_FACTOR * JPEG_BLOCK];
} jpeg_plane_rows;

void jpeg_plane_rows_find(
    jpeg_plane_rows *rows, const jpeg_plane *planes, const jpeg_component_info *components, int count);

#endif
