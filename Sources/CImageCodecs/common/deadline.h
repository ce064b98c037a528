// The time at which a call gives up.

#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

// Whether a time of CLOCK_MONOTONIC in nanoseconds has passed; never for INT64_MAX.
bool deadline_has_passed(int64_t deadline);

#endif
