#include "color_transform.h"

#include <lcms2.h>
#include <loaded_library.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The functions of Little CMS that are used.
#define FUNCTIONS(EACH) \
    EACH(cmsOpenProfileFromMem) \
    EACH(cmsCloseProfile) \
    EACH(cmsGetColorSpace) \
    EACH(cmsGetDeviceClass) \
    EACH(cmsCreate_sRGBProfile) \
    EACH(cmsCreateGrayProfile) \
    EACH(cmsBuildParametricToneCurve) \
    EACH(cmsFreeToneCurve) \
    EACH(cmsD50_xyY) \
    EACH(cmsCreateTransform) \
    EACH(cmsDeleteTransform) \
    EACH(cmsDoTransform)

typedef struct functions {
    FUNCTIONS(LIBRARY_MEMBER)
} functions;

#ifdef VARBLUR_LINKS_LITTLE_CMS

static const functions cms = {FUNCTIONS(LIBRARY_VALUE)};

bool color_library_load(void) { return true; }

#else

static functions cms;
static bool is_loaded = false;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const char *message;
    is_loaded = library_load("liblcms2.so.2", "liblcms2.2.dylib", names, &cms, &message);
}

bool color_library_load(void) { return pthread_once(&once, load) == 0 && is_loaded; }

#endif

// MARK: - Profiles

void *color_profile_open(const void *bytes, size_t count) {
    return count <= UINT32_MAX ? cms.cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count) : NULL;
}

static void *create_gray(void) {
    enum { PIECEWISE_CURVE = 5 };
    static const double curve[7] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0};
    cmsToneCurve *tone = cms.cmsBuildParametricToneCurve(NULL, PIECEWISE_CURVE, curve);
    if (!tone) return NULL;
    void *profile = cms.cmsCreateGrayProfile(cms.cmsD50_xyY(), tone);
    cms.cmsFreeToneCurve(tone);
    return profile;
}

void *color_profile_srgb(color_space space) {
    return space == COLOR_GRAY ? create_gray() : cms.cmsCreate_sRGBProfile();
}

static cmsColorSpaceSignature signature(color_space space) {
    switch (space) {
        case COLOR_GRAY: return cmsSigGrayData;
        case COLOR_RGB: return cmsSigRgbData;
        case COLOR_CMYK: return cmsSigCmykData;
    }
    return 0;
}

bool color_profile_fits(void *profile, color_space space) {
    switch (cms.cmsGetDeviceClass(profile)) {
        case cmsSigInputClass:
        case cmsSigDisplayClass:
        case cmsSigOutputClass:
        case cmsSigColorSpaceClass: return cms.cmsGetColorSpace(profile) == signature(space);
        default: return false;  // a link between two devices, an effect, or a list of names
    }
}

void color_profile_close(void *profile) { cms.cmsCloseProfile(profile); }

// MARK: - Transforms

static cmsUInt32Number type(color_format format) {
    cmsUInt32Number type = BYTES_SH(format.is_wide ? 2 : 1) | EXTRA_SH(format.has_alpha ? 1 : 0) |
                           PREMUL_SH(format.has_alpha && format.is_premultiplied ? 1 : 0);
    switch (format.space) {
        case COLOR_GRAY: return type | COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1);
        case COLOR_CMYK: return type | COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | FLAVOR_SH(1);
        case COLOR_RGB: break;
    }
    type |= COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3);
    if (!format.is_bgr) return type;
    return type | DOSWAP_SH(1) | SWAPFIRST_SH(format.has_alpha ? 1 : 0);
}

// A transform of every color by itself: near the limits of sRGB, where colors are clipped, a table of Little CMS is up to 30 steps off.
// That takes ten times as long as a table, so the last colors of 8 bits are remembered, of which photos have few.
enum { MEMORY_BITS = 18, MOST_NEW_PIXELS = 256 };

typedef struct known_pixel {
    uint32_t from;
    uint32_t to;
} known_pixel;

