// Expat: a parser for XML.
#include <expat.h>
