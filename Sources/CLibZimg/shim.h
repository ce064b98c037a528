// zimg, which scales images.
#include <zimg.h>
