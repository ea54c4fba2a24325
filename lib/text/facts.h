/*
 * facts.h - what of a text its translation must repeat: numbers, and words that every language
 * spells the same, as placeholders, names of files and codes.
 *
 * A number is compared by its digits: 1,234.56 is 1.234,56.  A number may stand in parts: a date
 * 2025-06-30 is 30.06.2025.  8 p.m. is 20 Uhr.  A name is compared byte by byte.
 */
#ifndef TR_FACTS_H
#define TR_FACTS_H

#include <stdbool.h>
#include <stddef.h>

enum tr_fact_kind { TR_FACT_NUMBER, TR_FACT_NAME };

/* A fact: text [len], which is a part of the text that it was found in. */
typedef struct tr_fact {
    enum tr_fact_kind kind;
    const char *text;
    size_t len;
    bool clock; /* a number beside "p.m.", "Uhr" or the like: it may count from noon */
} tr_fact;

/* Finds the facts of valid UTF-8 text [len], in order: fills in facts [most], and returns their
 * number.  What comes after `most` facts is left out. */
size_t tr_facts_find(const char *text, size_t len, tr_fact *facts, size_t most);

/* How many of facts [n] a translation, text [len], lacks.  Numbers up to 12 may be spelled in
 * letters, so they are never lacked. */
size_t tr_facts_lost(const tr_fact *facts, size_t n, const char *text, size_t len);

/* Whether text [len], the beginning of a translation, has no number but those of facts [n], and
 * spells no name in another way than it began.  What stands at its end may go on.  Its first
 * `allowed` bytes are known to be so. */
bool tr_facts_allow(const tr_fact *facts, size_t n, const char *text, size_t len, size_t allowed);

#endif
