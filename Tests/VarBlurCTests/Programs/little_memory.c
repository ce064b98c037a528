// Blurs with ever more memory left, each time in a child, and prints how many succeeded, ran out of memory, and ended otherwise.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <varblur.h>

enum { WIDTH = 720, HEIGHT = 700, STEP = 256 << 10, GREATEST = 12 << 20 };

static const char *const ramps[] = {
    "linear-blur(90px, 0px 70%)", "linear-blur(to left, 30px, 1px)", "radial-blur(0px 20%, 40px)"};

static size_t address_space(void) {
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu", &pages) != 1) exit(1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int status(const char *ramp, void *pixels, size_t left) {
    varblur_blur *blur;
    varblur_layout layout = {WIDTH, HEIGHT, 0, VARBLUR_RGBA};
    varblur_run run = {.size = sizeof run, .threads = 2};
    if (varblur_blur_parse(ramp, &blur, NULL, 0) != VARBLUR_OK) return 1;
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = address_space() + left;
    setrlimit(RLIMIT_AS, &limit);
    char message[200];
    return varblur_apply(blur, pixels, &layout, &run, message, sizeof message);
}

int main(void) {
    void *pixels = calloc(WIDTH * HEIGHT, 4);
    int succeeded = 0, failed = 0, others = 0;
    for (size_t left = 0; pixels && left < GREATEST; left += STEP)
        for (size_t ramp = 0; ramp < sizeof ramps / sizeof *ramps; ramp++) {
            pid_t child = fork();
            if (child == 0) _exit(status(ramps[ramp], pixels, left));
            int result = -1;
            waitpid(child, &result, 0);
            if (WIFEXITED(result) && WEXITSTATUS(result) == VARBLUR_OK) succeeded++;
            else if (WIFEXITED(result) && WEXITSTATUS(result) == VARBLUR_OUT_OF_MEMORY) failed++;
            else others++;
        }
    printf("%d %d %d\n", succeeded, failed, others);
    return 0;
}
