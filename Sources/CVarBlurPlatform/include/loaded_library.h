// Libraries that are loaded when they are first needed.
//
// A file lists their functions: `#define FUNCTIONS(EACH) EACH(first) EACH(second)`, or, if it needs no header of the library to be built,
// `EACH(first, result, (parameters))`. From this list follow a structure of pointers to them, and their names.

#ifndef LOADED_LIBRARY_H
#define LOADED_LIBRARY_H

// A member of the structure, for a function that a header declares or for another one; and a name.
#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_TYPED_MEMBER(name, result, parameters) result(*name) parameters;
#define LIBRARY_NAME(name, ...) #name,
// The value of the member, where the library is linked.
#define LIBRARY_VALUE(name) .name = name,

// Loads a library by its name on Linux or on macOS, which includes the version of its interface, and finds functions of it or of libraries
// that it depends on. `names` ends with NULL; `functions` is the structure of the pointers in the same order.
//
// Returns the library; NULL if it, or one of the functions, is missing, with the message of the dynamic linker in `message`.
void *library_load(
    const char *linux_name, const char *macos_name, const char *const names[], void *functions, const char **message);

#endif
