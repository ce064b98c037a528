// The process that works on one image.

#ifndef WORKER_H
#define WORKER_H

#include <heif_messages.h>
#include <libheif/heif.h>

// Performs the task on a channel, in a sandbox, and ends the process; `starter` is the process that has started this one. If the library
// is missing, `reason` tells why.
_Noreturn void worker_run(int channel, pid_t starter, heif_failure failure, const char *reason);

// Reads a file: sends its header, and its pixels if they are asked for.
void worker_read(const heif_task *task);

// Writes a file: receives its rows, and sends it.
void worker_write(const heif_task *task);

// Receives bytes; ends the process if the other end is closed.
void worker_receive(void *bytes, size_t count);

// Receives bytes into new memory, which may be empty.
uint8_t *worker_receive_new(size_t count);

// Sends bytes; ends the process if the other end is closed.
void worker_send(const void *bytes, size_t count);

// Sends a reply. After HEIF_PIXELS and HEIF_FILE, only the bytes that it announces may follow.
void worker_reply(const heif_reply *reply);

// Lowers the limit of the memory that the process may take, in addition to that of its libraries.
void worker_limit_memory(uint64_t count);

// Limits the processor time from now on, in proportion to the pixels that are decoded, drawn, or moved, and to the bytes that are read.
void worker_limit_processor(uint64_t pixels, uint64_t byte_count);

// Sends a failure and ends the process.
_Noreturn void worker_fail(heif_failure failure, const char *text);

// Fails if a call of libheif has failed.
void worker_check(struct heif_error error);

// Fails unless memory was allocated.
void worker_check_memory(const void *memory);

// Fails because libheif does not know what a file has; versions before 1.18 do not know some of what phones write.
_Noreturn void worker_fail_unsupported(struct heif_error error);

// Fails with an error of libheif.
_Noreturn void worker_fail_with(struct heif_error error);

#endif
