/*
 * cases.h - cases and genders that determiners and adjectives tell by their endings, in languages
 * whose facts have them (tr_cases in language_data.h).
 */
#ifndef TR_CASES_H
#define TR_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "language/language_data.h"
#include "translate.h"

enum { TR_NOMINATIVE, TR_ACCUSATIVE, TR_DATIVE, TR_GENITIVE, TR_N_CASES };
enum { TR_MASCULINE, TR_FEMININE, TR_NEUTER, TR_PLURAL, TR_N_COLUMNS };

/* Sets of a case and a column: bits 4 * case + column. */
enum { TR_ALL_FORMS = 0xFFFF, TR_SINGULARS = 0x7777, TR_PLURALS = 0x8888 };

/* What a list of 16 has for a case and a column. */
tr_string tr_case_ending(const char *list, size_t kase, size_t column);

/* The forms that have this ending in a list of 16; all forms of a case. */
unsigned tr_case_forms(const char *list, const char *ending, size_t len);
unsigned tr_case_all(size_t kase);

typedef struct tr_determiner {
    tr_string preposition; /* of a contraction, or empty */
    tr_string stem;        /* empty for the article */
    const char *endings,
        *adjectives; /* lists of 16: its endings, and endings of adjectives behind it */
    unsigned bits;   /* the forms that it may have */
} tr_determiner;

/* The determiner that a word in small letters is; false if it is none. */
bool tr_determiner_find(const tr_cases *c, const char *word, tr_determiner *d);

/* The contraction of a preposition and an article, or an empty text. */
tr_string tr_case_contraction(const tr_cases *c, tr_string preposition, tr_string article);

/* The forms that may stand behind a word, which may be a preposition. */
unsigned tr_cases_behind(const tr_cases *c, tr_string word);

#endif
