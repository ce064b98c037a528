#include "mcu_scaler.h"

#include <stdlib.h>

// The number of bits of a coefficient of any sign.
static inline int bit_size(uint32_t magnitude) { return magnitude == 0 ? 0 : 32 - __builtin_clz(magnitude); }

// Multiplies the coefficient that consists of the extra bits of a symbol. Returns the number of its new bits.
static inline int scale(uint32_t *bits, int size, uint32_t quotient) {
    bool is_negative = *bits >> (size - 1) == 0;
    uint32_t magnitude = quotient * (is_negative ? (1u << size) - 1 - *bits : *bits);
    int scaled_size = bit_size(magnitude);
    *bits = is_negative ? (1u << scaled_size) - 1 - magnitude : magnitude;
    return scaled_size;
}

// An AC symbol of the result with its extra bits.
typedef struct ac_symbol {
    int symbol, size;
    uint32_t bits;
} ac_symbol;

// Decodes the next AC symbol of a block and multiplies its coefficient. `next` is the index of the next coefficient.
static inline codec_status take_ac_symbol(
    bit_reader *reader, const huffman_table *ac, const uint16_t *quotients, int end, int *next, ac_symbol *result) {
    bit_reader_fetch(reader);
    int symbol = huffman_decode(ac, reader), advance = symbol < 0 ? 0 : ac_symbol_advance(symbol);
    if (advance == 0) return symbol < 0 && reader->count >= 0 ? CODEC_DAMAGED : CODEC_UNSUPPORTED;
    int size = symbol & 15;
    uint32_t bits = bit_reader_take(reader, size);
    *next += advance;
    if (*next <= end && size > 0) {
        size = scale(&bits, size, quotients[*next - 1]);
        if (size > MAX_AC_SIZE) return CODEC_UNSUPPORTED;
    }
    *result = (ac_symbol){.symbol = (symbol & 0xF0) | size, .size = size, .bits = bits};
    return CODEC_OK;
}

static inline codec_status block_status(const bit_reader *reader, int next) {
    if (reader->count < 0) return CODEC_UNSUPPORTED;
    return is_block_end(next) ? CODEC_OK : CODEC_DAMAGED;
}

// Decodes the DC coefficient of the next block and multiplies it.
static inline codec_status take_dc(
    bit_reader *reader, const huffman_table *dc, int *predictor, int quotient, int *scaled) {
    int difference = 0;
    codec_status status = entropy_take_dc_difference(reader, dc, &difference);
    if (status != CODEC_OK) return status;
    *predictor += difference;
    if (abs(*predictor) > MAX_DC / quotient) return CODEC_UNSUPPORTED;
    *scaled = *predictor * quotient;
    return CODEC_OK;
}

// ---- Counting

static codec_status count_block(
    entropy_scan *scan, bit_reader *reader, int block, const step_quotients *quotients, symbol_counts *counts) {
    int component = scan->blocks[block].component, dc = scan->blocks[block].dc, ac = scan->blocks[block].ac, scaled = 0;
    int *predictor = &scan->dc_predictors[component];
    int before = *predictor;
    codec_status status = take_dc(reader, &scan->dc[dc], predictor, quotients->of[component][0], &scaled);
    if (status != CODEC_OK) return status;
    int size = bit_size((uint32_t)abs((*predictor - before) * quotients->of[component][0]));
    if (size > MAX_DC_SIZE) return CODEC_UNSUPPORTED;
    counts->dc[dc][size]++;
    int next = 1;
    while (next < JPEG_BLOCK_AREA) {
        ac_symbol symbol;
        status = take_ac_symbol(reader, &scan->ac[ac], quotients->of[component], quotients->end[component], &next, &symbol);
        if (status != CODEC_OK) return status;
        counts->ac[ac][symbol.symbol]++;
    }
    return block_status(reader, next);
}