typedef struct color_transform {
    cmsHTRANSFORM exact;
    size_t from_bytes;
    size_t to_bytes;      // from a pixel of the result to the next one
    size_t copied_bytes;  // without an alpha that is left as it is
    known_pixel *known;   // NULL if samples have 16 bits, or without memory for it
} color_transform;

static size_t byte_count(color_format format) {
    size_t colors = format.space == COLOR_GRAY ? 1 : format.space == COLOR_RGB ? 3 : 4;
    return (colors + format.has_alpha) * (format.is_wide ? 2 : 1);
}

static size_t slot_of(uint32_t pixel) { return (pixel * 2654435761u) >> (32 - MEMORY_BITS); }

void *color_transform_create(void *source, color_format from, void *target, color_format to) {
    bool copies_alpha = from.has_alpha && to.has_alpha;
    cmsUInt32Number flags = cmsFLAGS_NOOPTIMIZE | (copies_alpha ? cmsFLAGS_COPY_ALPHA : 0);
    color_transform *transform = calloc(1, sizeof *transform);
    if (!transform) return NULL;
    transform->from_bytes = byte_count(from);
    transform->to_bytes = byte_count(to);
    transform->copied_bytes = transform->to_bytes - (to.has_alpha && !copies_alpha);
    transform->exact = cms.cmsCreateTransform(source, type(from), target, type(to), INTENT_PERCEPTUAL, flags);
    if (!transform->exact) {
        color_transform_destroy(transform);
        return NULL;
    }
    if (!from.is_wide) transform->known = calloc((size_t)1 << MEMORY_BITS, sizeof *transform->known);
    // 0 belongs in the first slot, which another number marks as empty
    if (transform->known) transform->known[0].from = 1;
    return transform;
}

// Converts pixels that are not remembered, and remembers them.
static void convert_new(color_transform *transform, const uint8_t *from, const uint32_t *columns, size_t count, uint8_t *to) {
    uint8_t converted[4 * MOST_NEW_PIXELS];
    cms.cmsDoTransform(transform->exact, from, converted, (cmsUInt32Number)count);
    for (size_t index = 0; index < count; index++) {
        known_pixel pixel = {0};
        memcpy(&pixel.from, from + index * transform->from_bytes, transform->from_bytes);
        memcpy(&pixel.to, converted + index * transform->to_bytes, transform->copied_bytes);
        memcpy(to + columns[index] * transform->to_bytes, &pixel.to, transform->copied_bytes);
        transform->known[slot_of(pixel.from)] = pixel;
    }
}

static void apply_known(color_transform *transform, const uint8_t *from, uint8_t *to, size_t count) {
    uint8_t pixels[4 * MOST_NEW_PIXELS];
    uint32_t columns[MOST_NEW_PIXELS];
    size_t new_count = 0;
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = 0;
        memcpy(&pixel, from + x * transform->from_bytes, transform->from_bytes);
        const known_pixel *known = &transform->known[slot_of(pixel)];
        if (known->from == pixel) {
            memcpy(to + x * transform->to_bytes, &known->to, transform->copied_bytes);
            continue;
        }
        memcpy(pixels + new_count * transform->from_bytes, &pixel, transform->from_bytes);
        columns[new_count++] = (uint32_t)x;
        if (new_count < MOST_NEW_PIXELS) continue;
        convert_new(transform, pixels, columns, new_count, to);
        new_count = 0;
    }
    if (new_count > 0) convert_new(transform, pixels, columns, new_count, to);
}

void color_transform_apply(void *opaque, const void *from, void *to, size_t count) {
    color_transform *transform = opaque;
    // the number of pixels has 32 bits
    if (transform->known) apply_known(transform, from, to, count);
    else cms.cmsDoTransform(transform->exact, from, to, (cmsUInt32Number)count);
}

void color_transform_destroy(void *opaque) {
    color_transform *transform = opaque;
    if (transform->exact) cms.cmsDeleteTransform(transform->exact);
    free(transform->known);
    free(transform);
}
