// The time at which a call gives up.

#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

// The value for calls that never give up.
#define NO_DEADLINE INT64_MAX

// Whether a deadline has passed, in nanoseconds of CLOCK_MONOTONIC, which no change of the system's time affects.
bool deadline_has_passed(int64_t deadline);

#endif
