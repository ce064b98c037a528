// Reads and writes HEIF files for varblur, which starts this program: each image in a process of its own.
//
// A decoder of videos cannot be interrupted, and may be taken over by a file that is made for it. Its process can be ended at any
// time, and has no rights. Nothing of one image is left when the next one is read.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "library.h"
#include "worker.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);  // nobody waits for the processes
    signal(SIGPIPE, SIG_IGN);
    pid_t self = getpid();
    for (;;) {
        int channel = heif_accept_channel(STDIN_FILENO);
        if (channel < 0) break;
        const char *missing = libheif_load();
        if (fork() == 0) {
            close(STDIN_FILENO);
            worker_run(channel, self, missing);
        }
        close(channel);  // the other end sees that nobody answers if there is no process
    }
    if (errno != ENOTSOCK) return 0;
    fputs("varblur-heif: this program is started by varblur\n", stderr);
    return 64;
}
