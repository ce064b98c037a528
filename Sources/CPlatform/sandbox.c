// syscall and O_PATH are not part of POSIX.
#define _GNU_SOURCE

#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>

#if defined(__linux__)

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock, as in Documentation/userspace-api/landlock.rst of Linux 6.12; older headers have only a part of it.

enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    QUERY_VERSION = 1,
    RULE_PATH_BENEATH = 1,
};

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIRECTORY = 1 << 3,
    REMOVE_DIRECTORY = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIRECTORY = 1 << 7,
    MAKE_FILE = 1 << 8,
    REFER = 1 << 13,     // since version 2
    TRUNCATE = 1 << 14,  // since version 3
    FIRST_RIGHTS = (1 << 13) - 1,
    FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
    READING = READ_FILE | READ_DIRECTORY,
    WRITING = READING | WRITE_FILE | REMOVE_DIRECTORY | REMOVE_FILE | MAKE_DIRECTORY | MAKE_FILE | REFER | TRUNCATE,
};

typedef struct ruleset_attributes {
    uint64_t files;
    uint64_t network;  // since version 4
    uint64_t scopes;   // since version 6
} ruleset_attributes;

typedef struct __attribute__((packed)) path_rule {
    uint64_t rights;
    int32_t descriptor;
} path_rule;

static int landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, QUERY_VERSION);
    return version > 0 ? (int)version : 0;
}

static uint64_t known_rights(int version) {
    uint64_t rights = FIRST_RIGHTS;
    if (version >= 2) rights |= REFER;
    if (version >= 3) rights |= TRUNCATE;
    if (version >= 5) rights |= 1 << 15;  // controls of devices
    return rights;
}

static int add_rule(int ruleset, sandbox_directory directory, uint64_t known) {
    struct stat status;
    if (fstat(directory.descriptor, &status) != 0) return errno;
    uint64_t rights = (directory.is_writable ? WRITING : READING) & known;
    if (!S_ISDIR(status.st_mode)) rights &= FILE_RIGHTS;
    path_rule rule = {.rights = rights, .descriptor = directory.descriptor};
    return syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
}

static int limit_files(const sandbox_directory *directories, size_t count, int version) {
    ruleset_attributes attributes = {
        .files = known_rights(version),
        .network = version >= 4 ? 3 : 0,  // binding and connecting
        .scopes = version >= 6 ? 3 : 0,   // abstract sockets and signals
    };
    size_t size = version >= 6 ? sizeof attributes : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(CREATE_RULESET, &attributes, size, 0);
    if (ruleset < 0) return errno;
    int error = 0;
    for (size_t i = 0; i < count && error == 0; i++) error = add_rule(ruleset, directories[i], attributes.files);
    if (error == 0 && syscall(RESTRICT_SELF, ruleset, 0) != 0) error = errno;
    close(ruleset);
    return error;
}

#if defined(__x86_64__)
enum { ARCHITECTURE = AUDIT_ARCH_X86_64, FIRST_OTHER_CALL = 0x40000000 };  // the calls of the x32 interface
#elif defined(__aarch64__)
enum { ARCHITECTURE = AUDIT_ARCH_AARCH64, FIRST_OTHER_CALL = 0x7FFFFFFF };
#else
enum { ARCHITECTURE = 0, FIRST_OTHER_CALL = 0 };
#endif

// The calls that fail. Newer ones have numbers, because older headers do not name them.
static const unsigned refused[] = {
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_socket,
    __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_setns, __NR_unshare, __NR_mount, __NR_umount2,
    __NR_pivot_root, __NR_chroot, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key,
    __NR_request_key, __NR_open_by_handle_at, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load,
    __NR_personality, __NR_acct, __NR_swapon, __NR_swapoff, __NR_reboot,
    425, 426, 427,  // io_uring, whose requests no filter sees
    434, 438,       // descriptors of processes, and theirs
    428, 429, 430, 431, 432, 442,  // mounts
};

enum { REFUSED_COUNT = sizeof refused / sizeof refused[0] };

static int filter_calls(void) {
    if (ARCHITECTURE == 0) return ENOTSUP;
    struct sock_filter program[REFUSED_COUNT + 7];
    size_t count = 0;
    const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    program[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    program[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)ARCHITECTURE, 1, 0);
    program[count++] = refuse;
    program[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    program[count++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_OTHER_CALL, (uint8_t)(REFUSED_COUNT + 1), 0);
    for (size_t i = 0; i < REFUSED_COUNT; i++)
        program[count++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i], (uint8_t)(REFUSED_COUNT - i), 0);
    program[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    program[count++] = refuse;
    struct sock_fprog filter = {.len = (unsigned short)count, .filter = program};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0 ? 0 : errno;
}

static bool can_filter_calls(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return ARCHITECTURE != 0 && syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int sandbox_open(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

sandbox_support sandbox_supported(void) {
    return (sandbox_support){.landlock = landlock_version(), .filters_calls = can_filter_calls()};
}

int sandbox_enter(const sandbox_directory *directories, size_t count) {
    sandbox_support support = sandbox_supported();
    if (support.landlock == 0 && !support.filters_calls) return ENOTSUP;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // no other process of the user may attach to this one, or read its memory
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    int error = support.landlock > 0 ? limit_files(directories, count, support.landlock) : 0;
    if (error == 0 && support.filters_calls) error = filter_calls();
    return error;
}

#else

int sandbox_open(const char *path) {
    (void)path;
    errno = ENOTSUP;
    return -1;
}

sandbox_support sandbox_supported(void) { return (sandbox_support){0}; }

int sandbox_enter(const sandbox_directory *directories, size_t count) {
    (void)directories, (void)count;
    return ENOTSUP;
}

#endif
