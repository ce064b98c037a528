#include "program_arguments.h"

#include <stddef.h>

#if defined(__linux__)
#include <features.h>
#endif

static int count;
static char **arguments;

// Swift hides the arguments of `main`, and its library reads them from /proc, which a sandbox may not provide. Only these C
// libraries pass the arguments to constructors.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    count = argc;
    arguments = argv;
}
#endif

int program_arguments_count(void) { return count; }

const char *program_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
