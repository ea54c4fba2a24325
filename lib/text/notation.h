/*
 * notation.h - how languages write numbers and amounts of money: 1,234.50 and €9 in English,
 * 1.234,50 and 9 € in German.  The marks are those of CLDR.
 */
#ifndef TR_NOTATION_H
#define TR_NOTATION_H

#include <stdbool.h>

#include "base/buf.h"

typedef struct tr_notation {
    char decimal;       /* '.' or ','; NUL: it is not known */
    const char *groups; /* the mark between thousands */
    bool sign_first;    /* of a currency; else behind the number, after a blank */
} tr_notation;

/* Of a language (BCP 47). */
tr_notation tr_notation_of(const char *language);

/* Appends what text [len] is in another notation: a number with a sign of a currency before or
 * behind it, with a unit behind it, as 2.5µg, or a sign, as in ~50 and 10,000+; `bare`: or a number
 * alone.  A blank or an apostrophe between thousands stays.  False, with nothing appended, where it
 * is no such thing, or a notation is not known. */
bool tr_notation_rewrite(const char *text, size_t len, tr_notation from, tr_notation to, bool bare,
                         tr_buf *out);

#endif
