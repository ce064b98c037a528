#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

int memory_file_open(void) {
#ifdef __linux__
    int file = memfd_create("varblur", MFD_CLOEXEC);
    if (file < 0 || file > STDERR_FILENO) {
        return file;
    }
    // A program without standard streams gets their numbers for its files.
    int other = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    close(file);
#else
    FILE *stream = tmpfile();
    if (!stream) {
        return -1;
    }
    int other = fcntl(fileno(stream), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    fclose(stream);
#endif
    errno = error;
    return other;
}
