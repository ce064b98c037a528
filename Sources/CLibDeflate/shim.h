// libdeflate: compression of whole buffers.
#include <libdeflate.h>
