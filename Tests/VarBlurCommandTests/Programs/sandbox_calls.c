// Tries system calls in the sandbox, each in a process of its own.
//   sandbox_calls numbers KIND   prints each number of a call that is not refused, although no rule lets it pass, or the reverse
//   sandbox_calls uses KIND      prints "NAME failed" or "NAME succeeded" for harmful uses; with "none", without the sandbox
// As a library (AS_LIBRARY), it takes the place of a function of the HEVC decoder, and stores the same lines in the file REPORT.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sandbox.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef AS_LIBRARY

static const char *const kinds[SANDBOX_KINDS] = {"decoder", "drawing", "images",     "preview",
                                                 "files",   "scene",   "scene-files"};
static int kind = -1;  // none

static void enter(void) {
    int here = sandbox_open(".");
    sandbox_directory directory = {.descriptor = here, .is_writable = true};
    if (kind >= 0 && sandbox_enter((sandbox_kind)kind, &directory, 1) != 0) _exit(99);
}

// Ends a process that hangs, or that only a signal can end.
static void end_in_time(void) {
    struct itimerval timer = {.it_value = {.tv_sec = 5}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

// MARK: - All numbers

enum {
    LAST_NUMBER = 511,
    FILES = 1 << SANDBOX_FILES | 1 << SANDBOX_SCENE_FILES,
    ALL = (1 << SANDBOX_KINDS) - 1,
    READERS = ALL - (1 << SANDBOX_DECODER),
    ASKERS = READERS - (1 << SANDBOX_DRAWING)
};

// The calls that work with any arguments, and in which kinds.
// clang-format off
static const struct { int number, kinds; } passing[] = {
#define PASS(name, kinds) {__NR_##name, kinds}
    PASS(read, ALL), PASS(readv, ALL), PASS(pread64, ALL), PASS(write, ALL), PASS(writev, ALL), PASS(close, ALL), PASS(fstat, ALL),
    PASS(lseek, ALL), PASS(ppoll, ALL), PASS(pselect6, ALL), PASS(recvfrom, ALL), PASS(dup, ALL), PASS(dup3, ALL), PASS(munmap, ALL),
    PASS(mremap, ALL), PASS(brk, ALL), PASS(madvise, ALL), PASS(set_robust_list, ALL), PASS(rseq, ALL),
    PASS(set_tid_address, ALL), PASS(sched_yield, ALL), PASS(sched_getaffinity, ALL), PASS(sched_get_priority_max, ALL),
    PASS(sched_get_priority_min, ALL), PASS(getcpu, ALL), PASS(exit, ALL), PASS(exit_group, ALL), PASS(rt_sigaction, ALL),
    PASS(rt_sigprocmask, ALL), PASS(rt_sigreturn, ALL), PASS(rt_sigtimedwait, ALL), PASS(sigaltstack, ALL), PASS(restart_syscall, ALL),
    PASS(clock_gettime, ALL), PASS(clock_getres, ALL), PASS(gettimeofday, ALL), PASS(nanosleep, ALL), PASS(clock_nanosleep, ALL),
    PASS(getrandom, ALL), PASS(getpid, ALL), PASS(getppid, ALL), PASS(gettid, ALL), PASS(getuid, ALL), PASS(geteuid, ALL),
    PASS(getgid, ALL), PASS(getegid, ALL), PASS(uname, ALL), PASS(sysinfo, ALL), PASS(getrusage, ALL), PASS(times, ALL),
    PASS(getrlimit, ALL), PASS(sendmsg, ASKERS), PASS(newfstatat, READERS), PASS(statx, READERS), PASS(faccessat, READERS),
    PASS(readlinkat, READERS), PASS(getdents64, READERS), PASS(getcwd, READERS), PASS(statfs, READERS), PASS(fstatfs, READERS),
    PASS(fadvise64, READERS), PASS(lgetxattr, READERS), PASS(fgetxattr, READERS), PASS(openat, FILES), PASS(mkdirat, FILES),
    PASS(renameat, FILES), PASS(renameat2, FILES), PASS(linkat, FILES), PASS(unlinkat, FILES), PASS(ftruncate, FILES),
    PASS(fallocate, FILES), PASS(fsync, FILES), PASS(fdatasync, FILES), PASS(pwrite64, FILES), PASS(fchown, FILES),
    PASS(fsetxattr, FILES), PASS(fremovexattr, FILES), PASS(eventfd2, 1 << SANDBOX_PREVIEW), PASS(epoll_create1, 1 << SANDBOX_PREVIEW),
    PASS(epoll_ctl, 1 << SANDBOX_PREVIEW), PASS(epoll_pwait, 1 << SANDBOX_PREVIEW), PASS(timerfd_create, 1 << SANDBOX_PREVIEW),
    PASS(timerfd_settime, 1 << SANDBOX_PREVIEW), PASS(timerfd_gettime, 1 << SANDBOX_PREVIEW),
#ifdef __x86_64__
    PASS(poll, ALL), PASS(select, ALL), PASS(time, ALL), PASS(dup2, ALL), PASS(stat, READERS), PASS(lstat, READERS),
    PASS(access, READERS), PASS(readlink, READERS), PASS(open, FILES), PASS(mkdir, FILES), PASS(rename, FILES), PASS(link, FILES),
    PASS(unlink, FILES), PASS(rmdir, FILES), PASS(epoll_wait, 1 << SANDBOX_PREVIEW),
#endif
};
// clang-format on

// futex has no flags that work with any arguments. Probes of the kernel pass by all filters, and end a process that calls them itself.
static bool is_exception(int number) {
#ifdef __x86_64__
    if (number == 335 || number == 336) return true;
#endif
    return number == __NR_futex;
}

static bool is_listed(int number) {
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (passing[i].number == number) return passing[i].kinds >> kind & 1;
    return false;
}

static void try_numbers(void) {
    // a call that ends the process has not been refused
    enum { REFUSED = 1 };
    volatile char *outcomes = mmap(NULL, LAST_NUMBER + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int number = 0; number <= LAST_NUMBER; number++) {
        if (is_exception(number)) continue;
        pid_t child = fork();
        if (child == 0) {
            end_in_time();
            enter();
            // nothing has such descriptors, addresses, or lengths
            if (syscall(number, -1, -1, -1, -1, -1, -1) == -1 && (errno == EPERM || errno == ENOSYS))
                outcomes[number] = REFUSED;
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 99) exit(99);
        if ((outcomes[number] != REFUSED) != is_listed(number))
            printf("%d %s\n", number, outcomes[number] == REFUSED ? "refused" : "allowed");
    }
}

#endif

// MARK: - Harmful uses

static pid_t other;
static int pair[2];
static char *const nothing[] = {NULL};
static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "inbox"};
static const struct rlimit higher = {RLIM_INFINITY, RLIM_INFINITY};

static void *shared_stack(void) {
    return (char *)mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + (1 << 16);
}
static int end_at_once(void *unused) {
    (void)unused;
    _exit(0);
}

static long send_to_address(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return -1;
    return sendto(ends[0], "x", 1, 0, (struct sockaddr *)&address, sizeof address);
}
static long send_message_to_address(void) {
    int ends[2];
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return -1;
    return sendmsg(ends[0], &message, 0);
}
static long fork_process(void) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child;
}
static long fork_by_library(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child;
}
static long set_affinity(pid_t process) {
    cpu_set_t set;
    if (sched_getaffinity(process, sizeof set, &set) != 0) return -1;
    return sched_setaffinity(process, sizeof set, &set);
}
static long signal_by_descriptor(void) {
    int owned = fcntl(pair[0], F_SETOWN, other);
    return owned != 0 ? owned : fcntl(pair[0], F_SETFL, O_ASYNC);
}
static long signal_by_number(void) {
    int process = (int)syscall(434, other, 0);                    // pidfd_open
    return process < 0 ? -1 : syscall(424, process, 0, NULL, 0);  // pidfd_send_signal
}
static long read_other(void) {
    static char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    return process_vm_readv(other, &here, 1, &there, 1, 0);
}
static long set_times(void) {
    struct timespec times[2] = {{1, 0}, {1, 0}};
    return utimensat(AT_FDCWD, "victim", times, 0);
}
static long make_writable_code(void) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return code == MAP_FAILED ? -1 : 0;
}
static long set_scheduler(void) {
    struct sched_param parameters = {0};
    return sched_setscheduler(other, SCHED_BATCH, &parameters);
}
static long set_timer(void) {
    struct itimerval none = {0};
    return setitimer(ITIMER_REAL, &none, NULL);
}
static long raise_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    return setrlimit(RLIMIT_NOFILE, &limit);
}
static long start_ring(void) {
    char parameters[256] = {0};
    return syscall(425, 1, parameters);
}

