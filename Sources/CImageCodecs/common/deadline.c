// clock_gettime is not part of C11.
#define _POSIX_C_SOURCE 200809L

#include "deadline.h"

#include <time.h>

static const int64_t NANOSECONDS_PER_SECOND = 1000000000;

bool deadline_has_passed(int64_t deadline) {
    if (deadline == NO_DEADLINE) return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NANOSECONDS_PER_SECOND + now.tv_nsec >= deadline;
}
