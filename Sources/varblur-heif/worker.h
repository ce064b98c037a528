// The process that works on one image.

#ifndef WORKER_H
#define WORKER_H

#include <heif_messages.h>
#include <helper_process.h>
#include <libheif/heif.h>

// Reads a HEIF or JPEG XL file: sends its header, and its pixels if they are asked for.
void worker_read(const heif_task *task, heif_format format);
void worker_read_jxl(const heif_task *task);

// Writes an AVIF or JPEG XL file: receives its rows, and sends it.
void worker_write(const heif_task *task);
void worker_write_jxl(const heif_task *task);

// What is read of a file before its pixels, in the order in which it is sent.
typedef struct file_header {
    heif_reply reply;
    uint8_t *profile;
    uint8_t *exif;
    uint8_t *xmp;
    const uint8_t *tone_mapping;
    bool is_limited;  // whether samples have limited range, as far as the file tells
} file_header;

// Counts metadata before memory for it is allocated; fails if it is too much.
size_t worker_count(size_t count, const file_header *header, const heif_task *task);

// Sends a header, and releases it. Waits until the pixels are asked for, and for the memory that they may take.
heif_decode worker_send_header(const file_header *header);

// Sends an encoded file.
void worker_send_file(const uint8_t *bytes, size_t count);

// Sends a reply. After HEIF_PIXELS and HEIF_FILE, only the bytes that it announces may follow, until `worker_end_stream`.
void worker_reply(const heif_reply *reply);

// Keeps freed memory of small images, such as tiles, for the next ones: the system takes long to give a process new memory.
void memory_is_used_again(void);

// Limits the processor time until the size of an image is known.
void worker_limit_survey(uint64_t byte_count);

// Limits the processor time from now on, in proportion to the pixels that are decoded, drawn, or moved, and to the bytes that are read.
void worker_limit_processor(uint64_t pixels, uint64_t byte_count);

// Fails if a call of libheif has failed.
void worker_check(struct heif_error error);

// Fails because libheif does not know what a file has; versions before 1.18 do not know some of what phones write.
_Noreturn void worker_fail_unsupported(struct heif_error error);

#endif
