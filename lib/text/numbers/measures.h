/*
 * measures.h - measures: signs of currencies and units beside a number.
 */
#ifndef TR_MEASURES_H
#define TR_MEASURES_H

#include <stdbool.h>

#include "base/span.h"

/* Bytes of the sign of a currency at text [at, len), 0 if there is none.  A dollar before a letter
 * or a brace is none.  If the text is not `whole`, one may follow a dollar at its end, which is
 * none so far. */
size_t tr_currency_at(const char *text, size_t at, size_t len, bool whole);

/* Finds the first sign of a currency in text [at, end) of text [len]; false if there is none. */
bool tr_currency_next(const char *text, size_t at, size_t end, size_t len, tr_span *sign);

/* True if the number of text [len] is beside such a sign, or before a unit such as kg or %. */
bool tr_is_measure(const char *text, tr_span number, size_t len);

/* Bytes of the unit behind the number of text [len], which touches it and which every language of
 * Europe writes alike: 9.58s, 100m.  0 if there is none. */
size_t tr_unit_touching(const char *text, tr_span number, size_t len);

/* True if the unit [n] is behind the number of text [len], or a word that may be its name is. */
bool tr_has_unit(const char *text, tr_span number, size_t len, const char *unit, size_t n);

/* True if something is for each of another, a slash and a word being behind the number of text
 * [len]: $5/month, 5 € / Monat.  *money: it is an amount. */
bool tr_is_rate(const char *text, tr_span number, size_t len, bool *money);

/* True if an amount of money ends before text [at]: $5, 5 €. */
bool tr_is_behind_money(const char *text, size_t at);

/* True if a word of a clock's time, such as p.m. or Uhr, comes after the number of text [len]. */
bool tr_is_clock(const char *text, tr_span number, size_t len);

/* Where feet and inches, or minutes and seconds of an angle, that begin at text [at] end: 5'6",
 * 5′ 6″, 12″, 27".  `at` if there are none: a straight mark behind a number alone may end a
 * quotation. */
size_t tr_feet_end(const char *text, size_t at, size_t len);

#endif
