// libpng.
#include <png.h>
