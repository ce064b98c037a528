// Calls functions of varblur.h in any order, with arguments of which some are wrong. Each byte of the input makes a choice.
//
// Blurs live as long as the input says, so that they are used after others were released. Images, masks, and texts are in memory of exactly
// their sizes, so that the sanitizer sees what is read or written beside them.

#include <fuzz_driver.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../../Sources/CVarBlur/varblur.h"

enum { BLURS = 3, CALLS = 24, MOST_BYTES = 1 << 16, LONGEST_TEXT = 64 };

static const uint8_t *next, *end;

static unsigned choice(unsigned count) { return next < end ? *next++ % count : 0; }

// One in a few.
static bool rarely(unsigned count) { return choice(count) == count - 1; }

static size_t side(void) {
    static const size_t sizes[] = {0, VARBLUR_MAX_SIDE, VARBLUR_MAX_SIDE + (size_t)1, SIZE_MAX, (size_t)1 << 31, 4096};
    return rarely(24) ? sizes[choice(sizeof sizes / sizeof *sizes)] : 1 + choice(40);
}

static double number(void) {
    static const double numbers[] = {0,   0.1, 0.5,   1,    2.2, 3,         8,          20,        64,
                                     1e3, 1e9, 1e300, -0.5, -1,  1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 5e-324};
    return numbers[choice(sizeof numbers / sizeof *numbers)];
}

static int small(void) { return rarely(32) ? -(int)choice(255) * 65537 : (int)choice(6); }

// A text in new memory, from the input, or NULL.
static char *text(void) {
    size_t count = choice(LONGEST_TEXT);
    if (count == 0) return NULL;
    if (count > (size_t)(end - next)) count = (size_t)(end - next);
    char *copy = malloc(count + 1);
    memcpy(copy, next, count);
    copy[count] = 0;
    next += count;
    return copy;
}

static bool is_impossible(size_t width, size_t height) {
    return width == 0 || height == 0 || width > VARBLUR_MAX_SIDE || height > VARBLUR_MAX_SIDE;
}

// How many bytes rows take, or 0 if that is more than a test may take. The library must reject what is impossible, and not read a byte of it.
static size_t bytes_of(size_t width, size_t height, size_t pixel_bytes, ptrdiff_t stride) {
    if (is_impossible(width, height) || stride < 0) return 1;
    if (width > MOST_BYTES || height > MOST_BYTES) return 0;
    size_t row = width * pixel_bytes, step = stride == 0 ? row : (size_t)stride;
    if (step > MOST_BYTES || step < row) return step < row ? row : 0;
    size_t count = step * (height - 1) + row;
    return count > 8 * MOST_BYTES ? 0 : count;
}

static void *filled(size_t count) {
    uint8_t *memory = malloc(count);
    for (size_t index = 0; index < count; index++) memory[index] = (uint8_t)(index * 7 + (index >> 5));
    return memory;
}

// A struct in memory of exactly its size, which is at times that of an earlier or a later version; then it begins with this size.
static void *sized(const void *contents, size_t count) {
    size_t size = rarely(16) ? choice(255) : count;
    uint8_t *copy = malloc(size > sizeof size ? size : sizeof size);
    memset(copy, rarely(4) ? 1 : 0, size > sizeof size ? size : sizeof size);
    memcpy(copy, contents, size < count ? size : count);
    memcpy(copy, &size, sizeof size);
    return copy;
}

// MARK: - What every call promises

static char message[VARBLUR_MESSAGE_SIZE];

static void check(int status) {
    bool is_known = status == VARBLUR_OK || (status >= VARBLUR_INVALID_ARGUMENT && status <= VARBLUR_UNSUPPORTED) ||
                    (status >= VARBLUR_OUT_OF_MEMORY && status <= VARBLUR_NO_COMMAND);
    bool has_end = memchr(message, 0, sizeof message);
    if (!is_known || !has_end || (status == VARBLUR_OK) != (message[0] == 0)) abort();
}

// MARK: - Blurs