codec_status mcu_scaler_count(
    entropy_scan *scan, uint32_t count, const step_quotients *quotients, symbol_counts *counts) {
    bit_reader reader = scan->reader;
    codec_status status = CODEC_OK;
    for (uint32_t end = scan->mcu + count; scan->mcu < end && status == CODEC_OK; scan->mcu++)
        for (int block = 0; block < scan->block_count && status == CODEC_OK; block++)
            status = count_block(scan, &reader, block, quotients, counts);
    scan->reader = reader;
    return status;
}

// ---- Tables

enum { WEIGHT = 1 << 20 };

// Adds counts of smooth blocks to others, and at least one of each valid symbol.
static void fit(huffman_table *huffman, const uint32_t *counts, const double *smooth, double share) {
    double sum = 0, smooth_sum = 0;
    uint32_t weights[256];
    for (int symbol = 0; symbol < 256; symbol++) {
        sum += counts[symbol];
        smooth_sum += smooth[symbol];
    }
    if (sum == 0) share = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
        double counted = sum > 0 ? share * counts[symbol] / sum : 0;
        weights[symbol] = (uint32_t)(WEIGHT * (counted + (1 - share) * smooth[symbol] / smooth_sum));
        if (weights[symbol] == 0 && smooth[symbol] > 0) weights[symbol] = 1;
    }
    JHUFF_TBL table;
    huffman_table_fit(&table, weights);
    memset(huffman, 0, sizeof *huffman);
    huffman_table_prepare(huffman, &table, 255);
}

void mcu_scaler_fit(entropy_scan *scan, const symbol_counts *counts, double share) {
    double dc[256] = {0}, ac[256] = {0};
    for (int size = 0; size <= MAX_DC_SIZE; size++) dc[size] = 1.0 / (1 << abs(size - 3));
    for (int symbol = 0; symbol < 256; symbol++) {
        int zeros = symbol >> 4, size = symbol & 15;
        if (ac_symbol_advance(symbol) > 0) ac[symbol] = size == 0 ? zeros == 0 ? 0.5 : 1e-4 : 1.0 / (1 << (zeros + size));
    }
    for (int i = 0; i < NUM_HUFF_TBLS; i++) {
        if (scan->dc[i].is_prepared) fit(&scan->dc[i], counts->dc[i], dc, share);
        if (scan->ac[i].is_prepared) fit(&scan->ac[i], counts->ac[i], ac, share);
    }
}

// ---- Translating

// What a number of bits of AC symbols become: all complete symbols that lie within them, with their extra bits.
typedef struct translation {
    uint32_t bits;    // of the result
    uint8_t length;   // of these bits
    uint8_t used;     // bits of the source; 0 if they do not begin with a complete symbol
    uint8_t advance;  // the number of coefficients
} translation;

// The translations of the next LOOKUP_BITS bits, for each index of the next coefficient up to the first that is not multiplied.
struct mcu_translator {
    translation *ac[JPEG_MAX_COMPONENTS];
    translation *tables[JPEG_MAX_COMPONENTS];  // which components with the same tables and quotients share
};

static translation translate(
    uint32_t bits, int next, const huffman_table *source, const huffman_table *target, const uint16_t *quotients, int end) {
    translation result = {0};
    while (result.advance < JPEG_BLOCK_AREA) {
        uint32_t rest = (bits << result.used) & ((1 << LOOKUP_BITS) - 1);
        uint16_t entry = source->lookup[rest];
        int symbol = entry & 0xFF, size = symbol & 15, step = ac_symbol_advance(symbol);
        int used = (entry >> 8) + size;
        if (entry == 0 || step == 0 || result.used + used > LOOKUP_BITS) break;
        uint32_t extra = rest >> (LOOKUP_BITS - used) & ((1u << size) - 1);
        next += step;
        if (next <= end && size > 0) size = scale(&extra, size, quotients[next - 1]);
        if (size > MAX_AC_SIZE) break;
        symbol = (symbol & 0xF0) | size;
        int length = target->lengths[symbol] + size;
        if (result.length + length > 32) break;
        uint64_t joined = (uint64_t)result.bits << length | (uint64_t)target->codes[symbol] << size | extra;
        result = (translation){
            .bits = (uint32_t)joined,
            .length = (uint8_t)(result.length + length),
            .used = (uint8_t)(result.used + used),
            .advance = (uint8_t)(result.advance + step),
        };
        if (result.used == LOOKUP_BITS) break;
    }
    return result;
}

