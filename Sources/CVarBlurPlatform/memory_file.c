#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "memory_file.h"

#include "process_start.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

int memory_file_open(void) {
#ifdef __linux__
    return process_descriptor(memfd_create("varblur", MFD_CLOEXEC));
#else
    FILE *stream = tmpfile();
    if (!stream) {
        return -1;
    }
    int other = fcntl(fileno(stream), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    fclose(stream);
    errno = error;
    return other;
#endif
}
