/*
 * facts.h - facts of a text that its translation must repeat: numbers, and words that every
 * language spells the same, as placeholders, names of files and codes.
 *
 * A number is compared by its digits: 1,234.56 is 1.234,56.  A number may stand in parts: a date
 * 2025-06-30 is 30.06.2025.  8 p.m. is 20 Uhr, 330 mil is 330,000, and the 15th is XV.  A name
 * is compared byte by byte.  The sign of a currency may become a word, but no other sign.
 */
#ifndef TR_FACTS_H
#define TR_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "text/numbers/spelled_numbers.h"

enum tr_fact_kind { TR_FACT_NUMBER, TR_FACT_NAME, TR_FACT_CURRENCY };

/* A fact: text [len], which is a part of the text that it was found in. */
typedef struct tr_fact {
    enum tr_fact_kind kind;
    const char *text;
    size_t len;
    size_t behind;  /* bytes of the text that follow */
    bool clock;     /* a number beside "p.m.", "Uhr" or the like: it may count from noon */
    bool measure;   /* a number beside a currency or a unit (measures.h) */
    size_t unit;    /* bytes of a unit that touches a number (measures.h) */
    bool rate;      /* an amount of money for each of something: $5/month */
    bool range;     /* a dash alone stands between the number and another one */
    bool kept;      /* in another way: a translation may say it, and lacks nothing without it */
    bool ordinal;   /* a number in words, as "twentieth" */
    char digits[8]; /* of a number in words; else empty */
} tr_fact;

/* Finds the facts of valid UTF-8 text [len], in order: fills in facts [most], and returns their
 * number.  What comes after `most` facts is left out. */
size_t tr_facts_find(const char *text, size_t len, tr_fact *facts, size_t most);

/* Adds the numbers in words of a language to facts [n], as far as they tell (spelled_numbers.h);
 * returns how many facts there are then, `most` at most. */
size_t tr_facts_add_spelled(const tr_spelled_facts *language, const char *text, size_t len,
                            tr_fact *facts, size_t n, size_t most);

/* How many of facts [n] a translation, text [len], lacks; lost [n] tells which, but for signs of
 * currencies.  Numbers up to 12 may be spelled in letters, so they are never lacked, unless they
 * measure something, or stand in a range.  Numbers in words may be said in words of the
 * translation's language. */
size_t tr_facts_lost(const tr_fact *facts, size_t n, const tr_spelled_facts *language,
                     const char *text, size_t len, bool *lost);

/* How many of facts [n] are numbers that a translation says more often than its source does; sets
 * lost [n] for them, which tr_facts_lost() has filled in.  Numbers up to 12 and times of the day
 * are left out. */
size_t tr_facts_repeated(const tr_fact *facts, size_t n, const char *text, size_t len, bool *lost);

/* True if text [len], a translation, has a number that none of facts [n] has, nor says in another
 * way: 6 6,653,184 for 6,653,184.  Dates are left out: one may be made of several numbers. */
bool tr_facts_made_up(const tr_fact *facts, size_t n, const char *text, size_t len);

/* The beginning of a translation that is allowed, and what is known of it whatever comes next. */
typedef struct tr_facts_begun {
    size_t allowed;      /* bytes */
    size_t name, number; /* names and numbers before these bytes are complete */
    bool first[256];     /* bytes that names begin with */
} tr_facts_begun;

/* Begins with text [allowed], which has no fact that is wrong; it may be empty. */
void tr_facts_begin(tr_facts_begun *begun, const tr_fact *facts, size_t n, const char *text,
                    size_t allowed);

/* True if text [len], the beginning of a translation, has no number but the ones of facts [n], no
 * sign of a currency more often than they have, if they have any, and spells no name in another way
 * than it began.  What stands at its end may go on.  It begins with the text of `begun`. */
bool tr_facts_allow(const tr_fact *facts, size_t n, const char *text, size_t len,
                    const tr_facts_begun *begun);

#endif
