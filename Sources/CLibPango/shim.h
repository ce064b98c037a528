// Pango, with its backend for Cairo, and the fonts of Fontconfig.
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
