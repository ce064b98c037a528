#include "jxl_library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

libjxl jxl;
libjxl_threads jxl_threads;
JxlEncoderStatus (*jxl_set_extra_channel_distance)(JxlEncoderFrameSettings *settings, size_t index, float distance);

// The libraries of one version, on Linux and on macOS.
typedef struct library_names {
    const char *linux_name, *macos_name, *linux_threads, *macos_threads;
} library_names;

static bool load_version(const library_names *version, const char **message) {
    static const char *const names[] = {LIBJXL_FUNCTIONS(LIBRARY_NAME) NULL};
    static const char *const thread_names[] = {LIBJXL_THREAD_FUNCTIONS(LIBRARY_NAME) NULL};
    void *library = library_load(version->linux_name, version->macos_name, names, &jxl, message);
    if (!library) return false;
    jxl_set_extra_channel_distance =
        (__typeof__(jxl_set_extra_channel_distance))dlsym(library, "JxlEncoderSetExtraChannelDistance");
    return library_load(version->linux_threads, version->macos_threads, thread_names, &jxl_threads, message);
}

#define VERSION(number) \
    {"libjxl.so." number, "libjxl." number ".dylib", "libjxl_threads.so." number, "libjxl_threads." number ".dylib"}

const char *libjxl_load(void) {
    // those with the same structures
    static const library_names versions[] = {
        VERSION("0.11"), VERSION("0.10"), VERSION("0.9"), VERSION("0.8"), VERSION("0.7")};
    static bool is_loaded = false;
    const char *message = NULL;
    for (size_t index = 0; !is_loaded && index < sizeof versions / sizeof *versions; index++) {
        is_loaded = load_version(&versions[index], &message);
        // another version does not take the place of one that is installed, but broken
        if (!is_loaded && !strstr(message, "No such file")) break;
    }
    return is_loaded ? NULL : message;
}

// MARK: - Functions of two shapes

static bool has_format_parameter(void) { return jxl.JxlDecoderVersion() < 9000; }

JxlDecoderStatus libjxl_get_encoding(const JxlDecoder *decoder, JxlColorProfileTarget target, JxlColorEncoding *encoding) {
    typedef JxlDecoderStatus (*old)(
        const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, JxlColorEncoding *);
    typedef JxlDecoderStatus (*new)(const JxlDecoder *, JxlColorProfileTarget, JxlColorEncoding *);
    if (has_format_parameter()) return ((old)jxl.JxlDecoderGetColorAsEncodedProfile)(decoder, NULL, target, encoding);
    return ((new)jxl.JxlDecoderGetColorAsEncodedProfile)(decoder, target, encoding);
}

static const JxlColorProfileTarget target = JXL_COLOR_PROFILE_TARGET_DATA;

JxlDecoderStatus libjxl_get_profile_size(const JxlDecoder *decoder, size_t *count) {
    typedef JxlDecoderStatus (*old)(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, size_t *);
    typedef JxlDecoderStatus (*new)(const JxlDecoder *, JxlColorProfileTarget, size_t *);
    if (has_format_parameter()) return ((old)jxl.JxlDecoderGetICCProfileSize)(decoder, NULL, target, count);
    return ((new)jxl.JxlDecoderGetICCProfileSize)(decoder, target, count);
}

JxlDecoderStatus libjxl_get_profile(const JxlDecoder *decoder, uint8_t *profile, size_t count) {
    typedef JxlDecoderStatus (*old)(const JxlDecoder *, const JxlPixelFormat *, JxlColorProfileTarget, uint8_t *, size_t);
    typedef JxlDecoderStatus (*new)(const JxlDecoder *, JxlColorProfileTarget, uint8_t *, size_t);
    if (has_format_parameter()) return ((old)jxl.JxlDecoderGetColorAsICCProfile)(decoder, NULL, target, profile, count);
    return ((new)jxl.JxlDecoderGetColorAsICCProfile)(decoder, target, profile, count);
}