// clang-format off
#define USES(USE) \
    USE("chmod", chmod("victim", 0666)) USE("fchmodat", fchmodat(AT_FDCWD, "victim", 0666, 0)) \
    USE("set-user-id", fchmod(open("victim", O_RDONLY), 04755)) \
    USE("chown", chown("victim", getuid(), getgid())) USE("lchown", lchown("victim", getuid(), getgid())) \
    USE("setxattr", syscall(SYS_setxattr, "victim", "user.a", "b", 1, 0)) \
    USE("removexattr", syscall(SYS_removexattr, "victim", "user.c")) \
    USE("utimensat", set_times()) USE("truncate", truncate("victim", 0)) USE("symlink", symlink("victim", "link")) \
    USE("mkfifo", mkfifo("pipe", 0600)) USE("chdir", chdir("/")) USE("umask", syscall(SYS_umask, 0)) \
    USE("prlimit-other", prlimit(other, RLIMIT_CORE, &(struct rlimit){1, 1}, NULL)) \
    USE("raise-data", setrlimit(RLIMIT_DATA, &higher)) USE("raise-descriptors", raise_descriptors()) \
    USE("setpriority", setpriority(PRIO_PROCESS, (id_t)other, 5)) USE("setpriority-self", setpriority(PRIO_PROCESS, 0, 5)) \
    USE("ioprio", syscall(SYS_ioprio_set, 1, other, 2 << 13 | 4)) USE("affinity", set_affinity(other)) \
    USE("scheduler", set_scheduler()) \
    USE("shmget", syscall(SYS_shmget, IPC_PRIVATE, 4096, 0600)) USE("semget", syscall(SYS_semget, IPC_PRIVATE, 1, 0600)) \
    USE("msgget", syscall(SYS_msgget, IPC_PRIVATE, 0600)) USE("mq-open", syscall(SYS_mq_open, "q", O_CREAT | O_RDWR, 0600, NULL)) \
    USE("socket", socket(AF_INET, SOCK_STREAM, 0)) USE("unix-socket", socket(AF_UNIX, SOCK_DGRAM, 0)) \
    USE("sendto", send_to_address()) USE("sendmsg", send_message_to_address()) \
    USE("sendto-inherited", sendto(pair[0], "x", 1, 0, (struct sockaddr *)&address, sizeof address)) \
    USE("fork", fork_by_library()) USE("clone", fork_process()) USE("vfork-clone", clone(end_at_once, shared_stack(), CLONE_VM | SIGCHLD, NULL)) \
    USE("execve", execve("/nonexistent", nothing, nothing) == -1 && errno == ENOENT ? 0 : -1) USE("setsid", setsid()) \
    USE("setpgid", setpgid(0, 0)) USE("kill", kill(other, 0)) USE("tgkill", syscall(SYS_tgkill, other, other, 0)) \
    USE("tkill", syscall(SYS_tkill, other, 0)) USE("kill-all", kill(-1, 0)) USE("pidfd", signal_by_number()) \
    USE("sigqueue", sigqueue(other, 0, (union sigval){0})) USE("sigio", signal_by_descriptor()) \
    USE("ptrace", syscall(SYS_ptrace, 16, other, 0, 0)) USE("process-vm", read_other()) USE("kcmp", syscall(SYS_kcmp, other, other, 2, 0, 0)) \
    USE("keyctl", syscall(SYS_keyctl, 0, -3, 1)) USE("add-key", syscall(SYS_add_key, "user", "k", "v", 1, -2)) \
    USE("io-uring", start_ring()) USE("userfaultfd", syscall(SYS_userfaultfd, 1)) USE("inotify", syscall(SYS_inotify_init1, 0)) \
    USE("unshare", syscall(SYS_unshare, CLONE_NEWUSER)) USE("personality", syscall(SYS_personality, 0)) \
    USE("writable-code", make_writable_code()) USE("dumpable", prctl(PR_SET_DUMPABLE, 1)) \
    USE("parent-signal", prctl(PR_SET_PDEATHSIG, 0)) USE("setitimer", set_timer()) \
    USE("setuid", syscall(SYS_setuid, getuid()))
