#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "helper_process.h"

#include <errno.h>
#include <helper_channel.h>
#include <poll.h>
#include <pthread.h>
#include <sandbox.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_DIRECTORIES = 64,
    ALLOWANCE = 64 << 20,  // for the stacks of threads, and what libraries allocate once
    THREAD_STACK = 2 << 20,
    PROCESSOR_GRACE = 5,  // seconds of processor time in which a failure can be sent
    GRACE = 200,  // milliseconds after which this process ends itself; the other end notices the time limit earlier
};

static const worker_program *program;
static int channel;
static pid_t parent;
static atomic_flag is_in_use = ATOMIC_FLAG_INIT;  // the channel: a thread sends what must not be interrupted
static _Thread_local volatile sig_atomic_t is_streaming;
static volatile sig_atomic_t is_late;
volatile sig_atomic_t worker_lacks_memory;

void worker_receive(void *bytes, size_t count) {
    for (char *next = bytes; count > 0;) {
        ssize_t received = read(channel, next, count);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) _exit(0);
        next += received;
        count -= (size_t)received;
    }
}

uint8_t *worker_receive_new(size_t count) {
    uint8_t *bytes = malloc(count > 0 ? count : 1);
    worker_check_memory(bytes);
    worker_receive(bytes, count);
    return bytes;
}

void worker_send(const void *bytes, size_t count) {
    for (const char *next = bytes; count > 0;) {
        ssize_t sent = helper_send(channel, next, count);
        if (sent <= 0) _exit(0);
        next += sent;
        count -= (size_t)sent;
    }
}

// Waits until no other thread sends. Also for handlers of signals.
static void take_channel(void) {
    const struct timespec pause = {.tv_nsec = 1000000};
    while (atomic_flag_test_and_set(&is_in_use)) nanosleep(&pause, NULL);
}

void worker_begin_stream(void) {
    is_streaming = true;
    take_channel();
}

// Waits until the other end has read the failure; it may have to send all of its bytes before.
static _Noreturn void wait_for_other_end(void) {
    for (char rest[4096];;) {
        ssize_t count = read(channel, rest, sizeof rest);
        if (count == 0 || (count < 0 && errno != EINTR)) _exit(0);
    }
}

// Says that this is the right program.
static bool send_ready(void) {
    helper_reply reply = {.kind = HELPER_REPLY_READY, .count = HELPER_PROTOCOL};
    return helper_send(channel, &reply, sizeof reply) == sizeof reply;
}

// Sends a failure, without memory of the heap.
static void send_failure(helper_failure failure, const char *text) {
    helper_reply reply = {.kind = HELPER_REPLY_FAILURE, .failure = failure, .count = strnlen(text, 1024)};
    if (helper_send(channel, &reply, sizeof reply) == sizeof reply) (void)helper_send(channel, text, reply.count);
}

void worker_fail(helper_failure failure, const char *text) {
    if (is_streaming) _exit(1);
    worker_begin_stream();
    send_failure(failure, text);
    wait_for_other_end();
}

// What a message of the dynamic linker, or of a library that cannot start, says.
static helper_failure loading_failure(const char *message) {
    static const char *const memory[] = {"failed to map segment", "annot allocate memory", "ut of memory", "bad_alloc"};
    for (size_t index = 0; index < sizeof memory / sizeof *memory; index++)
        if (strstr(message, memory[index])) return HELPER_OUT_OF_MEMORY;
    return strstr(message, "No such file") ? HELPER_NO_LIBRARY : HELPER_BROKEN_LIBRARY;
}

void worker_check_memory(const void *memory) {
    if (!memory) worker_fail(HELPER_OUT_OF_MEMORY, "not enough memory");
}

// MARK: - Limits

// The memory for data that the process had when it began, in bytes.
static uint64_t first_byte_count(void) {
    unsigned long data = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%*s %*s %*s %*s %*s %lu", &data) != 1) data = 0;
    fclose(file);
    return (uint64_t)data * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t first_memory;

void worker_limit_memory(uint64_t count) {
#ifdef __linux__
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    uint64_t sum = first_memory + count + ALLOWANCE;
    // in the sandbox, a limit can only become lower
    if (sum < limit.rlim_max) limit.rlim_max = (rlim_t)sum;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
#else
    (void)count;
#endif
}

// Ends the process when nobody waits for it any more.
static void *watch_other_end(void *unused) {
    (void)unused;
    struct pollfd request = {.fd = channel};
    while (poll(&request, 1, -1) <= 0) {
    }
    _exit(0);
}

static void start_watch(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 16);
    if (pthread_create(&thread, &attributes, watch_other_end, NULL) == 0) pthread_detach(thread);
    pthread_attr_destroy(&attributes);
}