static varblur_mask mask(void **memory) {
    varblur_mask mask = {.bits = 8};
    *memory = NULL;
    if (choice(3) != 1) return mask;
    static const int bits[] = {8, 16, 32, 12};
    mask.width = side();
    mask.height = side();
    mask.bits = bits[choice(4)];
    mask.is_inverted = small() & 1;
    size_t count = bytes_of(mask.width, mask.height, (size_t)mask.bits / 8, 0);
    if (count == 0 || mask.bits == 12) return (varblur_mask){.bits = 8};
    mask.samples = *memory = filled(count);
    return mask;
}

static varblur_blur *create(void) {
    varblur_options options;
    varblur_options_init(&options, sizeof options);
    void *masks[2];
    char *ramp = text(), *easing = rarely(3) ? text() : NULL;
    options.mask = mask(&masks[0]);
    options.matte = mask(&masks[1]);
    options.ramp = ramp;
    options.easing = easing;
    options.sides = small();
    if (rarely(2)) options.max_radius = number();
    if (rarely(4)) options.min_radius = number();
    if (rarely(4)) options.start_offset = number();
    options.edges = small();
    options.light = rarely(3) ? small() : 0;
    if (rarely(4)) options.gamma = number();
    if (rarely(4)) options.saturation = number();
    if (rarely(4)) options.tint_red = options.tint_opacity = number();
    if (rarely(4)) options.grain = number();
    if (rarely(4)) options.fade = number();
    if (rarely(4)) options.dither = small();
    if (rarely(4)) options.mosaic = number();
    varblur_blur *made = NULL;
    varblur_options *given = sized(&options, sizeof options);
    int status = varblur_blur_create(given, &made, message, sizeof message);
    free(given);
    check(status);
    if ((status == VARBLUR_OK) != (bool)made) abort();
    // the blur keeps copies
    free(ramp), free(easing), free(masks[0]), free(masks[1]);
    return made;
}

static varblur_blur *parse(void) {
    char *ramp = text();
    varblur_blur *made = NULL;
    int status = varblur_blur_parse(ramp, &made, message, sizeof message);
    check(status);
    if ((status == VARBLUR_OK) != (bool)made) abort();
    free(ramp);
    return made;
}

// MARK: - Images

static varblur_run run(void) {
    static const int cancelled = 1;
    varblur_run run = {.size = sizeof run};
    if (rarely(3)) run.x = choice(40), run.y = choice(40), run.width = 1 + choice(40), run.height = 1 + choice(40);
    run.threads = rarely(8) ? small() : (int)choice(3);
    if (rarely(16)) run.cancel = &cancelled;
    return run;
}

static varblur_layout layout(size_t *pixel_bytes) {
    static const size_t channels[] = {4, 1, 2, 3, 3, 4, 4, 4};
    static const int flags[] = {0, 0, VARBLUR_16_BITS, VARBLUR_FLOAT, VARBLUR_PREMULTIPLIED};
    varblur_layout layout = {.width = side(), .height = side()};
    unsigned base = choice(8), flag = choice(5);
    layout.format = (int)base | flags[flag];
    *pixel_bytes = channels[base] * (flag == 2 ? 2 : flag == 3 ? 4 : 1);
    if (rarely(4)) layout.stride = (ptrdiff_t)(layout.width * *pixel_bytes) + (ptrdiff_t)choice(64) - 8;
    return layout;
}

// An image that is blurred in place, and into other memory: both results are the same, and failures change nothing.
static void apply(const varblur_blur *blur) {
    size_t pixel_bytes;
    varblur_layout image = layout(&pixel_bytes);
    varblur_run how = run();
    size_t count = bytes_of(image.width, image.height, pixel_bytes, image.stride), estimate = 0;
    if (count == 0) return;
    bool is_whole = how.width == 0;
    size_t width = is_whole ? image.width : how.width, height = is_whole ? image.height : how.height;
    size_t target_count = bytes_of(width, height, pixel_bytes, 0);
    if (target_count == 0) return;
    uint8_t *pixels = filled(count), *before = filled(count), *target = filled(target_count),
            *old_target = filled(target_count);
    check(varblur_memory(blur, &image, &how, &estimate, message, sizeof message));
    int status = varblur_apply_to(blur, pixels, &image, target, 0, &how, message, sizeof message);
    check(status);
    if (memcmp(pixels, before, count) != 0) abort();
    if (status >= VARBLUR_INVALID_ARGUMENT && status <= VARBLUR_UNSUPPORTED &&
        memcmp(target, old_target, target_count) != 0)
        abort();
    int in_place = varblur_apply(blur, pixels, &image, &how, message, sizeof message);
    check(in_place);
    if (in_place >= VARBLUR_INVALID_ARGUMENT && in_place <= VARBLUR_UNSUPPORTED && memcmp(pixels, before, count) != 0)
        abort();
    if (status == VARBLUR_OK && in_place == VARBLUR_OK && !how.cancel) {
        size_t step = image.stride == 0 ? image.width * pixel_bytes : (size_t)image.stride;
        for (size_t row = 0; row < height; row++)
            if (memcmp(
                    pixels + (how.y + row) * step + how.x * pixel_bytes, target + row * width * pixel_bytes,
                    width * pixel_bytes) != 0)
                abort();
    }
    free(pixels), free(before), free(target), free(old_target);
}

