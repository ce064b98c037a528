#define _DEFAULT_SOURCE

#include "program_arguments.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <features.h>
#include <sys/auxv.h>
#endif

static int count;
static char **arguments;

// Swift's standard library reads the arguments from /proc. These C libraries also pass them to constructors.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void store_arguments(int argc, char **argv) {
    count = argc;
    arguments = argv;
}
#endif

#if defined(__linux__)
// Linked statically, Swift's runtime looks for its folder beside the program when it starts, and aborts if /proc does not tell where that is.
__attribute__((constructor(101))) static void name_runtime_folder(void) {
    char byte;
    if (readlink("/proc/self/exe", &byte, 1) < 0) setenv("SWIFT_ROOT", "/", 0);
}
#endif

int program_arguments_count(void) { return count; }

const char *program_path(void) {
#if defined(__linux__)
    const char *path = (const char *)getauxval(AT_EXECFN);
    if (path) return path;
#endif
    return program_argument(0);
}

const char *program_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
