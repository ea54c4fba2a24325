/* term_fields.h - a term as files have it. */
#ifndef TR_TERM_FIELDS_H
#define TR_TERM_FIELDS_H

#include <stdbool.h>

#include "base/error.h"

enum { TR_LONGEST_TERM = 1000 /* bytes */ };

/* Strings that live during the call; a string that is not given is "". */
typedef struct tr_term_fields {
    const char *source, *target, *plural, *gender;
    const char *source_language, *target_language;
    size_t line;
    bool reversed; /* it is a translation and its term: another line may say the opposite */
} tr_term_fields;

/* Takes a term; an error ends the reading. */
typedef int tr_take_term(void *ctx, const tr_term_fields *f, tr_error *err);

#endif
