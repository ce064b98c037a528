// The system calls that the processes in a sandbox may use.

#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include <sandbox.h>

// Whether calls can be filtered on this processor and by this kernel.
bool system_calls_can_be_limited(void);

// From now on, the calling thread and those that it starts can use only the calls of a kind of process. Returns 0 or an error number.
int system_calls_limit(sandbox_kind kind);

#endif
