/*
 * glossary.h - a user's own words: terms of a source language, and how they are translated.
 *
 * A glossary is text, one term a line: the term, a tab, its translation, and perhaps a tab and
 * notes.  A term without a translation is kept as it is.
 */
#ifndef TR_GLOSSARY_H
#define TR_GLOSSARY_H

#include <stdbool.h>

#include "base/span.h"
#include "translate.h"

/* A term in a text. */
typedef struct tr_term_found {
    tr_span text;
    const char *target; /* NULL: the text itself */
    size_t line;        /* of the glossary */
    bool inflected;     /* the text has the term in another form */
} tr_term_found;

/* Finds terms in text [len] of a language (BCP 47), from the left, the longest ones where several
 * begin.  Words are the same in a form of theirs (inflection.h).  A capital letter of the term is
 * one in the text, too; a small letter may be either.  found [most] receives each line of the
 * glossary once.  Returns how many, or -1 out of memory. */
ptrdiff_t tr_glossary_find(const tr_glossary *g, const char *language, const char *text, size_t len,
                           tr_term_found *found, size_t most);

#endif
