// The symbols of lengths and distances (RFC 1951, section 3.2.5).

#ifndef SYMBOLS_H
#define SYMBOLS_H

enum {
    LITERALS = 256,
    END_OF_BLOCK = 256,
    FIRST_LENGTH_SYMBOL = 257,
    LITERAL_SYMBOLS = 286,
    DISTANCE_SYMBOLS = 30,
    SHORTEST_LENGTH = 3,
    LONGEST_LENGTH = 258,
    LONGEST_DISTANCE = 32768,
    LONGEST_BLOCK = 65535,  // bytes: the most that a stored block holds
    LENGTH_SYMBOLS = 19,    // of the code for the lengths of codes
};

// The order in which the header of a block has the lengths of the code for lengths.
static const unsigned char length_order[LENGTH_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                           11, 4,  12, 3, 13, 2, 14, 1, 15};

// The symbol of a distance, from 0.
static inline unsigned distance_symbol(unsigned distance) {
    unsigned value = distance - 1;
    if (value < 4) return value;
    unsigned top = 31 - (unsigned)__builtin_clz(value);
    return 2 * top + (value >> (top - 1) & 1);
}

static inline unsigned distance_extra_bits(unsigned symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

static inline unsigned least_distance(unsigned symbol) {
    return symbol < 4 ? symbol + 1 : 1 + ((2 + symbol % 2) << (symbol / 2 - 1));
}

// The symbol of a length.
static inline unsigned length_symbol(unsigned length) {
    if (length == LONGEST_LENGTH) return LITERAL_SYMBOLS - 1;
    unsigned value = length - SHORTEST_LENGTH;
    if (value < 8) return FIRST_LENGTH_SYMBOL + value;
    unsigned top = 31 - (unsigned)__builtin_clz(value);
    return FIRST_LENGTH_SYMBOL + 4 * (top - 1) + (value >> (top - 2) & 3);
}

static inline unsigned length_extra_bits(unsigned symbol) {
    unsigned index = symbol - FIRST_LENGTH_SYMBOL;
    return index < 8 || symbol == LITERAL_SYMBOLS - 1 ? 0 : index / 4 - 1;
}

static inline unsigned least_length(unsigned symbol) {
    unsigned index = symbol - FIRST_LENGTH_SYMBOL;
    if (symbol == LITERAL_SYMBOLS - 1) return LONGEST_LENGTH;
    return SHORTEST_LENGTH + (index < 8 ? index : (4 + index % 4) << (index / 4 - 1));
}

#endif
