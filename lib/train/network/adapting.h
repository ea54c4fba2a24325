/* adapting.h - which low-rank adapters a network has (adapters.h). */
#ifndef TR_ADAPTING_H
#define TR_ADAPTING_H

#include <stddef.h>

/* Matrices of a layer that can have an adapter. */
enum tr_adapted_matrix {
    TR_ADAPT_Q = 1,
    TR_ADAPT_K = 2,
    TR_ADAPT_V = 4,
    TR_ADAPT_OUT = 8,
    TR_ADAPT_UP = 16,
    TR_ADAPT_DOWN = 32,
    TR_ADAPT_ALL = 63,
};

enum { TR_ADAPTER_RANK_MOST = 256 };

typedef struct tr_adapting {
    size_t rank;     /* 1 .. TR_ADAPTER_RANK_MOST; 0: none, the network learns itself */
    size_t matrices; /* of enum tr_adapted_matrix, or-ed */
    double scale;    /* of the product: alpha / rank */
} tr_adapting;

#endif
