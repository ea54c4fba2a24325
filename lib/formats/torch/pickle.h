/*
 * pickle.h - what a pickle of Python describes, as dead data.
 *
 * A pickle is a program for a small machine that may name any function of Python and have it
 * called.  This machine calls nothing and imports nothing: a call stays a value that says what
 * would be called with which arguments, and a name that is not on the caller's list ends the
 * reading.  Binary protocols, 1 to 5, as far as weights are written with them.
 */
#ifndef TR_PICKLE_H
#define TR_PICKLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/region.h"
#include "formats/cursor.h"

enum tr_pickle_kind {
    TR_PICKLE_NONE,
    TR_PICKLE_BOOL,       /* integer */
    TR_PICKLE_INTEGER,    /* integer, of at most 64 bits */
    TR_PICKLE_BIG,        /* text: an integer of more, little-endian */
    TR_PICKLE_NUMBER,     /* nobody asks which */
    TR_PICKLE_TEXT,       /* text: a string, or bytes */
    TR_PICKLE_SEQUENCE,   /* items: of a tuple, a list or a set */
    TR_PICKLE_MAPPING,    /* items: keys and values by turns */
    TR_PICKLE_NAME,       /* name */
    TR_PICKLE_CALL,       /* name, arguments; items: keys and values that it was given after */
    TR_PICKLE_PERSISTENT, /* arguments */
    TR_PICKLE_MARK
};

/* What a name of the list stands for is the list owner's affair. */
typedef struct tr_pickle_name {
    const char *module, *name;
    int meaning;
} tr_pickle_name;

typedef struct tr_pickle_value tr_pickle_value;

struct tr_pickle_value {
    int kind; /* enum tr_pickle_kind */
    int64_t integer;
    const char *text; /* [n], in the bytes that were read; no NUL ends it */
    tr_pickle_value **items;
    size_t n, capacity; /* bytes of text, or items */
    const tr_pickle_name *name;
    const tr_pickle_value *arguments;
    const tr_pickle_value *state; /* of a call: its attributes, as they were given; or NULL */
};

typedef struct tr_pickle {
    const tr_pickle_value *root;        /* values may hold each other, in a circle, too */
    const tr_pickle_value **persistent; /* [n_persistent]: all that there are */
    size_t n_persistent;
    tr_region memory;
} tr_pickle;

enum { TR_PICKLE_MAX_VALUES = 1 << 21 };

/* Reads one pickle at *c, and moves *c behind it.  The values refer to the bytes.  names ends with
 * a NULL module; `path` is for messages.  Memory is some hundred bytes for each value that the
 * pickle makes.  TR_EUNSUPPORTED for names that are not listed and for what weights do not need,
 * TR_EFORMAT, TR_ENOMEM; *p is closed again on failure. */
int tr_pickle_read(tr_pickle *p, tr_cursor *c, const tr_pickle_name *names, const char *path,
                   tr_error *err);
void tr_pickle_close(tr_pickle *p);

/* The value of a key that is a text, or NULL; the last, where there are several. */
const tr_pickle_value *tr_pickle_find(const tr_pickle_value *mapping, const char *key);

/* True if a value is this text. */
bool tr_pickle_is_text(const tr_pickle_value *v, const char *text);

#endif
