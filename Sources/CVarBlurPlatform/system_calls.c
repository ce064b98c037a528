// syscall and the names of calls are not part of POSIX.
#define _GNU_SOURCE

#include "system_calls.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { ARCHITECTURE = AUDIT_ARCH_X86_64, FIRST_OTHER_CALL = 0x40000000 };  // the calls of the x32 interface
#elif defined(__aarch64__)
enum { ARCHITECTURE = AUDIT_ARCH_AARCH64, FIRST_OTHER_CALL = 0x7FFFFFFF };
#else
enum { ARCHITECTURE = 0, FIRST_OTHER_CALL = 0 };
#endif

// MARK: - Rules

// What calls are for.
enum {
    COMPUTING = 1 << 0,  // memory, threads, time, and descriptors that are open
    LOWERING = 1 << 1,   // the limits of the process itself
    ASKING = 1 << 2,     // channels to varblur-heif and varblur-svg
    READING = 1 << 3,
    WRITING = 1 << 4,
    LOADING = 1 << 5,  // libraries
    NOT_LOADING = 1 << 6,
    EVENTS = 1 << 7,
    KEEPING = 1 << 8,  // files in memory, for fonts that were unpacked
};

static const uint16_t rights[SANDBOX_KINDS] = {
    [SANDBOX_DECODER] = COMPUTING | LOWERING | NOT_LOADING,
    [SANDBOX_DRAWING] = COMPUTING | LOWERING | READING | LOADING,
    [SANDBOX_IMAGES] = COMPUTING | ASKING | READING | NOT_LOADING,
    [SANDBOX_PREVIEW] = COMPUTING | ASKING | READING | NOT_LOADING | EVENTS,
    [SANDBOX_FILES] = COMPUTING | ASKING | READING | WRITING | NOT_LOADING,
    [SANDBOX_SCENE] = COMPUTING | ASKING | READING | LOADING | KEEPING,
    [SANDBOX_SCENE_FILES] = COMPUTING | ASKING | READING | WRITING | LOADING | KEEPING,
};

// A condition: the bits of an argument that the mask selects have a value.
typedef struct argument_check {
    uint8_t index;
    bool is_pointer;  // has 64 bits, and must be null; other arguments have 32 bits
    bool is_process;  // must be the number of the process itself
    uint32_t mask;
    uint32_t value;
} argument_check;

enum { MOST_CHECKS = 2 };

// A call that is allowed if all conditions hold. Rules for the same call are alternatives.
typedef struct call_rule {
    uint16_t number;
    uint16_t right;
    uint8_t count;
    argument_check checks[MOST_CHECKS];
} call_rule;

#define CALL(name, needed) {.number = __NR_##name, .right = needed}
#define CHECKED(name, needed, ...) \
    {.number = __NR_##name, \
     .right = needed, \
     .checks = {__VA_ARGS__}, \
     .count = sizeof((argument_check[]){__VA_ARGS__}) / sizeof(argument_check)}
#define IS(number, expected) {.index = number, .mask = UINT32_MAX, .value = (uint32_t)(expected)}
#define BITS(number, selected, expected) {.index = number, .mask = (uint32_t)(selected), .value = (uint32_t)(expected)}
#define IS_NULL(number) {.index = number, .is_pointer = true, .mask = UINT32_MAX}
#define IS_SELF(number) {.index = number, .is_process = true, .mask = UINT32_MAX}

// Flags with which a file could be changed or created.
#define CHANGING (O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))
#define NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | \
     CLONE_PTRACE)
#define SPECIAL_MODES (S_ISUID | S_ISGID | S_ISVTX)
#define TERMINAL_SETTINGS 0x5401          // TCGETS
#define NEW_TERMINAL_SETTINGS 0x802C542A  // TCGETS2
#define TERMINAL_SIZE 0x5413              // TIOCGWINSZ
#define NAME_MEMORY 0x53564D41            // PR_SET_VMA

