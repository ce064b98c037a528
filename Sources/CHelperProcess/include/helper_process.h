// A program that works on files for varblur, each in a process of its own.
//
// A library that reads files often cannot be interrupted, and may be taken over by a file that is made for it. Its process can be ended
// at any time, has no rights, and has limited memory. Nothing of one file is left when the next one is read.

#ifndef HELPER_PROCESS_H
#define HELPER_PROCESS_H

#include <helper_channel.h>
#include <sandbox.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

typedef struct worker_program {
    const char *name;
    sandbox_kind sandbox;
    // Loads what a kind of tasks needs, unless it is loaded, without starting threads. Returns NULL, or why that fails: the
    // message of the dynamic linker, or of a library that cannot start.
    const char *(*load)(uint8_t kind);
    // The directory with some index, or the file, that stays readable for the tasks; NULL after the last one. May be NULL.
    const char *(*directory)(size_t index);
    // Receives a task, and limits its process to what it announces, which gives up its rights next. The functions below are for this one and
    // the next one.
    void (*begin)(uint8_t kind);
    // Performs the task.
    void (*work)(uint8_t kind);
} worker_program;

// Waits for channels, and works on each in a copy of this process, in a sandbox. Returns the exit status at the end.
int worker_serve(const worker_program *program);

// Receives bytes; ends the process if the other end is closed.
void worker_receive(void *bytes, size_t count);

// Receives bytes into new memory, which may be empty.
uint8_t *worker_receive_new(size_t count);

// Sends bytes; ends the process if the other end is closed.
void worker_send(const void *bytes, size_t count);

// From now on, only bytes may follow that a reply announces, and no failure: failures of other threads wait.
void worker_begin_stream(void);

// The bytes are sent; another reply or a failure may follow.
void worker_end_stream(void);

// Lowers the limit of the memory that the process may take, in addition to that of its libraries.
void worker_limit_memory(uint64_t count);

// Limits the processor time from now on. If the limit can grow, another call may follow, which raises it.
void worker_limit_processor_time(uint64_t seconds, bool can_grow);

// Ends the process after some time; 0 for any time. Only before it works: a process without rights has no timers.
void worker_limit_time(uint64_t milliseconds);

// Sends a failure and ends the process.
_Noreturn void worker_fail(helper_failure failure, const char *text);

// Whether memory was refused: a crash that follows is no fault of the file.
extern volatile sig_atomic_t worker_lacks_memory;

// Fails unless memory was allocated.
void worker_check_memory(const void *memory);

#endif
