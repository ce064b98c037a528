// Pango, with its backend for Cairo, and the fonts of Fontconfig.
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
// FriBidi, on which Pango depends, knows which letters are joined.
#include <fribidi.h>
