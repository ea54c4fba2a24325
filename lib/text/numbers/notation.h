/*
 * notation.h - numbers and amounts of money of one language as another language writes them.
 */
#ifndef TR_NOTATION_H
#define TR_NOTATION_H

#include <stdbool.h>

#include "base/buf.h"
#include "language/language_data.h"

/* Appends what text [len] is in another notation: a number with a sign of a currency before or
 * behind it, with a unit behind it, as 2.5µg, or a sign, as in ~50 and 10,000+; `bare`: or a number
 * alone.  A blank or an apostrophe between thousands stays.  False, with nothing appended, where it
 * is no such thing, or a notation is not known. */
bool tr_notation_rewrite(const char *text, size_t len, tr_notation from, tr_notation to, bool bare,
                         tr_buf *out);

/* Appends what text [len] is, a date of another notation that has one meaning, as 12/25/2024.
 * False, with nothing appended, where it is none, or it stays. */
bool tr_notation_rewrite_date(const char *text, size_t len, tr_notation from, tr_notation to,
                              tr_buf *out);

/* Appends text [len], which is the translation of a source, with numbers that it left in the
 * source's notation in the target's: numbers that have a comma, a unit, or a number beside them
 * that was changed.  Others, as 3.2, may be versions.  A date such as 3/4/2024, which has its month
 * in front or behind, becomes the source's; 12/25/2024 can be read in one way alone, and is written
 * in the target's.  offsets [n], ascending, are of bytes of the text; each becomes the one of
 * `out`.
 */
void tr_notation_respell(const char *source, size_t source_len, const char *text, size_t len,
                         tr_notation from, tr_notation to, tr_buf *out, size_t *offsets, size_t n);

#endif
