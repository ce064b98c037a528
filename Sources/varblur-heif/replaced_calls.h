// Calls within libheif.

#ifndef REPLACED_CALLS_H
#define REPLACED_CALLS_H

#include <stdbool.h>

// Lets a library call another function than the one that it names: one of its own, or of a library that it needs.
//
// Returns whether it does; the library is not changed otherwise. Its table of calls stays writable, so this is not for processes that read
// files.
bool replace_calls(void *library, const char *name, const void *function);

#endif
