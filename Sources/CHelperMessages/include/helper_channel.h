// How this process and the programs that help it with files are connected.
//
// A helper gets channels through its standard input: connected sockets, one for each file.

#ifndef HELPER_CHANNEL_H
#define HELPER_CHANNEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum helper_failure {
    HELPER_DAMAGED,
    HELPER_UNSUPPORTED,
    HELPER_OVER_LIMIT,
    HELPER_TOO_MUCH_METADATA,
    HELPER_OUT_OF_MEMORY,
    HELPER_NO_LIBRARY,      // a library is not installed
    HELPER_NO_CODEC,        // a library has no decoder or encoder for the format
    HELPER_CRASH,           // a library has ended its process
    HELPER_BROKEN_LIBRARY,  // a library is installed, but cannot be loaded
    HELPER_OLD_LIBRARY,     // a library refuses a file that a later version may read
    HELPER_FAULT,
} helper_failure;

// Changes with these messages and those of the programs, so that programs of several versions notice each other.
enum { HELPER_PROTOCOL = 10 };

typedef enum helper_reply_kind {
    HELPER_REPLY_FAILURE,
    HELPER_REPLY_READY,  // comes first, before anything of a file is looked at; `count` is HELPER_PROTOCOL
    HELPER_REPLY_FIRST,  // the first kind of the programs themselves
} helper_reply_kind;

// How each reply begins. The first two kinds are no longer; the text of a failure follows it.
//
// The process that replies may have been taken over by a file: no number of a reply is trusted.
typedef struct helper_reply {
    uint32_t kind;
    uint32_t failure;  // a helper_failure
    uint64_t count;    // the length in bytes of what follows the reply
} helper_reply;

// Creates two connected sockets that no program inherits. Returns 0 or the number of an error.
int helper_socket_pair(int ends[2]);

// Opens a channel to the process at the other end of a socket. `kind` tells it what the task will be. Returns a nonblocking descriptor;
// or -1, and sets errno.
int helper_open_channel(int process, uint8_t kind);

// Waits for a channel from the process at the other end of a socket. Returns its descriptor, and sets its kind; or -1 at the end.
int helper_accept_channel(int process, uint8_t *kind);

// Sends some of the bytes, without a signal if the other end is closed. Returns the number sent; or -1, and sets errno.
ssize_t helper_send(int channel, const void *bytes, size_t count);

#endif