static bool has_same_translations(const entropy_scan *scan, const step_quotients *quotients, int a, int b) {
    int tables[] = {-1, -1};
    for (int i = 0; i < scan->block_count; i++) {
        if (scan->blocks[i].component == a) tables[0] = scan->blocks[i].ac;
        if (scan->blocks[i].component == b) tables[1] = scan->blocks[i].ac;
    }
    return tables[0] == tables[1] && memcmp(quotients->of[a], quotients->of[b], sizeof quotients->of[a]) == 0;
}

static translation *make_translations(
    const huffman_table *source, const huffman_table *target, const uint16_t *quotients, int end) {
    translation *table = malloc(((size_t)end + 1) * sizeof *table << LOOKUP_BITS);
    // a block begins with its DC coefficient
    for (int next = end > 0 ? 1 : 0; table && next <= end; next++)
        for (uint32_t bits = 0; bits < 1 << LOOKUP_BITS; bits++)
            table[((size_t)next << LOOKUP_BITS) + bits] = translate(bits, next, source, target, quotients, end);
    return table;
}

mcu_translator *mcu_translator_open(
    const entropy_scan *source, const entropy_scan *target, const step_quotients *quotients) {
    mcu_translator *translator = calloc(1, sizeof *translator);
    for (int i = 0; translator && i < source->block_count; i++) {
        int component = source->blocks[i].component, ac = source->blocks[i].ac;
        for (int other = 0; other < component && !translator->ac[component]; other++)
            if (has_same_translations(source, quotients, other, component))
                translator->ac[component] = translator->ac[other];
        if (translator->ac[component]) continue;
        translation *made = make_translations(
            &source->ac[ac], &target->ac[ac], quotients->of[component], quotients->end[component]);
        translator->ac[component] = translator->tables[component] = made;
        if (made) continue;
        mcu_translator_close(translator);
        return NULL;
    }
    return translator;
}

void mcu_translator_close(mcu_translator *translator) {
    if (!translator) return;
    for (int i = 0; i < JPEG_MAX_COMPONENTS; i++) free(translator->tables[i]);
    free(translator);
}

// ---- Writing

// Bits that are written without stuffed zeros, to memory that has room for 8 bytes more.
typedef struct raw_bits {
    uint64_t bits;
    int count;  // at most 31; less than 8 after the first are written
    uint8_t *next;
} raw_bits;

// The most bytes of an MCU without stuffed zeros, the bits before them, and those that a raw_bits writes at once.
enum { MOST_MCU_BYTES = MAX_BLOCKS_IN_MCU * JPEG_BLOCK_AREA * (MAX_CODE_LENGTH + MAX_DC_SIZE) / 8 + 4 + 8 };

// Writes from 1 to 32 bits.
static inline void put(raw_bits *writer, uint64_t bits, int count) {
    writer->bits = writer->bits << count | bits;
    writer->count += count;
    big_endian_write_64(writer->next, writer->bits << (64 - writer->count));
    writer->next += writer->count >> 3;
    writer->count &= 7;
}

// Writes the code of a symbol and its `size` extra bits.
static inline void put_symbol(raw_bits *writer, const huffman_table *huffman, int symbol, uint32_t bits, int size) {
    put(writer, (uint64_t)huffman->codes[symbol] << size | bits, huffman->lengths[symbol] + size);
}

