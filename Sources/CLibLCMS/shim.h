// Little CMS, and the pixel formats that it defines by macros, which Swift cannot import.
#include <lcms2.h>

enum {
    LCMS_GRAY = TYPE_GRAY_8,
    LCMS_GRAY_ALPHA = TYPE_GRAYA_8_PREMUL,
    LCMS_RGB = TYPE_RGB_8,
    LCMS_RGB_ALPHA = TYPE_RGBA_8_PREMUL,
    LCMS_CMYK = TYPE_CMYK_8,
    LCMS_INVERTED_CMYK = TYPE_CMYK_8_REV,
    LCMS_BGRA = TYPE_BGRA_8,
    LCMS_PREMULTIPLIED_BGRA = TYPE_BGRA_8_PREMUL,
};
