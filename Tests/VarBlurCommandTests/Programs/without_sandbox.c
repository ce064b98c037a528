// Runs a program as on a kernel without some system calls.
//   without_sandbox "NUMBER …" PROGRAM ARGUMENT …
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    struct sock_filter steps[32];
    unsigned short length = 0;
    if (count < 3) return 64;
    steps[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (char *next = arguments[1]; *next != 0 && length < 30;) {
        unsigned number = (unsigned)strtoul(next, &next, 10);
        steps[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
        steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    }
    steps[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, 2, &program) != 0) return 64;
    execvp(arguments[2], arguments + 2);
    return 127;
}
