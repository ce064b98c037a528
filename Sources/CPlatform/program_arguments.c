#include "program_arguments.h"

#include <stddef.h>

#if defined(__linux__)
#include <features.h>
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

int program_arguments_count(void) { return count; }

const char *program_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
