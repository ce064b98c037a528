#include "coded_size.h"

// Bits, the highest of each byte first. After the end come zeros.
typedef struct bits {
    const uint8_t *bytes;
    size_t count;     // of the bytes
    size_t position;  // in bits
    bool is_escaped;  // HEVC: a byte 3 after two bytes 0 is left out
} bits;

static uint64_t read_bits(bits *bits, unsigned count) {
    uint64_t number = 0;
    for (unsigned index = 0; index < count; index++, bits->position++) {
        size_t byte = bits->position / 8;
        bool is_escape = bits->is_escaped && bits->position % 8 == 0 && byte >= 2 && byte < bits->count &&
                         bits->bytes[byte] == 3 && bits->bytes[byte - 1] == 0 && bits->bytes[byte - 2] == 0;
        if (is_escape) bits->position += 8, byte++;
        unsigned bit = byte < bits->count ? bits->bytes[byte] >> (7 - bits->position % 8) & 1 : 0;
        number = number << 1 | bit;
    }
    return number;
}

static bool is_over(const bits *bits) { return bits->position > 8 * bits->count; }

// A number whose length is given by the zeros before it: ue(v) of HEVC, uvlc() of AV1.
static uint64_t read_variable(bits *bits) {
    unsigned zeros = 0;
    while (zeros < 32 && !is_over(bits) && read_bits(bits, 1) == 0) zeros++;
    return ((uint64_t)1 << zeros) - 1 + read_bits(bits, zeros);
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

static bool read_parameters(const uint8_t *bytes, size_t count, coded_size *size) {
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
    return !is_over(&parameters);
}

bool coded_size_of_hevc(const uint8_t *bytes, size_t count, coded_size *size) {
    if (count <= HVCC_HEADER) return false;
    size_t next = HVCC_HEADER + 1;
    for (unsigned arrays = bytes[HVCC_HEADER]; arrays > 0 && count - next >= 3; arrays--) {
        unsigned type = bytes[next] & 63, units = (unsigned)bytes[next + 1] << 8 | bytes[next + 2];
        next += 3;
        for (; units > 0 && count - next >= 2; units--) {
            size_t length = (size_t)bytes[next] << 8 | bytes[next + 1];
            next += 2;
            if (length > count - next) return false;
            if (type == SEQUENCE_PARAMETERS) return read_parameters(bytes + next, length, size);
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

static bool read_sequence_header(const uint8_t *bytes, size_t count, coded_size *size) {
    bits header = {.bytes = bytes, .count = count};
    read_bits(&header, 3 + 1);  // the profile, and whether there is one picture only
    if (read_bits(&header, 1) == 1) {
        read_bits(&header, 5);
    } else {
        skip_operating_points(&header);
    }
    unsigned width_bits = (unsigned)read_bits(&header, 4) + 1, height_bits = (unsigned)read_bits(&header, 4) + 1;
    size->width = read_bits(&header, width_bits) + 1;
    size->height = read_bits(&header, height_bits) + 1;
    return !is_over(&header);
}

bool coded_size_of_av1(const uint8_t *bytes, size_t count, coded_size *size) {
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
        if ((head >> 3 & 15) == SEQUENCE_HEADER) return read_sequence_header(bytes + next, (size_t)length, size);
        units.position += 8 * (size_t)length;
    }
    return false;
}
