// Libraries that few files need, and that are loaded when they are first needed.
#ifndef LOADED_LIBRARY_H
#define LOADED_LIBRARY_H

// Loads a library by its name on Linux or on macOS; NULL if it is not installed.
void *library_open(const char *linux_name, const char *macos_name);
// A function of a library or of those that it depends on; NULL if there is none.
void (*library_function(void *library, const char *name))(void);

#endif
