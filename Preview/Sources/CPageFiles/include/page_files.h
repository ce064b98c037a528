#ifndef PAGE_FILES_H
#define PAGE_FILES_H

#include <stddef.h>

/// A file of the page.
struct page_file {
    /// The path below the address of the page.
    const char *path;
    /// The media type.
    const char *type;
    /// The bytes, which end before a zero byte.
    const unsigned char *bytes;
};

/// The number of files.
size_t page_file_count(void);

/// The file with an index less than page_file_count().
const struct page_file *page_file(size_t index);

#endif
