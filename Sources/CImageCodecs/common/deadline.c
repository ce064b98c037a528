#define _POSIX_C_SOURCE 200809L

#include "deadline.h"

#include <time.h>

bool deadline_has_passed(int64_t deadline) {
    if (deadline == INT64_MAX) return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec >= deadline;
}
