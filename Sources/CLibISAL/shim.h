// Intel's Intelligent Storage Acceleration Library: fast deflate, inflate and checksums.
#include <isa-l.h>
