#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "process_start.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

static int add_streams(posix_spawn_file_actions_t *actions, const int streams[3]) {
    for (int number = 0; number < 3; number++) {
        int error = 0;
        if (streams[number] == PROCESS_STREAM_NULL) {
            error = posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
        } else if (streams[number] >= 0) {
            error = posix_spawn_file_actions_adddup2(actions, streams[number], number);
        } else {
#ifdef __APPLE__
            error = posix_spawn_file_actions_addinherit_np(actions, number);
#endif
        }
        if (error) return error;
    }
    return 0;
}

// Closes everything but the standard streams in the new process; on Apple platforms, a flag does.
static int close_others(posix_spawn_file_actions_t *actions) {
#if defined(__GLIBC__)
    return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#elif defined(__linux__)
    // There is no such function in musl. This process opens all files with O_CLOEXEC, but may have inherited others.
    for (int number = STDERR_FILENO + 1; number < 1024; number++) {
        if (fcntl(number, F_GETFD) < 0) continue;
        int error = posix_spawn_file_actions_addclose(actions, number);
        if (error) return error;
    }
    return 0;
#else
    (void)actions;
    return 0;
#endif
}

static int set_flags(posix_spawnattr_t *attributes, bool leads_group) {
    static const int signals[] = {SIGPIPE, SIGHUP, SIGINT, SIGTERM};
    sigset_t defaults, blocked;
    sigemptyset(&defaults);
    sigemptyset(&blocked);
    // In the group of this process, the new one goes on ignoring what this one was told to ignore, as with nohup.
    for (int index = 0; index < (leads_group ? 4 : 1); index++) sigaddset(&defaults, signals[index]);
    int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (leads_group) flags |= POSIX_SPAWN_SETPGROUP;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int error = posix_spawnattr_setsigdefault(attributes, &defaults);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &blocked);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    return error ? error : posix_spawnattr_setflags(attributes, (short)flags);
}

int process_start(const char *program, char *const arguments[], const int streams[3], bool leads_group, int *process) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = add_streams(&actions, streams);
        if (!error) error = close_others(&actions);
        if (!error) error = set_flags(&attributes, leads_group);
        pid_t started = 0;
        if (!error) error = posix_spawnp(&started, program, &actions, &attributes, arguments, environ);
        *process = started;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int process_descriptor(int file) {
    if (file < 0 || file > STDERR_FILENO) return file;
    int other = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    close(file);
    errno = error;
    return other;
}

int process_pipe(int ends[2]) {
#ifdef __APPLE__
    // There is no call for both; process_start passes on nothing but standard streams.
    if (pipe(ends) != 0) return errno;
    for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
#else
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#endif
    int error = 0;
    for (int index = 0; index < 2; index++) {
        ends[index] = process_descriptor(ends[index]);
        if (ends[index] < 0) error = errno;
    }
    for (int index = 0; error && index < 2; index++) {
        if (ends[index] >= 0) close(ends[index]);
    }
    return error;
}
