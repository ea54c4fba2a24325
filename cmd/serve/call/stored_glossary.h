/* stored_glossary.h - a glossary of a server, and its dictionaries. */
#ifndef STORED_GLOSSARY_H
#define STORED_GLOSSARY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/buf.h"
#include "serve/translator/shared_terms.h"
#include "translate.h"

/* A file as it was: another one, or one that was written to, differs. */
typedef struct file_mark {
    uint64_t inode;
    int64_t size;
    struct timespec written;
} file_mark;

/* Terms of one pair of languages.  It never changes: other terms are another dictionary.  One that
 * was taken stays until it is let go, also when its glossary has another meanwhile, or none. */
typedef struct dictionary {
    char *source, *target;
    char *entries; /* [len] of tab-separated lines */
    size_t len, n_terms;
    shared_terms *terms;
    int number;              /* of its file */
    file_mark file;          /* as it was written or read */
    atomic_size_t n_holders; /* its glossary is one */
} dictionary;

enum { GLOSSARY_ID_SIZE = 40 };

typedef struct stored_glossary {
    char id[GLOSSARY_ID_SIZE], *name;
    char *owner; /* the name of a key; NULL: anybody's */
    time_t created;
    dictionary **dictionaries; /* [n], in the order in which they came */
    size_t n;
    struct stored_glossary *next;
} stored_glossary;

/* What a dictionary is made of. */
typedef struct dictionary_text {
    const char *source, *target;
    const char *entries; /* [len]: lines "TERM<tab>TRANSLATION" */
    size_t len;
} dictionary_text;

/* One of terms, with one holder; NULL after filling *err: TR_EFORMAT with the line, or as
 * tr_glossary_read(). */
dictionary *dictionary_new(const dictionary_text *text, tr_error *err);

/* One more holder, and one less: the last one frees it.  Any thread may call them. */
dictionary *dictionary_hold(dictionary *d);
void dictionary_let_go(dictionary *d);

/* Adds the old lines whose terms the new ones do not have, then the new ones. */
void merge_entries(const char *old, size_t n_old, const char *fresh, size_t n_fresh, tr_buf *out);

/* With its dictionaries as far as nobody else holds them. */
void stored_glossary_free(stored_glossary *g);

#endif
