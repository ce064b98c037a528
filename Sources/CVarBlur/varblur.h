/* varblur.h: a progressive Gaussian blur of pixels in memory, and of image files.
 *
 * The radius of the blur varies over the image: it falls from one side to the other, or follows gradients, areas, or a mask. A radius
 * is the standard deviation of the Gaussian in pixels. Pixels with a radius of 0 keep their bytes. The result depends neither on the
 * processor nor on the number of threads.
 *
 *     varblur_blur *blur;
 *     char message[VARBLUR_MESSAGE_SIZE];
 *     varblur_layout layout = {640, 480, 0, VARBLUR_RGBA};
 *     if (varblur_blur_parse("linear-blur(24px, 0px 40%)", &blur, message, sizeof message) != VARBLUR_OK ||
 *         varblur_apply(blur, pixels, &layout, NULL, message, sizeof message) != VARBLUR_OK)
 *         fprintf(stderr, "%s\n", message);
 *     varblur_blur_free(blur);
 *
 * Threads. Functions may be called from any threads at the same time. A blur does not change after it has been made, and threads may
 * share it. The library keeps no threads and holds no locks between calls: it works in the child of a fork.
 *
 * Errors. Functions return a status. They check all arguments, and neither end the process nor write pixels if one is invalid. What
 * they cannot check is whether the caller's pointers lead to as much memory as the arguments say. A function with the parameters
 * `message` and `message_size` writes a text and a zero byte into it, cut to message_size bytes, and an empty text if the status is
 * VARBLUR_OK; `message` may be NULL. Texts are UTF-8 in English: one line without a period, except where varblur_job_json() quotes
 * what another program has printed.
 *
 * Compatibility. A program that was linked with one version of the library runs with all later versions of the same soname. Structs
 * that begin with their size may get further members at their ends: a later library takes the shorter structs of earlier programs, and an
 * earlier library the longer ones of later programs if further members are 0. The other structs (varblur_layout, varblur_mask,
 * varblur_bytes) never change; what they cannot say will be a constant, an option, or another function.
 *
 * Apache License 2.0.
 */
#ifndef VARBLUR_H
#define VARBLUR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

#define VARBLUR_VERSION_MAJOR 0
#define VARBLUR_VERSION_MINOR 1
#define VARBLUR_VERSION_PATCH 0
/* 10000 × major + 100 × minor + patch */
#define VARBLUR_VERSION (VARBLUR_VERSION_MAJOR * 10000 + VARBLUR_VERSION_MINOR * 100 + VARBLUR_VERSION_PATCH)

/* The version of the library that runs, in the form of VARBLUR_VERSION. */
int varblur_version(void);

/* ---- Status ---- */

enum varblur_status {
    VARBLUR_OK = 0,

    /* 100 to 199: an argument is invalid. */
    VARBLUR_INVALID_ARGUMENT =
        100, /* a pointer is NULL, or a constant, a size of a struct, or a number of threads is impossible */
    VARBLUR_INVALID_TEXT = 101,    /* a text has a syntax error; the message names its position */
    VARBLUR_INVALID_SETTING = 102, /* a number of the options is out of range */
    VARBLUR_INVALID_IMAGE = 103,   /* a size, a stride, or a region is impossible, or images overlap */
    VARBLUR_UNSUPPORTED = 104,     /* the blur does not apply to the pixels, or an option belongs to a later version */

    /* 200 to 299: the blur could not be completed. */
    VARBLUR_OUT_OF_MEMORY = 200, /* no pixels were written, except by functions that say so */
    VARBLUR_CANCELLED =
        201, /* the cancel flag was set, or a function of the caller failed; some pixels may have been written */
    VARBLUR_FAILED = 202,    /* a job failed, for example because its image is damaged */
    VARBLUR_NO_COMMAND = 203 /* the command that performs jobs cannot be started */
};

/* A size in bytes that is sufficient for messages that do not quote a long text of the caller. */
#define VARBLUR_MESSAGE_SIZE 256

/* ---- Pixels ---- */

/* A pixel format is one of the first constants, plus VARBLUR_16_BITS or VARBLUR_FLOAT, and VARBLUR_PREMULTIPLIED, where they apply. */
enum varblur_format {
    VARBLUR_GRAY = 1,
    VARBLUR_GRAY_ALPHA = 2,
    VARBLUR_RGB = 3,
    VARBLUR_BGR = 4,
    VARBLUR_RGBA = 5,
    VARBLUR_BGRA = 6,
    VARBLUR_CMYK = 7,

