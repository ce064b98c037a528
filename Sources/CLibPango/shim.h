// Pango, with its backend for Cairo.
#include <pango/pangocairo.h>
