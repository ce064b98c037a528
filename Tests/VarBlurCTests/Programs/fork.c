// Blurs in children of a process whose threads are blurring, and unloads the library.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <varblur.h>

enum { WIDTH = 320, HEIGHT = 240, SMALL = 16 };

static int (*apply_to)(
    const varblur_blur *, const void *, const varblur_layout *, void *, ptrdiff_t, const varblur_run *, char *, size_t);
static varblur_blur *blur;
static unsigned char image[WIDTH * HEIGHT * 4], expected[WIDTH * HEIGHT * 4], expected_small[SMALL * SMALL * 4];
static volatile int is_ended;

static int blurs_equal(void) {
    unsigned char *result = malloc(sizeof image);
    varblur_layout layout = {WIDTH, HEIGHT, 0, VARBLUR_RGBA}, small = {SMALL, SMALL, 0, VARBLUR_RGBA};
    int is_equal = result && apply_to(blur, image, &layout, result, 0, NULL, NULL, 0) == VARBLUR_OK &&
                   memcmp(result, expected, sizeof expected) == 0 &&
                   apply_to(blur, image, &small, result, 0, NULL, NULL, 0) == VARBLUR_OK &&
                   memcmp(result, expected_small, sizeof expected_small) == 0;
    free(result);
    return is_equal;
}

static void *blur_always(void *failures) {
    while (!is_ended)
        if (!blurs_equal()) __sync_fetch_and_add((int *)failures, 1);
    return NULL;
}

int main(int argument_count, char **arguments) {
    if (argument_count < 2) return 64;
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return puts(dlerror()), 1;
    int (*parse)(const char *, varblur_blur **, char *, size_t) = dlsym(library, "varblur_blur_parse");
    void (*release)(varblur_blur *) = dlsym(library, "varblur_blur_free");
    apply_to = dlsym(library, "varblur_apply_to");
    if (!parse || !release || !apply_to || parse("linear-blur(9px, 0px)", &blur, NULL, 0) != VARBLUR_OK) return 2;
    for (size_t i = 0; i < sizeof image; i++) image[i] = (unsigned char)(i * i >> 7);
    varblur_layout layout = {WIDTH, HEIGHT, 0, VARBLUR_RGBA}, small = {SMALL, SMALL, 0, VARBLUR_RGBA};
    if (apply_to(blur, image, &layout, expected, 0, NULL, NULL, 0) != VARBLUR_OK) return 3;
    if (apply_to(blur, image, &small, expected_small, 0, NULL, NULL, 0) != VARBLUR_OK) return 3;

    int failures = 0, wrong_children = 0;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, blur_always, &failures);
    for (int i = 0; i < 40; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            _exit(blurs_equal() ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        wrong_children += status != 0;
    }
    is_ended = 1;
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    release(blur);
    dlclose(library);
    bool is_loaded = dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD);
    printf(
        "%d wrong results, %d wrong children, %s\n", failures, wrong_children, is_loaded ? "still loaded" : "unloaded");
    return 0;
}
