/*
 * keyed_values.h - strings of a catalogue below keys, in dictionaries and lists within each other:
 * what readers of such formats share.
 *
 * A catalogue is read twice: what is text depends on all of its values (value_kinds.h), which are
 * counted first.
 */
#ifndef TR_KEYED_VALUES_H
#define TR_KEYED_VALUES_H

#include "document/keys/value_kinds.h"
#include "document/segment/builder.h"
#include "document/segment/decoded.h"

enum { TR_KEYED_LEVELS = 200 };

typedef struct tr_keyed_values {
    tr_content *content;
    tr_builder b;
    tr_buf path; /* the keys that a value is below, with a point between two */
    struct tr_keyed_level {
        char close;  /* the sign that ends it */
        size_t path; /* its length without the key of this level */
    } levels[TR_KEYED_LEVELS + 1];
    size_t depth;
    bool counting;
    bool no_messages; /* values are none of ICU's messages */
    tr_value_kinds kinds;
} tr_keyed_values;

void tr_keyed_begin(tr_keyed_values *k, tr_content *d, const tr_writing *writing);

/* TR_ENOMEM. */
int tr_keyed_end(tr_keyed_values *k, tr_error *err);

/* Begins a reading at the uppermost level. */
void tr_keyed_start(tr_keyed_values *k, bool counting);

/* Opens a level below the key at hand; false if there are too many.  Closes the last one. */
bool tr_keyed_open(tr_keyed_values *k, char close);
void tr_keyed_close(tr_keyed_values *k);

/* The sign that ends the level at hand; NUL: it is the uppermost one. */
char tr_keyed_closing(const tr_keyed_values *k);

/* Sets the key of the level at hand. */
void tr_keyed_set_key(tr_keyed_values *k, const char *key, size_t len);

/* The value that comes next has no key in the level at hand. */
void tr_keyed_no_key(tr_keyed_values *k);

/* Counts the value below the key, or builds it if it is text that is wanted.  Keys above it may
 * tell that it is none. */
void tr_keyed_take(tr_keyed_values *k, const tr_decoded *v);

#endif