// clang-format off
static const call_rule rules[] = {
    // open descriptors
    CALL(read, COMPUTING), CALL(readv, COMPUTING), CALL(pread64, COMPUTING), CALL(write, COMPUTING), CALL(writev, COMPUTING),
    CALL(close, COMPUTING), CALL(fstat, COMPUTING), CALL(lseek, COMPUTING), CALL(ppoll, COMPUTING), CALL(pselect6, COMPUTING),
    CALL(recvfrom, COMPUTING), CHECKED(sendto, COMPUTING, IS_NULL(4)), CALL(dup, COMPUTING), CALL(dup3, COMPUTING),
    CHECKED(fcntl, COMPUTING, IS(1, F_GETFD)), CHECKED(fcntl, COMPUTING, IS(1, F_SETFD)),
    CHECKED(fcntl, COMPUTING, IS(1, F_GETFL)), CHECKED(fcntl, COMPUTING, IS(1, F_SETFL), BITS(2, O_ASYNC, 0)),
    CHECKED(fcntl, COMPUTING, IS(1, F_DUPFD)), CHECKED(fcntl, COMPUTING, IS(1, F_DUPFD_CLOEXEC)),
    CHECKED(ioctl, COMPUTING, IS(1, TERMINAL_SETTINGS)), CHECKED(ioctl, COMPUTING, IS(1, NEW_TERMINAL_SETTINGS)),
    CHECKED(ioctl, COMPUTING, IS(1, TERMINAL_SIZE)),
    // memory, which contains no new code
    CHECKED(mmap, NOT_LOADING, BITS(2, PROT_EXEC, 0)), CHECKED(mprotect, NOT_LOADING, BITS(2, PROT_EXEC, 0)),
    CALL(munmap, COMPUTING), CALL(mremap, COMPUTING), CALL(brk, COMPUTING), CALL(madvise, COMPUTING),
    // threads, and nothing but threads; signals to this process
    CHECKED(clone, COMPUTING, BITS(0, CLONE_THREAD | NAMESPACES, CLONE_THREAD)),
    CALL(futex, COMPUTING), CALL(set_robust_list, COMPUTING), CALL(rseq, COMPUTING), CALL(set_tid_address, COMPUTING),
    CALL(sched_yield, COMPUTING), CALL(sched_getaffinity, COMPUTING), CALL(sched_get_priority_max, COMPUTING),
    CALL(sched_get_priority_min, COMPUTING), CALL(getcpu, COMPUTING), CHECKED(prctl, COMPUTING, IS(0, PR_SET_NAME)),
    CHECKED(prctl, COMPUTING, IS(0, PR_GET_NAME)), CHECKED(prctl, COMPUTING, IS(0, NAME_MEMORY)),
    CALL(exit, COMPUTING), CALL(exit_group, COMPUTING), CHECKED(tgkill, COMPUTING, IS_SELF(0)),
    CHECKED(kill, COMPUTING, IS_SELF(0)), CALL(rt_sigaction, COMPUTING), CALL(rt_sigprocmask, COMPUTING),
    CALL(rt_sigreturn, COMPUTING), CALL(rt_sigtimedwait, COMPUTING), CALL(sigaltstack, COMPUTING),
    CALL(restart_syscall, COMPUTING),
    // time, chance, and what the process knows of itself
    CALL(clock_gettime, COMPUTING), CALL(clock_getres, COMPUTING), CALL(gettimeofday, COMPUTING), CALL(nanosleep, COMPUTING),
    CALL(clock_nanosleep, COMPUTING), CALL(getrandom, COMPUTING), CALL(getpid, COMPUTING), CALL(getppid, COMPUTING),
    CALL(gettid, COMPUTING), CALL(getuid, COMPUTING), CALL(geteuid, COMPUTING), CALL(getgid, COMPUTING),
    CALL(getegid, COMPUTING), CALL(uname, COMPUTING), CALL(sysinfo, COMPUTING), CALL(getrusage, COMPUTING),
    CALL(times, COMPUTING), CHECKED(prlimit64, COMPUTING, IS(0, 0), IS_NULL(2)), CALL(getrlimit, COMPUTING),
    // its hard limits are as low as the others, and it has no capability to raise them
    CHECKED(prlimit64, LOWERING, IS(0, 0), IS(1, RLIMIT_DATA)), CHECKED(prlimit64, LOWERING, IS(0, 0), IS(1, RLIMIT_CPU)),
    // connected pairs, whose messages have no address
    CHECKED(socketpair, ASKING, IS(0, AF_UNIX), BITS(1, ~(SOCK_CLOEXEC | SOCK_NONBLOCK), SOCK_STREAM)), CALL(sendmsg, ASKING),
    // files, as far as Landlock leaves them
    CHECKED(openat, READING, BITS(2, CHANGING, O_RDONLY)), CALL(newfstatat, READING), CALL(statx, READING),
    CALL(faccessat, READING), CALL(readlinkat, READING), CALL(getdents64, READING), CALL(getcwd, READING),
    CALL(statfs, READING), CALL(fstatfs, READING), CALL(fadvise64, READING), CALL(lgetxattr, READING),
    CALL(fgetxattr, READING),
    CALL(openat, WRITING), CALL(mkdirat, WRITING), CALL(renameat, WRITING), CALL(renameat2, WRITING), CALL(linkat, WRITING),
    CALL(unlinkat, WRITING), CALL(ftruncate, WRITING), CALL(fallocate, WRITING), CALL(fsync, WRITING),
    CALL(fdatasync, WRITING), CALL(pwrite64, WRITING), CHECKED(utimensat, WRITING, IS_NULL(1)),
    // a new file gets the access of the file that it replaces
    CHECKED(fchmod, WRITING, BITS(1, SPECIAL_MODES, 0)), CALL(fchown, WRITING), CALL(fsetxattr, WRITING),
    CALL(fremovexattr, WRITING), CHECKED(fcntl, WRITING, IS(1, F_GETLK)), CHECKED(fcntl, WRITING, IS(1, F_SETLK)),
    CHECKED(fcntl, WRITING, IS(1, F_SETLKW)),
    // no memory is both writable and executable
    CHECKED(mmap, LOADING, BITS(2, PROT_EXEC, 0)), CHECKED(mmap, LOADING, BITS(2, PROT_EXEC | PROT_WRITE, PROT_EXEC)),
    CHECKED(mprotect, LOADING, BITS(2, PROT_EXEC, 0)),
    CHECKED(mprotect, LOADING, BITS(2, PROT_EXEC | PROT_WRITE, PROT_EXEC)),
    CHECKED(memfd_create, KEEPING, IS(1, MFD_CLOEXEC)),
    CALL(eventfd2, EVENTS), CALL(epoll_create1, EVENTS), CALL(epoll_ctl, EVENTS), CALL(epoll_pwait, EVENTS),
    CALL(timerfd_create, EVENTS), CALL(timerfd_settime, EVENTS), CALL(timerfd_gettime, EVENTS),
#if defined(__x86_64__)
    CALL(poll, COMPUTING), CALL(select, COMPUTING), CALL(time, COMPUTING), CALL(dup2, COMPUTING),
    CHECKED(open, READING, BITS(1, CHANGING, O_RDONLY)), CALL(stat, READING), CALL(lstat, READING), CALL(access, READING),
    CALL(readlink, READING), CALL(open, WRITING), CALL(mkdir, WRITING), CALL(rename, WRITING), CALL(link, WRITING),
    CALL(unlink, WRITING), CALL(rmdir, WRITING), CALL(epoll_wait, EVENTS),
#endif
};
// clang-format on

