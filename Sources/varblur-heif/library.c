#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "library.h"

#include <dlfcn.h>
#include <helper_process.h>
#include <stddef.h>

#include "replaced_calls.h"

libheif heif;

// Since version 1.19; the structure only grows at its end.
typedef struct security_limits {
    uint8_t version;
    uint64_t image_pixels;
    uint64_t tiles;
    uint32_t bayer_pattern_pixels;
    uint32_t items;
} security_limits;

static security_limits *(*get_security_limits)(const struct heif_context *);

static void find_optional(void *library) {
    get_security_limits = (__typeof__(get_security_limits))dlsym(library, "heif_context_get_security_limits");
}

#ifdef VARBLUR_LINKS_LIBHEIF

bool libheif_allow_ten_bits(void) { return true; }

static const char *find_functions(void) {
#define LIBHEIF_LINK(name) heif.name = name;
    LIBHEIF_FUNCTIONS(LIBHEIF_LINK)
    find_optional(RTLD_DEFAULT);
    return NULL;
}

#else

static void *library;

bool libheif_allow_ten_bits(void) {
    // the profile of AV1 is chosen by the size of a sample in memory instead of its depth
    const void *depth = dlsym(library, "heif_image_get_bits_per_pixel_range");
    bool is_replaced = depth != NULL && replace_calls(library, "heif_image_get_bits_per_pixel", depth);
    return is_replaced || libheif_is(1, 16);
}

static const char *find_functions(void) {
    library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define LIBHEIF_FIND(name) \
    heif.name = (__typeof__(heif.name))dlsym(library, #name); \
    if (heif.name == NULL) return dlerror();
    LIBHEIF_FUNCTIONS(LIBHEIF_FIND)
    find_optional(library);
    return NULL;
}

#endif

bool libheif_is(unsigned major, unsigned minor) {
    uint32_t version = heif.heif_get_version_number();
    return version >= (major << 24 | minor << 16);
}

void libheif_allow_items(struct heif_context *context, uint32_t items, uint64_t tiles) {
    security_limits *limits = get_security_limits == NULL ? NULL : get_security_limits(context);
    if (limits == NULL) return;
    limits->items = items;
    limits->tiles = tiles;
}

const char *libheif_load(helper_failure *failure) {
    static bool is_loaded;
    if (is_loaded) return NULL;
    const char *message = find_functions();
    if (message == NULL) {
        struct heif_error error = heif.heif_init(NULL);
        if (error.code != heif_error_Ok) message = error.message;
    }
    if (message == NULL) {
        is_loaded = true;
    } else {
        *failure = worker_loading_failure(message);
    }
    return message;
}
