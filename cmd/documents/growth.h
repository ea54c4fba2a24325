/* growth.h - a translation that exists and lags behind its source gets what it lacks (--into). */
#ifndef GROWTH_H
#define GROWTH_H

#include <stdio.h>

#include "base/file.h"
#include "documents/document_run.h"
#include "documents/source_digests.h"

typedef struct growth {
    tr_catalogue *catalogue; /* NULL: there is no translation yet */
    tr_file existing, old;
    source_digests digests;
    bool prunes;
    bool has_units;  /* the translation holds its sources */
    bool is_counted; /* of such: what is empty in it */
    size_t n_empty;
} growth;

/* Compares the document that was read, `path`, with the translation at s->into, and puts what is to
 * be translated in the place of its bytes.  0, or -1 after a sentence; growth_close() either way.
 */
int growth_open(growth *g, const document_settings *s, const char *path, document_file *p);
void growth_close(growth *g);

/* Puts the translation itself, of units, in the place of the bytes: its segments are what is empty
 * in it. */
void growth_take_existing(const growth *g, document_file *p);

/* True if the translation has all that the source has, and is to lose nothing; of units, as far as
 * it is known. */
bool growth_is_done(const growth *g);

/* Writes the digests of the sources, where they are kept.  0, or -1 after a sentence. */
int growth_keep_digests(const growth *g);

/* Writes the translation with what was translated, the document as it is now, in it, if it is not
 * done.  0, or -1 after a sentence. */
int growth_write(growth *g, document_file *p, const char *place, tr_document_stats *stats);

/* Prints a line for each change: "added", a tab, the key, and a tab and the name of the translation
 * if it is not NULL; of one that is not there yet, "new"; a line for one change; or tells how many
 * there are, and which if `keys`. */
void growth_list(const growth *g, FILE *to, const char *name);
void growth_list_one(FILE *to, const char *change, const char *key, const char *name);

/* Prints a JSON object with all of it. */
void growth_print_json(const growth *g, const char *source, const char *name, output *out);
void growth_tell(const growth *g, const char *name, bool keys);

#endif
