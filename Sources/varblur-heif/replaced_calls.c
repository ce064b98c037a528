#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "replaced_calls.h"

#ifdef __linux__

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The tables of a loaded library that tell where it keeps the addresses of the functions that it calls.
typedef struct call_tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * calls;
    size_t call_count;
} call_tables;

// The address of a table, which some loaders leave relative to the library.
static const void *table_at(const struct link_map *library, ElfW(Addr) address) {
    return (const void *)(address < library->l_addr ? library->l_addr + address : address);
}

static call_tables find_tables(const struct link_map *library) {
    call_tables tables = {0};
    for (const ElfW(Dyn) *entry = library->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
            case DT_SYMTAB: tables.symbols = table_at(library, entry->d_un.d_ptr); break;
            case DT_STRTAB: tables.names = table_at(library, entry->d_un.d_ptr); break;
            case DT_JMPREL: tables.calls = table_at(library, entry->d_un.d_ptr); break;
            case DT_PLTRELSZ: tables.call_count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
            case DT_PLTREL:
                if (entry->d_un.d_val != DT_RELA) return (call_tables){0};
                break;
            default: break;
        }
    }
    return tables;
}

// Writes an address into memory that the loader may have made read-only.
static bool write_address(const void **address, const void *value) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)address / page * page);
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
    *address = value;
    return true;
}

bool replace_calls(void *library, const char *name, const void *function) {
    struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    call_tables tables = find_tables(map);
    if (!tables.symbols || !tables.names || !tables.calls) return false;
    for (size_t index = 0; index < tables.call_count; index++) {
        const ElfW(Rela) *call = &tables.calls[index];
        size_t symbol = sizeof call->r_info == 8 ? (size_t)(call->r_info >> 32) : (size_t)(call->r_info >> 8);
        if (strcmp(tables.names + tables.symbols[symbol].st_name, name) != 0) continue;
        return write_address((const void **)(map->l_addr + call->r_offset), function);
    }
    return false;
}

#else

bool replace_calls(void *library, const char *name, const void *function) {
    (void)library;
    (void)name;
    (void)function;
    return false;
}

#endif
