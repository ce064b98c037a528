// The versions of the image libraries in use, for `--version` reports.

#ifndef LIBRARY_VERSIONS_H
#define LIBRARY_VERSIONS_H

// The version of the loaded libpng.
const char *version_of_libpng(void);

// The version of the loaded zlib.
const char *version_of_zlib(void);

// The version of the loaded libwebp's decoder, as 0xMMmmrr: major, minor, and revision.
int version_of_libwebp(void);

// The versions of the headers of libdeflate and ISA-L: the libraries have no functions that return their own versions.
const char *version_of_libdeflate(void);
const char *version_of_isal(void);

// The version of the libjpeg headers: the library has no function that returns its own version.
const char *version_of_libjpeg(void);

#endif
