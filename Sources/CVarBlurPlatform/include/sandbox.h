// Takes from a process the rights that work on untrusted data does not need: on Linux, by Landlock and seccomp.

#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

// What the system offers.
typedef struct sandbox_support {
    int landlock;        // the version of Landlock's interface, which limits files; 0 if there is none
    bool filters_calls;  // whether seccomp filters system calls
} sandbox_support;

sandbox_support sandbox_supported(void);

// The kinds of processes, from the fewest rights to the most.
typedef enum sandbox_kind {
    SANDBOX_DECODER,      // works on what it gets through open descriptors, and may lower its own limits
    SANDBOX_DRAWING,      // the same; also reads files, and loads libraries
    SANDBOX_IMAGES,       // images in lines; also reads files, and gives images to decoders
    SANDBOX_PREVIEW,      // the same with the event loop of Swift's concurrency
    SANDBOX_FILES,        // also creates, replaces, and removes files
    SANDBOX_SCENE,        // a scene: as for images, and loads libraries
    SANDBOX_SCENE_FILES,  // scenes whose outputs are files
} sandbox_kind;

enum { SANDBOX_KINDS = SANDBOX_SCENE_FILES + 1 };

// Opens a directory or a file for `sandbox_enter` alone: neither waits for a pipe, nor is seen by its other end. Returns -1 on failure.
int sandbox_open(const char *path);

// A directory whose contents stay accessible, with everything below it.
typedef struct sandbox_directory {
    int descriptor;    // an open descriptor of the directory, or of a file
    bool is_writable;  // whether files may be created, replaced, and removed
} sandbox_directory;

// Gives up, for the calling thread and those that it starts later:
//
// - opening files, except in the given directories; descriptors that are open stay usable,
// - new processes, signals to others, sockets, and every other system call that this kind of process does not need:
//   only those of a list work, the others fail,
// - all capabilities, unless this kind uses files of the user.
//
// There is no way back. Returns 0, or an error number: ENOTSUP if the system has neither Landlock nor seccomp. With only one of them,
// the other part stays unlimited.
int sandbox_enter(sandbox_kind kind, const sandbox_directory *directories, size_t count);

#endif
