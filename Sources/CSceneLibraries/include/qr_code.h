// QR codes, with libqrencode, which is loaded when the first one is needed.
#ifndef VARBLUR_QR_CODE_H
#define VARBLUR_QR_CODE_H

enum { QR_GREATEST_WIDTH = 177 };

typedef enum qr_status {
    QR_OK,
    QR_NO_LIBRARY,
    QR_TOO_LONG,
    QR_FAILED,
} qr_status;

// Encodes a text in UTF-8 in the smallest QR code that holds it. The level of error correction is 0 (7 %) to 3 (30 %).
// On success, `width` is the number of modules of a side, and `modules` holds 1 for each dark module and 0 for each light one, row by row.
qr_status qr_code_create(
    const char *text, int level, unsigned char modules[QR_GREATEST_WIDTH * QR_GREATEST_WIDTH], int *width);

#endif
