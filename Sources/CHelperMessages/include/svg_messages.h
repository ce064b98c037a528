// What this process and varblur-svg, which draws SVG files and unpacks fonts, tell each other.
//
// On a channel, whose kind is a svg_task_kind, a svg_task comes first, and then the file. The answer is a svg_reply.

#ifndef SVG_MESSAGES_H
#define SVG_MESSAGES_H

#include <stdint.h>

#include "helper_channel.h"

typedef enum svg_task_kind {
    SVG_MEASURE,      // reads the size of an SVG file: its own, or else that of its view box
    SVG_DRAW,         // draws a part of an SVG file
    SVG_UNPACK_FONT,  // turns a WOFF or WOFF2 file into a TrueType or OpenType file
} svg_task_kind;

// The size of an image in pixels.
typedef struct svg_size {
    double width;
    double height;
} svg_size;

// A part of an image, and the size in pixels to which it is scaled.
typedef struct svg_part {
    double x;
    double y;
    double width;
    double height;
    uint32_t columns;
    uint32_t rows;
} svg_part;

typedef struct svg_task {
    uint64_t milliseconds;  // until when the task must end; 0 for any time
    uint64_t memory;        // the number of bytes that it may take
    uint64_t file_count;    // the length of the file in bytes
    svg_size size;          // of SVG_DRAW: the size that was measured
    svg_part part;          // of SVG_DRAW
    uint64_t font_limit;    // of SVG_UNPACK_FONT: the greatest length of the result in bytes
} svg_task;

enum { SVG_RESULT = HELPER_REPLY_FIRST };

typedef struct svg_reply {
    uint32_t kind;     // SVG_RESULT, or one of those that are common to all programs
    uint32_t failure;  // a helper_failure
    // The length in bytes of what follows: a text; a font; or premultiplied blue, green, red, and alpha, 8 bits each, in rows without
    // padding.
    uint64_t count;
    svg_size size;  // of SVG_MEASURE
} svg_reply;

#endif
