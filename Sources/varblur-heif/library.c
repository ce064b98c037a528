#include "library.h"

#include <dlfcn.h>
#include <stddef.h>

libheif heif;

#ifdef VARBLUR_LINKS_LIBHEIF

static const char *find_functions(void) {
#define LIBHEIF_LINK(name) heif.name = name;
    LIBHEIF_FUNCTIONS(LIBHEIF_LINK)
    return NULL;
}

#else

static const char *find_functions(void) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define LIBHEIF_FIND(name) \
    heif.name = (__typeof__(heif.name))dlsym(library, #name); \
    if (heif.name == NULL) return dlerror();
    LIBHEIF_FUNCTIONS(LIBHEIF_FIND)
    return NULL;
}

#endif

const char *libheif_load(void) {
    static bool is_loaded;
    if (is_loaded) return NULL;
    const char *failure = find_functions();
    if (failure != NULL) return failure;
    struct heif_error error = heif.heif_init(NULL);
    if (error.code != heif_error_Ok) return error.message;
    is_loaded = true;
    return NULL;
}
