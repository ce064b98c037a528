#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "library.h"
#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sandbox.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    ALLOWANCE = 64 << 20,      // for the stacks of threads, and what libraries allocate once
    THREAD_STACK = 2 << 20,
    FREE_SECONDS = 5,          // of processor time
    PIXELS_PER_SECOND = 1 << 21,  // a slow processor decodes noise at this rate
    BYTES_PER_SECOND = 1 << 20,
    GRACE = 200,               // milliseconds after which this process ends itself; the other end notices the time limit earlier
};

static int channel;
static pid_t parent;
static volatile sig_atomic_t is_streaming;

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
        ssize_t sent = heif_send(channel, next, count);
        if (sent <= 0) _exit(0);
        next += sent;
        count -= (size_t)sent;
    }
}

void worker_reply(const heif_reply *reply) {
    is_streaming = reply->kind == HEIF_PIXELS || reply->kind == HEIF_FILE;
    worker_send(reply, sizeof *reply);
}

// Waits until the other end has read the failure; it may have to send all of its bytes before.
static _Noreturn void wait_for_other_end(void) {
    for (char rest[4096];;) {
        ssize_t count = read(channel, rest, sizeof rest);
        if (count == 0 || (count < 0 && errno != EINTR)) _exit(0);
    }
}

void worker_fail(heif_failure failure, const char *text) {
    heif_reply reply = {.kind = HEIF_FAILURE, .failure = failure, .count = strnlen(text, 1024)};
    worker_reply(&reply);
    worker_send(text, reply.count);
    wait_for_other_end();
}

void worker_fail_unsupported(struct heif_error error) {
    if (libheif_is(1, 18)) worker_fail(HEIF_UNSUPPORTED, error.message);
    char text[512];
    snprintf(text, sizeof text, "libheif %s: %s", heif.heif_get_version(), error.message);
    worker_fail(HEIF_OLD_LIBRARY, text);
}

void worker_fail_with(struct heif_error error) {
    heif_failure failure = HEIF_DAMAGED;
    switch (error.code) {
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature: worker_fail_unsupported(error);
    case heif_error_Memory_allocation_error: failure = HEIF_OUT_OF_MEMORY; break;
    case heif_error_Usage_error:
    case heif_error_Encoder_plugin_error:
    case heif_error_Encoding_error: failure = HEIF_FAULT; break;
    default: break;
    }
    if (error.subcode == heif_suberror_Security_limit_exceeded) failure = HEIF_OVER_LIMIT;
    worker_fail(failure, error.message);
}

void worker_check(struct heif_error error) {
    if (error.code != heif_error_Ok) worker_fail_with(error);
}

void worker_check_memory(const void *memory) {
    if (memory == NULL) worker_fail(HEIF_OUT_OF_MEMORY, "not enough memory");
}

// MARK: - Limits

// The memory for data that the process had when it began, in bytes.
static uint64_t first_byte_count(void) {
    unsigned long data = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
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

// Sends a failure from a handler of signals.
static void fail_at_once(heif_failure failure, const char *text) {
    if (is_streaming) _exit(1);
    heif_reply reply = {.kind = HEIF_FAILURE, .failure = failure, .count = strlen(text)};
    if (heif_send(channel, &reply, sizeof reply) == sizeof reply) (void)heif_send(channel, text, reply.count);
    wait_for_other_end();
}

// libheif ends its process if it cannot allocate memory, and may crash.
static void report_crash(int number) {
    static const char *const names[] = {[SIGABRT] = "abort", [SIGSEGV] = "segmentation fault", [SIGBUS] = "bus error",
                                        [SIGFPE] = "arithmetic error", [SIGILL] = "illegal instruction"};
    fail_at_once(HEIF_CRASH, names[number]);
}

static void report_time(int number) {
    (void)number;
    fail_at_once(HEIF_OVER_LIMIT, "it takes far more time than its size justifies");
}

void worker_limit_processor(uint64_t pixels, uint64_t byte_count) {
    struct rusage used;
    struct rlimit limit;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    struct sigaction action = {.sa_handler = report_time};
    sigaction(SIGXCPU, &action, NULL);
    uint64_t past = (uint64_t)used.ru_utime.tv_sec + (uint64_t)used.ru_stime.tv_sec;
    uint64_t seconds = past + FREE_SECONDS + pixels / PIXELS_PER_SECOND + byte_count / BYTES_PER_SECOND;
    // the hard limit ends the process if the failure cannot be sent
    if (seconds < limit.rlim_cur) limit.rlim_cur = (rlim_t)seconds;
    setrlimit(RLIMIT_CPU, &limit);
}

static void catch_crashes(void) {
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_handler = report_crash, .sa_flags = SA_RESETHAND};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}

static void limit_time(uint64_t milliseconds) {
    if (milliseconds == 0 || milliseconds > UINT32_MAX) return;
    milliseconds += GRACE;
    struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(milliseconds / 1000), .tv_usec = (suseconds_t)(milliseconds % 1000 * 1000)}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

// Gives up all rights, and ends with the process that has started this one.
static void enter_sandbox(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // which may have ended before
    if (getppid() != parent) _exit(0);
    int error = sandbox_enter(SANDBOX_DECODER, NULL, 0);
    // what the system does not offer, the other end tells the user
    if (error != 0 && error != ENOTSUP) worker_fail(HEIF_FAULT, "the sandbox cannot be entered");
#endif
}

void worker_run(int given, pid_t starter, heif_failure failure, const char *reason) {
    channel = given;
    parent = starter;
    signal(SIGCHLD, SIG_DFL);
    first_memory = first_byte_count();
    worker_reply(&(heif_reply){.kind = HEIF_READY, .count = HEIF_PROTOCOL});
    heif_task task;
    worker_receive(&task, sizeof task);
    limit_time(task.milliseconds);
    worker_limit_memory(task.memory);
    enter_sandbox();
    catch_crashes();
    start_watch();
#ifdef __GLIBC__
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#endif
    if (reason != NULL) worker_fail(failure, reason);
    if (task.kind == HEIF_WRITE_AVIF) {
        worker_write(&task);
    } else {
        worker_read(&task);
    }
    _exit(0);
}