    VARBLUR_16_BITS = 0x100,       /* uint16_t samples in native byte order, 0 to 65535; otherwise uint8_t, 0 to 255 */
    VARBLUR_PREMULTIPLIED = 0x200, /* colors are multiplied by alpha; otherwise, alpha is straight */

    /* float samples, 0 to 1. The blur computes in steps of 1/65535: samples that it does not change by half a step keep their bits.
     * Others are in this range afterward; it reads what is below as 0, what is above as 1, and a NaN as 0. */
    VARBLUR_FLOAT = 0x400
};

/* The greatest width and height of an image, a region, or a mask. */
#define VARBLUR_MAX_SIDE 16777216

/* The memory layout of an image; rows start at the top. The first byte needs no alignment. */
typedef struct varblur_layout {
    size_t width;  /* in pixels, 1 to VARBLUR_MAX_SIDE */
    size_t height; /* in pixels, 1 to VARBLUR_MAX_SIDE */
    ptrdiff_t stride; /* the distance between the starts of rows in bytes, at least that of a row's pixels; 0 for no padding */
    int format; /* enum varblur_format */
} varblur_layout;

/* ---- Settings ---- */

/* The blurred sides of an image; add up several. */
enum varblur_side { VARBLUR_TOP = 1, VARBLUR_BOTTOM = 2, VARBLUR_LEFT = 4, VARBLUR_RIGHT = 8 };

/* What the blur reads beyond the edges of the image. */
enum varblur_edges {
    VARBLUR_NORMALIZE = 0,  /* nothing: the weights inside the image are scaled to a sum of 1 */
    VARBLUR_CLAMP = 1,      /* the nearest edge pixel */
    VARBLUR_MIRROR = 2,     /* the mirrored image */
    VARBLUR_WRAP = 3,       /* the repeated image */
    VARBLUR_TRANSPARENT = 4 /* 0 in all samples: transparent black, or without alpha, edges that fade to 0 */
};

/* What is averaged. */
enum varblur_light {
    VARBLUR_ENCODED = 0,      /* the stored values */
    VARBLUR_LINEAR_SRGB = 1,  /* linear light, by the transfer curve of sRGB and Display P3 */
    VARBLUR_LINEAR_BT709 = 2, /* linear light, by the transfer curve of BT.709, BT.601, and BT.2020 */
    VARBLUR_LINEAR_GAMMA = 3, /* linear light, by the exponent `gamma` of the options */
    VARBLUR_LINEAR_PQ = 4,    /* linear light, by the curve of PQ (SMPTE ST 2084), for high dynamic range */
    VARBLUR_LINEAR_HLG = 5    /* linear light of the scene, by the curve of HLG (BT.2100) */
};

/* The samples of a mask, which is stretched over the image: interpolated between the centers of its samples, or averaged by area where it has
 * more samples than the image has pixels. */
typedef struct varblur_mask {
    const void *samples; /* the first sample of the first row, which needs no alignment; NULL for no mask */
    size_t width;        /* in samples, 1 to VARBLUR_MAX_SIDE */
    size_t height;       /* in samples, 1 to VARBLUR_MAX_SIDE */
    ptrdiff_t stride;    /* the distance between the starts of rows in bytes; 0 for no padding */
    int bits;            /* 8: uint8_t, 0 to 255; 16: uint16_t, 0 to 65535; 32: float, limited to 0 to 1; no NaN */
    int is_inverted;     /* 0, or 1 to take 1 - a for every value a */
} varblur_mask;

