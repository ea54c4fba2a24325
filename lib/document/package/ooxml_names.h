/*
 * ooxml_names.h - names of Office Open XML, whatever prefixes a part gives its namespaces.
 *
 * They are w: for WordprocessingML, a: for DrawingML, x: for SpreadsheetML, p: for
 * PresentationML, m: for mathematics.  Other names are as they stand.
 */
#ifndef TR_OOXML_NAMES_H
#define TR_OOXML_NAMES_H

#include <stdint.h>

#include "document/markup/markup.h"

enum { TR_OOXML_SHEETS = 2, TR_OOXML_NAMESPACES = 5 }; /* the number of x:, and of all */

typedef struct tr_ooxml_names {
    char prefixes[TR_OOXML_NAMESPACES][TR_NAME_SIZE]; /* with a colon, or "" */
    bool known[TR_OOXML_NAMESPACES];
} tr_ooxml_names;

/* Reads the namespaces that the first element of a part declares. */
void tr_ooxml_names_find(tr_ooxml_names *names, const tr_markup *m);

/* Gives the name of a tag its standard prefix. */
void tr_ooxml_name(const tr_ooxml_names *names, tr_markup_token *t);

/* The look that a run's properties, whose start tag is `t` and whose last byte comes before `end`,
 * give it: 0 if none.  The language of a text, and marks of a spelling check, are
 * no look.  *is_raised: it stands above or below the line. */
uint64_t tr_ooxml_look(const tr_ooxml_names *names, const tr_markup *m, const tr_markup_token *t,
                       size_t end, bool *is_raised);

#endif
