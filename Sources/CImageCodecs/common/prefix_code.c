#include "prefix_code.h"

#include <string.h>

enum {
    LONGEST_CODE = 15,
    DEEPEST_LEAF = 40,  // a deeper tree has counts with a sum above 2^24, because its weights grow like Fibonacci's numbers
    SYMBOL_BITS = 9,
};

// Sorts in increasing order (Shell's method).
static void sort(uint32_t *keys, int count) {
    static const int gaps[] = {132, 57, 23, 10, 4, 1};
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
        for (int i = gaps[g]; i < count; i++) {
            uint32_t key = keys[i];
            int hole = i;
            for (; hole >= gaps[g] && keys[hole - gaps[g]] > key; hole -= gaps[g]) keys[hole] = keys[hole - gaps[g]];
            keys[hole] = key;
        }
}

// Replaces the sorted weights of `count` leaves by the depths of the inner nodes of Huffman's tree, of which there is one less
// (Moffat and Katajainen, In-place calculation of minimum-redundancy codes, 1995). The last of them is the root.
static void find_depths(uint32_t *nodes, int count) {
    int leaf = 0, root = 0;
    for (int next = 0; next < count - 1; next++) {
        uint32_t weight = 0;
        for (int child = 0; child < 2; child++) {
            if (leaf >= count || (root < next && nodes[root] < nodes[leaf])) {
                weight += nodes[root];
                nodes[root++] = (uint32_t)next;
            } else {
                weight += nodes[leaf++];
            }
        }
        nodes[next] = weight;
    }
    nodes[count - 2] = 0;
    for (int next = count - 3; next >= 0; next--) nodes[next] = nodes[nodes[next]] + 1;
}

// Counts the leaves at each depth, given the depths of the inner nodes.
static void count_leaves(const uint32_t *nodes, int inner_count, int *leaves) {
    int next = inner_count - 1, available = 1;
    for (uint32_t depth = 0; available > 0; depth++) {
        int inner = 0;
        for (; next >= 0 && nodes[next] == depth; next--) inner += 1;
        leaves[depth] = available - inner;
        available = 2 * inner;
    }
}

// Shortens the codes that are too long, and lengthens others until all have room.
static void limit_lengths(int *leaves, int longest) {
    uint32_t used = 0;
    for (int length = longest + 1; length <= DEEPEST_LEAF; length++) leaves[longest] += leaves[length];
    for (int length = 1; length <= longest; length++) used += (uint32_t)leaves[length] << (longest - length);
    for (; used > 1u << longest; used--) {
        int length = longest - 1;
        while (leaves[length] == 0) length -= 1;
        leaves[length] -= 1;
        leaves[length + 1] += 2;
        leaves[longest] -= 1;
    }
}

uint16_t prefix_code_reversed(uint32_t code, int length) {
    uint32_t result = 0;
    for (int i = 0; i < length; i++) result |= (code >> i & 1) << (length - 1 - i);
    return (uint16_t)result;
}

// Codes of the same length are in the order of their symbols, after all shorter codes.
static void assign_codes(prefix_code *code, int symbol_count) {
    uint32_t counts[LONGEST_CODE + 1] = {0}, next[LONGEST_CODE + 1], first = 0;
    for (int i = 0; i < symbol_count; i++) counts[code->lengths[i]] += 1;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        next[length] = first;
        first = (first + counts[length]) * 2;
    }
    for (int i = 0; i < symbol_count; i++)
        if (code->lengths[i]) code->codes[i] = prefix_code_reversed(next[code->lengths[i]]++, code->lengths[i]);
}

void prefix_code_make(prefix_code *code, const uint32_t *counts, int symbol_count, int longest) {
    uint32_t keys[MOST_SYMBOLS + 1], nodes[MOST_SYMBOLS + 1];
    int used = 0, leaves[DEEPEST_LEAF + 1] = {0};
    for (int i = 0; i < symbol_count; i++)
        if (counts[i] > 0) keys[used++] = counts[i] << SYMBOL_BITS | (uint32_t)i;
    sort(keys, used);
    // Some decoders refuse a code of a single symbol.
    for (int other = 0; used < 2; other++)
        if (counts[other] == 0) keys[used++] = (uint32_t)other;
    for (int i = 0; i < used; i++) nodes[i] = keys[i] >> SYMBOL_BITS;
    find_depths(nodes, used);
    count_leaves(nodes, used - 1, leaves);
    limit_lengths(leaves, longest);
    memset(code->lengths, 0, sizeof code->lengths);
    int next = 0;
    for (int length = longest; length > 0; length--)
        for (int i = 0; i < leaves[length]; i++)
            code->lengths[keys[next++] & ((1 << SYMBOL_BITS) - 1)] = (uint8_t)length;
    assign_codes(code, symbol_count);
}
