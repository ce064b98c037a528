// libheif.
#include <libheif/heif.h>