/* The settings of a blur. varblur_options_init() sets all of them; change what differs. */
typedef struct varblur_options {
    /* Set by varblur_options_init(). */
    size_t size;

    /* The radii. The greatest one counts where several of these apply:
     * - `ramp`: one or more gradients and areas as in CSS, separated by spaces, such as "linear-blur(20px, 0px 40%)",
     *   "radial-blur(circle at 50% 40%, 0px 20%, 12px)", or "area-blur(circle(40px at 50% 30%), 12px, feather 6px)"; NULL for none.
     *   Areas have at most 1,000 shapes, and polygons 10,000 corners in all.
     * - `mask`: max_radius where it is 1, and min_radius where it is 0.
     * - `sides`, if there are neither a ramp nor a mask: max_radius at each side, falling linearly to min_radius at the distance
     *   1 - start_offset, as a fraction of the height (top, bottom) or width (left, right) of the image. */
    const char *ramp;
    varblur_mask mask;
    int sides;           /* the sum of enum varblur_side, or 0 for none; default: VARBLUR_TOP */
    double max_radius;   /* in pixels, finite, at least min_radius; default: 20 */
    double min_radius;   /* in pixels, at least 0; default: 0 */
    double start_offset; /* finite, below 1; a negative one ends the ramp beyond the image; default: 0 */

    /* The curve of radii between stops, from the smaller to the larger one, over the mask, and over the feather of areas: "linear",
     * "smoothstep", "sine", "ease", "ease-in", "ease-out", "ease-in-out", or "cubic-bezier(x1, y1, x2, y2)"; NULL for linear. */
    const char *easing;

    /* What is in front of the blur, such as a person: 1 where pixels keep their bytes, and contribute nothing to the blur. */
    varblur_mask matte;

    int edges;    /* enum varblur_edges; default: VARBLUR_NORMALIZE */
    int light;    /* enum varblur_light; default: VARBLUR_ENCODED. Linear light requires gray or RGB colors. */
    double gamma; /* for VARBLUR_LINEAR_GAMMA only: 0.1 to 10; default: 2.2 */

    /* Changes of color in proportion to the radius, after the blur. They do not apply to VARBLUR_CMYK. */
    double saturation;                      /* the factor of chroma, 0 to 4; default: 1 */
    double tint_red, tint_green, tint_blue; /* the color of the tint, as stored: 0 to 1; default: 0 */
    double tint_opacity;                    /* 0 to 1; default: 0, no tint */
    double grain;                           /* the standard deviation of noise in steps of 1/255: 0 to 64; default: 0 */
    double fade; /* the share of alpha that is lost, 0 to 1; default: 0. Requires an alpha channel. */
    int dither;  /* 1 to dither 8-bit values of blurred pixels; default: 0 */

    /* The side, in pixels, of the square cells of a mosaic that takes the place of the blur: finite, above 0, and rounded to whole
     * pixels; 0, the default, for none. Pixels are mixed with the means of their cells in proportion to their radius. There must be no
     * matte. */
    double mosaic;
} varblur_options;

/* Sets all members to their defaults. `size` is sizeof(varblur_options). */
void varblur_options_init(varblur_options *options, size_t size);

/* ---- Blurs ---- */

/* A blur for images of any size and format. */
typedef struct varblur_blur varblur_blur;

/* Makes a blur, which copies texts and masks. On failure, *blur is NULL. */
int varblur_blur_create(const varblur_options *options, varblur_blur **blur, char *message, size_t message_size);

/* Makes a blur from a `ramp` and the defaults of all other options. On failure, *blur is NULL. */
int varblur_blur_parse(const char *ramp, varblur_blur **blur, char *message, size_t message_size);

/* Releases a blur, which no call may be using; NULL has no effect. */
void varblur_blur_free(varblur_blur *blur);

/* How a blur is applied. Members other than `size` may be 0, the default: in C, `varblur_run run = {.size = sizeof run};`, and in C++,
 * `varblur_run run{};` and then `run.size = sizeof run;`. */
typedef struct varblur_run {
    size_t size; /* sizeof(varblur_run) */

    /* The pixels to compute, inside the image. They equal those of the whole blurred image. If all four are 0: all pixels. */
    size_t x, y, width, height;

    int threads; /* the maximum number of threads, the caller's included; 0 for one per available processor */

    /* The blur ends early after another thread has set this to another value than 0; NULL for no flag. The library only reads it, with
     * atomic loads that order nothing else. The other thread sets it with an atomic store as well: with atomic_store() of an atomic_int in
     * C, or a std::atomic<int> in C++, whose address is cast; or with __atomic_store_n(&flag, 1, __ATOMIC_RELAXED). */
    const int *cancel;
} varblur_run;

/* Blurs an image, or a region of it, in place. `run` may be NULL. */
int varblur_apply(
    const varblur_blur *blur, void *pixels, const varblur_layout *layout, const varblur_run *run, char *message,
    size_t message_size);

/* Blurs an image, or a region of it, into other memory. `destination` has the size of the region, the format of the source, and rows
 * `destination_stride` bytes apart (0 for no padding). It must not overlap the source, nor lie between its rows. */
int varblur_apply_to(
    const varblur_blur *blur, const void *source, const varblur_layout *layout, void *destination,
    ptrdiff_t destination_stride, const varblur_run *run, char *message, size_t message_size);

/* Sets *bytes to an upper bound on the memory that a blur allocates while it is applied, besides the pixels of the caller. */
int varblur_memory(
    const varblur_blur *blur, const varblur_layout *layout, const varblur_run *run, size_t *bytes, char *message,
    size_t message_size);

