// syscall and O_PATH are not part of POSIX.
#define _GNU_SOURCE

#include "sandbox.h"

#include "system_calls.h"

#include <errno.h>
#include <fcntl.h>

#if defined(__linux__)

#include <linux/capability.h>
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

// Gives up what root may do beyond other users; others have no capabilities, which is why a failure does not matter.
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
    syscall(__NR_capset, &header, none);
}

int sandbox_open(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

sandbox_support sandbox_supported(void) {
    return (sandbox_support){.landlock = landlock_version(), .filters_calls = system_calls_can_be_limited()};
}

int sandbox_enter(sandbox_kind kind, const sandbox_directory *directories, size_t count) {
    sandbox_support support = sandbox_supported();
    if (support.landlock == 0 && !support.filters_calls) return ENOTSUP;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // no other process of the user may attach to this one, or read its memory
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (kind == SANDBOX_DECODER || kind == SANDBOX_DRAWING || kind == SANDBOX_IMAGES || kind == SANDBOX_PREVIEW)
        drop_capabilities();
    int error = support.landlock > 0 ? limit_files(directories, count, support.landlock) : 0;
    if (error == 0 && support.filters_calls) error = system_calls_limit(kind);
    return error;
}

#else

int sandbox_open(const char *path) {
    (void)path;
    errno = ENOTSUP;
    return -1;
}

sandbox_support sandbox_supported(void) { return (sandbox_support){0}; }

int sandbox_enter(sandbox_kind kind, const sandbox_directory *directories, size_t count) {
    (void)kind, (void)directories, (void)count;
    return ENOTSUP;
}

#endif
