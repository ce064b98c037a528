// Color profiles and conversions between them, with Little CMS.
//
// On Linux, Little CMS is loaded when it is first needed: few images need it, and linking it would delay the start of the program for
// all others. The functions may be called on several threads at once, but a transform only on one.
#ifndef VARBLUR_COLOR_TRANSFORM_H
#define VARBLUR_COLOR_TRANSFORM_H

#include <stdbool.h>
#include <stddef.h>

typedef enum color_space {
    COLOR_GRAY,
    COLOR_RGB,
    COLOR_CMYK,  // inverted: the greatest value is no ink
} color_space;

// The samples of a pixel: 8 bits, or 16 bits in native byte order.
typedef struct color_format {
    color_space space;
    bool is_wide;
    bool has_alpha;
    bool is_premultiplied;
    bool is_bgr;
} color_format;

// Loads Little CMS; returns false if it is not installed. The other functions may be called only after this one has returned true.
bool color_library_load(void);

// Reads an ICC profile; returns NULL if it is damaged. The bytes are copied.
void *color_profile_open(const void *bytes, size_t count);
// The profile of sRGB, or of gray with the curve of sRGB; NULL without memory.
void *color_profile_srgb(color_space space);
// Whether a profile describes the colors of images in a space.
bool color_profile_fits(void *profile, color_space space);
void color_profile_close(void *profile);

// A transform between two profiles with the perceptual intent; NULL if a profile lacks what it needs. Alpha is copied if both formats
// have it; otherwise, that of the result is left as it is. Nothing is interpolated except by the profiles.
void *color_transform_create(void *source, color_format from, void *target, color_format to);
// Converts a number of pixels. The formats must have samples of the same size.
void color_transform_apply(void *transform, const void *from, void *to, size_t count);
void color_transform_destroy(void *transform);

#endif