/* ---- Planes ---- */

/* An image whose luma and chroma are stored in planes. */
typedef struct varblur_planes {
    size_t size;          /* sizeof(varblur_planes) */
    size_t width;         /* of the image in pixels, 1 to VARBLUR_MAX_SIDE */
    size_t height;        /* of the image in pixels, 1 to VARBLUR_MAX_SIDE */
    int bits;             /* of a sample: 8 for uint8_t; 9 to 16 for uint16_t in native byte order */
    int horizontal_ratio; /* pixels per chroma sample along a row: 1, 2, or 4. 4:2:0, 4:2:2: 2; 4:4:4: 1; 4:1:1: 4 */
    int vertical_ratio;   /* pixels per chroma sample along a column: 1, 2, or 4. 4:2:0: 2; 4:2:2, 4:4:4: 1 */

    /* The first samples of Y, of Cb, and of Cr. Without the third plane, the second one contains both in turns, as in NV12 and P010;
     * without the second and the third, the image is gray. Chroma planes have width / horizontal_ratio samples in a row, and
     * height / vertical_ratio rows, rounded up. */
    void *samples[3];
    ptrdiff_t strides[3]; /* the distances between the starts of rows in bytes; 0 for no padding */
} varblur_planes;

/* Blurs an image in planes in place. Radii are in pixels of the image: chroma samples are blurred as far as luma samples. Blurs with
 * changes of color, linear light, or transparent edges, and regions other than the whole image, are VARBLUR_UNSUPPORTED. `run` may be NULL.
 *
 * After VARBLUR_OUT_OF_MEMORY, the first planes may have been blurred. */
int varblur_apply_planes(
    const varblur_blur *blur, const varblur_planes *planes, const varblur_run *run, char *message, size_t message_size);

/* ---- Streams of rows ---- */

/* Reads the next row of an image, from the top, or takes the next row of the result. Returns 0, or another number to end the blur. */
typedef int (*varblur_read_row)(void *context, void *row);
typedef int (*varblur_write_row)(void *context, const void *row);

/* Blurs an image row by row, as it is decoded and encoded, in memory for a few rows: in proportion to the width and to the radius.
 *
 * Rows have no padding: the stride of `layout` must be 0. `read` and `write` are called with `context` on the thread of the caller, once
 * for each row. Pixels equal those of varblur_apply(). The radius must be the same within a row, as from the top or the bottom; other blurs
 * need the whole image (VARBLUR_UNSUPPORTED), and so do mattes and VARBLUR_FLOAT. With VARBLUR_WRAP, all rows may be read before the first
 * one is written. Of `run`, which may be NULL, only `cancel` has an effect. Its other members must be valid, and a region that of the image.
 *
 * If a function returns another number than 0, the status is VARBLUR_CANCELLED, and no further function is called. */
int varblur_apply_rows(
    const varblur_blur *blur, const varblur_layout *layout, varblur_read_row read, varblur_write_row write,
    void *context, const varblur_run *run, char *message, size_t message_size);

/* ---- Image files ---- */

/* Bytes that the library has allocated. `data` is NULL, or followed by a zero byte that is not counted. */
typedef struct varblur_bytes {
    void *data;
    size_t size;
} varblur_bytes;

/* Releases bytes, and sets both members to 0; NULL has no effect. */
void varblur_bytes_free(varblur_bytes *bytes);

/* Performs a job with image files, in all formats that the command reads and writes.
 *
 * `job` is a JSON object as in a line of `varblur batch`, such as {"options": {"max-radius": "5%"}}; job.schema.json describes it.
 * `input` is the content of an image file; NULL if the job names a file as its "input". Without an "output", or with
 * "output": {"inline": "webp"}, the content of the blurred file becomes *output. The contents of several "outputs" are in *result, in base64.
 *
 * `result` gets the JSON object that `varblur batch` writes, which result.schema.json describes, also if the job fails: then its member
 * "error" has a "code" for programs. It is set to {NULL, 0} if there is none. `output` and `result` may be NULL; release both with
 * varblur_bytes_free(), whatever the status.
 *
 * The job runs in a process of its own, so that an image cannot harm the process of the caller: `command` is the path of the
 * program varblur, or NULL to search for it in PATH. The process gives up all rights to files if the job names none, as far as the system
 * can do that. It reads no settings file, but the variables VARBLUR_… of the environment. The option "timeout" limits its time. */
int varblur_job_json(
    const char *command, const char *job, const void *input, size_t input_size, varblur_bytes *output,
    varblur_bytes *result, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif /* VARBLUR_H */
