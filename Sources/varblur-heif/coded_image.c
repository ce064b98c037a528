#include "coded_image.h"

const color_codes unknown_colors = {UNKNOWN_CODE, UNKNOWN_CODE, UNKNOWN_CODE, true};

// Bits, the highest of each byte first. After the end come zeros.
typedef struct bits {
    const uint8_t *bytes;
    size_t count;     // of the bytes
    size_t position;  // in bits
    bool is_escaped;  // HEVC: a byte 3 after two bytes 0 is left out
} bits;

static bool is_over(const bits *bits) { return bits->position > 8 * bits->count; }

static uint64_t read_bits(bits *bits, unsigned count) {
    uint64_t number = 0;
    for (unsigned index = 0; index < count && !is_over(bits); index++, bits->position++) {
        size_t byte = bits->position / 8;
        bool is_escape = bits->is_escaped && bits->position % 8 == 0 && byte >= 2 && byte < bits->count &&
                         bits->bytes[byte] == 3 && bits->bytes[byte - 1] == 0 && bits->bytes[byte - 2] == 0;
        if (is_escape) bits->position += 8, byte++;
        unsigned bit = byte < bits->count ? bits->bytes[byte] >> (7 - bits->position % 8) & 1 : 0;
        number = number << 1 | bit;
    }
    return number;
}

// A number whose length is given by the zeros before it: ue(v) of HEVC, uvlc() of AV1.
static uint64_t read_variable(bits *bits) {
    unsigned zeros = 0;
    while (zeros < 32 && !is_over(bits) && read_bits(bits, 1) == 0) zeros++;
    return ((uint64_t)1 << zeros) - 1 + read_bits(bits, zeros);
}

// A number that the standard limits. A greater one counts as 0, and nothing is read after it.
static uint64_t read_limited(bits *bits, uint64_t most) {
    uint64_t number = read_variable(bits);
    if (number <= most) return number;
    bits->position = 8 * bits->count + 1;
    return 0;
}

static void skip_variables(bits *bits, uint64_t count) {
    for (; count > 0 && !is_over(bits); count--) read_variable(bits);
}

static void read_codes(bits *bits, color_codes *colors) {
    colors->primaries = (uint32_t)read_bits(bits, 8);
    colors->transfer = (uint32_t)read_bits(bits, 8);
    colors->matrix = (uint32_t)read_bits(bits, 8);
}

// MARK: - HEVC (ITU-T H.265)

enum { HVCC_HEADER = 22, SEQUENCE_PARAMETERS = 33, NAL_HEADER = 16, PROFILE_BITS = 88, LEVEL_BITS = 8 };

static void skip_profile(bits *bits, unsigned layers) {
    read_bits(bits, PROFILE_BITS), read_bits(bits, LEVEL_BITS);
    uint64_t flags = layers == 0 ? 0 : read_bits(bits, 16);
    for (unsigned layer = 0; layer < layers; layer++) {
        if (flags >> (15 - 2 * layer) & 1) read_bits(bits, PROFILE_BITS);
        if (flags >> (14 - 2 * layer) & 1) read_bits(bits, LEVEL_BITS);
    }
}

// The limits of H.265, section 7.4.3.2.
enum { MOST_ORDER_BITS = 16, MOST_SETS = 64, MOST_LONG_TERM = 32 };

static void skip_scaling_lists(bits *bits) {
    for (unsigned size = 0; size < 4; size++) {
        for (unsigned matrix = 0; matrix < (size == 3 ? 2 : 6); matrix++) {
            if (read_bits(bits, 1) == 0) skip_variables(bits, 1);
            else skip_variables(bits, (size < 2 ? 16u << 2 * size : 64) + (size > 1 ? 1 : 0));
        }
    }
}

// Skips a set of pictures to which others refer. Returns how many pictures it has; `previous` is that of the set before it.
static uint64_t skip_reference_set(bits *bits, bool is_first, uint64_t previous) {
    if (!is_first && read_bits(bits, 1) == 1) {
        uint64_t pictures = 0;
        read_bits(bits, 1);
        read_variable(bits);
        for (uint64_t index = 0; index <= previous && !is_over(bits); index++)
            if (read_bits(bits, 1) == 1 || read_bits(bits, 1) == 1) pictures++;
        return pictures;
    }
    uint64_t pictures = read_variable(bits);
    pictures += read_variable(bits);
    for (uint64_t index = 0; index < pictures && !is_over(bits); index++) read_variable(bits), read_bits(bits, 1);
    return pictures;
}

