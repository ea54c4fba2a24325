/* symbols.h - a growable array of 32-bit numbers: the code points or words of a line. */
#ifndef TR_SYMBOLS_H
#define TR_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_symbols {
    uint32_t *at; /* [n] */
    size_t n, capacity;
    bool failed; /* out of memory: some are missing */
} tr_symbols;

void tr_symbols_free(tr_symbols *s);
void tr_symbols_clear(tr_symbols *s); /* empties it and forgets a failure; keeps the memory */
void tr_symbols_add(tr_symbols *s, uint32_t symbol);

#endif
