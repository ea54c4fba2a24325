/* growth.h - a translation that exists and lags behind its source gets what it lacks (--into). */
#ifndef GROWTH_H
#define GROWTH_H

#include <stdio.h>

#include "base/file.h"
#include "documents/document_run.h"

typedef struct growth {
    tr_catalogue *catalogue; /* NULL: there is no translation yet */
    tr_file existing, old;
    bool prunes;
} growth;

/* Compares the document that was read, `path`, with the translation at s->into, and puts what that
 * one lacks in the place of its bytes.  0, or -1 after a sentence; growth_close() either way. */
int growth_open(growth *g, const document_settings *s, const char *path, document_file *p);
void growth_close(growth *g);

/* True if the translation has all that the source has, and is to lose nothing. */
bool growth_is_done(const growth *g);

/* Writes the translation with what was translated, the document as it is now, in it.  0, or -1
 * after a sentence. */
int growth_write(const growth *g, document_file *p, const char *place, tr_document_stats *stats);

/* Prints a line for each change, "added", a tab and the key; or tells how many there are, and which
 * if `keys`. */
void growth_list(const growth *g, FILE *to);
void growth_tell(const growth *g, const char *name, bool keys);

#endif
