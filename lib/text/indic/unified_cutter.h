/* unified_cutter.h - pieces of unified text. */
#ifndef TR_UNIFIED_CUTTER_H
#define TR_UNIFIED_CUTTER_H

#include "text/indic/unified.h"
#include "text/tokenizer.h"

/* *pieces cut what unified.h makes of a text, and unified.h joins what they say. */
typedef struct tr_unified_cutter {
    tr_unified rules;
    const tr_tokenizer *pieces;
} tr_unified_cutter;

/* Cuts by *u, which must outlive it. */
tr_cutter tr_unified_cutter_of(const tr_unified_cutter *u);

#endif
