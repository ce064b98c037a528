#include "library_versions.h"

#include <stdio.h>
#include <isa-l.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <png.h>
#include <webp/decode.h>
#include <zlib.h>

#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)

const char *version_of_libpng(void) { return png_get_libpng_ver(NULL); }

const char *version_of_zlib(void) { return zlibVersion(); }

int version_of_libwebp(void) { return WebPGetDecoderVersion(); }

const char *version_of_libdeflate(void) { return LIBDEFLATE_VERSION_STRING; }

const char *version_of_isal(void) {
    return TEXT_OF(ISAL_MAJOR_VERSION) "." TEXT_OF(ISAL_MINOR_VERSION) "." TEXT_OF(ISAL_PATCH_VERSION);
}

const char *version_of_libjpeg(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return TEXT_OF(LIBJPEG_TURBO_VERSION) " (libjpeg-turbo)";
#else
    return TEXT_OF(JPEG_LIB_VERSION);
#endif
}