enum { RULE_COUNT = sizeof rules / sizeof rules[0], LONGEST_RULE = 3 + 5 * MOST_CHECKS };

// MARK: - The filter

// A program of the kernel's packet filter, which looks at each call.
typedef struct call_filter {
    struct sock_filter steps[RULE_COUNT * LONGEST_RULE + 16];
    unsigned short count;
} call_filter;

static void add(call_filter *filter, struct sock_filter step) { filter->steps[filter->count++] = step; }

static void add_load(call_filter *filter, size_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void add_answer(call_filter *filter, uint32_t answer) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

// Goes on if the loaded number has a value. Where it goes otherwise is set later, by `skip_to_end`.
static unsigned short add_comparison(call_filter *filter, uint32_t value) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0));
    return filter->count - 1;
}

// Lets a failed comparison go on at the end of what the program contains so far.
static void skip_to_end(call_filter *filter, unsigned short comparison) {
    filter->steps[comparison].jf = (uint8_t)(filter->count - comparison - 1);
}

static void add_rule(call_filter *filter, const call_rule *rule) {
    unsigned short comparisons[2 * MOST_CHECKS + 1], count = 0;
    unsigned short number = add_comparison(filter, rule->number);
    for (size_t i = 0; i < rule->count; i++) {
        const argument_check *check = &rule->checks[i];
        // both processors store the lower half first
        size_t offset = offsetof(struct seccomp_data, args) + check->index * sizeof(uint64_t);
        add_load(filter, offset);
        if (check->mask != UINT32_MAX)
            add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, check->mask));
        comparisons[count++] = add_comparison(filter, check->is_process ? (uint32_t)getpid() : check->value);
        if (!check->is_pointer) continue;
        add_load(filter, offset + sizeof(uint32_t));
        comparisons[count++] = add_comparison(filter, 0);
    }
    add_answer(filter, SECCOMP_RET_ALLOW);
    for (size_t i = 0; i < count; i++) skip_to_end(filter, comparisons[i]);
    if (count > 0) add_load(filter, offsetof(struct seccomp_data, nr));
    skip_to_end(filter, number);
}

bool system_calls_can_be_limited(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return ARCHITECTURE != 0 && syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int system_calls_limit(sandbox_kind kind) {
    // The C library takes a newer call that is missing for one that the kernel does not have yet, and uses an older one: clone instead
    // of clone3, whose flags a filter cannot see.
    enum { FIRST_NEWER_CALL = 435 };
    const uint32_t refused = SECCOMP_RET_ERRNO | EPERM, missing = SECCOMP_RET_ERRNO | ENOSYS;
    call_filter filter = {.count = 0};
    add_load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)ARCHITECTURE, 1, 0));
    add_answer(&filter, refused);
    add_load(&filter, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (rules[i].right & rights[kind]) add_rule(&filter, &rules[i]);
    }
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_OTHER_CALL, 1, 0));
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_NEWER_CALL, 1, 0));
    add_answer(&filter, refused);
    add_answer(&filter, missing);
    struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}

#endif