// clang-format on

static const char *const names[] = {
#define NAME(title, expression) title,
    USES(NAME)};
enum { USE_COUNT = sizeof names / sizeof *names };

static bool succeeds(int index) {
    long result = -1;
    int number = 0;
#define RUN(title, expression) \
    if (number++ == index) result = (long)(expression);
    USES(RUN)
    return result >= 0;
}

#ifdef AS_LIBRARY

static char *report;

__attribute__((constructor)) static void map_report(void) {
    int file = strcmp(program_invocation_short_name, "varblur-heif") == 0 ? open(getenv("REPORT"), O_RDWR) : -1;
    if (file < 0) return;
    report = mmap(NULL, 1 << 14, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
}

void *de265_new_decoder(void) {
    other = getppid();
    for (int i = 0; i < USE_COUNT; i++)
        report += sprintf(report, "%s %s\n", names[i], succeeds(i) ? "succeeded" : "failed");
    return NULL;
}

#else

static void try_use(int index) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        end_in_time();
        setrlimit(RLIMIT_DATA, &(struct rlimit){1 << 30, 1 << 30});
        enter();
        _exit(!succeeds(index));
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%s %s\n", names[index], WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "succeeded" : "failed");
}

static void try_uses(void) {
    close(open("victim", O_CREAT | O_WRONLY, 0600));
    int inbox = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (inbox < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) != 0) exit(98);
    unlink(address.sun_path);
    if (bind(inbox, (struct sockaddr *)&address, sizeof address) != 0) exit(98);
    if ((other = fork()) == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) pause();
    }
    for (int i = 0; i < USE_COUNT; i++) try_use(i);
    kill(other, SIGKILL);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    for (int i = 0; i < SANDBOX_KINDS; i++)
        if (strcmp(arguments[2], kinds[i]) == 0) kind = i;
    if (strcmp(arguments[1], "numbers") == 0 && kind >= 0) try_numbers();
    else try_uses();
    return 0;
}

#endif
