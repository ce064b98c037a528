#include "jpeg_failure.h"

#include <jerror.h>
#include <limits.h>

void jpeg_failure_raise(jpeg_failure *failure, codec_status status, const char *message) {
    failure->status = status;
    snprintf(failure->message, sizeof failure->message, "%s", message);
    longjmp(failure->jump, 1);
}

static codec_status status_of(int error_code) {
    switch (error_code) {
        case JERR_OUT_OF_MEMORY: return CODEC_OUT_OF_MEMORY;
        case JERR_NO_BACKING_STORE:
        case JERR_WIDTH_OVERFLOW:
        case JERR_IMAGE_TOO_BIG: return CODEC_OVER_LIMIT;
        case JERR_ARITH_NOTIMPL:
        case JERR_BAD_PRECISION:
        case JERR_CCIR601_NOTIMPL:
        case JERR_COMPONENT_COUNT:
        case JERR_CONVERSION_NOTIMPL:
        case JERR_FRACT_SAMPLE_NOTIMPL:
        case JERR_NOT_COMPILED:
        case JERR_NOTIMPL:
        case JERR_SOF_UNSUPPORTED: return CODEC_UNSUPPORTED;
        default: return CODEC_DAMAGED;
    }
}

static void raise_error(j_common_ptr cinfo) {
    char message[JMSG_LENGTH_MAX];
    cinfo->err->format_message(cinfo, message);
    jpeg_failure_raise((jpeg_failure *)cinfo->err, status_of(cinfo->err->msg_code), message);
}

// Whether a warning affects no sample of the image.
static bool is_harmless(int warning_code) {
    return warning_code == JWRN_EXTRANEOUS_DATA || warning_code == JWRN_NOT_SEQUENTIAL ||
           warning_code == JWRN_JFIF_MAJOR || warning_code == JWRN_ADOBE_XFORM;
}

// Whether arithmetic decoding may have reached the end of a file because it reads ahead. It continues with zeros, without a warning.
static bool reads_ahead(j_common_ptr cinfo) {
    const struct jpeg_decompress_struct *jpeg = (const struct jpeg_decompress_struct *)cinfo;
    if (!jpeg->arith_code || jpeg->input_iMCU_row >= jpeg->total_iMCU_rows) return true;
    return jpeg->total_iMCU_rows > 1 && jpeg->input_iMCU_row == jpeg->total_iMCU_rows - 1;
}

static void handle_message(j_common_ptr cinfo, int level) {
    if (level >= 0) return;
    jpeg_failure *failure = (jpeg_failure *)cinfo->err;
    if (cinfo->err->msg_code == JWRN_JPEG_EOF && cinfo->is_decompressor && reads_ahead(cinfo)) {
        // a Huffman decoder warns again when it lacks data
        failure->ends_early = true;
        return;
    }
    bool harmless = is_harmless(cinfo->err->msg_code);
    if (!harmless && !failure->tolerates_damage) raise_error(cinfo);
    if (harmless && failure->warnings_left-- <= 0) jpeg_failure_raise(failure, CODEC_OVER_LIMIT, "too many warnings");
    char *note = harmless ? failure->warning : failure->damage;
    if (note[0]) return;
    char message[JMSG_LENGTH_MAX];
    cinfo->err->format_message(cinfo, message);
    snprintf(note, CODEC_MESSAGE_SIZE, "%s", message);
}

struct jpeg_error_mgr *jpeg_failure_prepare(jpeg_failure *failure) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
    manager->error_exit = raise_error;
    manager->emit_message = handle_message;
    failure->warnings_left = INT_MAX;
    return manager;
}