static void skip_references(bits *bits, unsigned order_bits) {
    uint64_t sets = read_limited(bits, MOST_SETS), pictures = 0;
    for (uint64_t set = 0; set < sets && !is_over(bits); set++) pictures = skip_reference_set(bits, set == 0, pictures);
    if (read_bits(bits, 1) == 0) return;
    for (uint64_t count = read_limited(bits, MOST_LONG_TERM); count > 0; count--) read_bits(bits, order_bits + 1);
}

static void skip_coding(bits *bits, unsigned layers) {
    skip_variables(bits, 2);  // the depths
    unsigned order_bits = (unsigned)read_limited(bits, MOST_ORDER_BITS - 4) + 4;
    skip_variables(bits, 3 * (uint64_t)(read_bits(bits, 1) == 1 ? layers + 1 : 1));
    skip_variables(bits, 6);
    if (read_bits(bits, 1) == 1 && read_bits(bits, 1) == 1) skip_scaling_lists(bits);
    read_bits(bits, 2);
    if (read_bits(bits, 1) == 1) read_bits(bits, 8), skip_variables(bits, 2), read_bits(bits, 1);
    skip_references(bits, order_bits);
    read_bits(bits, 2);
}

// Reads the colors from the parameters that follow the size.
static color_codes read_hevc_colors(bits bits, unsigned layers) {
    color_codes colors = unknown_colors;
    skip_coding(&bits, layers);
    if (read_bits(&bits, 1) == 0) return unknown_colors;
    if (read_bits(&bits, 1) == 1 && read_bits(&bits, 8) == 255) read_bits(&bits, 32);  // the shape of pixels
    if (read_bits(&bits, 1) == 1) read_bits(&bits, 1);
    if (read_bits(&bits, 1) == 0) return unknown_colors;
    read_bits(&bits, 3);
    colors.is_full_range = read_bits(&bits, 1) == 1;
    if (read_bits(&bits, 1) == 1) read_codes(&bits, &colors);
    return is_over(&bits) ? unknown_colors : colors;
}

static bool read_parameters(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors) {
    bits parameters = {.bytes = bytes, .count = count, .is_escaped = true};
    read_bits(&parameters, NAL_HEADER);
    read_bits(&parameters, 4);  // the number of other parameters
    unsigned layers = (unsigned)read_bits(&parameters, 3);
    read_bits(&parameters, 1);
    skip_profile(&parameters, layers);
    read_variable(&parameters);
    uint64_t chroma = read_variable(&parameters);
    if (chroma == 3) read_bits(&parameters, 1);
    size->width = read_variable(&parameters);
    size->height = read_variable(&parameters);
    if (read_bits(&parameters, 1) == 1) {
        uint64_t horizontal = chroma == 1 || chroma == 2 ? 2 : 1, vertical = chroma == 1 ? 2 : 1;
        uint64_t left = read_variable(&parameters), right = read_variable(&parameters);
        uint64_t top = read_variable(&parameters), bottom = read_variable(&parameters);
        size->width -= horizontal * (left + right);  // wraps around to a size that no item has
        size->height -= vertical * (top + bottom);
    }
    if (is_over(&parameters)) return false;
    if (colors) *colors = read_hevc_colors(parameters, layers);
    return true;
}

bool coded_image_of_hevc(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors) {
    if (count <= HVCC_HEADER) return false;
    size_t next = HVCC_HEADER + 1;
    for (unsigned arrays = bytes[HVCC_HEADER]; arrays > 0 && count - next >= 3; arrays--) {
        unsigned type = bytes[next] & 63, units = (unsigned)bytes[next + 1] << 8 | bytes[next + 2];
        next += 3;
        for (; units > 0 && count - next >= 2; units--) {
            size_t length = (size_t)bytes[next] << 8 | bytes[next + 1];
            next += 2;
            if (length > count - next) return false;
            if (type == SEQUENCE_PARAMETERS) return read_parameters(bytes + next, length, size, colors);
            next += length;
        }
    }
    return false;
}

