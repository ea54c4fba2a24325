/*
 * glossary_store.h - glossaries that clients made, and those of a folder.
 *
 * A glossary belongs to the key that made it, or to all where keys are not needed.  With a folder,
 * each is a file there: ID.tsv, of the terms, and ID.json, of all else; without, it is in memory.
 */
#ifndef GLOSSARY_STORE_H
#define GLOSSARY_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "serve/call/keys.h"
#include "translate.h"

typedef struct glossary_store glossary_store;

/* One that was taken stays as it is until it is let go, also when it is deleted meanwhile. */
typedef struct stored_glossary {
    char id[40], *name, *source, *target;
    char *owner; /* the name of a key; NULL: anybody's */
    time_t created;
    char *entries; /* [len] of tab-separated lines */
    size_t len, n_terms;
    tr_glossary *terms;
    char digest[65]; /* of the entries: no two glossaries that differ have the same */
    size_t n_users;
    bool deleted;
    struct stored_glossary *next;
} stored_glossary;

/* `folder` NULL: in memory.  NULL after a sentence. */
glossary_store *glossaries_open(const char *folder);
void glossaries_close(glossary_store *s); /* NULL is allowed */

/* Reads the folder again. */
void glossaries_reload(glossary_store *s);

/* Makes one of terms, each a line "TERM<tab>TRANSLATION", and takes it.  NULL after filling *err:
 * TR_EFORMAT, TR_EUNSUPPORTED where there are too many, TR_EIO. */
stored_glossary *glossaries_make(glossary_store *s, const key *of, const char *name,
                                 const char *source, const char *target, const char *entries,
                                 size_t len, tr_error *err);

/* One of an id that the key may use; NULL: none. */
stored_glossary *glossaries_take(glossary_store *s, const key *of, const char *id);
void glossaries_let_go(glossary_store *s, stored_glossary *g);

/* False if there is none. */
bool glossaries_delete(glossary_store *s, const key *of, const char *id);

/* Those that the key may use; none may be taken or made meanwhile by `take`. */
void glossaries_each(glossary_store *s, const key *of,
                     void (*take)(void *ctx, const stored_glossary *g), void *ctx);

#endif
