// libjxl, which is loaded when the first JPEG XL image arrives.

#ifndef JXL_LIBRARY_H
#define JXL_LIBRARY_H

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/thread_parallel_runner.h>
#include <loaded_library.h>

#define LIBJXL_FUNCTIONS(USE) \
    USE(JxlDecoderVersion) \
    USE(JxlDecoderCreate) \
    USE(JxlDecoderDestroy) \
    USE(JxlDecoderSetParallelRunner) \
    USE(JxlDecoderSubscribeEvents) \
    USE(JxlDecoderSetUnpremultiplyAlpha) \
    USE(JxlDecoderSetKeepOrientation) \
    USE(JxlDecoderSetDecompressBoxes) \
    USE(JxlDecoderSetInput) \
    USE(JxlDecoderReleaseInput) \
    USE(JxlDecoderProcessInput) \
    USE(JxlDecoderGetBasicInfo) \
    USE(JxlDecoderGetExtraChannelInfo) \
    USE(JxlDecoderGetColorAsEncodedProfile) \
    USE(JxlDecoderGetICCProfileSize) \
    USE(JxlDecoderGetColorAsICCProfile) \
    USE(JxlDecoderSetPreferredColorProfile) \
    USE(JxlDecoderGetBoxType) \
    USE(JxlDecoderSetBoxBuffer) \
    USE(JxlDecoderReleaseBoxBuffer) \
    USE(JxlDecoderImageOutBufferSize) \
    USE(JxlDecoderSetImageOutBuffer) \
    USE(JxlDecoderFlushImage) \
    USE(JxlEncoderCreate) \
    USE(JxlEncoderSetParallelRunner) \
    USE(JxlEncoderInitBasicInfo) \
    USE(JxlEncoderSetBasicInfo) \
    USE(JxlEncoderSetColorEncoding) \
    USE(JxlEncoderSetICCProfile) \
    USE(JxlEncoderUseContainer) \
    USE(JxlEncoderUseBoxes) \
    USE(JxlEncoderAddBox) \
    USE(JxlEncoderFrameSettingsCreate) \
    USE(JxlEncoderFrameSettingsSetOption) \
    USE(JxlEncoderSetFrameDistance) \
    USE(JxlEncoderSetFrameLossless) \
    USE(JxlEncoderAddImageFrame) \
    USE(JxlEncoderCloseFrames) \
    USE(JxlEncoderProcessOutput)

#define LIBJXL_THREAD_FUNCTIONS(USE) USE(JxlThreadParallelRunner) USE(JxlThreadParallelRunnerCreate)

typedef struct libjxl {
    LIBJXL_FUNCTIONS(LIBRARY_MEMBER)
} libjxl;

typedef struct libjxl_threads {
    LIBJXL_THREAD_FUNCTIONS(LIBRARY_MEMBER)
} libjxl_threads;

// The functions of both libraries, after they were loaded.
extern libjxl jxl;
extern libjxl_threads jxl_threads;

// Sets how much an extra channel, such as alpha, may differ from the original. Since version 0.9; NULL before.
extern JxlEncoderStatus (*jxl_set_extra_channel_distance)(JxlEncoderFrameSettings *settings, size_t index, float distance);

// Loads the libraries. Returns NULL, or why that fails.
const char *libjxl_load(void);

// The colors of a file, or of the samples that a decoder gives, as its functions with similar names tell, which lost a parameter in
// version 0.9.
JxlDecoderStatus libjxl_get_encoding(const JxlDecoder *decoder, JxlColorProfileTarget target, JxlColorEncoding *encoding);
JxlDecoderStatus libjxl_get_profile_size(const JxlDecoder *decoder, size_t *count);
JxlDecoderStatus libjxl_get_profile(const JxlDecoder *decoder, uint8_t *profile, size_t count);

#endif