// Libraries may end their process if they cannot allocate memory, and may crash.
static void report_crash(int number) {
    static const char *const names[] = {
        [SIGABRT] = "abort",
        [SIGSEGV] = "segmentation fault",
        [SIGBUS] = "bus error",
        [SIGFPE] = "arithmetic error",
        [SIGILL] = "illegal instruction"};
    worker_fail(worker_lacks_memory ? HELPER_OUT_OF_MEMORY : HELPER_CRASH, names[number]);
}

static const char late[] = "it takes far more time than its size justifies";

static void report_time(int number) {
    (void)number;
    is_late = true;
    // what is sent ends soon
    if (!is_streaming) worker_fail(HELPER_OVER_LIMIT, late);
}

void worker_end_stream(void) {
    atomic_flag_clear(&is_in_use);
    is_streaming = false;
    if (is_late) worker_fail(HELPER_OVER_LIMIT, late);
}

void worker_limit_processor_time(uint64_t seconds, bool can_grow) {
    static rlim_t given;  // with which the process was started
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    if (given == 0) given = limit.rlim_cur;
    struct sigaction action = {.sa_handler = report_time};
    sigaction(SIGXCPU, &action, NULL);
    seconds += (uint64_t)used.ru_utime.tv_sec + (uint64_t)used.ru_stime.tv_sec;
    // the hard limit ends the process if the failure cannot be sent, and cannot be raised again
    if (!can_grow && seconds + PROCESSOR_GRACE < limit.rlim_max) limit.rlim_max = (rlim_t)(seconds + PROCESSOR_GRACE);
    limit.rlim_cur = seconds < given ? (rlim_t)seconds : given;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

static void catch_crashes(void) {
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    // another stack, because a deeply nested file can fill that of the library
    static uint8_t memory[1 << 16];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
    // several threads may fail; the first one tells it, and the others wait until the process ends
    struct sigaction action = {.sa_handler = report_crash, .sa_flags = SA_ONSTACK};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}

void worker_limit_time(uint64_t milliseconds) {
    if (milliseconds == 0 || milliseconds > UINT32_MAX) return;
    milliseconds += GRACE;
    struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(milliseconds / 1000), .tv_usec = (suseconds_t)(milliseconds % 1000 * 1000)}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
const char *__asan_default_options(void);

// The sandbox denies what searching for leaks needs, and each process ends with its file. Copies of stacks, for each thread of a library,
// would exceed the limit of memory.
const char *__asan_default_options(void) { return "detect_leaks=0:detect_stack_use_after_return=0"; }
#endif
#endif

// MARK: - The program

// Gives up all rights that the program does not need, and ends with the process that has started this one.
static void enter_sandbox(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // which may have ended before
    if (getppid() != parent) _exit(0);
    sandbox_directory directories[MOST_DIRECTORIES];
    size_t count = 0;
    for (size_t index = 0; program->directory && count < MOST_DIRECTORIES; index++) {
        const char *path = program->directory(index);
        if (!path) break;
        directories[count] = (sandbox_directory){.descriptor = sandbox_open(path)};
        if (directories[count].descriptor >= 0) count += 1;
    }
    int error = sandbox_enter(program->sandbox, directories, count);
    // what the system does not offer, the other end tells the user
    if (error != 0 && error != ENOTSUP) worker_fail(HELPER_FAULT, "the sandbox cannot be entered");
    for (size_t index = 0; index < count; index++) close(directories[index].descriptor);
#endif
}

static _Noreturn void run(uint8_t kind, const char *reason) {
    signal(SIGCHLD, SIG_DFL);
    first_memory = first_byte_count();
    if (!send_ready()) _exit(0);
    program->begin(kind);
    catch_crashes();
    enter_sandbox();
    start_watch();
#ifdef __GLIBC__
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#endif
    if (reason) worker_fail(loading_failure(reason), reason);
    program->work(kind);
    _exit(0);
}

int worker_serve(const worker_program *served) {
    program = served;
    signal(SIGCHLD, SIG_IGN);  // nobody waits for the processes
    signal(SIGPIPE, SIG_IGN);
    parent = getpid();
    for (;;) {
        uint8_t kind;
        channel = helper_accept_channel(STDIN_FILENO, &kind);
        if (channel < 0) break;
        const char *reason = program->load(kind);
        pid_t process = fork();
        if (process == 0) {
            close(STDIN_FILENO);
            run(kind, reason);
        }
        // in place of a process that cannot be started
        if (process < 0) {
            const char *text = strerror(errno);
            if (send_ready()) send_failure(HELPER_OUT_OF_MEMORY, text);
        }
        close(channel);
    }
    if (errno != ENOTSOCK) return 0;
    fprintf(stderr, "%s: this program is started by varblur\n", program->name);
    return 64;
}
