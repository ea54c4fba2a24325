/* rtf_scan.h - tokens of the Rich Text Format (version 1.9.1). */
#ifndef TR_RTF_SCAN_H
#define TR_RTF_SCAN_H

#include <stdbool.h>

#include "base/span.h"

enum tr_rtf_kind {
    TR_RTF_OPEN,
    TR_RTF_CLOSE,
    TR_RTF_WORD,   /* "\par", "\fs24 " with the blank that ends it */
    TR_RTF_SYMBOL, /* "\~" */
    TR_RTF_BYTE,   /* "\'e9" */
    TR_RTF_TEXT,
    TR_RTF_NOTHING /* a line end, or binary data */
};

typedef struct tr_rtf_token {
    enum tr_rtf_kind kind;
    tr_span raw, name; /* bytes; the name of a word without its number, or a symbol */
    size_t end;        /* of a word without the blank that ends it; else of all */
    bool has_number;
    int number; /* of a word; what "\'e9" means */
} tr_rtf_token;

/* The token at byte `at` of text [size): false at the end. */
bool tr_rtf_next(const char *text, size_t at, size_t size, tr_rtf_token *t);

bool tr_rtf_is(const char *text, const tr_rtf_token *t, const char *word);

/* True if a word is in a list with blanks around each. */
bool tr_rtf_is_listed(const char *text, const tr_rtf_token *t, const char *list);

/* The byte behind the group that begins at byte `at`; `size` if it does not end. */
size_t tr_rtf_group_end(const char *text, size_t at, size_t size);

#endif
