// SVG files as pixels, with librsvg, which is loaded when the first one is needed.
//
// librsvg cannot be interrupted, and a small file can take it hours. So it works on a thread of its own, which is given up after some
// time. It loads nothing but the file: a reference to another file or to the network has no effect.
#ifndef VARBLUR_SVG_IMAGE_H
#define VARBLUR_SVG_IMAGE_H

#include <stddef.h>

typedef enum svg_status {
    SVG_OK,
    SVG_NO_LIBRARY,
    SVG_INVALID,
    SVG_NO_SIZE,
    SVG_TIMEOUT,
    SVG_NO_MEMORY,
} svg_status;

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
    int columns;
    int rows;
} svg_part;

// Reads the size of an image: its own, or else that of its view box. The file is copied.
svg_status svg_image_measure(const void *file, size_t count, double seconds, svg_size *size);
// Draws a part of an image that has the given size. On success, `pixels` holds premultiplied blue, green, red, and alpha, 8 bits each, in
// rows without padding, which the caller frees.
svg_status svg_image_draw(const void *file, size_t count, double seconds, svg_size size, svg_part part, unsigned char **pixels);

#endif
