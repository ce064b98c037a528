// The versions of the libraries that the program runs with.

#ifndef LIBRARY_VERSIONS_H
#define LIBRARY_VERSIONS_H

const char *version_of_libpng(void);
const char *version_of_zlib(void);

// libjpeg-turbo does not say it while it runs, so it is the one of the headers.
const char *version_of_libjpeg(void);

#endif