static void apply_planes(const varblur_blur *blur) {
    varblur_planes planes = {.size = sizeof planes, .width = side(), .height = side()};
    static const int bits[] = {8, 10, 16, 7}, ratios[] = {1, 2, 4, 3};
    planes.bits = bits[choice(4)];
    planes.horizontal_ratio = ratios[choice(4)];
    planes.vertical_ratio = ratios[choice(4)];
    unsigned count = choice(4);
    void *memory[3] = {NULL};
    bool is_too_large = false;
    for (unsigned plane = 0; plane < count; plane++) {
        size_t width = planes.width, height = planes.height;
        if (plane > 0 && !is_impossible(width, height)) {
            width =
                (width + (size_t)planes.horizontal_ratio - 1) / (size_t)planes.horizontal_ratio * (count == 2 ? 2 : 1);
            height = (height + (size_t)planes.vertical_ratio - 1) / (size_t)planes.vertical_ratio;
        }
        size_t bytes = bytes_of(width, height, planes.bits > 8 ? 2 : 1, 0);
        is_too_large |= bytes == 0;
        planes.samples[plane] = memory[plane] = filled(bytes);
    }
    varblur_run how = run();
    varblur_planes *given = sized(&planes, sizeof planes);
    if (!is_too_large) check(varblur_apply_planes(blur, given, rarely(3) ? &how : NULL, message, sizeof message));
    free(given);
    for (int plane = 0; plane < 3; plane++) free(memory[plane]);
}

// The rows that functions have read and written, and after how many they fail.
typedef struct rows {
    size_t row_bytes, read, written, limit;
} rows;

static int read_row(void *context, void *row) {
    rows *rows = context;
    memset(row, (int)rows->read, rows->row_bytes);
    return rows->read++ >= rows->limit;
}

static int write_row(void *context, const void *row) {
    rows *rows = context;
    volatile uint8_t last = ((const uint8_t *)row)[rows->row_bytes - 1];
    (void)last;
    return rows->written++ >= rows->limit;
}

static void apply_rows(const varblur_blur *blur) {
    size_t pixel_bytes;
    varblur_layout image = layout(&pixel_bytes);
    if (image.width > 64 || image.height > 64) return;
    rows rows = {.row_bytes = image.width * pixel_bytes, .limit = rarely(4) ? choice(20) : SIZE_MAX};
    int status =
        varblur_apply_rows(blur, &image, rarely(16) ? NULL : read_row, write_row, &rows, NULL, message, sizeof message);
    check(status);
    if (status == VARBLUR_OK && (rows.read != image.height || rows.written != image.height)) abort();
}

static int test(const uint8_t *bytes, size_t count) {
    next = bytes;
    end = bytes + count;
    varblur_blur *blurs[BLURS] = {NULL};
    for (int call = 0; call < CALLS && next < end; call++) {
        varblur_blur **blur = &blurs[choice(BLURS)];
        switch (choice(6)) {
            case 0: varblur_blur_free(*blur), *blur = create(); break;
            case 1: varblur_blur_free(*blur), *blur = parse(); break;
            case 2: apply(*blur); break;
            case 3: apply_planes(*blur); break;
            case 4: apply_rows(*blur); break;
            default: varblur_blur_free(*blur), *blur = NULL; break;
        }
    }
    for (int index = 0; index < BLURS; index++) varblur_blur_free(blurs[index]);
    return 0;
}

int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, test); }
