// Cairo.
#include <cairo.h>