// What is read, and how it is written.
typedef struct scaling {
    entropy_scan *source;
    mcu_writer *writer;
    const step_quotients *quotients;
    const mcu_translator *translator;
} scaling;

static inline codec_status write_block(const scaling *scaling, raw_bits *bits, bit_reader *reader, int block) {
    entropy_scan *source = scaling->source;
    mcu_writer *writer = scaling->writer;
    int component = source->blocks[block].component, dc = source->blocks[block].dc, ac = source->blocks[block].ac, value = 0;
    const uint16_t *quotients = scaling->quotients->of[component];
    codec_status status = take_dc(reader, &source->dc[dc], &source->dc_predictors[component], quotients[0], &value);
    if (status != CODEC_OK) return status;
    int difference = value - writer->dc_predictors[component], size = bit_size((uint32_t)abs(difference));
    if (size > MAX_DC_SIZE) return CODEC_UNSUPPORTED;
    writer->dc_predictors[component] = value;
    put_symbol(
        bits, &writer->target->dc[dc], size, (uint32_t)(difference < 0 ? difference + (1 << size) - 1 : difference), size);
    const translation *translations = scaling->translator->ac[component];
    int next = 1, end = scaling->quotients->end[component];
    while (next < JPEG_BLOCK_AREA) {
        bit_reader_fetch(reader);
        size_t first = (size_t)(next < end ? next : end) << LOOKUP_BITS;
        translation found = translations[first + bit_reader_peek(reader, LOOKUP_BITS)];
        int after = next + found.advance;
        // The last symbols of a translation may belong to the next block.
        if (found.used > 0 && (after < JPEG_BLOCK_AREA || is_block_end(after))) {
            bit_reader_drop(reader, found.used);
            put(bits, found.bits, found.length);
            next = after;
            continue;
        }
        ac_symbol symbol;
        status = take_ac_symbol(reader, &source->ac[ac], quotients, end, &next, &symbol);
        if (status != CODEC_OK) return status;
        put_symbol(bits, &writer->target->ac[ac], symbol.symbol, symbol.bits, symbol.size);
    }
    return block_status(reader, next);
}

// Appends bytes, and a zero after every 0xFF.
static bool append_stuffed(output_buffer *output, const uint8_t *bytes, const uint8_t *end) {
    if (!output_buffer_reserve(output, 2 * (size_t)(end - bytes))) return false;
    uint8_t *next = output->start + output->count;
    while (bytes < end) {
        const uint8_t *found = memchr(bytes, 0xFF, (size_t)(end - bytes));
        size_t count = (size_t)((found ? found + 1 : end) - bytes);
        memcpy(next, bytes, count);
        next += count;
        bytes += count;
        if (found) *next++ = 0;
    }
    output->count = (size_t)(next - output->start);
    return true;
}

codec_status mcu_scaler_write(
    mcu_writer *writer, entropy_scan *source, uint32_t count, const step_quotients *quotients,
    const mcu_translator *translator) {
    uint8_t bytes[MOST_MCU_BYTES];
    scaling scaling = {.source = source, .writer = writer, .quotients = quotients, .translator = translator};
    bit_reader reader = source->reader;
    raw_bits bits = {.bits = writer->bits.bits, .count = writer->bits.count};
    codec_status status = CODEC_OK;
    for (uint32_t end = source->mcu + count; source->mcu < end && status == CODEC_OK; source->mcu++, writer->mcu++) {
        bits.next = bytes;
        for (int block = 0; block < source->block_count && status == CODEC_OK; block++)
            status = write_block(&scaling, &bits, &reader, block);
        if (!append_stuffed(&writer->bits.output, bytes, bits.next)) return CODEC_OUT_OF_MEMORY;
    }
    writer->bits.bits = bits.bits;
    writer->bits.count = bits.count;
    source->reader = reader;
    return status == CODEC_DAMAGED ? CODEC_UNSUPPORTED : status;
}
