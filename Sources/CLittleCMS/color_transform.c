#include "color_transform.h"

#include <lcms2.h>
#include <loaded_library.h>
#include <pthread.h>
#include <stdint.h>

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

void *color_transform_create(void *source, color_format from, void *target, color_format to, bool is_exact) {
    cmsUInt32Number flags = from.has_alpha && to.has_alpha ? cmsFLAGS_COPY_ALPHA : 0;
    if (is_exact) flags |= cmsFLAGS_NOOPTIMIZE;
    return cms.cmsCreateTransform(source, type(from), target, type(to), INTENT_PERCEPTUAL, flags);
}

void color_transform_apply(void *transform, const void *from, void *to, size_t count) {
    // the number of pixels has 32 bits
    cms.cmsDoTransform(transform, from, to, (cmsUInt32Number)count);
}

void color_transform_destroy(void *transform) { cms.cmsDeleteTransform(transform); }
