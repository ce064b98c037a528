// The chunks of a WebP file around those of the image (RIFF; RFC 9649, section 2).

#ifndef WEBP_CONTAINER_H
#define WEBP_CONTAINER_H

#include <stdbool.h>

#include "common/output_buffer.h"
#include "webp_writer.h"

// Completes a file from the file that libwebp has written to `file`: adds the chunks of the metadata.
//
// Returns CODEC_OVER_LIMIT if the file would be too long for its 32-bit length, or CODEC_OUT_OF_MEMORY.
codec_status webp_container_complete(
    output_buffer *file, const webp_writer_settings *settings, const webp_metadata *metadata);

#endif