// MARK: - AV1

enum { SEQUENCE_HEADER = 1 };

// Skips what a sequence header tells of times. Returns the length of a delay, or 0.
static unsigned skip_times(bits *header) {
    if (read_bits(header, 1) == 0) return 0;
    read_bits(header, 64);
    if (read_bits(header, 1) == 1) read_variable(header);
    if (read_bits(header, 1) == 0) return 0;
    unsigned length = (unsigned)read_bits(header, 5) + 1;
    read_bits(header, 32 + 5 + 5);
    return length;
}

static void skip_operating_points(bits *header) {
    unsigned delay = skip_times(header);
    bool has_display_delay = read_bits(header, 1) == 1;
    for (uint64_t points = read_bits(header, 5) + 1; points > 0; points--) {
        read_bits(header, 12);
        if (read_bits(header, 5) > 7) read_bits(header, 1);
        if (delay > 0 && read_bits(header, 1) == 1) read_bits(header, delay), read_bits(header, delay + 1);
        if (has_display_delay && read_bits(header, 1) == 1) read_bits(header, 4);
    }
}

// Skips the tools that only sequences of pictures use.
static void skip_sequence_tools(bits *header) {
    read_bits(header, 4);
    bool has_order = read_bits(header, 1) == 1;
    if (has_order) read_bits(header, 2);
    bool is_screen_possible = read_bits(header, 1) == 1 || read_bits(header, 1) == 1;
    if (is_screen_possible && read_bits(header, 1) == 0) read_bits(header, 1);
    if (has_order) read_bits(header, 3);
}

// Reads the colors, which follow the size.
static color_codes read_av1_colors(bits header, unsigned profile, bool is_still) {
    color_codes colors = unknown_colors;
    if (!is_still && read_bits(&header, 1) == 1) read_bits(&header, 4 + 3);
    read_bits(&header, 3);
    if (!is_still) skip_sequence_tools(&header);
    read_bits(&header, 3);
    bool is_deep = read_bits(&header, 1) == 1;
    if (profile == 2 && is_deep) read_bits(&header, 1);
    bool is_monochrome = profile != 1 && read_bits(&header, 1) == 1;
    if (read_bits(&header, 1) == 1) read_codes(&header, &colors);
    bool is_srgb = colors.primaries == 1 && colors.transfer == 13 && colors.matrix == 0;
    colors.is_full_range = (is_srgb && !is_monochrome) || read_bits(&header, 1) == 1;
    return is_over(&header) ? unknown_colors : colors;
}

static bool read_sequence_header(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors) {
    bits header = {.bytes = bytes, .count = count};
    unsigned profile = (unsigned)read_bits(&header, 3);
    read_bits(&header, 1);
    bool is_still = read_bits(&header, 1) == 1;
    if (is_still) read_bits(&header, 5);
    else skip_operating_points(&header);
    unsigned width_bits = (unsigned)read_bits(&header, 4) + 1, height_bits = (unsigned)read_bits(&header, 4) + 1;
    size->width = read_bits(&header, width_bits) + 1;
    size->height = read_bits(&header, height_bits) + 1;
    if (is_over(&header)) return false;
    if (colors) *colors = read_av1_colors(header, profile, is_still);
    return true;
}

bool coded_image_of_av1(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors) {
    bits units = {.bytes = bytes, .count = count};
    while (units.position / 8 < count) {
        unsigned head = (unsigned)read_bits(&units, 8);
        bool has_extension = (head & 4) != 0, has_length = (head & 2) != 0;
        if (has_extension) read_bits(&units, 8);
        uint64_t length = 0;
        for (unsigned shift = 0; has_length && shift < 56; shift += 7) {
            uint64_t byte = read_bits(&units, 8);
            length |= (byte & 127) << shift;
            if (byte < 128) break;
        }
        size_t next = units.position / 8;
        if (next > count) return false;
        // of a longer unit, only the beginning was read
        if (!has_length || length > count - next) length = count - next;
        if ((head >> 3 & 15) == SEQUENCE_HEADER)
            return read_sequence_header(bytes + next, (size_t)length, size, colors);
        units.position += 8 * (size_t)length;
    }
    return false;
}
