/*
 * placeables.h - placeables of a text, as translators call what is not translated: addresses, tags,
 * placeholders, identifiers, numbers, signs of currencies.
 *
 * One scan finds them, in order and disjoint, by the following precedence.  A kind takes its places
 * first, and the kinds after it are looked for in the text between:
 *
 *   1. runs and groups of code (code_runs.h, code_groups.h), words of letters and signs
 * (sign_words.h), codes that marks set apart (rows of syntax.h), addresses and the like (kept.h),
 * and tags; of two that overlap, the one that begins first
 *   2. identifiers (identifiers.h); but one within a placeholder is that placeholder
 *   3. placeholders (placeholders.h), of which tags and private characters are kinds
 *   4. numerals (numerals.h)
 *   5. signs of currencies (measures.h)
 *
 * So the number in %1$d or KX-400 is none, and an address may hold anything.  A scan that does not
 * ask for a kind goes on as if there were none of it.
 *
 * A new kind is a file of this folder with a function like tr_kept_next(), and a row of the table
 * in placeables.c.
 */
#ifndef TR_PLACEABLES_H
#define TR_PLACEABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

enum tr_placeable_kind {
    TR_PLACEABLE_KEPT,        /* an address, a picture, a word that is too long for one */
    TR_PLACEABLE_TAG,         /* or an escape sequence of a terminal */
    TR_PLACEABLE_PRIVATE,     /* a character of the Supplementary Private Use Area-A */
    TR_PLACEABLE_PLACEHOLDER, /* any other one */
    TR_PLACEABLE_IDENTIFIER,
    TR_PLACEABLE_NUMERAL,
    TR_PLACEABLE_CURRENCY
};

/* Kinds that a scan asks for, added. */
enum {
    TR_FIND_KEPT = 1,
    TR_FIND_TAGS = 2, /* of the placeholders, the tags */
    TR_FIND_IDENTIFIERS = 4,
    TR_FIND_PLACEHOLDERS = 8, /* with tags and private characters */
    TR_FIND_NUMERALS = 16,
    TR_FIND_CURRENCIES = 32,
    TR_FIND_MEASURES = 64 /* tells `clock` and `measure` of numerals */
};

typedef struct tr_placeable {
    tr_span at;
    enum tr_placeable_kind kind;
    bool clock;   /* a numeral beside "p.m.", "Uhr" or the like: it may count from noon */
    bool measure; /* a numeral beside a currency or a unit (measures.h) */
} tr_placeable;

enum { TR_PLACEABLE_FINDERS = 10, TR_PLACEABLE_AROUND = 3 };

/* A scan.  It allocates nothing; its fields are placeables.c's own, but for `at`. */
typedef struct tr_placeables {
    const char *text;
    size_t at, end; /* where it goes on: after what was found last */
    unsigned wanted;
    bool spaces;
    tr_span ahead[TR_PLACEABLE_FINDERS]; /* the next of each finder from `at` on */
    size_t limit[TR_PLACEABLE_FINDERS];  /* before which it was looked for */
    tr_span long_word;                   /* what was found last of a word that is too long */
    tr_span around[TR_PLACEABLE_AROUND]; /* placeholders at or after an identifier, run and group */
} tr_placeables;

/* Starts a scan of valid UTF-8 text [begin, end) for the kinds that are wanted.  The text before
 * may be looked at, too.  `spaces`: it has blanks between words, so that a word may be too long to
 * be one. */
void tr_placeables_start(tr_placeables *s, const char *text, size_t begin, size_t end,
                         unsigned wanted, bool spaces);

/* Finds the next one; false when there is none. */
bool tr_placeables_next(tr_placeables *s, tr_placeable *found);

/* The place of a kind in the order of precedence, from 1 on. */
int tr_placeable_level(enum tr_placeable_kind kind);

/* Finds the first of one kind in text [begin, end), of whose spans no other is looked at. */
bool tr_placeables_first(const char *text, size_t begin, size_t end, unsigned wanted, tr_span *at);

#endif
