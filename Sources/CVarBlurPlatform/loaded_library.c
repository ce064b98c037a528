#include "loaded_library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void *open_library(const char *linux_name, const char *macos_name) {
#ifdef __APPLE__
    (void)linux_name;
    // Homebrew's directories are not searched
    static const char *const directories[] = {"", "/opt/homebrew/lib/", "/usr/local/lib/"};
    for (size_t index = 0; index < sizeof directories / sizeof *directories; index += 1) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", directories[index], macos_name);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
#else
    (void)macos_name;
    return dlopen(linux_name, RTLD_NOW | RTLD_LOCAL);
#endif
}

void *library_load(
    const char *linux_name, const char *macos_name, const char *const names[], void *functions, const char **message) {
    void *library = open_library(linux_name, macos_name);
    for (size_t index = 0; library && names[index]; index++) {
        // a pointer to data, which POSIX allows as a pointer to a function
        void *function = dlsym(library, names[index]);
        memcpy((char *)functions + index * sizeof function, &function, sizeof function);
        if (!function) library = NULL;
    }
    if (!library) {
        const char *reason = dlerror();
        *message = reason ? reason : "No such file";
    }
    return library;
}
