// libjpeg-turbo. Its header uses size_t and FILE without declaring them.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
