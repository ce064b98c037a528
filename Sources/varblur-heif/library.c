#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "library.h"

#include <dlfcn.h>
#include <stddef.h>

#include "replaced_calls.h"

// Since version 1.19; the structure only grows at its end.
typedef struct security_limits {
    uint8_t version;
    uint64_t image_pixels;
    uint64_t tiles;
    uint32_t bayer_pattern_pixels;
    uint32_t items;
} security_limits;

static security_limits *(*get_security_limits)(const struct heif_context *);

static const char *find_optional(void *library) {
    get_security_limits = (__typeof__(get_security_limits))dlsym(library, "heif_context_get_security_limits");
    struct heif_error error = heif.heif_init(NULL);
    return error.code == heif_error_Ok ? NULL : error.message;
}

#ifdef VARBLUR_LINKS_LIBHEIF

libheif heif = {LIBHEIF_FUNCTIONS(LIBRARY_VALUE)};

bool libheif_allow_ten_bits(void) { return true; }

static const char *find_functions(void) { return find_optional(RTLD_DEFAULT); }

#else

libheif heif;
static void *library;

bool libheif_allow_ten_bits(void) {
    // the profile of AV1 is chosen by the size of a sample in memory instead of its depth
    const void *depth = dlsym(library, "heif_image_get_bits_per_pixel_range");
    bool is_replaced = depth && replace_calls(library, "heif_image_get_bits_per_pixel", depth);
    return is_replaced || libheif_is(1, 16);
}

static const char *find_functions(void) {
    static const char *const names[] = {LIBHEIF_FUNCTIONS(LIBRARY_NAME) NULL};
    const char *message;
    library = library_load("libheif.so.1", "libheif.1.dylib", names, &heif, &message);
    return library ? find_optional(library) : message;
}

#endif

bool libheif_is(unsigned major, unsigned minor) {
    uint32_t version = heif.heif_get_version_number();
    return version >= (major << 24 | minor << 16);
}

void libheif_allow_items(struct heif_context *context, uint32_t items, uint64_t tiles) {
    security_limits *limits = get_security_limits ? get_security_limits(context) : NULL;
    if (!limits) return;
    limits->items = items;
    limits->tiles = tiles;
}

const char *libheif_load(void) {
    static bool is_loaded = false;
    const char *message = is_loaded ? NULL : find_functions();
    is_loaded = !message;
    return message;
}
