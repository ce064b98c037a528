// Runs a program and appends its peak resident memory in KiB, shared libraries included, to a file as a line.
//
//   usage: peak-memory FILE PROGRAM ARGUMENT…
//
// A script that asks for the resource usage of its own child gets at least its own size: the kernel counts the memory of a process
// before it calls exec, too. This program is small.

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

int main(int count, char **arguments) {
    if (count < 3) {
        fputs("usage: peak-memory FILE PROGRAM ARGUMENT...\n", stderr);
        return 64;
    }
    pid_t process;
    int status;
    struct rusage usage;
    if (posix_spawnp(&process, arguments[2], NULL, NULL, arguments + 2, environ)) {
        perror(arguments[2]);
        return 69;
    }
    if (wait4(process, &status, 0, &usage) < 0 || !WIFEXITED(status)) return 70;
#ifdef __APPLE__
    long peak = usage.ru_maxrss / 1024;
#else
    long peak = usage.ru_maxrss;
#endif
    FILE *file = fopen(arguments[1], "a");
    if (!file || fprintf(file, "%ld\n", peak) < 0 || fclose(file)) {
        perror(arguments[1]);
        return 74;
    }
    return WEXITSTATUS(status);
}
