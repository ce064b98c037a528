#ifndef PROCESS_START_H
#define PROCESS_START_H

#include <stdbool.h>

// What a standard stream of a new process is, if it is not an open descriptor.
enum { PROCESS_STREAM_NULL = -1, PROCESS_STREAM_INHERITED = -2 };

// Starts a program, which is searched for in PATH if its name contains no slash.
//
// `streams` are standard input, output, and error of the new process, such as files of memory_file.h; it gets no other descriptor of this
// one. It blocks no signal.
// If `leads_group` is set, it is in a process group of its own and ignores no signal that ends it.
//
// Returns 0 and stores the number of the process, or returns the number of an error.
int process_start(const char *program, char *const arguments[], const int streams[3], bool leads_group, int *process);

// Moves an open file to a number above those of the standard streams, which a program without them gives to its files. Returns -1 and sets
// errno if that fails; the file is closed then.
int process_descriptor(int file);

// Creates a pipe whose ends no program inherits: one to read from, and one to write to. Returns 0 or the number of an error.
int process_pipe(int ends[2]);

#endif
