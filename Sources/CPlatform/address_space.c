#include "address_space.h"

#include <stdlib.h>
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void share_limited_address_space(void) {
#if defined(__GLIBC__)
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}
