#include "qr_code.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

#include <loaded_library.h>

// The interface of libqrencode 4, whose header is not needed to build.
typedef struct qr_symbol {
    int version;
    int width;
    unsigned char *data;
} qr_symbol;

enum { MODE_8_BIT = 2, IS_CASE_SENSITIVE = 1, AUTOMATIC_VERSION = 0 };

#define FUNCTIONS(EACH) \
    EACH(QRcode_encodeString, qr_symbol *, (const char *text, int version, int level, int mode, int is_case_sensitive)) \
    EACH(QRcode_free, void, (qr_symbol * symbol))

static struct {
    FUNCTIONS(LIBRARY_TYPED_MEMBER)
} library;
static bool is_loaded = false;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const char *message;
    is_loaded = library_load("libqrencode.so.4", "libqrencode.4.dylib", names, &library, &message);
}

qr_status qr_code_create(
    const char *text, int level, unsigned char modules[QR_GREATEST_WIDTH * QR_GREATEST_WIDTH], int *width) {
    if (pthread_once(&once, load) != 0 || !is_loaded) return QR_NO_LIBRARY;
    errno = 0;
    qr_symbol *symbol = library.QRcode_encodeString(text, AUTOMATIC_VERSION, level, MODE_8_BIT, IS_CASE_SENSITIVE);
    if (!symbol) return errno == ERANGE ? QR_TOO_LONG : QR_FAILED;
    bool fits = symbol->width > 0 && symbol->width <= QR_GREATEST_WIDTH;
    if (fits) {
        *width = symbol->width;
        // the lowest bit of a module is its color, and the others say what it is part of
        for (int index = 0; index < symbol->width * symbol->width; index += 1) modules[index] = symbol->data[index] & 1;
    }
    library.QRcode_free(symbol);
    return fits ? QR_OK : QR_FAILED;
}
