// Reads and writes HEIF files for varblur, which starts this program: each image in a process of its own.
//
// A decoder of videos cannot be interrupted, and may be taken over by a file that is made for it. Its process can be ended at any
// time, and has no rights. Nothing of one image is left when the next one is read.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "library.h"
#include "worker.h"

// Answers in place of a process that cannot be started.
static void report(int channel, heif_failure failure, const char *text) {
    heif_reply ready = {.kind = HEIF_READY, .count = HEIF_PROTOCOL};
    heif_reply reply = {.kind = HEIF_FAILURE, .failure = failure, .count = strlen(text)};
    if (heif_send(channel, &ready, sizeof ready) == sizeof ready && heif_send(channel, &reply, sizeof reply) == sizeof reply)
        (void)heif_send(channel, text, reply.count);
}

int main(void) {
    signal(SIGCHLD, SIG_IGN);  // nobody waits for the processes
    signal(SIGPIPE, SIG_IGN);
    pid_t self = getpid();
    for (;;) {
        int channel = heif_accept_channel(STDIN_FILENO);
        if (channel < 0) break;
        heif_failure failure = HEIF_FAULT;
        const char *reason = libheif_load(&failure);
        pid_t process = fork();
        if (process == 0) {
            close(STDIN_FILENO);
            worker_run(channel, self, failure, reason);
        }
        if (process < 0) report(channel, HEIF_OUT_OF_MEMORY, strerror(errno));
        close(channel);
    }
    if (errno != ENOTSOCK) return 0;
    fputs("varblur-heif: this program is started by varblur\n", stderr);
    return 64;
}
