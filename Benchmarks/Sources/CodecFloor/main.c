// What libpng and libjpeg-turbo take by themselves, in one thread: to decode a file into rows of RGB, and to encode such rows.
//
//   usage: codec-floor FILE RUNS
//
// Prints the median milliseconds of decoding and of encoding at the library's defaults (JPEG: quality 90, 4:2:0), and the bytes
// that encoding makes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>
#include <png.h>

typedef struct picture {
    size_t width, height, channels, bits;
    unsigned char *rows;  // NULL while rows are only decoded
} picture;

typedef struct bytes {
    unsigned char *start;
    size_t count, next;
} bytes;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static size_t row_bytes(const picture *image) { return image->width * image->channels * image->bits / 8; }

static unsigned char *take(size_t count) {
    unsigned char *memory = malloc(count);
    if (memory) return memory;
    fputs("no memory\n", stderr);
    exit(71);
}

static void decode_jpeg(bytes file, picture *image) {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct jpeg = {.err = jpeg_std_error(&errors)};
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, file.start, file.count);
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    image->width = jpeg.output_width, image->height = jpeg.output_height;
    image->channels = (size_t)jpeg.output_components, image->bits = 8;
    unsigned char *spare = take(row_bytes(image));
    for (size_t y = 0; y < image->height; y++) {
        unsigned char *row = image->rows ? image->rows + y * row_bytes(image) : spare;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    free(spare);
}

static size_t encode_jpeg(const picture *image) {
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
    unsigned char *output = NULL;
    unsigned long count = 0;
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &output, &count);
    jpeg.image_width = (JDIMENSION)image->width, jpeg.image_height = (JDIMENSION)image->height;
    jpeg.input_components = (int)image->channels;
    jpeg.in_color_space = image->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 90, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (size_t y = 0; y < image->height; y++) {
        unsigned char *row = image->rows + y * row_bytes(image);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    free(output);
    return count;
}

static void read_bytes(png_structp png, png_bytep place, size_t count) {
    bytes *file = png_get_io_ptr(png);
    if (count > file->count - file->next) png_error(png, "the file is short");
    memcpy(place, file->start + file->next, count);
    file->next += count;
}

static void decode_png(bytes file, picture *image) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, read_bytes);
    png_read_info(png, info);
    image->width = png_get_image_width(png, info), image->height = png_get_image_height(png, info);
    image->channels = png_get_channels(png, info), image->bits = png_get_bit_depth(png, info);
    unsigned char *spare = take(row_bytes(image));
    for (size_t y = 0; y < image->height; y++)
        png_read_row(png, image->rows ? image->rows + y * row_bytes(image) : spare, NULL);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(spare);
}

static void count_bytes(png_structp png, png_bytep start, size_t count) {
    (void)start;
    *(size_t *)png_get_io_ptr(png) += count;
}

static void flush_nothing(png_structp png) { (void)png; }

static size_t encode_png(const picture *image) {
    static const int types[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    size_t count = 0;
    png_set_write_fn(png, &count, count_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, (int)image->bits,
        types[image->channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_write_info(png, info);
    for (size_t y = 0; y < image->height; y++) png_write_row(png, image->rows + y * row_bytes(image));
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return count;
}

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static bytes read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(66);
    }
    bytes contents = {.count = (size_t)ftell(file)};
    contents.start = take(contents.count);
    rewind(file);
    if (fread(contents.start, 1, contents.count, file) != contents.count) exit(74);
    fclose(file);
    return contents;
}

int main(int count, char **arguments) {
    if (count != 3 || atoi(arguments[2]) < 1 || atoi(arguments[2]) > 100) {
        fputs("usage: codec-floor FILE RUNS\n", stderr);
        return 64;
    }
    bytes file = read_file(arguments[1]);
    int is_jpeg = file.count > 2 && file.start[0] == 0xFF, runs = atoi(arguments[2]);
    void (*decode)(bytes, picture *) = is_jpeg ? decode_jpeg : decode_png;
    picture image = {0};
    decode(file, &image);
    double decoding[100], encoding[100];
    for (int run = 0; run < runs; run++) {
        double start = now();
        decode(file, &image);
        decoding[run] = now() - start;
    }
    image.rows = take(image.height * row_bytes(&image));
    decode(file, &image);
    size_t size = 0;
    for (int run = 0; run < runs; run++) {
        double start = now();
        size = is_jpeg ? encode_jpeg(&image) : encode_png(&image);
        encoding[run] = now() - start;
    }
    printf("%.3f %.3f %zu\n", median(decoding, runs), median(encoding, runs), size);
    return 0;
}
