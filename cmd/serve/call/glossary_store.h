/*
 * glossary_store.h - glossaries that clients made, and glossaries of a folder.
 *
 * A glossary has dictionaries, each of a pair of languages.  It belongs to the key that made it, or
 * to all where keys are not needed.  With a folder, each is files there: ID.json tells of it, and
 * ID-N.tsv has the terms of a dictionary; without, it is in memory.
 */
#ifndef GLOSSARY_STORE_H
#define GLOSSARY_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "serve/call/keys.h"
#include "serve/call/stored_glossary.h"
#include "translate.h"

typedef struct glossary_store glossary_store;

/* `folder` NULL: in memory.  NULL after a sentence. */
glossary_store *glossaries_open(const char *folder);
void glossaries_close(glossary_store *s); /* NULL is allowed */

/* Reads the folder again. */
void glossaries_reload(glossary_store *s);

/* Makes one of `n` dictionaries, all or none of them.  False after filling *err: TR_EFORMAT,
 * TR_EINVAL where two are of one pair, TR_EUNSUPPORTED where there are too many, TR_EIO. */
bool glossaries_make(glossary_store *s, const key *of, const char *name,
                     const dictionary_text *texts, size_t n, char id[GLOSSARY_ID_SIZE],
                     tr_error *err);

/* Changes one that there is: its name, unless `name` is NULL, and its dictionaries of the pairs of
 * `texts`; `merge`: they keep the terms that the new text does not have.  All of it or nothing.
 * False after filling *err as above; TR_EINVAL if there is no such glossary. */
bool glossaries_change(glossary_store *s, const key *of, const char *id, const char *name,
                       const dictionary_text *texts, size_t n, bool merge, tr_error *err);

/* Removes a glossary, or with `source` and `target` its dictionary of that pair.  False after
 * filling *err: TR_EINVAL if there is none, TR_EIO. */
bool glossaries_delete(glossary_store *s, const key *of, const char *id, const char *source,
                       const char *target, tr_error *err);

/* The dictionary of a pair; a language that is NULL is any.  NULL: there is none. */
dictionary *glossaries_take(glossary_store *s, const key *of, const char *id, const char *source,
                            const char *target);
void glossaries_let_go(dictionary *d); /* NULL is allowed */

/* Tells of the one that has the id, or of all that the key may use if `id` is NULL: how many.
 * `take` may not call the store; NULL: they are only counted. */
size_t glossaries_tell(glossary_store *s, const key *of, const char *id,
                       void (*take)(void *ctx, const stored_glossary *g), void *ctx);

#endif
