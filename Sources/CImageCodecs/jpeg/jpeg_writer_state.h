// The state of a JPEG writer, for the files that implement writing.

#ifndef JPEG_WRITER_STATE_H
#define JPEG_WRITER_STATE_H

#include "coefficient_memory.h"
#include "common/output_buffer.h"
#include "jpeg_failure.h"
#include "jpeg_writer.h"

struct jpeg_writer {
    struct jpeg_compress_struct jpeg;  // the first member: libjpeg's pointer to it is cast to the writer
    jpeg_failure failure;
    coefficient_memory memory;
    struct jpeg_destination_mgr destination;
    output_buffer output;
};

// Creates libjpeg's object and connects it to the writer. Call with the jump target set.
void jpeg_writer_create(jpeg_writer *writer);

// Sets the pixel density of the settings.
void jpeg_writer_set_density(jpeg_writer *writer, const jpeg_writer_settings *settings);

// Moves what libjpeg has written from its buffer to the output.
void jpeg_writer_take_output(jpeg_writer *writer);

#endif
